import { setBrowserValues } from "./store";

// Handles forms on pages that were built without a server: cleans and validates the entries by the rules that
// gym_site/leads/direct.py puts into the page, and posts them to the form service. tests/export checks that the result
// is the same as that of gym_site/leads/fields.py, which cleans and validates on a server.
const ROUNDS = 8;
const DROPPED = /[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu;
const JOINER = /[\u200c\u200d]/;
const JOINED = /[\p{L}\p{M}\p{S}]/u;

const plain = (text) => text.replace(/\r\n?/g, "\n").replace(/\t/g, " ").replace(DROPPED, "");
const singleLine = (text) =>
  [...plain(text).normalize("NFC").replace(/[\n\p{Z}]/gu, " ").replace(/[\p{Pd}\u2212]/gu, "-")]
    .filter((c, i, all) => !/\p{Cf}/u.test(c) || (JOINER.test(c) && JOINED.test(all[i - 1] ?? "") && JOINED.test(all[i + 1] ?? "")))
    .join("");
const contact = (text) => singleLine(text).replace(/[\u200c\u200d]/g, "");
const TIDY = {
  line: singleLine,
  lines: plain,
  health: plain,
  name: (text) => singleLine(text).replace(/[‘´′]/g, "’"),
  email: contact,
  phone: (text) => contact(text).replace(/\./g, "-"),
  age: singleLine,
};
const HOLDS = {
  name: (text) => /^[\p{L}\p{M} '’\u200c\u200d-]*$/u.test(text),
  email: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(text),
  phone: (text) => /^\+?[0-9 ()-]{10,}$/.test(text),
  age: (text, { least, most }) => /^[0-9]+$/.test(text) && text >= least && text <= most,
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
  Object.fromEntries(fields.map(({ name, kind, limit }) => {
    const text = TIDY[kind]([...(entries[name] ?? "")].slice(0, 4 * limit + 16).join(""));
    const letters = [...text];
    if (letters.length > limit) return [name, letters.slice(0, limit + 1).join("")];
    return [name, sanitised ? withoutMarkup(text, TIDY[kind]) : text];
  }));

const problem = ({ kind, limit, missing, invalid, choose, long, checked, options, ...range }, value) => {
  if (!value.trim()) return missing;
  if (options.length) return options.some(([option]) => option === value) ? "" : choose;
  if ([...value].length > limit) return invalid || long;
  return checked && HOLDS[kind] && !HOLDS[kind](value, range) ? invalid : "";
};

export const problems = ({ fields }, cleaned) =>
  fields.toSorted((a, b) => b.required - a.required)
    .map((field) => ({ field: field.name, message: problem(field, cleaned[field.name]) }))
    .filter(({ message }) => message);

const shown = ({ options, blank }, value) =>
  value.trim() ? (options.find(([option]) => option === value)?.[1] ?? value) : blank;
const oneLine = (text) => text.split(/\s+/).filter(Boolean).join(" ");

export const compose = ({ fields, heading, subject, general }, cleaned) => {
  const words = Object.fromEntries(fields.map((field) => [field.name, shown(field, cleaned[field.name])]));
  const chosen = !general || cleaned.service.trim();
  const email = oneLine(cleaned.email);
  const title = chosen ? oneLine(subject.replace(/\{(\w+)\}/g, (_, name) => (name === "name" ? cleaned : words)[name])) : general;
  const lines = fields.map(({ name, label }) => `${label}: ${words[name]}`.replace(/[\n\u2028\u2029]$/, "").split(/[\n\u2028\u2029]/).join("\n    "));
  const single = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/.test(email);
  return { email, subject: title, message: [heading, "", ...lines].join("\n"), _replyto: single ? email : "", _subject: title };
};

// Some form services answer 200 when they refuse a form, and report the error only in the response's body.
const isAccepted = async (answer) => {
  const said = answer?.ok && (await answer.json().catch(() => null));
  return Boolean(answer?.ok && !said?.error && !said?.errors && said?.ok !== false && said?.success !== false);
};

// Validates a form, and posts it if it has no problems. Stores the attempt and its outcome as browser
// values, named as in the server's state (gym_site/state/forms.py) with the prefix `view`.
export const submitDirectly = async ({ endpoint, view, ...form }, entries, attempt) => {
  const cleaned = clean(form, entries);
  const found = problems(form, cleaned);
  setBrowserValues({ [`${view}_received`]: attempt });
  const request = {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(compose(form, cleaned)),
    signal: AbortSignal.timeout(10000),
  };
  const ok = !found.length && (await isAccepted(await fetch(endpoint, request).catch(() => null)));
  setBrowserValues({ [`${view}_answered`]: attempt, [`${view}_ok`]: ok, [`${view}_problems`]: found });
};
