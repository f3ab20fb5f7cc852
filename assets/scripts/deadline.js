/**
 * Returns a signal that ends a request after some milliseconds. Safari below 16 lacks AbortSignal.timeout.
 * @param {number} milliseconds
 */
export const deadline = (milliseconds) => {
  const ending = new AbortController();
  setTimeout(() => ending.abort(), milliseconds);
  return ending.signal;
};
