import { createElement, useRef, useState } from "react";

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

// A search field over a list that is all there: `details` whose words don't match are hidden, groups without any too.
// What was typed, script alone can compare.
export function FilterList({ label, hint, count: words, none, children, ...props }) {
  const list = useRef(null);
  const [said, setSaid] = useState("");
  const onInput = (event) => {
    const asked = plain(event.target.value).split(/\s+/).filter(Boolean);
    let found = 0;
    for (const item of list.current.querySelectorAll("details")) {
      item.hidden = !asked.every((word) => plain(item.textContent).includes(word));
      if (!item.hidden) found += 1;
    }
    for (const group of list.current.querySelectorAll("section")) group.hidden = !group.querySelector("details:not([hidden])");
    setSaid(!asked.length ? "" : found ? words.replace("{n}", found) : none);
  };
  return createElement("div", props,
    createElement("label", { className: "filter" }, createElement("span", null, label),
      createElement("input", { type: "search", placeholder: hint, autoComplete: "off", onInput })),
    createElement("p", { role: "status", className: "filter-count" }, said),
    createElement("div", { ref: list }, children));
}
