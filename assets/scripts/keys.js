// Handles arrow keys and swipes with the events that Python passes as `moves`, by key. HTML has no handlers for either.
export const onKey = (moves) => (event) => {
  if (!moves[event.key] || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault(); // or a focused row would scroll too
  moves[event.key]();
};

let from;
export const onTouchStart = ({ touches }) => (from = touches[0].clientX);
export const onTouchEnd = (moves) => ({ changedTouches }) => {
  const way = changedTouches[0].clientX - from;
  if (Math.abs(way) > 40) moves[way < 0 ? "ArrowRight" : "ArrowLeft"]();
};
