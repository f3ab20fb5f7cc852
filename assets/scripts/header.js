// Keeps the navigation bar transparent until the page has scrolled past the element `sentinel`. CSS alone can't do this
// in Firefox, which lacks scroll timelines.
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
  const floating = document.querySelector(".floating");
  const behind = new Set();
  let cover;
  const observe = () => {
    const { clientWidth, clientHeight } = root;
    const bottom = parseFloat(getComputedStyle(floating).bottom) || 0; // NaN if the buttons aren't fixed
    const margins = [floating.offsetHeight + bottom - clientHeight, 0, -bottom, floating.offsetWidth - clientWidth];
    cover?.disconnect();
    behind.clear();
    cover = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) behind[isIntersecting ? "add" : "delete"](target);
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

// Closes the menus of the header (`details` and popovers) when the visitor follows a link, presses Esc, or taps or
// focuses something outside the menu. Browsers close a popover in some of these cases, and `details` in none. Menus
// open without this script.
export const closeMenus = (header) => {
  const close = header.querySelector("[popovertargetaction=hide]");
  close.autofocus = true; // React sets this attribute only in the built HTML
  const sheet = CSS.supports("selector(:popover-open)") ? ":popover-open" : "[data-menu] .menu-sheet"; // older.js
  const act = ({ type, key, target }) => {
    if (key === "Escape") {
      const { dataset } = document.documentElement;
      dataset.quiet = ""; // hides tooltips and captions
      for (const next of ["pointerover", "focusin"]) addEventListener(next, () => delete dataset.quiet, { once: true });
    }
    for (const menu of header.querySelectorAll(`details[open], ${sheet}`)) {
      const inside = menu.contains(target);
      const left = !inside && /pointerdown|focusin/.test(type) && !target.closest("[popovertarget]");
      const chosen = type === "click" && target.closest("a");
      if (!left && !chosen && key !== "Escape") continue;
      if (menu.localName === "details") menu.open = false;
      else close.click();
      if (key && inside) menu.querySelector("summary")?.focus();
    }
  };
  const events = ["pointerdown", "focusin", "click", "keydown"];
  for (const type of events) document.addEventListener(type, act);
  return () => events.forEach((type) => document.removeEventListener(type, act));
};
