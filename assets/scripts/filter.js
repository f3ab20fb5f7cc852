/** @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * Returns whether a text contains every word that was asked for, in any case and without accents.
 * @param {string} text
 * @param {string} asked
 */
export const matches = (text, asked) => {
  const within = plain(text);
  return plain(asked)
    .split(/\s+/)
    .every((word) => within.includes(word));
};

/**
 * Filters the list below a search field: hides the `details` that don't contain every word typed, and the sections
 * without a match. The element between the field and the list announces the number of matches. HTML and CSS can't
 * compare texts.
 * @param {HTMLInputElement} field
 */
const filterList = (field) => {
  const status = /** @type {HTMLElement} */ (field.parentElement.nextElementSibling);
  const list = status.nextElementSibling;
  let found = 0;
  for (const item of list.querySelectorAll("details")) {
    item.hidden = !matches(item.textContent, field.value);
    if (!item.hidden) found++;
  }
  for (const group of list.querySelectorAll("section")) group.hidden = !group.querySelector("details:not([hidden])");
  const { count, none } = status.dataset;
  if (!field.value.trim()) status.textContent = "";
  else status.textContent = found ? count.replace("{n}", String(found)) : none;
};

/**
 * The ref of a search field. The visitor may have typed before this script ran.
 * @param {HTMLInputElement} field
 */
export const filter = (field) => {
  field.oninput = () => filterList(field);
  if (field.value) filterList(field);
  return () => {};
};
