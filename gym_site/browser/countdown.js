import { createElement, useEffect, useRef, useState } from "react";

// Days, hours, minutes and seconds to a local time such as 2025-10-31T23:59:59; until the first tick `days` and zeros.
// Costs nothing while off-screen or in a background tab. `data-passed` tells CSS that the time has come.
export function Countdown({ until, days, labels, ...props }) {
  const root = useRef(null);
  const [left, setLeft] = useState([days, 0, 0, 0]);
  useEffect(() => {
    const target = new Date(until).getTime(); // no zone in the text: the visitor's own
    let timer, visible = false;
    const tick = () => {
      const s = Math.max(0, Math.floor((target - Date.now()) / 1000));
      setLeft([Math.floor(s / 86400), Math.floor(s / 3600) % 24, Math.floor(s / 60) % 60, s % 60]);
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
    watch.observe(root.current);
    document.addEventListener("visibilitychange", run);
    return () => {
      clearInterval(timer);
      watch.disconnect();
      document.removeEventListener("visibilitychange", run);
    };
  }, [until]);
  const passed = left.every((value) => value === 0);
  return createElement("div", { ...props, ref: root, role: "timer", "data-passed": passed || undefined },
    left.map((value, i) => createElement("span", { key: i, className: "countdown-part" },
      createElement("b", null, value), " ", createElement("span", null, labels[i]))));
}
