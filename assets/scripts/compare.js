// The value of a range input is the place of the edge between two pictures: CSS can't read it. A policy without inline
// styles lets script set a property. At first it is what a visitor moved before this script was there.
export const compare = (range) => {
  range.oninput = () => range.parentElement.style.setProperty("--at", `${range.value}%`);
  range.oninput();
  return () => {};
};
