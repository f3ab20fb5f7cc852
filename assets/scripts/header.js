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
  // On narrow screens, the floating buttons hide when the visitor scrolls down. They come back when the visitor scrolls
  // up, and at the end of the page.
  let last = scrollY;
  const follow = () => {
    if (Math.abs(scrollY - last) < 8) return;
    root.toggleAttribute("data-reading", scrollY > last && scrollY + innerHeight < root.scrollHeight - 100);
    last = scrollY;
  };
  addEventListener("scroll", follow, { passive: true });
  // The floating buttons also hide while a part of the page with its own call to action is behind them: a half-covered
  // button looks broken.
  /** @type {HTMLElement} */
  const floating = document.querySelector(".floating");
  /** @type {Set<Element>} */
  const behind = new Set();
  /** @type {IntersectionObserver} */
  let cover;
  const observe = () => {
    const { clientWidth, clientHeight } = root;
    const bottom = parseFloat(getComputedStyle(floating).bottom) || 0; // NaN if the buttons aren't fixed
    const margins = [floating.offsetHeight + bottom - clientHeight, 0, -bottom, floating.offsetWidth - clientWidth];
    cover?.disconnect();
    behind.clear();
    cover = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) behind.add(target);
          else behind.delete(target);
        }
        floating.toggleAttribute("data-covered", behind.size > 0);
      },
      { rootMargin: margins.map((margin) => `${margin}px`).join(" ") },
    );
    for (const part of document.querySelectorAll(".covers")) cover.observe(part);
  };
  observe();
  addEventListener("resize", observe);
  return () => {
    cover.disconnect();
    removeEventListener("resize", observe);
    watch.disconnect();
    removeEventListener("scroll", follow);
  };
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
