import { createElement, useEffect } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";

/**
 * Part of the 404 page. Redirects from a missing blog post to the list of posts, because a static host can't. Logs any
 * other path to the console.
 * @param {{ folders: string[], children: import("react").ReactNode }} props
 */
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

/**
 * Redirects from an alias to its page, with query and fragment. Only development needs it.
 * @param {{ path: string }} props
 */
export const Redirect = ({ path }) => {
  const { search, hash } = useLocation();
  return createElement(Navigate, { to: path + search + hash, replace: true });
};
