import { createElement, useEffect, useRef, useState } from "react";

// Buttons that stay in view and make way while anything that matches `covers` is on the screen.
export function Floating({ covers, ...props }) {
  const [covered, setCovered] = useState(true); // until it is known: the top of a page has buttons of its own
  const seen = useRef(new Set());
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) seen.current[isIntersecting ? "add" : "delete"](target);
      setCovered(seen.current.size > 0);
    });
    for (const element of document.querySelectorAll(covers)) watch.observe(element);
    return () => {
      watch.disconnect();
      seen.current.clear();
    };
  }, [covers]);
  return createElement("div", { ...props, "data-covered": covered || undefined });
}
