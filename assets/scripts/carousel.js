import { createElement, useEffect, useRef } from "react";

// Safari before 26.2 lacks scrollend.
const END = "onscrollend" in globalThis ? "onScrollEndCapture" : "onScrollCapture";

/**
 * Scrolls its first child, a row of slides, to the slide `index`. Reports the slide at which scrolling ends, and how
 * many slides are in view: CSS decides that number, but only a script can read it.
 * @param {{ index: number, onIndex: (index: number) => void, onInView: (slides: number) => void }} props
 */
export function SnapCarousel({ index, onIndex, onInView, ...props }) {
  const frame = useRef(/** @type {HTMLElement} */ (null));
  const timer = useRef(0);
  const rest = useRef(0); // the slide at which the row rests, or to which it scrolls

  const row = () => frame.current.firstElementChild;
  const width = () => {
    // below 0 where a translation runs from right to left, as is scrollLeft
    const [first, second] = /** @type {HTMLCollectionOf<HTMLElement>} */ (row().children);
    return second.offsetLeft - first.offsetLeft;
  };
  /** @param {number} [before] */
  const settle = (before) => {
    clearTimeout(timer.current);
    if (!frame.current) return; // the visitor has gone on to another page meanwhile
    const left = row().scrollLeft;
    if (left !== before) {
      timer.current = window.setTimeout(settle, 200, left); // a busy phone may pause between two scroll events
    } else {
      rest.current = Math.round(left / width());
      onIndex(rest.current);
    }
  };

  useEffect(() => {
    if (index !== rest.current) row().scrollTo({ left: index * width() }); // CSS decides whether this scrolls smoothly
    rest.current = index;
    return () => clearTimeout(timer.current);
  }, [index]);

  useEffect(() => {
    const watch = new ResizeObserver(([{ contentRect }]) => {
      if (contentRect.width) onInView(Math.round(contentRect.width / Math.abs(width()))); // the width is 0 in print
    });
    watch.observe(row());
    return () => watch.disconnect();
  }, []);

  return createElement("div", { ...props, ref: frame, [END]: () => settle() });
}
