// Cleans and checks the entries of a form by the rules that gym_site/leads/direct.py writes. Tests check that the result
// is the same as that of gym_site/forms, which cleans and checks on the server.

/**
 * The rules of a field, without empty ones. `required` is the message if the browser finds no value.
 * @typedef {object} Field
 * @property {string} name
 * @property {(keyof typeof STEPS)[]} steps
 * @property {[characters: string, by: string]} [replaced]
 * @property {number} limit
 * @property {string} [required]
 * @property {string} [missing]
 * @property {string} [invalid]
 * @property {string} [allowed]
 * @property {string} [pattern]
 * @property {string} [least]
 * @property {string} [most]
 * @property {[value: string, label: string][]} [options]
 * @property {string} [choose]
 */
/** @typedef {{ sanitised: boolean, fields: Field[] }} Form */
/** @typedef {Record<string, string>} Entries The entries by the names of their fields. */
/** @typedef {{ field: string, message: string }} Problem */

const ROUNDS = 8;
const DROPPED = /[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu;
const INVISIBLE = /\p{Cf}/u;
const JOINER = /[\u200c\u200d]/;
const JOINED = /[\p{L}\p{M}\p{S}]/u;

/** @param {string} text */
const plain = (text) => text.replace(/\r\n?/g, "\n").replace(/\t/g, " ").replace(DROPPED, "");

/** @param {string} text */
const singleLine = (text) => {
  const line = plain(text)
    .normalize("NFC")
    .replace(/[\n\p{Z}]/gu, " ")
    .replace(/[\p{Pd}\u2212]/gu, "-");
  const characters = [...line];
  /** @param {number} place */
  const isJoined = (place) => JOINED.test(characters[place] ?? "");
  return characters
    .filter((c, place) => !INVISIBLE.test(c) || (JOINER.test(c) && isJoined(place - 1) && isJoined(place + 1)))
    .join("");
};

/**
 * Unicode has the ten digits of a script, or of a style, one after the other.
 * @param {string} text
 */
const digits = (text) =>
  text.replace(/\p{Nd}/gu, (digit) => {
    let value = 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0) - value - 1))) value++;
    return String(value % 10);
  });

const STEPS = {
  plain,
  singleLine,
  unjoined: (/** @type {string} */ text) => text.replace(/[\u200c\u200d]/g, ""),
  ordinaryWidth: (/** @type {string} */ text) => text.normalize("NFKC"),
  digits,
};

/**
 * Removes tags, and decodes entities once. An unclosed tag stays, as in "a <b".
 * @param {string} text
 */
const decoded = (text) => {
  if (!/[&<]/.test(text)) return text;
  const end = text.lastIndexOf(">") + 1; // no tag ends after this
  const { body } = new DOMParser().parseFromString(`<body>${text.slice(0, end)}`, "text/html");
  body.querySelectorAll("script, style").forEach((element) => element.remove());
  const rest = document.createElement("textarea");
  rest.innerHTML = text.slice(end);
  return body.textContent + rest.value;
};

/**
 * Removes markup until the text no longer changes. After `ROUNDS` rounds, removes every & and <. Whatever shows the
 * result as HTML must escape it.
 * @param {string} text
 * @param {(text: string) => string} tidy
 */
const withoutMarkup = (text, tidy) => {
  for (let round = 0; round < ROUNDS; round++) {
    const cleaned = decoded(tidy(text)).trim();
    if (cleaned === text) return text;
    text = cleaned;
  }
  return tidy(text.replace(/[&<]/g, "")).trim();
};

/**
 * @param {Field} field
 * @param {boolean} sanitised
 * @param {string} entry
 */
const cleanEntry = ({ steps, limit, replaced }, sanitised, entry) => {
  /** @param {string} text */
  const tidy = (text) => {
    for (const step of steps) text = STEPS[step](text);
    if (!replaced) return text;
    const [characters, by] = replaced;
    return text.replace(new RegExp(`[${characters}]`, "gu"), by);
  };
  /** @param {string} text */
  const cut = (text) => [...text].slice(0, 4 * limit + 16);
  const letters = cut(tidy(cut(entry).join("")));
  if (!sanitised) return letters.join("");
  if (letters.length > limit) return letters.slice(0, limit + 1).join("");
  return withoutMarkup(letters.join(""), tidy);
};

/**
 * @param {Form} form
 * @param {Entries} entries
 * @returns {Entries}
 */
export const clean = ({ fields, sanitised }, entries) =>
  Object.fromEntries(fields.map((field) => [field.name, cleanEntry(field, sanitised, entries[field.name] ?? "")]));

/**
 * Whether a value follows the pattern of its field, and lies between the field's bounds.
 * @param {Field} field
 * @param {string} value
 */
export const holds = ({ pattern, least, most }, value) => {
  if (!pattern) return true;
  return new RegExp(pattern, "u").test(value) && (!most || (value >= least && value <= most));
};

/**
 * @param {Field} field
 * @param {string} value
 * @param {boolean} sanitised
 */
const problem = (field, value, sanitised) => {
  const { limit, missing, invalid, choose, options = [] } = field;
  if (!sanitised) return value ? "" : missing;
  if (!value.trim()) return missing;
  if (options.length) return options.some(([option]) => option === value) ? "" : choose;
  return [...value].length <= limit && holds(field, value) ? "" : invalid;
};

/**
 * Returns the problems of cleaned entries, at most one per field; required fields come first.
 * @param {Form} form
 * @param {Entries} cleaned
 * @returns {Problem[]}
 */
export const problems = ({ fields, sanitised }, cleaned) => {
  const ordered = [...fields.filter(({ required }) => required), ...fields.filter(({ required }) => !required)];
  return ordered
    .map((field) => ({ field: field.name, message: problem(field, cleaned[field.name], sanitised) }))
    .filter(({ message }) => message);
};
