const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

// Hides what doesn't match the words in a search field: `details` in the list after it, and sections without any. How
// many are left is said between the two, in the place of `{n}`. What was typed, script alone can compare.
export const filterList = ({ target }) => {
  const status = target.parentElement.nextElementSibling;
  const list = status.nextElementSibling;
  const asked = plain(target.value).split(/\s+/).filter(Boolean);
  const items = [...list.querySelectorAll("details")];
  for (const item of items) item.hidden = !asked.every((word) => plain(item.textContent).includes(word));
  for (const group of list.querySelectorAll("section")) group.hidden = !group.querySelector("details:not([hidden])");
  const found = items.filter((item) => !item.hidden).length;
  const { count, none } = status.dataset;
  status.textContent = !asked.length ? "" : found ? count.replace("{n}", found) : none;
};
