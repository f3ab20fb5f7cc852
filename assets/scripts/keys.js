// What arrow keys and a drawn finger do is said in Python, as `moves` by key; HTML can say neither.
export const onKey = (moves) => (event) => {
  if (!moves[event.key] || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault(); // a focused row would scroll by itself as well
  moves[event.key]();
};

let from;
export const onTouchStart = ({ touches }) => (from = touches[0].clientX);
export const onTouchEnd = (moves) => ({ changedTouches }) => {
  const way = changedTouches[0].clientX - from;
  if (Math.abs(way) > 40) moves[way < 0 ? "ArrowRight" : "ArrowLeft"]();
};
