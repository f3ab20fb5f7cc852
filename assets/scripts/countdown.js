import { createElement, useRef } from "react";
import { useSeen } from "$/public/scripts/seen.js";

// Lets the figures of build/start.js tick while they can be seen: a timer, which no HTML or CSS has.
export function Countdown({ children, ...props }) {
  const timer = useRef();
  const tick = () => window.__countDown() || clearInterval(timer.current);
  const ref = useSeen((seen) => {
    clearInterval(timer.current);
    if (seen && window.__countDown()) timer.current = setInterval(tick, 1000);
  });
  return createElement("div", { ...props, ref }, children);
}
