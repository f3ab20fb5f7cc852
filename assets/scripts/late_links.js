import { useEffect } from "react";

const LINKS = [
  { rel: "icon", href: `${import.meta.env.BASE_URL}favicon.ico`, sizes: "32x32" },
  { rel: "apple-touch-icon", href: `${import.meta.env.BASE_URL}apple-touch-icon.png` },
  { rel: "manifest", href: `${import.meta.env.BASE_URL}site.webmanifest` },
];

// Adds links to the web app manifest, and to icons for browsers that don't show the page's SVG icon (layout/head.py), and
// what old browsers lack. If the HTML contained these, browsers would fetch their files during the first paint.
export const LateLinks = () => {
  useEffect(() => {
    if (!("name" in HTMLDetailsElement.prototype)) import("./older.js").then((older) => older.standIn());
    for (const link of LINKS) document.head.append(Object.assign(document.createElement("link"), link));
  }, []);
};
