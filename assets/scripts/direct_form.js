import { clean, problems } from "./check";
import { deadline } from "./deadline";
import { setBrowserValues } from "$/public/lean_reflex/store";

// Sends forms on pages that were built without a server: composes the message by the rules that
// gym_site/leads/direct.py puts into the page, and posts it to the form service. tests/export checks that the result is
// the same as that of gym_site/leads/gateway.py.
const shown = ({ options, blank }, value) =>
  value.trim() ? (options.find(([option]) => option === value)?.[1] ?? value) : blank;
const oneLine = (text) => text.split(/\s+/).filter(Boolean).join(" ");

export const compose = ({ fields, heading, subject, general }, cleaned) => {
  const words = Object.fromEntries(fields.map((field) => [field.name, shown(field, cleaned[field.name])]));
  const chosen = !general || cleaned.service.trim();
  const email = oneLine(cleaned.email);
  const title = chosen
    ? oneLine(subject.replace(/\{(\w+)\}/g, (_, name) => (name === "name" ? cleaned : words)[name]))
    : general;
  const lines = fields.map(({ name, label }) =>
    `${label}: ${words[name]}`
      .replace(/[\n\u2028\u2029]$/, "")
      .split(/[\n\u2028\u2029]/)
      .join("\n    "),
  );
  const single = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/.test(email);
  return {
    email,
    subject: title,
    message: [heading, "", ...lines].join("\n"),
    _replyto: single ? email : "",
    _subject: title,
  };
};

// Some form services answer 200 when they refuse a form, and report the error only in the response's body.
const isAccepted = async (answer) => {
  const said = answer?.ok && (await answer.json().catch(() => null));
  return Boolean(answer?.ok && !said?.error && !said?.errors && said?.ok !== false && said?.success !== false);
};

// Validates a form, and posts it if it has no problems. Stores the attempt and its outcome as browser
// values, named as in the server's state (gym_site/state/form_states.py) with the prefix `view`.
export const submitDirectly = async ({ endpoint, view, ...form }, entries, attempt) => {
  setBrowserValues({ [`${view}_received`]: attempt });
  let found = [];
  let ok = false;
  try {
    const cleaned = clean(form, entries);
    found = problems(form, cleaned);
    const request = {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(compose(form, cleaned)),
      signal: deadline(10000),
    };
    ok = !found.length && (await isAccepted(await fetch(endpoint, request)));
  } catch {} // not sent: the form says so
  setBrowserValues({ [`${view}_answered`]: attempt, [`${view}_ok`]: ok, [`${view}_problems`]: found });
};
