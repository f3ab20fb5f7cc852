// The site has one colour scheme. Reflex's module would override it with the visitor's, and make the browser restyle
// every element.
export const ThemeProvider = ({ children }) => children;
