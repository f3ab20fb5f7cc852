import { createElement, useEffect, useLayoutEffect } from "react";
import { Link, useLocation, useNavigate, useNavigationType } from "react-router";

// Every page opens at its top, at once: the smooth scrolling of anchors is not for a change of page.
export function OpenAtTop() {
  const { pathname, hash } = useLocation();
  const how = useNavigationType();
  useLayoutEffect(() => {
    if (how !== "POP" && !hash) scrollTo({ top: 0, behavior: "instant" });
  }, [pathname]);
  return null;
}

// Back to the home page, and to one of its sections a moment later; before this script has loaded, an ordinary link.
export function BackToSection({ section, delay, children, ...props }) {
  const navigate = useNavigate();
  const onClick = (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    event.preventDefault();
    navigate(`/#${section}`);
    setTimeout(() => document.getElementById(section)?.scrollIntoView(), delay);
  };
  return createElement(Link, { ...props, to: `/#${section}`, onClick }, children);
}

// What stands in the place of a page that isn't there: says so in the console, and leads a blog post that isn't there
// to the list. A server does that by itself; a static host can only answer with this page.
export function Missing({ lists, children }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const list = Object.keys(lists).find((folder) => pathname.startsWith(`${folder}/`));
  useEffect(() => {
    if (list) navigate(lists[list], { replace: true });
    else console.warn("404: no page at", pathname);
  }, [pathname]);
  return createElement("div", { hidden: Boolean(list) }, children);
}

// A link that is the browser's own affair: a new document, or a place in this one.
export function PlainLink({ to, children, ...props }) {
  return createElement("a", { ...props, href: to }, children);
}
