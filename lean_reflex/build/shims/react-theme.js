// Replaces Reflex's theme module around all pages. The original applies the visitor's preferred scheme, and makes the
// browser restyle every element: only the pages that use the scheme get it (browser/scripts/colour_mode.js).
/** @param {{ children: import("react").ReactNode }} props */
export const ThemeProvider = ({ children }) => children;
