import { useEffect } from "react";

// Adds links to the head once the page's scripts run: icons and manifest would be fetched in the middle of the first paint.
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
