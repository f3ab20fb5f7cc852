// Reads {css, pages: {name: HTML}, script} as JSON from standard input and writes {css, styles: {name: CSS}, script}:
// the style sheet of all pages, the part that each page uses, and the minified script. Runs in Reflex's folder, where
// the packages are installed.
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";

const require = createRequire(`${process.cwd()}/`);
const { PurgeCSS } = require("purgecss");
const fromHtml = require("purgecss-from-html");
const postcss = require("postcss");
const { minifySync } = require("vite");

const { css, pages, script } = JSON.parse(await text(process.stdin));
const names = [...script.matchAll(/\broot\.dataset\.(\w+)/g)].map(([, name]) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
const states = ["open", ...names.map((name) => `data-${name}`)].join(" "); // set by scripts only
const extractors = [{ extractor: (html) => fromHtml(`${html}<i ${states}></i>`), extensions: ["html"] }];

// Styles for print, hovering and page transitions can wait for the whole style sheet; those for elements that are *not*
// hovered can't.
const canWait = (selector) => /:(hover|active|:view-transition)\b/.test(selector) && !/:not\([^)]*:(hover|active)\b/.test(selector);
const sheet = postcss.parse(css);
sheet.walkAtRules("media", (rule) => void (rule.params === "print" && rule.remove()));
sheet.walkRules((rule) => {
  const kept = rule.selectors.filter((selector) => !canWait(selector));
  if (!kept.length) rule.remove();
  // PurgeCSS removes selectors made only of pseudo-classes, such as ":is(.a) > :is(.b)", unless each has a "*".
  else rule.selectors = kept.map((selector) => selector.replace(/(?<=^|[\s>+~(,])(?=:)/g, "*"));
});
// The whole sheet may add rules to a layer that the page doesn't use, so the order of layers is declared first.
const layers = new Set();
sheet.walkAtRules("layer", (rule) => rule.params.split(/\s*,\s*/).forEach((name) => layers.add(name)));
const raw = `@layer ${[...layers].join()};${sheet}`;

const withoutEmptyRules = (css) => {
  const shorter = css.replace(/@[^@{};]+\{\}/g, "");
  return shorter === css ? css : withoutEmptyRules(shorter);
};

const styles = {};
for (const name in pages) {
  const content = [{ raw: pages[name], extension: "html" }];
  const [used] = await new PurgeCSS().purge({ content, css: [{ raw }], extractors, variables: true, keyframes: true });
  styles[name] = withoutEmptyRules(used.css);
}

// Fonts are declared only in the page. A second declaration would load them again, and shift a page drawn without them.
const whole = postcss.parse(css);
whole.walkAtRules("font-face", (rule) => void rule.remove());

process.stdout.write(JSON.stringify({ css: whole.toString(), styles, script: minifySync("start.js", script).code }));
