// Replaces Reflex's theme module, because the site has a single colour scheme. The original applies the visitor's
// preferred scheme, and makes the browser restyle every element.
export const ThemeProvider = ({ children }) => children;
