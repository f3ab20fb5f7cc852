import assert from "node:assert/strict";
import { test } from "node:test";
import { storable, typedIn } from "../../assets/scripts/entries.js";

/**
 * @param {string} value
 * @param {object} [more]
 * @returns {import("../../assets/scripts/entries.js").Control}
 */
const control = (value, more) => /** @type {any} */ ({ value, dataset: {}, localName: "input", ...more });

test("what the page has filled in is no entry, unless the visitor changes or empties it", () => {
  const given = { dataset: { given: "kim" } };
  const typed = [control("Zoe"), control("alex", given), control("", given)];
  assert.deepEqual(typedIn([control(""), control("kim", given), ...typed]), typed);
});

test("a text of several lines is not stored", () => {
  const [line, lines] = [control("Zoe"), control("An old knee", { localName: "textarea" })];
  assert.deepEqual(storable([line, lines]), [line]);
});
