import { createElement, useEffect, useRef } from "react";

const END = "onscrollend" in globalThis ? "onScrollEndCapture" : "onScrollCapture"; // Safari lacks scrollend before 26.2

// Scrolls the row (the first child) to `index`, and reports the index at which scrolling ends. Also reports how many
// slides are in view: CSS decides that, but only a script can count them.
export function SnapCarousel({ index, onIndex, onInView, ...props }) {
  const frame = useRef(null);
  const timer = useRef();
  const rest = useRef(0); // the row's position, or its target while it scrolls

  const row = () => frame.current.firstElementChild;
  const width = () => row().children[1].offsetLeft - row().children[0].offsetLeft;
  const settle = (before) => {
    clearTimeout(timer.current);
    const left = row().scrollLeft;
    if (left !== before) timer.current = setTimeout(settle, 200, left); // a busy phone may pause between two scroll events
    else onIndex((rest.current = Math.round(left / width())));
  };

  useEffect(() => {
    if (index !== rest.current) row().scrollTo({ left: index * width() }); // smooth or not: CSS decides
    rest.current = index;
    return () => clearTimeout(timer.current);
  }, [index]);

  useEffect(() => {
    const watch = new ResizeObserver(([{ contentRect }]) => {
      if (contentRect.width) onInView(Math.round(contentRect.width / width())); // 0 in print
    });
    watch.observe(row());
    return () => watch.disconnect();
  }, []);

  return createElement("div", { ...props, ref: frame, [END]: () => settle() });
}
