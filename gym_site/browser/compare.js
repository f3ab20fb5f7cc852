import { createElement, useRef } from "react";

// Two pictures, one over the other, and a range input that says how much of the first is seen: finger, mouse and keys
// are the browser's. The place is set on the element's style by script, which a policy without inline styles allows.
export function Compare({ label, children, ...props }) {
  const root = useRef(null);
  const onInput = (event) => root.current.style.setProperty("--at", `${event.target.value}%`);
  return createElement("div", { ...props, ref: root }, children,
    createElement("input", { type: "range", min: 0, max: 100, defaultValue: 50, "aria-label": label, onInput }));
}
