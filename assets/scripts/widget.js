import { createElement, useEffect, useRef, useState } from "react";

// The plain globals of this moment; accessors such as scrollY are the browser's, names with __ the site's own.
const globals = () => Object.entries(Object.getOwnPropertyDescriptors(window)).filter(
  ([name, { get }]) => !get && !/^(__|\d)/.test(name));

// The booking service's own scripts, on this page alone. They define globals ($, jQuery and others): what was there
// before is put back on leaving, what wasn't is removed. HTML can load a script, but never take it back.
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
    load().then(() => setState("ready"), () => setState("blocked")); // once left there is no place: it fails unseen
    return () => {
      for (const element of scripts) element.remove();
      for (const [name, { value }] of globals()) {
        const old = before.get(name);
        if (!old) Reflect.deleteProperty(window, name); // what can't be changed is left, not fatal
        else if (value !== old.value) Reflect.set(window, name, old.value);
      }
    };
  }, []);
  return createElement("div", { ...props, "data-state": state },
    createElement("p", { role: "status" }, { loading, blocked: children }[state]),
    createElement("div", { ref: place }));
}
