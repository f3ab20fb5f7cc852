import { createElement, useEffect, useRef } from "react";
import { isConnected, wake } from "socket.io-client";

// A form that sends an event, and that the browser posts where the event gets no answer, or before this script is there.
// HTML's own post leaves the page: script keeps the visitor, and what they typed, in it.

// What isn't required lies in <details>: open once it has a value or a problem.
const reveal = (control) => control?.closest("details:not([open])")?.setAttribute("open", "");

// Not crypto.randomUUID: that exists on https and localhost only.
const mint = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

// What the browser's own check says of a control; `sent`: the server would see it, unlike an age that is no number.
const problem = ({ name, dataset, validity, validationMessage }) => ({
  field: name,
  message: (validity.valueMissing ? dataset.missing : dataset.invalid) || validationMessage,
  sent: !validity.valueMissing && !validity.badInput,
});

// Each problem in its field's own place, and the field marked.
const mark = (form, problems) => {
  for (const control of form.querySelectorAll("[aria-describedby]")) {
    const mine = problems.filter(({ field }) => field === control.name);
    const lines = mine.map(({ message }) => Object.assign(document.createElement("span"), { textContent: message }));
    document.getElementById(`${control.id}-error`).replaceChildren(...lines);
    control.ariaInvalid = mine.length ? "true" : null;
    if (mine.length) reveal(control);
  }
};

// What is seen of it all, Python says: the `phase` ("busy", "offline", "sent" or none) and the problems `listed` are
// reported, and come back. `problems` of the server are [{field, message}].
export function LeadForm({ live, received, answered, ok, problems, phase, listed, onSubmit, onAttempt, onProblems, onInvalid, onPhase, children, ...rest }) {
  const form = useRef(null);
  const attempt = useRef(""); // names the submission under way; a ref, because a second click comes before a render
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
    requestAnimationFrame(() => { // some browsers take focus from a button that is disabled
      if (document.activeElement === document.body) form.current?.querySelector("[type=submit]").focus({ preventScroll: true });
    });
  };

  useEffect(() => {
    form.current.noValidate = true; // our list instead of the browser's bubble
    form.current.elements.key.value = mint(); // here and not in the HTML, which is the same for everybody
    let begun = form.current.contains(document.activeElement); // before this script was there
    for (const control of form.current.elements) {
      if (control.value) reveal(control);
      begun ||= "defaultValue" in control && control.value !== control.defaultValue; // typed, or restored
    }
    if (begun) wake();
    const restored = (event) => event.persisted && attempt.current && settle(""); // back from the answer page
    addEventListener("pageshow", restored);
    return () => removeEventListener("pageshow", restored);
  }, []);

  const submit = (event) => {
    event.preventDefault();
    const found = Array.from(form.current.querySelectorAll(":invalid"), problem);
    changed();
    if (found.length && !((isConnected() || "data-direct" in rest) && found.every(({ sent }) => sent))) report(found); // else the server knows what else is wrong
    else if (!attempt.current) {
      onAttempt(attempt.current = mint()); // its answer is said on another page too
      onPhase("busy", "");
      onSubmit(Object.fromEntries(new FormData(form.current)), attempt.current);
    }
  };

  useEffect(() => mark(form.current, listed), [listed]);

  // The net: the socket can't connect, post now; no word from the server, post after 3 s; received but no answer, after
  // 12 s. The key makes a second arrival harmless, as when the event is sent once there is a connection. A server that is not there at all must not cost the visitor the page.
  useEffect(() => {
    if (!busy) return;
    const post = async () => {
      const request = { method: "HEAD", mode: "no-cors", signal: AbortSignal.timeout(5000) };
      const answer = await fetch(rest.action, request).catch(() => null);
      // Ours says yes; another host's answer can't be read. A proxy's 502 or a static host's 404 is nobody there.
      if (!answer?.ok && answer?.type !== "opaque") settle("offline");
      else if (attempt.current && form.current) form.current.submit(); // not settled nor gone
    };
    const timer = setTimeout(post, !live ? 0 : received === attempt.current ? 12000 : 3000);
    return () => clearTimeout(timer);
  }, [busy, live, received]);

  useEffect(() => {
    if (!attempt.current || answered !== attempt.current) return; // another page view's: state outlives a reload
    onAttempt(answered); // the other form of the page may have been sent meanwhile
    settle(ok ? "sent" : "", form.current.elements.name.value.trim().split(/\s/)[0]);
    if (!ok) return void (problems.length && report(problems));
    form.current.reset();
    form.current.elements.key.value = mint();
  }, [answered]);

  // A line of the list leads to its field, wherever that lies.
  const onClick = ({ target }) => reveal(document.getElementById(target.hash?.slice(1)));
  const events = { onSubmit: submit, onInput: changed, onClick, onFocusCapture: wake, onPointerDownCapture: wake };
  return createElement("form",
    { ...rest, ...events, method: "post", ref: form, "data-sent": phase === "sent" ? "" : undefined, "aria-busy": busy },
    createElement("input", { type: "hidden", name: "key" }), children);
}

// What was sent stands in the form's place. Its title takes focus, not all of it, which may be higher than the screen,
// unless the visitor has gone on to something else; when the form is back, so is focus.
export const sentTitle = (title) => {
  const { activeElement, body } = document;
  const form = title.closest("form");
  if (activeElement === body || form.contains(activeElement)) title.focus();
  return () => requestAnimationFrame(() => form.querySelector("[required]").focus());
};
