// The site has one colour scheme. Reflex's module would set the visitor's on the page, against the style sheet, and make
// the browser restyle every element.
export const ThemeProvider = ({ children }) => children;
