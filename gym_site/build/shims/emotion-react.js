import { createElement } from "react";

// The pages are styled by class names alone, so this function, the only one that Reflex calls, replaces the library.
export const jsx = (type, props, ...children) => {
  if (props?.css) throw new Error("A style prop has no effect on this site: use class_name and assets/css.");
  return createElement(type, props, ...children);
};
