import { createElement, useEffect, useRef } from "react";
import { onKey } from "$/public/scripts/keys.js";

const END = "onscrollend" in globalThis ? "onScrollEndCapture" : "onScrollCapture"; // Safari has had the first since 26.2

// A scroll-snap row, the first child, and the buttons and arrow keys that move it. How many slides are in view is CSS's
// affair: the row can rest at as many places as the last of them leaves free. The row scrolls by itself; its buttons and
// its place in words need script, as only one engine has CSS for them.
export function SnapCarousel({ index, onIndex, ...props }) {
  const frame = useRef(null);
  const timer = useRef();
  const rest = useRef(0); // where the row rests, or is on its way to

  const row = () => frame.current.firstElementChild;
  const width = () => row().children[1].offsetLeft - row().children[0].offsetLeft;
  const step = (by) => {
    const places = Math.round((row().scrollWidth - row().clientWidth) / width()) + 1;
    onIndex((Math.min(index, places - 1) + by + places) % places);
  };
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

  const onClick = ({ target }) => step(Number(target.closest("[data-step]")?.dataset.step ?? 0));
  const onKeyDown = onKey({ ArrowLeft: () => step(-1), ArrowRight: () => step(1) });
  return createElement("div", { ...props, ref: frame, [END]: () => settle(), onClick, onKeyDown });
}
