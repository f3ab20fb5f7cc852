import { createElement, useEffect, useRef } from "react";
import { isConnected, wake } from "socket.io-client";

// A form that is sent as an event, so that the visitor stays on the page and keeps the entries. If the event gets no
// answer, or this script has not run yet, the browser posts the form and opens the server's answer page.

// Opens the <details> around a control. Optional fields are folded in it until one of them has a value or a problem.
const reveal = (control) => control?.closest("details:not([open])")?.setAttribute("open", "");

// Returns a random name. crypto.randomUUID exists only on https and localhost.
const mint = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

// Returns the browser's validation error for a control. `sent` is false if the server would get no value: the field is
// empty, or an age isn't a number.
const problem = ({ name, dataset, validity, validationMessage }) => ({
  field: name,
  message: (validity.valueMissing ? dataset.missing : dataset.invalid) || validationMessage,
  sent: !validity.valueMissing && !validity.badInput,
});

// Shows each problem at its field, and marks the field.
const mark = (form, problems) => {
  for (const control of form.querySelectorAll("[aria-describedby]")) {
    const mine = problems.filter(({ field }) => field === control.name);
    const lines = mine.map(({ message }) => Object.assign(document.createElement("span"), { textContent: message }));
    document.getElementById(`${control.id}-error`).replaceChildren(...lines);
    control.ariaInvalid = mine.length ? "true" : null;
    if (mine.length) reveal(control);
  }
};

// `FormView` (gym_site/browser/answer.py) stores the form's phase ("busy", "offline", "sent" or empty) and the problems
// listed above the form. This component reports changes of both with `onPhase` and `onProblems`, and gets their values
// as the props `phase` and `listed`. The prop `problems` has the server's findings: [{field, message}].
export function LeadForm({ live, received, answered, ok, problems, phase, listed, onSubmit, onAttempt, onProblems, onInvalid, onPhase, children, ...rest }) {
  const form = useRef(null);
  // The current attempt's name; in a ref, because a second click may come before the next render.
  const attempt = useRef("");
  const busy = phase === "busy";

  const list = (found) => {
    onProblems(found);
    onInvalid([...new Set(found.map(({ message }) => message))].join(", "));
  };
  const changed = () => listed.length > 0 && list([]);
  const report = (found) => {
    list(found);
    requestAnimationFrame(() => form.current?.querySelector(".error-summary")?.focus());
  };

  const settle = (outcome, sender = "") => {
    attempt.current = "";
    onPhase(outcome, sender);
    requestAnimationFrame(() => { // some browsers remove focus from a disabled button
      if (document.activeElement === document.body) form.current?.querySelector("[type=submit]").focus({ preventScroll: true });
    });
  };

  useEffect(() => {
    form.current.noValidate = true; // our list of problems replaces the browser's bubble
    form.current.elements.key.value = mint(); // set here, because the built HTML is the same for all visitors
    let begun = form.current.contains(document.activeElement); // the visitor focused a field before this script ran
    for (const control of form.current.elements) {
      if (control.value) reveal(control);
      // The visitor typed something, or the browser restored an entry.
      begun ||= "defaultValue" in control && control.value !== control.defaultValue;
    }
    if (begun) wake();
    // If the visitor comes back from the server's answer page, the form is no longer busy.
    const restored = (event) => event.persisted && attempt.current && settle("");
    addEventListener("pageshow", restored);
    return () => removeEventListener("pageshow", restored);
  }, []);

  const submit = (event) => {
    event.preventDefault();
    const found = Array.from(form.current.querySelectorAll(":invalid"), problem);
    changed();
    // If the browser finds nothing, the form is submitted. If it finds problems, the form is submitted only if every
    // required field has a value, and the page is connected or was built without a server: the check of submitted forms
    // finds more problems. Otherwise the browser's findings are listed.
    if (found.length && !((isConnected() || "data-direct" in rest) && found.every(({ sent }) => sent))) report(found);
    else if (!attempt.current) {
      // If the visitor moves to another page before the answer, that page announces it.
      onAttempt(attempt.current = mint());
      onPhase("busy", "");
      onSubmit(Object.fromEntries(new FormData(form.current)), attempt.current);
    }
  };

  useEffect(() => mark(form.current, listed), [listed]);

  // Posts the form if the event fails: at once if the websocket can't connect, after 3 s if the server hasn't
  // acknowledged the event, and 12 s after the acknowledgement if there is still no answer. The form's key makes
  // duplicates harmless. Nothing is posted if the server can't be reached.
  useEffect(() => {
    if (!busy) return;
    const post = async () => {
      const request = { method: "HEAD", mode: "no-cors", signal: AbortSignal.timeout(5000) };
      const answer = await fetch(rest.action, request).catch(() => null);
      // If the server has another origin, its answer can't be read. A 502 comes from a proxy that can't reach the
      // server, and a 404 from a host of static files.
      if (!answer?.ok && answer?.type !== "opaque") settle("offline");
      // The form still has no answer, and is still on the page.
      else if (attempt.current && form.current) form.current.submit();
    };
    const timer = setTimeout(post, !live ? 0 : received === attempt.current ? 12000 : 3000);
    return () => clearTimeout(timer);
  }, [busy, live, received]);

  useEffect(() => {
    // Ignores an answer to a form that was sent before a reload: the server's state outlives the page.
    if (!attempt.current || answered !== attempt.current) return;
    onAttempt(answered); // announce this answer, even if the page's other form was sent later
    settle(ok ? "sent" : "", form.current.elements.name.value.trim().split(/\s/)[0]);
    if (!ok) return void (problems.length && report(problems));
    form.current.reset();
    form.current.elements.key.value = mint();
  }, [answered]);

  // Each problem in the list is a link to its field. If the field is in a closed `details` element, a click on the link
  // opens that element.
  const onClick = ({ target }) => reveal(document.getElementById(target.hash?.slice(1)));
  const events = { onSubmit: submit, onInput: changed, onClick, onFocusCapture: wake, onPointerDownCapture: wake };
  return createElement("form",
    { ...rest, ...events, method: "post", ref: form, "data-sent": phase === "sent" ? "" : undefined, "aria-busy": busy },
    createElement("input", { type: "hidden", name: "key" }), children);
}

// The confirmation replaces the form. Its title gets the focus, unless the visitor has focused something outside the
// form meanwhile. When the form is shown again, its first required field gets the focus.
export const sentTitle = (title) => {
  const { activeElement, body } = document;
  const form = title.closest("form");
  if (activeElement === body || form.contains(activeElement)) title.focus();
  return () => requestAnimationFrame(() => form.querySelector("[required]").focus());
};
