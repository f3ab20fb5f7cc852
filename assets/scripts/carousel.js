import { createElement, useEffect, useRef } from "react";

// A scroll-snap row, the first child, and the buttons and arrow keys that move it. How many slides are in view is CSS's
// affair: the row can rest at as many places as the last of them leaves free. The row scrolls by itself; its buttons and
// its place in words need script, as only one engine has CSS for them.
export function SnapCarousel({ index, onIndex, ...props }) {
  const frame = useRef(null);
  const rest = useRef(0); // where the row rests, or is on its way to

  const row = () => frame.current.firstElementChild;
  const width = () => row().children[1].offsetLeft - row().children[0].offsetLeft;
  const step = (by) => {
    const places = Math.round((row().scrollWidth - row().clientWidth) / width()) + 1;
    onIndex((Math.min(index, places - 1) + by + places) % places);
  };

  useEffect(() => {
    if (index === rest.current) return;
    rest.current = index;
    row().scrollTo({ left: index * width() }); // smooth or not: CSS decides
  }, [index]);

  useEffect(() => {
    const element = row();
    let timer;
    const settle = (before) => {
      const left = element.scrollLeft;
      if (left !== before) { // still on its way: a busy phone pauses between two scroll events
        timer = setTimeout(settle, 120, left);
        return;
      }
      const place = Math.round(left / width());
      if (place === rest.current) return;
      rest.current = place;
      onIndex(place);
    };
    const moved = () => {
      clearTimeout(timer);
      timer = setTimeout(settle, 120);
    };
    // Safari has had scrollend only since 26.2. Without it a busy phone's pause may pass for the end.
    const end = "onscrollend" in element ? "scrollend" : "scroll";
    element.addEventListener(end, moved, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener(end, moved);
    };
  }, []);

  const onClick = ({ target }) => {
    const button = target.closest("[data-step]");
    if (button) step(Number(button.dataset.step));
  };
  return createElement(CarouselFrame, { ...props, ref: frame, onClick, onPrevious: () => step(-1), onNext: () => step(1) });
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
