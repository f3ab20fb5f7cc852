// Copies the value of a range input, which CSS can't read, into a custom property that places the edge between two
// pictures. The input may have been moved before this script ran, so the value is copied at once.
export const compare = (range) => {
  range.oninput = () => range.parentElement.style.setProperty("--at", `${range.value}%`);
  range.oninput();
  return () => {};
};
