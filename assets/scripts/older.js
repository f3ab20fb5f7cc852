// Stands in for what the oldest browsers of the whole site lack (docs/browsers.md).

/**
 * The menu is a popover. Does what a browser does at a click on a button with `popovertarget`.
 * @param {Event} event
 */
const menu = (event) => {
  const target = /** @type {Element} */ (event.target);
  const button = target.closest?.("[popovertarget]");
  if (!button) return;
  const opens = !button.matches("[popovertargetaction=hide]");
  /** @type {HTMLElement} */
  const opener = document.querySelector("[popovertarget]:not([popovertargetaction])");
  const sheet = document.getElementById(button.getAttribute("popovertarget"));
  /** @type {HTMLElement} */
  const close = sheet.querySelector("[popovertargetaction=hide]");
  const within = sheet.contains(document.activeElement);
  document.documentElement.toggleAttribute("data-menu", opens);
  opener.setAttribute("aria-expanded", String(opens));
  if (opens) close.focus();
  else if (within) opener.focus();
};

/**
 * Of several `details` with the same name, one is open.
 * @param {Event} event
 */
const oneOpen = ({ target }) => {
  const opened = /** @type {HTMLDetailsElement} */ (target);
  const name = opened.open && opened.getAttribute("name");
  if (!name) return;
  const all = /** @type {NodeListOf<HTMLDetailsElement>} */ (document.getElementsByName(name));
  for (const other of all) if (other !== opened) other.open = false;
};

// CSS filters the trainers and shows their texts by `:has` (assets/css/pages/trainers.css).
const trainers = () => {
  /** @type {HTMLInputElement} */
  const choice = document.querySelector(".choice :checked");
  const kind = choice?.value ?? "everyone";
  /** @type {NodeListOf<HTMLElement>} */
  const all = document.querySelectorAll(".trainer");
  for (const trainer of all) {
    trainer.hidden = kind !== "everyone" && !trainer.classList.contains(kind);
    trainer.toggleAttribute("data-open", Boolean(trainer.querySelector("[open]")));
  }
};

export const standIn = () => {
  if (!CSS.supports("selector(:popover-open)")) document.addEventListener("click", menu);
  if (!("name" in HTMLDetailsElement.prototype)) document.addEventListener("toggle", oneOpen, true);
  if (CSS.supports("selector(:has(a))")) return;
  for (const event of ["toggle", "change"]) document.addEventListener(event, trainers, true);
  trainers();
};
