import { clean, problems } from "./clean.js";
import { compose, isAccepted } from "./compose.js";
import { deadline } from "./deadline.js";
import { setBrowserValues } from "$/public/lean_reflex/store";

/**
 * Sends forms on pages that were built without a server. Validates a form, and posts it to the form service if it has
 * no problems. Stores the attempt and its outcome as browser values, named as in the server's state
 * (gym_site/state/form_states.py) with the prefix `view`.
 * @param {import("./compose.js").Form & { endpoint: string, view: string }} form
 * @param {import("./clean.js").Entries} entries
 * @param {string} attempt
 */
export const submitDirectly = async ({ endpoint, view, ...form }, entries, attempt) => {
  setBrowserValues({ [`${view}_received`]: attempt });
  /** @type {import("./clean.js").Problem[]} */
  let found = [];
  let ok = false;
  try {
    const cleaned = clean(form, entries);
    found = problems(form, cleaned);
    if (!found.length) {
      const answer = await fetch(endpoint, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify(compose(form, cleaned)),
        signal: deadline(10000),
      });
      ok = await isAccepted(answer);
    }
  } catch {} // not sent: the form says so
  setBrowserValues({ [`${view}_answered`]: attempt, [`${view}_ok`]: ok, [`${view}_problems`]: found });
};
