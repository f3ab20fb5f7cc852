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
  "css-zoom": "a sheet of paper more",
  "text-size-adjust": "phones alone enlarge text",
};

// The widths at which a layout changes.
const WIDTHS = {
  "16rem": "enlarged text on a phone",
  "22rem": "small phones",
  "30rem": "phones: one column",
  "40rem": "large phones: two columns",
  "48rem": "tablets: a bar with buttons, a menu in columns",
  "64rem": "two halves, the floating buttons in the margin",
  "80rem": "four cards in a row",
  "85rem": "a bar with links",
  "88rem": "room for a trainer beside a service's buttons",
  "100rem": "a bar with the telephone number, its links at their full size",
};

export default {
  plugins: ["stylelint-no-unsupported-browser-features"],
  rules: {
    "media-feature-name-value-allowed-list": { width: Object.keys(WIDTHS), height: "24rem" },
    // The steps and levels of tokens.css: small numbers order the parts of one component.
    "declaration-property-value-disallowed-list": {
      "/^(margin|padding|gap|row-gap|column-gap)/":
        "/(^|\\s)-?(0\\.25|0\\.5|0\\.75|1|1\\.25|1\\.5|2|2\\.5|3)rem(\\s|$)/",
    },
    "declaration-property-value-allowed-list": { "z-index": ["/^var\\(--level-/", "/^-?[123]$/"] },
    "plugin/no-unsupported-browser-features": [
      true,
      { severity: "error", ignorePartialSupport: true, ignore: Object.keys(FALLBACKS) },
    ],
  },
};
