import { useEffect } from "react";

const LINKS = [
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
];

// Adds links to the manifest, and to icons for browsers that don't show the one in the page (layout/head.py), once the page's
// scripts run; otherwise they would be fetched during the first paint.
export const LateLinks = () =>
  void useEffect(() => {
    for (const link of LINKS) document.head.append(Object.assign(document.createElement("link"), link));
  }, []);
