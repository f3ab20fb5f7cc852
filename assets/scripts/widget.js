import { createElement, useEffect, useRef, useState } from "react";

// The window's globals, except the browser's accessors (such as scrollY), frames (numbers) and the site's own (__). Its
// interfaces are not enumerable, and left out: reading all of them takes a slow phone several frames.
const globals = () => Object.keys(window)
  .map((name) => [name, Object.getOwnPropertyDescriptor(window, name)])
  .filter(([name, { get }]) => !get && !/^(__|\d)/.test(name));

// Loads the booking service's scripts, on this page alone. They define globals ($, jQuery and others), so on leaving
// the page old globals are restored and new ones removed. HTML can load a script, but not undo it.
export function BookingWidget({ urls, loading, children, ...props }) {
  const place = useRef(null);
  const [state, setState] = useState("loading");
  useEffect(() => {
    const before = new Map(globals());
    const scripts = [];
    const load = async () => {
      for (const src of urls) {
        const element = document.createElement("script");
        scripts.push(element);
        await new Promise((onload, onerror) => place.current.append(Object.assign(element, { src, onload, onerror })));
      }
    };
    load().then(() => setState("ready"), () => setState("blocked")); // no effect once unmounted
    return () => {
      for (const element of scripts) element.remove();
      for (const [name, { value }] of globals()) {
        const old = before.get(name);
        if (!old) Reflect.deleteProperty(window, name); // returns false, instead of throwing, if it can't be deleted
        else if (value !== old.value) Reflect.set(window, name, old.value);
      }
    };
  }, []);
  return createElement("div", { ...props, "data-state": state },
    createElement("p", { role: "status" }, { loading, blocked: children }[state]),
    createElement("div", { ref: place }));
}
