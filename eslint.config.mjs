// Finds syntax and interfaces that the oldest browsers of the whole site lack (docs/browsers.md; "browserslist" in
// package.json). A script that has a fallback for one names it in a comment that disables the rule for the line.
import compat from "eslint-plugin-compat";
import es from "eslint-plugin-es-x";

const files = ["assets/scripts/*.js", "gym_site/build/*.js", "lean_reflex/**/*.js"];

// The rules for methods of iterators can't tell them from those of arrays.
const ofArraysToo = Object.fromEntries(
  Object.keys(es.rules)
    .filter((name) => name.startsWith("no-iterator-prototype"))
    .map((name) => [`es-x/${name}`, "off"]),
);

export default [
  { files, linterOptions: { reportUnusedDisableDirectives: "error" } },
  { files, ...compat.configs["flat/recommended"] },
  { files, ...es.configs["flat/restrict-to-es2022"], settings: { "es-x": { aggressive: true } } }, // the browsers have all of it
  { files, rules: ofArraysToo },
];
