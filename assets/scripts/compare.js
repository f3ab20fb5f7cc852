// Copies the value of a range input, which CSS can't read, into the custom property that places the edge between two
// pictures. Copies it once at the start too, as the input may have been moved before this script ran.
export const compare = (range) => {
  range.oninput = () => range.parentElement.style.setProperty("--at", `${range.value}%`);
  range.oninput();
  return () => {};
};
