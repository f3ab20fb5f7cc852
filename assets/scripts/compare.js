// Copies the value of a slider into a custom property, as CSS can't read an input. The property places the edge between
// two pictures. The first copy is made at once, because the visitor may have moved the slider before this script ran.
export const compare = (range) => {
  range.oninput = () => range.parentElement.style.setProperty("--at", `${range.value}%`);
  range.oninput();
  return () => {};
};
