import { useEffect } from "react";

// Adds the links to icons and manifest once the page's scripts run; otherwise both would be fetched during the first paint.
export function LateLinks({ links }) {
  useEffect(() => {
    for (const attributes of links) {
      const link = document.createElement("link");
      for (const name in attributes) link.setAttribute(name, attributes[name]);
      document.head.append(link);
    }
  }, []);
  return null;
}
