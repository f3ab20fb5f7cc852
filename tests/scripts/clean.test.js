import assert from "node:assert/strict";
import { test } from "node:test";
import { clean, problems } from "../../assets/scripts/clean.js";

/** @type {import("../../assets/scripts/clean.js").Field} */
const NAME = {
  name: "name",
  steps: ["singleLine"],
  limit: 5,
  required: "Who?",
  missing: "A name.",
  invalid: "Too long.",
};
/** @type {import("../../assets/scripts/clean.js").Field} */
const AGE = {
  name: "age",
  steps: ["digits"],
  limit: 3,
  invalid: "16 to 99.",
  pattern: "^(\\d+)$",
  least: "16",
  most: "99",
};
const FORM = { sanitised: true, fields: [AGE, NAME] };

/**
 * @param {Record<string, string>} entries
 * @param {import("../../assets/scripts/clean.js").Form} form
 */
const found = (entries, form = FORM) => problems(form, clean(form, entries)).map(({ message }) => message);

test("a missing entry is an empty one", () => {
  assert.deepEqual(clean(FORM, { name: " Zoe\n" }), { age: "", name: "Zoe" });
});

test("an entry over its limit is cut one character past it, and reported", () => {
  const emoji = "\u{1f3cb}"; // one character, although its length is 2
  assert.equal(clean(FORM, { name: emoji.repeat(5) }).name, emoji.repeat(5));
  assert.equal(clean(FORM, { name: emoji.repeat(9) }).name, emoji.repeat(6));
  assert.deepEqual(found({ name: emoji.repeat(9), age: "20" }), ["Too long."]);
});

test("problems of required fields come first", () => {
  assert.deepEqual(found({ age: "12" }), ["A name.", "16 to 99."]);
});

test("digits of every script count as numbers between the bounds", () => {
  for (const age of ["16", "99", "\u0663\u0664", "\uff13\uff14"]) assert.deepEqual(found({ name: "Zoe", age }), []);
  for (const age of ["15", "100", "-20", "2x"]) assert.deepEqual(found({ name: "Zoe", age }), ["16 to 99."]);
});

test("a chosen value is one of the options", () => {
  const form = { ...FORM, fields: [{ ...NAME, options: [["zoe", "Zoe"]], choose: "Choose." }] };
  assert.deepEqual(found({ name: "zoe" }, /** @type {any} */ (form)), []);
  assert.deepEqual(found({ name: "Zoe" }, /** @type {any} */ (form)), ["Choose."]);
});

test("a form that only the browser checks accepts a space", () => {
  const form = { ...FORM, sanitised: false };
  assert.deepEqual(found({ name: " ", age: "12" }, form), []);
  assert.deepEqual(clean(form, { name: " a < b " }).name, " a < b ");
});
