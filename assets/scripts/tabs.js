import { createElement, useEffect, useRef } from "react";

// Arrow keys, Home and End move along the tabs and select, by clicking the tab: what a click does is said in Python. HTML
// has no tabs. However a tab came to be selected, it is in the middle of a list that is wider than the screen.
export function TabList(props) {
  const list = useRef(null);
  useEffect(() => {
    const { offsetLeft, offsetWidth } = list.current.querySelector('[aria-selected="true"]');
    list.current.scrollLeft = offsetLeft - (list.current.clientWidth - offsetWidth) / 2;
  });
  const onKeyDown = (event) => {
    const tabs = [...event.currentTarget.querySelectorAll('[role="tab"]')];
    const at = tabs.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const tab = tabs.at(to % tabs.length);
    tab.focus();
    tab.click();
  };
  return createElement("div", { ...props, ref: list, role: "tablist", onKeyDown });
}
