import { createElement, useEffect, useRef, useState } from "react";

/**
 * Returns the global variables that the booking service's scripts may define or change. Leaves out the browser's
 * accessors (such as scrollY), iframes (their names are numbers) and the site's own variables (their names begin with
 * __). `Object.keys` omits the browser's interfaces: a slow phone would need several animation frames to read them.
 * @returns {(readonly [name: string, descriptor: PropertyDescriptor])[]}
 */
const globals = () => {
  const names = Object.keys(window).filter((name) => !/^(__|\d)/.test(name));
  const all = names.map((name) => /** @type {const} */ ([name, Object.getOwnPropertyDescriptor(window, name)]));
  return all.filter(([, { get }]) => !get);
};

/**
 * Loads the booking service's scripts, which define globals ($, jQuery and others). When the visitor leaves the page,
 * old globals get their values back, and new ones are removed. HTML can load a script, but can't undo what it did.
 * @param {{ urls: string[], loading: string, children: import("react").ReactNode }} props
 */
export function BookingWidget({ urls, loading, children, ...props }) {
  const place = useRef(/** @type {HTMLElement} */ (null));
  const [state, setState] = useState("loading");
  useEffect(() => {
    const before = new Map(globals());
    /** @type {HTMLScriptElement[]} */
    const scripts = [];
    const load = async () => {
      for (const src of urls) {
        const element = document.createElement("script");
        scripts.push(element);
        await new Promise((onload, onerror) => place.current.append(Object.assign(element, { src, onload, onerror })));
      }
    };
    // If the visitor leaves the page before the scripts have loaded, React ignores the new state.
    load().then(
      () => setState("ready"),
      () => setState("blocked"),
    );
    return () => {
      for (const element of scripts) element.remove();
      for (const [name, { value }] of globals()) {
        const old = before.get(name);
        if (!old)
          Reflect.deleteProperty(window, name); // unlike `delete`, doesn't throw if the global can't be deleted
        else if (value !== old.value) Reflect.set(window, name, old.value);
      }
    };
  }, []);
  /** @type {Record<string, import("react").ReactNode>} */
  const messages = { loading, blocked: children };
  return createElement(
    "div",
    { ...props, "data-state": state },
    createElement("p", { role: "status" }, messages[state]),
    createElement("div", { ref: place }),
  );
}
