import { createElement, useEffect, useRef, useState } from "react";

// A header that knows whether the page is scrolled past the sentinel's height, without a scroll listener (nor by CSS:
// Firefox has no scroll timelines), and that closes its menus: `details` on Esc, on a click elsewhere and when focus
// leaves; a `popover` sheet on a chosen link.
export function SiteHeader({ children, ...props }) {
  const sentinel = useRef(null);
  const header = useRef(null);
  const [solid, setSolid] = useState(false);

  useEffect(() => {
    const watch = new IntersectionObserver((entries) => setSolid(!entries.at(-1).isIntersecting));
    watch.observe(sentinel.current);
    return () => watch.disconnect();
  }, []);

  const closeMenus = () => {
    for (const menu of header.current.querySelectorAll("details[open]")) menu.open = false;
    for (const sheet of header.current.querySelectorAll(":popover-open")) sheet.hidePopover();
  };

  useEffect(() => {
    const elsewhere = (event) => header.current.contains(event.target) || closeMenus();
    document.addEventListener("pointerdown", elsewhere);
    return () => document.removeEventListener("pointerdown", elsewhere);
  }, []);

  const onKeyDown = (event) => {
    const menu = event.key === "Escape" && event.target.closest("details[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  };
  const onBlur = ({ target, relatedTarget }) => {
    const menu = target.closest("details[open], :popover-open");
    if (!relatedTarget || !menu || menu.contains(relatedTarget)) return;
    if (menu.matches("details")) menu.open = false;
    else if (!relatedTarget.matches("[popovertarget]")) menu.hidePopover();
  };
  const onClick = (event) => event.target.closest("a") && closeMenus();

  return createElement("div", { className: "site-header-frame" },
    createElement("div", { ref: sentinel, className: "scroll-sentinel", "aria-hidden": true }),
    createElement("header", { ...props, ref: header, "data-solid": solid || undefined, onKeyDown, onBlur, onClick }, children));
}
