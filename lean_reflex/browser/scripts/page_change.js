import { createElement, useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/** Tells build/start.js when the page is ready, and when another one opens. */
export const PageReady = () => {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    dispatchEvent(new Event("pageready"));
  }, []);
  useLayoutEffect(() => {
    if (pathname !== shown.current) dispatchEvent(new Event("pagechanges"));
    shown.current = pathname;
  }, [pathname]);
};

/**
 * Makes client-side navigation behave like a full page load. The new page opens at its top or at the linked section.
 * The focus moves to the heading of the page or of that section, and screen readers announce the title.
 * @param {object} props
 */
export function PageChange(props) {
  const location = useLocation();
  const how = useNavigationType();
  const shown = useRef(location);
  const title = useRef(/** @type {HTMLElement} */ (null));
  useEffect(() => {
    dispatchEvent(new Event("pageready"));
  }, []);
  useEffect(() => {
    // the router switches off scroll restoration, so WebKit would show a cached page at its top
    let top = 0;
    addEventListener("pagehide", () => {
      top = scrollY;
    });
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) scrollTo({ top, behavior: "instant" });
    });
  }, []);
  useLayoutEffect(() => {
    if (location.pathname !== shown.current.pathname) dispatchEvent(new Event("pagechanges"));
    if (how === "POP" || location.hash) return;
    dispatchEvent(new Event("pageopens"));
    scrollTo({ top: 0, behavior: "instant" });
  }, [location.pathname]);
  useEffect(() => {
    const before = shown.current;
    const opened = location.pathname !== before.pathname;
    shown.current = location;
    if (location === before || (!opened && how === "POP")) return;
    const section = document.getElementById(location.hash.slice(1));
    const place = section ?? (opened && document.querySelector("main"));
    if (!place) return;
    /** @type {HTMLElement} */
    const heading = place.querySelector("h1, h2") ?? place;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    if (opened) title.current.textContent = document.title;
  }, [location]);
  return createElement("p", { ...props, ref: title, role: "status" });
}

// The ref of the error screen. build/start.js applies the style sheet of all pages, or loads a page again
// that failed before it was ready.
export const pageFails = () => {
  dispatchEvent(new Event("pagefails"));
};

/**
 * Returns the click handler of a link to a section of another page. It scrolls there after `delay` milliseconds.
 * @param {string} section
 * @param {number} delay
 */
export const scrollLater = (section, delay) => () => {
  setTimeout(() => document.getElementById(section)?.scrollIntoView(), delay);
};
