// Composes the message of a form by the rules that gym_site/leads/direct.py writes into the page. Tests check that the
// result is the same as that of gym_site/leads/gateway.py.

/**
 * A field's rules with its words, as messages to staff have them.
 * @typedef {import("./clean.js").Field & { label: string, blank: string }} Field
 */
/** @typedef {{ sanitised: boolean, fields: Field[], heading: string, subject: string, general: string }} Form */

const ADDRESS = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/;

/**
 * Returns what staff read for a value: the label of a chosen option, or words for an empty field.
 * @param {Field} field
 * @param {string} value
 */
const shown = ({ options, blank }, value) => {
  if (!value.trim()) return blank;
  const chosen = options.find(([option]) => option === value);
  return chosen ? chosen[1] : value;
};

/** @param {string} text */
const oneLine = (text) => text.split(/\s+/).filter(Boolean).join(" ");

/** @param {string} text */
const indented = (text) =>
  text
    .replace(/[\n\u2028\u2029]$/, "")
    .split(/[\n\u2028\u2029]/)
    .join("\n    ");

/**
 * @param {Form} form
 * @param {import("./clean.js").Entries} cleaned
 */
export const compose = ({ fields, heading, subject, general }, cleaned) => {
  const words = Object.fromEntries(fields.map((field) => [field.name, shown(field, cleaned[field.name])]));
  const isGeneral = general && !cleaned.service.trim();
  const filled = subject.replace(/\{(\w+)\}/g, (_, name) => (name === "name" ? cleaned.name : words[name]));
  const title = isGeneral ? general : oneLine(filled);
  const email = oneLine(cleaned.email);
  const lines = fields.map(({ name, label }) => indented(`${label}: ${words[name]}`));
  return {
    email,
    subject: title,
    message: [heading, "", ...lines].join("\n"),
    _replyto: ADDRESS.test(email) ? email : "",
    _subject: title,
  };
};

/**
 * Whether a form service took a form. Some answer 200 when they refuse one, and report the error only in the body.
 * @param {Response} [answer]
 */
export const isAccepted = async (answer) => {
  if (!answer?.ok) return false;
  try {
    const said = await answer.json();
    return !said?.error && !said?.errors && said?.ok !== false && said?.success !== false;
  } catch {
    return true; // the body isn't JSON
  }
};
