// Finds properties and selectors that the oldest browsers of the whole site lack (docs/browsers.md; "browserslist" in
// package.json). A new one fails the check until it is listed here with its fallback.
const FALLBACKS = {
  "css-has": "in @supports not selector(:has(a)), and assets/scripts/older.js",
  "css-media-range-syntax": "the build writes min-width and max-width",
  "css-masks": "the build adds -webkit-mask",
  "css-backdrop-filter": "the bar is nearly opaque without it; the build adds the prefix",
  "viewport-unit-variants": "--svh and --dvh are 1vh (tokens.css); animations by scroll are newer than the units",
  "css-subgrid": "in @supports; the footer's columns align without it",
  "css-container-queries": "for enlarged text only",
  "css-container-query-units": "a fixed size stands before each",
  "css-relative-colors": "a tint under the pointer",
  "css-content-visibility": "speed only",
  "css-overscroll-behavior": "the page behind a carousel may move",
  "css-scrollbar": "a scrollbar is shown",
  "css-resize": "text areas keep their size on a phone",
  "css-selection": "the browser's own colour of selected text",
  "css-touch-action": "a mouse doesn't need it",
  "text-size-adjust": "phones alone enlarge text",
};

export default {
  plugins: ["stylelint-no-unsupported-browser-features"],
  rules: {
    "plugin/no-unsupported-browser-features": [
      true,
      { severity: "error", ignorePartialSupport: true, ignore: Object.keys(FALLBACKS) },
    ],
  },
};
