const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

// Filters the list below a search field: hides the `details` that don't contain every word typed, and the sections
// without a match. The element between the field and the list announces the number of matches. HTML and CSS can't
// compare texts.
const filterList = (field) => {
  const status = field.parentElement.nextElementSibling;
  const list = status.nextElementSibling;
  const asked = plain(field.value).split(/\s+/).filter(Boolean);
  const items = [...list.querySelectorAll("details")];
  for (const item of items) item.hidden = !asked.every((word) => plain(item.textContent).includes(word));
  for (const group of list.querySelectorAll("section")) group.hidden = !group.querySelector("details:not([hidden])");
  const found = items.filter((item) => !item.hidden).length;
  const { count, none } = status.dataset;
  status.textContent = !asked.length ? "" : found ? count.replace("{n}", found) : none;
};

// The ref of a search field. The visitor may have typed before this script ran.
export const filter = (field) => {
  field.oninput = () => filterList(field);
  if (field.value) filterList(field);
  return () => {};
};
