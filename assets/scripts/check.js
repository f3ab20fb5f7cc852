import rules from "./form_rules";

// Cleans and checks the entries of a form by the rules that gym_site/leads/direct.py puts into a script. tests/export
// checks that the result is the same as that of gym_site/forms, which cleans and checks on the server.
const ROUNDS = 8;
const DROPPED = /[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu;
const JOINER = /[\u200c\u200d]/;
const JOINED = /[\p{L}\p{M}\p{S}]/u;

const plain = (text) => text.replace(/\r\n?/g, "\n").replace(/\t/g, " ").replace(DROPPED, "");
const singleLine = (text) =>
  [
    ...plain(text)
      .normalize("NFC")
      .replace(/[\n\p{Z}]/gu, " ")
      .replace(/[\p{Pd}\u2212]/gu, "-"),
  ]
    .filter(
      (c, i, all) =>
        !/\p{Cf}/u.test(c) || (JOINER.test(c) && JOINED.test(all[i - 1] ?? "") && JOINED.test(all[i + 1] ?? "")),
    )
    .join("");
// Unicode has the ten digits of a script, or of a style, one after the other.
const digits = (text) =>
  text.replace(/\p{Nd}/gu, (digit) => {
    let value = 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0) - value - 1))) value++;
    return value % 10;
  });
const STEPS = {
  plain,
  singleLine,
  unjoined: (text) => text.replace(/[\u200c\u200d]/g, ""),
  ordinaryWidth: (text) => text.normalize("NFKC"),
  digits,
};

// Removes tags and decodes entities until the text no longer changes. After `ROUNDS` rounds, removes every & and <. An
// unclosed tag stays, as in "a <b", so whatever shows the result as HTML must escape it.
const withoutMarkup = (text, tidy) => {
  for (let round = 0; round < ROUNDS; round++) {
    const tidied = tidy(text);
    const end = tidied.lastIndexOf(">") + 1; // no tag ends after this
    const { body } = new DOMParser().parseFromString(`<body>${tidied.slice(0, end)}`, "text/html");
    body.querySelectorAll("script, style").forEach((element) => element.remove());
    const rest = document.createElement("textarea");
    rest.innerHTML = tidied.slice(end);
    const cleaned = (body.textContent + rest.value).trim();
    if (cleaned === text) return text;
    text = cleaned;
  }
  return tidy(text.replace(/[&<]/g, "")).trim();
};

export const clean = ({ fields, sanitised }, entries) =>
  Object.fromEntries(
    fields.map(({ name, steps, limit, replaced: [characters, by] = [] }) => {
      const tidy = (text) => {
        const tidied = steps.reduce((before, step) => STEPS[step](before), text);
        return by ? tidied.replace(new RegExp(`[${characters}]`, "gu"), by) : tidied;
      };
      const cut = (text) => [...text].slice(0, 4 * limit + 16);
      const letters = cut(tidy(cut(entries[name] ?? "").join("")));
      const text = letters.join("");
      if (!sanitised) return [name, text];
      return [name, letters.length > limit ? letters.slice(0, limit + 1).join("") : withoutMarkup(text, tidy)];
    }),
  );

const holds = ({ pattern, least, most }, value) =>
  !pattern || (new RegExp(pattern, "u").test(value) && (!most || (value >= least && value <= most)));

const problem = (field, value, sanitised) => {
  const { limit, missing, invalid, choose, options = [] } = field;
  if (!sanitised) return !value && missing;
  if (!value.trim()) return missing;
  if (options.length) return !options.some(([option]) => option === value) && choose;
  return ([...value].length > limit || !holds(field, value)) && invalid;
};

// Returns the problems of cleaned entries, at most one per field; required fields come first.
export const problems = ({ fields, sanitised }, cleaned) =>
  [...fields]
    .sort((a, b) => !a.required - !b.required)
    .map((field) => ({ field: field.name, message: problem(field, cleaned[field.name], sanitised) }))
    .filter(({ message }) => message);

// Returns the fault that the browser itself finds: an age that isn't a number, a missing value, or text that isn't an e-mail address. Some
// browsers refuse addresses with letters outside ASCII, which is no reason to refuse them here.
const browserProblem = (field, { validity: { badInput, valueMissing, typeMismatch }, value }) =>
  badInput || (typeMismatch && !holds(field, value)) ? field.invalid : valueMissing && field.required;

// Returns all that is wrong with a form of the page.
export const check = (form, key, entries) => {
  const others = problems(rules[key], clean(rules[key], entries));
  return rules[key].fields
    .map((field) => {
      const own = browserProblem(field, form.elements[field.name]);
      return { field: field.name, message: own || others.find((other) => other.field === field.name)?.message };
    })
    .filter(({ message }) => message);
};

// Shows each problem at its field, and marks the field. Beside a broken rule stands what the rule allows.
export const mark = (form, key, found, reveal) => {
  const element = (tag, textContent) => Object.assign(document.createElement(tag), { textContent });
  for (const control of form.querySelectorAll("[aria-describedby]")) {
    const mine = found.find(({ field }) => field === control.name);
    const { invalid, allowed } = rules[key].fields.find(({ name }) => name === control.name);
    const lines = mine ? [element("span", mine.message)] : [];
    if (allowed && mine?.message === invalid) lines.push(" ", element("small", allowed));
    document.getElementById(`${control.id}-error`).replaceChildren(...lines);
    if (mine) {
      control.setAttribute("aria-invalid", "true");
      reveal(control);
    } else control.removeAttribute("aria-invalid");
  }
};
