import { createElement, useEffect, useRef } from "react";

// Lets the figures of build/start.js tick while they can be seen: a timer, which no HTML or CSS has.
export function Countdown({ children, ...props }) {
  const root = useRef(null);
  useEffect(() => {
    let timer, visible = false;
    const tick = () => window.__countDown() || clearInterval(timer);
    const run = () => {
      clearInterval(timer);
      if (visible && !document.hidden && window.__countDown()) timer = setInterval(tick, 1000);
    };
    const watch = new IntersectionObserver((entries) => {
      visible = entries.at(-1).isIntersecting;
      run();
    });
    tick();
    watch.observe(root.current);
    document.addEventListener("visibilitychange", run);
    return () => {
      clearInterval(timer);
      watch.disconnect();
      document.removeEventListener("visibilitychange", run);
    };
  }, []);
  return createElement("div", { ...props, ref: root }, children);
}
