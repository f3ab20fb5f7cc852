import { createElement, useEffect, useRef } from "react";
import { onKey } from "$/public/scripts/keys.js";

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

  useEffect(() => {
    if (index === rest.current) return;
    clearTimeout(timer.current);
    rest.current = index;
    row().scrollTo({ left: index * width() }); // smooth or not: CSS decides
  }, [index]);

  useEffect(() => {
    const element = row();
    const settle = (before) => {
      clearTimeout(timer.current);
      const left = element.scrollLeft;
      if (left !== before) timer.current = setTimeout(settle, 200, left); // a busy phone pauses between two scroll events
      else onIndex((rest.current = Math.round(left / width())));
    };
    const moved = () => settle();
    const end = "onscrollend" in element ? "scrollend" : "scroll"; // Safari has had the first since 26.2 only
    element.addEventListener(end, moved, { passive: true });
    return () => {
      clearTimeout(timer.current);
      element.removeEventListener(end, moved);
    };
  }, []);

  const onClick = ({ target }) => step(Number(target.closest("[data-step]")?.dataset.step ?? 0));
  const onKeyDown = onKey({ ArrowLeft: () => step(-1), ArrowRight: () => step(1) });
  return createElement("div", { ...props, ref: frame, onClick, onKeyDown });
}
