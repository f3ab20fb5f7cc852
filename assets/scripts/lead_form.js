import { createElement, useEffect, useRef } from "react";
import { isConnected, wake } from "socket.io-client";

// A form that sends an event. The browser posts it if the event gets no answer, or if this script has not run yet. A
// post leaves the page; the event keeps the visitor and their entries on it.

// Opens the <details> around a control: optional fields stay folded until one of them has a value or a problem.
const reveal = (control) => control?.closest("details:not([open])")?.setAttribute("open", "");

// crypto.randomUUID exists only on https and localhost.
const mint = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

// The browser's validation error for a control. `sent`: whether the value would reach the server (a non-numeric age
// would not).
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

// This script reports the `phase` ("busy", "offline", "sent" or empty) and the problems found, and gets them back as
// the props `phase` and `listed`, from which Python renders the form. `problems` are the server's: [{field, message}].
export function LeadForm({ live, received, answered, ok, problems, phase, listed, onSubmit, onAttempt, onProblems, onInvalid, onPhase, children, ...rest }) {
  const form = useRef(null);
  const attempt = useRef(""); // names the current submission; a ref, as a second click may come before a render
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
    form.current.elements.key.value = mint(); // set here, as the HTML is the same for everybody
    let begun = form.current.contains(document.activeElement); // focused before this script ran
    for (const control of form.current.elements) {
      if (control.value) reveal(control);
      begun ||= "defaultValue" in control && control.value !== control.defaultValue; // typed into, or restored
    }
    if (begun) wake();
    const restored = (event) => event.persisted && attempt.current && settle(""); // back from the server's answer page
    addEventListener("pageshow", restored);
    return () => removeEventListener("pageshow", restored);
  }, []);

  const submit = (event) => {
    event.preventDefault();
    const found = Array.from(form.current.querySelectorAll(":invalid"), problem);
    changed();
    if (found.length && !((isConnected() || "data-direct" in rest) && found.every(({ sent }) => sent))) report(found); // otherwise the server, which checks more, lists all problems
    else if (!attempt.current) {
      onAttempt(attempt.current = mint()); // so that a page opened meanwhile can announce the answer
      onPhase("busy", "");
      onSubmit(Object.fromEntries(new FormData(form.current)), attempt.current);
    }
  };

  useEffect(() => mark(form.current, listed), [listed]);

  // The fallback posts the form: at once if the socket can't connect, after 3 s without an acknowledgement, or 12 s
  // after an acknowledgement without an answer. The key makes duplicates harmless. Without a server, nothing is posted.
  useEffect(() => {
    if (!busy) return;
    const post = async () => {
      const request = { method: "HEAD", mode: "no-cors", signal: AbortSignal.timeout(5000) };
      const answer = await fetch(rest.action, request).catch(() => null);
      // The site's server answers ok; another origin's answer can't be read. A 502 or 404 means that the server can't be
      // reached.
      if (!answer?.ok && answer?.type !== "opaque") settle("offline");
      else if (attempt.current && form.current) form.current.submit(); // still unanswered and mounted
    };
    const timer = setTimeout(post, !live ? 0 : received === attempt.current ? 12000 : 3000);
    return () => clearTimeout(timer);
  }, [busy, live, received]);

  useEffect(() => {
    if (!attempt.current || answered !== attempt.current) return; // from an earlier page view: state outlives a reload
    onAttempt(answered); // the page's other form may have been sent meanwhile
    settle(ok ? "sent" : "", form.current.elements.name.value.trim().split(/\s/)[0]);
    if (!ok) return void (problems.length && report(problems));
    form.current.reset();
    form.current.elements.key.value = mint();
  }, [answered]);

  // A problem in the list links to its field, which may be folded.
  const onClick = ({ target }) => reveal(document.getElementById(target.hash?.slice(1)));
  const events = { onSubmit: submit, onInput: changed, onClick, onFocusCapture: wake, onPointerDownCapture: wake };
  return createElement("form",
    { ...rest, ...events, method: "post", ref: form, "data-sent": phase === "sent" ? "" : undefined, "aria-busy": busy },
    createElement("input", { type: "hidden", name: "key" }), children);
}

// The confirmation replaces the form. Its title takes focus, as the rest may be below the screen, unless the visitor
// has moved on to something else. When the form returns, so does focus.
export const sentTitle = (title) => {
  const { activeElement, body } = document;
  const form = title.closest("form");
  if (activeElement === body || form.contains(activeElement)) title.focus();
  return () => requestAnimationFrame(() => form.querySelector("[required]").focus());
};
