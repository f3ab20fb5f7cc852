import { useEffect } from "react";

const LINKS = [
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
];

// Adds links to the web app manifest, and to icons for browsers that don't show the page's SVG icon (layout/head.py), and
// what old browsers lack. If the HTML contained these, browsers would fetch their files during the first paint.
export const LateLinks = () =>
  void useEffect(() => {
    if (!("name" in HTMLDetailsElement.prototype)) import("./older").then((older) => older.standIn());
    for (const link of LINKS) document.head.append(Object.assign(document.createElement("link"), link));
  }, []);
