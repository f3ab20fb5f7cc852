/** @typedef {Record<string, () => void>} Moves The events of keys. */

/**
 * Calls the event of the pressed key. A swipe to the left counts as the right arrow key, and a swipe to the right as the
 * left one. HTML alone can react to neither keys nor swipes.
 * @param {Moves} moves
 */
export const onKey = (moves) => (/** @type {KeyboardEvent} */ event) => {
  if (!moves[event.key] || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault(); // otherwise the key would also scroll a focused row
  moves[event.key]();
};

let from = NaN;

/** @param {TouchEvent} event */
export const onTouchStart = ({ touches }) => {
  from = touches.length > 1 ? NaN : touches[0].clientX; // two fingers zoom
};

/** @param {Moves} moves */
export const onTouchEnd =
  (moves) =>
  (/** @type {TouchEvent} */ { changedTouches }) => {
    const way = changedTouches[0].clientX - from;
    if (Math.abs(way) > 40) moves[way < 0 ? "ArrowRight" : "ArrowLeft"]();
  };
