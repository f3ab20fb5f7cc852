import { createElement, useEffect, useLayoutEffect, useRef } from "react";
import { createPath, Navigate, useLocation, useNavigate, useNavigationType } from "react-router";

// Makes a change of page inside the document what a new document is: the page opens at its top, at once, focus is on its
// heading, or on that of the section that a link leads to, and its title is said.
export function PageChange(props) {
  const location = useLocation();
  const how = useNavigationType();
  const shown = useRef(location);
  const title = useRef(null);
  useEffect(() => void dispatchEvent(new Event("pageready")), []); // build/start.js waits for it
  useEffect(() => { // where a page's script is gone, as after a new build, the router would load the page before it again
    const next = () => window.__reactRouterDataRouter.state.navigation.location;
    const load = ({ navigationType }) => void (navigationType === "reload" && next() && window.location.assign(createPath(next())));
    if (window.navigation) window.navigation.onnavigate = load;
  }, []);
  useEffect(() => { // WebKit puts a page that it has kept at its top: the router has told it not to restore the place
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

// In the place of a page that isn't there: says so in the console, and leads from a blog post that isn't there to the list,
// which a static host can't do.
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

// Scrolls to a section once more, a moment after its page has opened.
export const scrollLater = (section, delay) => () => void setTimeout(() => document.getElementById(section)?.scrollIntoView(), delay);

// Leads on to another page, with the query and the fragment of this one, as an alias does in development.
export const Redirect = ({ path }) => {
  const { search, hash } = useLocation();
  return createElement(Navigate, { to: path + search + hash, replace: true });
};
