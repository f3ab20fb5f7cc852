import { createElement } from "react";

// Replaces the Emotion library. Reflex calls only its function `jsx`, and the pages are styled by class names alone.
export const jsx = (type, props, ...children) => {
  if (props?.css) throw new Error("A style prop has no effect on this site: use class_name and assets/css.");
  return createElement(type, props, ...children);
};
