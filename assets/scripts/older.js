// Stands in for what the oldest browsers of the whole site lack (docs/browsers.md).

// The menu is a popover. Does what a browser does at a click on a button with `popovertarget`.
const menu = ({ target }) => {
  const button = target.closest?.("[popovertarget]");
  if (!button) return;
  const opens = !button.matches("[popovertargetaction=hide]");
  const opener = document.querySelector("[popovertarget]:not([popovertargetaction])");
  const sheet = document.getElementById(button.getAttribute("popovertarget"));
  const within = sheet.contains(document.activeElement);
  document.documentElement.toggleAttribute("data-menu", opens);
  opener.setAttribute("aria-expanded", opens);
  if (opens) sheet.querySelector("[popovertargetaction=hide]").focus();
  else if (within) opener.focus();
};

// Of several `details` with the same name, one is open.
const oneOpen = ({ target }) => {
  const name = target.open && target.getAttribute("name");
  if (name) for (const other of document.getElementsByName(name)) if (other !== target) other.open = false;
};

// CSS filters the trainers and shows their texts by `:has` (assets/css/pages/trainers.css).
const trainers = () => {
  const kind = document.querySelector(".choice :checked")?.value ?? "everyone";
  for (const trainer of document.querySelectorAll(".trainer")) {
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
