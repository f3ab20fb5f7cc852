import { createElement, useEffect, useLayoutEffect, useRef } from "react";
import { createPath, Navigate, useLocation, useNavigate, useNavigationType } from "react-router";

// Makes client-side navigation behave like a full page load: the page opens at its top at once, focus moves to its heading
// or to the heading of the linked section, and the title is announced.
export function PageChange(props) {
  const location = useLocation();
  const how = useNavigationType();
  const shown = useRef(location);
  const title = useRef(null);
  useEffect(() => void dispatchEvent(new Event("pageready")), []); // build/start.js waits for it
  useEffect(() => { // loads a page whose script a new build removed: the router would reload the current page
    const next = () => window.__reactRouterDataRouter.state.navigation.location;
    const load = ({ navigationType }) => void (navigationType === "reload" && next() && window.location.assign(createPath(next())));
    if (window.navigation) window.navigation.onnavigate = load;
  }, []);
  useEffect(() => { // WebKit shows a page from its cache at the top, as the router has switched off scroll restoration
    let place;
    addEventListener("pagehide", () => (place = scrollY));
    addEventListener("pageshow", ({ persisted }) => persisted && scrollTo({ top: place, behavior: "instant" }));
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
    const place = document.getElementById(location.hash.slice(1)) ?? (opened && document.querySelector("main"));
    if (!place) return;
    const heading = place.querySelector("h1, h2") ?? place;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    if (opened) title.current.textContent = document.title;
  }, [location]);
  return createElement("p", { ...props, ref: title, role: "status" });
}

// On the 404 page: redirects a missing blog post to the list, which a static host can't do; logs any other path to the
// console.
export function Missing({ folders, children }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const below = folders.some((folder) => pathname.startsWith(`${folder}/`));
  useEffect(() => {
    if (below) navigate(folders[0], { replace: true });
    else console.warn("404: no page at", pathname);
  }, [pathname]);
  return createElement("div", { hidden: below }, children);
}

// Ref of the screen that replaces a page which failed: it needs the styles of all pages (build/start.js).
export const pageFails = () => void dispatchEvent(new Event("pagefails"));

// Scrolls to a section again, shortly after its page has opened.
export const scrollLater = (section, delay) => () => void setTimeout(() => document.getElementById(section)?.scrollIntoView(), delay);

// Redirects to another page with the current query and fragment: an alias in development.
export const Redirect = ({ path }) => {
  const { search, hash } = useLocation();
  return createElement(Navigate, { to: path + search + hash, replace: true });
};
