import { createElement } from "react";

// Replaces the Emotion library in modules that style no element by a prop (build/on_demand.mjs).
export const jsx = createElement;
