// Finds the styles that each page uses, and minifies a script. Reads {css, pages: {name: HTML}, script} as JSON from standard
// input. Writes {css, styles: {name: CSS}, script} to standard output: the style sheet of all pages, the styles of each
// page, and the minified script. Runs in Reflex's folder, where the packages are installed.
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";

const require = createRequire(`${process.cwd()}/`);
/** @type {typeof import("purgecss")} */
const { PurgeCSS } = require("purgecss");
/** @type {typeof import("purgecss-from-html").default} */
const fromHtml = require("purgecss-from-html");
/** @type {typeof import("postcss").default} */
const postcss = require("postcss");
/** @type {typeof import("vite")} */
const { minifySync } = require("vite");

/** @type {{ css: string, pages: Record<string, string>, script: string }} */
const { css, pages, script } = JSON.parse(await text(process.stdin));
// Scripts set attributes of data on elements of any page, and the colour mode's class on the root element, so these are no
// reason to leave out a rule.
const states = ["open", ...new Set(css.match(/(?<=\[)data-[\w-]+/g))].join(" ");
const extractors = [
  {
    extractor: (/** @type {string} */ html) => fromHtml(`${html}<i class="light dark" ${states}></i>`),
    extensions: ["html"],
  },
];

/**
 * Styles for print, for hovered or pressed elements, for the page behind a menu or dialog, for page transitions and for
 * forms without a class can wait for the style sheet of all pages. Styles for elements that are *not* hovered can't.
 * @param {string} selector
 */
const canWait = (selector) =>
  /:(hover|active|:view-transition|:backdrop)\b|form:not\(\[class\]\)/.test(selector) &&
  !/:not\([^)]*:(hover|active)\b/.test(selector);
const whole = postcss.parse(css);
// Vite writes "(width < 85rem)" as "not (min-width: 85rem)", which is newer than the browsers that it writes for.
whole.walkAtRules("media", (rule) => {
  rule.params = rule.params.replace(/\(not (\(.*?\))\)|not (\(.*?\))/g, (_, inner, outer) => {
    /** @type {string} */
    const least = inner ?? outer;
    return least.replace(/\(min-(\w+): ?([\d.]+)rem\)/, (_, side, length) => `(max-${side}:${length - 0.001}rem)`);
  });
});
// Steps of spacing and levels (z-index), which `:root` alone sets, are constants: their values compress better than names.
const constants = new Map();
whole.walkDecls(/^--(step|level)-/, (constant) => {
  constants.set(constant.prop, constant.value.replaceAll(", ", ",")); // Vite doesn't shorten custom properties
  constant.remove();
});
whole.walkDecls((declaration) => {
  declaration.value = declaration.value
    .replace(/var\((--(?:step|level)-[\w-]+)\)/g, (name, constant) => constants.get(constant) ?? name)
    .replace(/calc\(-1 ?\* ?([\d.]+rem)\)/g, "-$1");
});
const sheet = whole.clone();
sheet.walkAtRules("media", (rule) => {
  if (/^(print|\(hover: ?hover\))$/.test(rule.params)) rule.remove();
});
sheet.walkAtRules("supports", (rule) => {
  if (/^not (selector\(:(has|popover)|\(color: ?revert-layer)/.test(rule.params)) rule.remove();
});
sheet.walkRules((rule) => {
  const kept = rule.selectors.filter((selector) => !canWait(selector));
  if (!kept.length) rule.remove();
  // Writes "*:is(.a) > *:is(.b)" for ":is(.a) > :is(.b)": PurgeCSS removes selectors that contain only pseudo-classes.
  else rule.selectors = kept.map((selector) => selector.replace(/(?<=^|[\s>+~(,])(?=:)/g, "*"));
});
// Declares the order of all layers at the top: a page may lack the rules of a layer, and the style sheet of all pages
// adds them later.
const layers = new Set();
sheet.walkAtRules("layer", (rule) => {
  for (const name of rule.params.split(/\s*,\s*/)) layers.add(name);
});
const raw = `@layer ${[...layers].join()};${sheet}`;

/**
 * @param {string} css
 * @returns {string}
 */
const withoutEmptyRules = (css) => {
  const shorter = css.replace(/@[^@{};]+\{\}/g, "");
  return shorter === css ? css : withoutEmptyRules(shorter);
};

/**
 * Leaves out rules with `:has(.name)` if the page has no element of that class: PurgeCSS doesn't look into `:has()`. Nothing has
 * a focus and no popover is open before the first input, and all styles are loaded by then: browsers search the whole page for it.
 * @param {string} html
 */
const possible = (html) => {
  const names = new Set(html.match(/[\w-]+/g));
  const rules = postcss.parse(raw);
  rules.walkRules((rule) => {
    const kept = rule.selectors.filter((selector) => {
      if (/:(?:not|is|where)\(.*:has/.test(selector)) return true;
      const [, name] = /:has\([^(),]*\.([\w-]+)[^(),]*\)/.exec(selector) ?? [];
      return name ? names.has(name) : !/:has\(.*:(?:focus|popover-open)/.test(selector);
    });
    if (kept.length) rule.selectors = kept;
    else rule.remove();
  });
  return rules.toString();
};

/** @type {Record<string, string>} */
const styles = {};
for (const name in pages) {
  const content = [{ raw: pages[name], extension: "html" }];
  const [used] = await new PurgeCSS().purge({
    content,
    css: [{ raw: possible(pages[name]) }],
    extractors,
    variables: !/ style="[^"]*\bvar\(/.test(pages[name]), // PurgeCSS looks for uses of variables in rules alone
    keyframes: true,
  });
  styles[name] = withoutEmptyRules(used.css);
}

// Only the pages' own styles declare fonts. If the style sheet of all pages declared the fonts too, browsers would load
// the fonts again, and a page that was drawn in fallback fonts would shift.
whole.walkAtRules("font-face", (rule) => {
  rule.remove();
});
// The page's own styles declare the order of the layers. Chromium 103 never ends if a style sheet that it has in memory
// begins with such a declaration, as on the second page of a visit.
whole.walkAtRules("layer", (rule) => {
  if (!rule.nodes) rule.remove();
});

const { code, errors } = minifySync("start.js", script);
if (errors.length) throw new Error(errors.map(({ message }) => message).join("\n"));
process.stdout.write(JSON.stringify({ css: whole.toString(), styles, script: code }));
