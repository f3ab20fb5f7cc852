/**
 * Keeps the navigation bar transparent until the page has scrolled past the element `sentinel`. CSS alone can't do this
 * in Firefox, which lacks scroll timelines.
 * @param {Element} sentinel
 */
export const scrollSentinel = (sentinel) => {
  const root = document.documentElement;
  const watch = new IntersectionObserver((entries) =>
    root.toggleAttribute("data-at-top", entries.at(-1).isIntersecting),
  );
  watch.observe(sentinel);
  return () => watch.disconnect();
};

// Hides tooltips and captions until the visitor points at something else, or focuses it.
const beQuiet = () => {
  const { dataset } = document.documentElement;
  const end = () => {
    delete dataset.quiet;
  };
  dataset.quiet = "";
  for (const next of ["pointerover", "focusin"]) addEventListener(next, end, { once: true });
};

/**
 * Closes the menus of the header (`details` and popovers) when the visitor follows a link, presses Esc, or taps or
 * focuses something outside the menu. Browsers close a popover in some of these cases, and `details` in none. Menus
 * open without this script.
 * @param {HTMLElement} header
 */
export const closeMenus = (header) => {
  /** @type {HTMLButtonElement} */
  const close = header.querySelector("[popovertargetaction=hide]");
  close.autofocus = true; // React sets this attribute only in the built HTML
  const sheet = CSS.supports("selector(:popover-open)") ? ":popover-open" : "[data-menu] .menu-sheet"; // older.js
  /** @param {Event & { key?: string }} event */
  const act = (event) => {
    const { type, key } = event;
    const target = /** @type {Element} */ (event.target);
    if (key === "Escape") beQuiet();
    /** @type {NodeListOf<HTMLElement>} */
    const menus = header.querySelectorAll(`details[open], ${sheet}`);
    for (const menu of menus) {
      const inside = menu.contains(target);
      const left = !inside && /pointerdown|focusin/.test(type) && !target.closest("[popovertarget]");
      const chosen = type === "click" && target.closest("a");
      if (!left && !chosen && key !== "Escape") continue;
      if (menu instanceof HTMLDetailsElement) menu.open = false;
      else close.click();
      if (key && inside) menu.querySelector("summary")?.focus();
    }
  };
  const events = ["pointerdown", "focusin", "click", "keydown"];
  for (const type of events) document.addEventListener(type, act);
  return () => events.forEach((type) => document.removeEventListener(type, act));
};
