import { createElement } from "react";

// HTML can open a tab; a window of its own takes script.
export function WindowLink({ to, children, ...props }) {
  const onClick = (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    open(to, "_blank", "noopener,noreferrer,width=1100,height=800");
  };
  return createElement("a", { ...props, href: to, target: "_blank", rel: "noopener noreferrer", onClick }, children);
}
