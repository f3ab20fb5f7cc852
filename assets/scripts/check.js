import { clean, holds, problems } from "./clean.js";
import rules from "./form_rules.js";

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */

/**
 * Returns the fault that the browser itself finds: an age that isn't a number, a missing value, or text that isn't an
 * e-mail address. Some browsers refuse addresses with letters outside ASCII, which is no reason to refuse them here.
 * @param {import("./clean.js").Field} field
 * @param {Control} control
 */
const browserProblem = (field, { validity: { badInput, valueMissing, typeMismatch }, value }) => {
  if (badInput || (typeMismatch && !holds(field, value))) return field.invalid;
  return valueMissing ? field.required : "";
};

/**
 * Returns all that is wrong with a form of the page.
 * @param {HTMLFormElement} form
 * @param {string} key
 * @param {import("./clean.js").Entries} entries
 * @returns {import("./clean.js").Problem[]}
 */
export const check = (form, key, entries) => {
  const others = problems(rules[key], clean(rules[key], entries));
  return rules[key].fields
    .map((field) => {
      const own = browserProblem(field, form.elements[field.name]);
      return { field: field.name, message: own || others.find((other) => other.field === field.name)?.message };
    })
    .filter(({ message }) => message);
};

/**
 * Shows each problem at its field, and marks the field. Beside a broken rule stands what the rule allows.
 * @param {HTMLFormElement} form
 * @param {string} key
 * @param {import("./clean.js").Problem[]} found
 * @param {(control: Element) => void} reveal
 */
export const mark = (form, key, found, reveal) => {
  const element = (/** @type {string} */ tag, /** @type {string} */ textContent) =>
    Object.assign(document.createElement(tag), { textContent });
  /** @type {NodeListOf<Control>} */
  const controls = form.querySelectorAll("[aria-describedby]");
  for (const control of controls) {
    const mine = found.find(({ field }) => field === control.name);
    const { invalid, allowed } = rules[key].fields.find(({ name }) => name === control.name);
    const place = document.getElementById(`${control.id}-error`);
    place.replaceChildren();
    if (mine) place.append(element("span", mine.message));
    if (allowed && mine?.message === invalid) place.append(" ", element("small", allowed));
    if (mine) {
      control.setAttribute("aria-invalid", "true");
      reveal(control);
    } else control.removeAttribute("aria-invalid");
  }
};
