import { createElement, useEffect, useRef } from "react";

// The time left until the moment of the root's `data-opens-at`, in the visitor's local time, ticking while it can be
// seen. Prerendered as `days` days and zeros; build/start.js writes the real figures before React runs, so React leaves
// the text alone. When the moment has come, `data-opened` on the root tells CSS.
export function Countdown({ days, labels, ...props }) {
  const root = useRef(null);
  useEffect(() => {
    const page = document.documentElement;
    if (!page.dataset.opensAt) return; // it had opened when the page was built: the zeros stay
    const target = new Date(page.dataset.opensAt).getTime(); // no zone in the text: the visitor's own
    const figures = root.current.querySelectorAll("b");
    let timer, visible = false;
    const tick = () => {
      const s = Math.max(0, Math.floor((target - Date.now()) / 1000));
      [Math.floor(s / 86400), Math.floor(s / 3600) % 24, Math.floor(s / 60) % 60, s % 60]
        .forEach((value, i) => (figures[i].textContent = value));
      if (!s) page.dataset.opened = "";
      return s > 0;
    };
    const run = () => {
      clearInterval(timer);
      if (visible && !document.hidden && tick()) timer = setInterval(() => tick() || clearInterval(timer), 1000);
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
  return createElement("div", { ...props, ref: root, role: "timer" },
    [days, 0, 0, 0].map((value, i) => createElement("span", { key: i, className: "countdown-part" },
      createElement("b", { suppressHydrationWarning: true }, value), " ", createElement("span", null, labels[i]))));
}
