import { createElement } from "react";

// Two pictures, one over the other, and a range input that says how much of the first is seen: finger, mouse and keys
// are the browser's. The place is set on the element's style by script, which a policy without inline styles allows; the
// first time for what a visitor moved before this script was there. CSS can't read a range input.
const show = (range) => range?.parentElement.style.setProperty("--at", `${range.value}%`);

export function Compare({ label, children, ...props }) {
  const onInput = (event) => show(event.target);
  return createElement("div", props, children,
    createElement("input", { type: "range", min: 0, max: 100, defaultValue: 50, "aria-label": label, ref: show, onInput }));
}
