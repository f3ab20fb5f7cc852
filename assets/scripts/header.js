// Keeps the bar transparent until the page scrolls past this element, as Firefox lacks scroll timelines.
export const scrollSentinel = (sentinel) => {
  const root = document.documentElement;
  const watch = new IntersectionObserver((entries) => root.toggleAttribute("data-at-top", entries.at(-1).isIntersecting));
  watch.observe(sentinel);
  // The floating buttons hide while a reader scrolls down; they show on the way up and at both ends of the page.
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

// Closes an element's `details` and popover menus when a link is chosen, Esc is pressed, or the visitor taps or focuses
// something else. A popover closes itself in some of these cases, `details` in none. Both open without this script.
export const closeMenus = (header) => {
  header.querySelector("[popovertargetaction=hide]").autofocus = true; // React writes the attribute only into the built HTML
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
