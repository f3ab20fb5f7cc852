// Calls the event in `moves` for a key, or for a swipe in the direction of an arrow key. HTML has no handlers for
// either.
export const onKey = (moves) => (event) => {
  if (!moves[event.key] || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault(); // otherwise a focused row would scroll too
  moves[event.key]();
};

let from;
export const onTouchStart = ({ touches }) => (from = touches[0].clientX);
export const onTouchEnd = (moves) => ({ changedTouches }) => {
  const way = changedTouches[0].clientX - from;
  if (Math.abs(way) > 40) moves[way < 0 ? "ArrowRight" : "ArrowLeft"]();
};
