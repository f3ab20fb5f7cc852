// Copies the value of a range input into a custom property, which places the edge between two pictures: CSS can't read a
// value. The input may have been moved before this script ran, so the value is copied at once.
export const compare = (range) => {
  range.oninput = () => range.parentElement.style.setProperty("--at", `${range.value}%`);
  range.oninput();
  return () => {};
};
