import { createElement, useEffect, useRef } from "react";

const END = "onscrollend" in globalThis ? "onScrollEndCapture" : "onScrollCapture"; // Safari has had the first since 26.2

// A scroll-snap row, the first child: it scrolls to `index`, and reports where a visitor has scrolled it. CSS decides how
// many slides are in view; only script can count them.
export function SnapCarousel({ index, onIndex, onInView, ...props }) {
  const frame = useRef(null);
  const timer = useRef();
  const rest = useRef(0); // where the row rests, or is on its way to

  const row = () => frame.current.firstElementChild;
  const width = () => row().children[1].offsetLeft - row().children[0].offsetLeft;
  const settle = (before) => {
    clearTimeout(timer.current);
    const left = row().scrollLeft;
    if (left !== before) timer.current = setTimeout(settle, 200, left); // a busy phone pauses between two scroll events
    else onIndex((rest.current = Math.round(left / width())));
  };

  useEffect(() => {
    if (index !== rest.current) row().scrollTo({ left: index * width() }); // smooth or not: CSS decides
    rest.current = index;
    return () => clearTimeout(timer.current);
  }, [index]);

  useEffect(() => {
    const watch = new ResizeObserver(([{ contentRect }]) => {
      if (contentRect.width) onInView(Math.round(contentRect.width / width())); // it has none on paper
    });
    watch.observe(row());
    return () => watch.disconnect();
  }, []);

  return createElement("div", { ...props, ref: frame, [END]: () => settle() });
}
