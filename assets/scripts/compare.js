/**
 * Copies the value of a slider into a custom property, as CSS can't read an input. The property places the edge between
 * two pictures. The first copy is made at once, because the visitor may have moved the slider before this script ran.
 * @param {HTMLInputElement} range
 */
export const compare = (range) => {
  const copy = () => range.parentElement.style.setProperty("--at", `${range.value}%`);
  range.oninput = copy;
  copy();
  return () => {};
};
