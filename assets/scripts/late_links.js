import { useEffect } from "react";

const LINKS = [
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
];

// Adds the links to the manifest and to icons for browsers that don't show the one in the page (layout/head.py). They
// are added by a script, as browsers would otherwise fetch them during the first paint.
export const LateLinks = () =>
  void useEffect(() => {
    for (const link of LINKS) document.head.append(Object.assign(document.createElement("link"), link));
  }, []);
