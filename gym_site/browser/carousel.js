import { createElement, useEffect, useRef } from "react";

// A scroll-snap track whose position and index follow each other.
export function SnapTrack({ index, onIndex, ...props }) {
  const track = useRef(null);
  const at = useRef({ index: 0, left: 0 }); // where the track rests, or is on its way to

  const leftOf = (slide) => slide.offsetLeft - track.current.children[0].offsetLeft;

  useEffect(() => {
    if (index === at.current.index) return;
    const { children, scrollWidth, clientWidth } = track.current;
    const left = Math.min(leftOf(children[index]), scrollWidth - clientWidth);
    at.current = { index, left };
    track.current.scrollTo({ left }); // smooth or not: CSS decides
  }, [index]);

  useEffect(() => {
    const element = track.current;
    let timer;
    const settle = (before) => {
      const left = element.scrollLeft;
      if (Math.abs(left - at.current.left) < 2) return; // near the end several slides share a position
      if (left !== before) { // still on its way: a busy phone pauses between two scroll events
        timer = setTimeout(settle, 120, left);
        return;
      }
      const gaps = Array.from(element.children, (slide) => Math.abs(leftOf(slide) - left));
      const nearest = gaps.indexOf(Math.min(...gaps));
      at.current = { index: nearest, left };
      onIndex(nearest);
    };
    const moved = () => { // not scrollend: Safari has it only since 26.2
      clearTimeout(timer);
      timer = setTimeout(settle, 120);
    };
    element.addEventListener("scroll", moved, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener("scroll", moved);
    };
  }, []);

  return createElement("div", { ...props, ref: track });
}

// Arrow keys anywhere in a carousel are its previous and next; with `swipe`, so is a finger drawn across it.
export function CarouselFrame({ onPrevious, onNext, swipe, ...props }) {
  const from = useRef(null);
  const onKeyDown = (event) => {
    const move = { ArrowLeft: onPrevious, ArrowRight: onNext }[event.key];
    if (!move || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault(); // the focused track would scroll by itself as well
    move();
  };
  const finger = swipe && {
    onTouchStart: ({ touches }) => { from.current = touches[0].clientX; },
    onTouchEnd: ({ changedTouches }) => {
      const way = changedTouches[0].clientX - from.current;
      if (Math.abs(way) > 40) (way < 0 ? onNext : onPrevious)();
    },
  };
  return createElement("div", { ...props, ...finger, onKeyDown });
}
