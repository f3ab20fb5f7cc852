import { useEffect } from "react";

const LINKS = [
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
];

// Links to icons and manifest once the page's scripts run; otherwise both would be fetched during the first paint. Without
// scripts browsers find /favicon.ico by themselves.
export const LateLinks = () =>
  void useEffect(() => {
    for (const link of LINKS) document.head.append(Object.assign(document.createElement("link"), link));
  }, []);
