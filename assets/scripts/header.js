// Keeps the navigation bar transparent until the page has scrolled past the element `sentinel`. CSS alone can't do this
// in Firefox, which lacks scroll timelines.
export const scrollSentinel = (sentinel) => {
  const root = document.documentElement;
  const watch = new IntersectionObserver((entries) => root.toggleAttribute("data-at-top", entries.at(-1).isIntersecting));
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
  return () => {
    watch.disconnect();
    removeEventListener("scroll", follow);
  };
};

// Closes the menus of the header (`details` and popovers) when the visitor follows a link, presses Esc, or taps or
// focuses something outside the menu. Browsers close a popover in some of these cases, and `details` in none. Menus
// open without this script.
export const closeMenus = (header) => {
  // React sets the attribute `autofocus` only in the built HTML.
  header.querySelector("[popovertargetaction=hide]").autofocus = true;
  const act = ({ type, key, target }) => {
    for (const menu of header.querySelectorAll("details[open], :popover-open")) {
      const inside = menu.contains(target);
      const left = !inside && /pointerdown|focusin/.test(type) && !target.closest("[popovertarget]");
      const chosen = type === "click" && target.closest("a");
      if (!left && !chosen && key !== "Escape") continue;
      if (menu.popover) menu.hidePopover();
      else menu.open = false;
      if (key && inside) menu.querySelector("summary")?.focus();
    }
  };
  const events = ["pointerdown", "focusin", "click", "keydown"];
  for (const type of events) document.addEventListener(type, act);
  return () => events.forEach((type) => document.removeEventListener(type, act));
};
