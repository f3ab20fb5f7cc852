// A form that sends through the websocket when that is alive and by the browser's own post when it is not.
// HTML's own post leaves the page: script keeps the visitor, and what they typed, in it.
// Without this script (blocked, failed, not loaded yet) the prerendered <form method="post"> posts by itself.
import { createContext, createElement, useContext, useEffect, useRef, useState } from "react";
import { wake } from "socket.io-client";

const Status = createContext({ busy: false, offline: false, problems: [] });

// The fields that aren't required lie in <details>: open once one of them has a value or a problem.
const reveal = (control) => control?.closest("details:not([open])")?.setAttribute("open", "");

// Not crypto.randomUUID: that exists on https and localhost only.
const mint = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

// `problems` of the server are [{field, message}], `marked` while they are about what stands in the form now.
export function LeadForm({ live, received, answered, ok, problems, marked, onSubmit, onAnswered, onInvalid, onChanged, name, children, ...rest }) {
  const form = useRef(null);
  const key = useRef(null);
  const focused = useRef(null); // what had focus when the form was sent
  const refused = useRef([]); // what the browser's own check refuses, control by control
  const attempt = useRef(""); // names the submission under way; a ref, because a second click comes before a render
  const [busy, setBusy] = useState(false);
  const [offline, setOffline] = useState(false);
  const [sender, setSender] = useState(""); // the first name in what was sent
  const [missing, setMissing] = useState([]); // what the browser's own check found: same list, same words, no round trip

  const changed = () => {
    setMissing([]);
    onChanged();
  };

  const report = (found) => {
    onInvalid([...new Set(found.map((problem) => problem.message))].join(", "));
    requestAnimationFrame(() => form.current?.querySelector(".error-summary")?.focus());
  };

  const settle = () => {
    attempt.current = "";
    setBusy(false);
  };

  useEffect(() => {
    key.current.value = mint(); // here and not in the HTML, which is the same for everybody
    const begun = [...form.current.elements].some((control) => control.defaultValue !== undefined && control.value !== control.defaultValue);
    for (const control of form.current.querySelectorAll("details :is(input, select, textarea)")) if (control.value) reveal(control);
    if (begun || form.current.contains(document.activeElement)) wake(); // touched before this script was there, or restored
    const restored = (event) => event.persisted && settle(); // back from the answer page
    addEventListener("pageshow", restored);
    return () => removeEventListener("pageshow", restored);
  }, []);

  const invalid = (event) => { // once for every control, before any submit
    event.preventDefault(); // our list instead of the browser's bubble
    const { name, dataset, validity, validationMessage } = event.target;
    if (!refused.current.length) setTimeout(() => { // a microtask would run between two controls
      const problems = refused.current.splice(0);
      if (live && problems.every(({ sent }) => sent)) return send(); // the server knows what else is to be corrected
      changed();
      setMissing(problems);
      report(problems);
    });
    const sent = !validity.valueMissing && !validity.badInput; // what can't be read as a number is not in the value
    refused.current.push({ field: name, sent, message: (validity.valueMissing ? dataset.missing : dataset.invalid) || validationMessage });
  };

  const send = () => {
    if (attempt.current) return;
    attempt.current = mint();
    focused.current = document.activeElement;
    setBusy(true);
    setOffline(false);
    changed();
    if (live) onSubmit(Object.fromEntries(new FormData(form.current)), attempt.current);
  };

  const submit = (event) => {
    event.preventDefault();
    send();
  };

  // Some browsers take focus from a button that is disabled.
  useEffect(() => {
    if (!busy && document.activeElement === document.body) focused.current?.focus({ preventScroll: true });
  }, [busy]);

  // The net: no socket, post now; no word from the server, post after 3 s; received but no answer, after 12 s.
  // The key makes a second arrival harmless. A server that is not there at all must not cost the visitor the page.
  useEffect(() => {
    if (!busy) return;
    const post = () =>
      fetch(form.current.getAttribute("action"), { method: "HEAD", mode: "no-cors", signal: AbortSignal.timeout(5000) }).then(
        (answer) => {
          // Ours says yes; another host's answer can't be read. A proxy's 502 or a static host's 404 is nobody there.
          if (!answer.ok && answer.type !== "opaque") throw new Error("no server behind this address");
          if (attempt.current && form.current) HTMLFormElement.prototype.submit.call(form.current); // not settled nor gone
        },
      ).catch(() => {
        settle();
        setOffline(true);
      });
    const timer = setTimeout(post, !live ? 0 : received === attempt.current ? 12000 : 3000);
    return () => clearTimeout(timer);
  }, [busy, live, received]);

  useEffect(() => {
    if (!attempt.current || answered !== attempt.current) return; // another page view's: state outlives a reload
    settle();
    onAnswered(answered);
    if (ok) {
      setSender(new FormData(form.current).get("name").trim().split(/\s/)[0]);
      form.current.reset();
      key.current.value = mint();
    } else if (problems.length) {
      report(problems);
    }
  }, [answered]);

  return createElement(
    "form",
    { ...rest, method: "post", ref: form, "data-sent": sender ? "" : undefined, onSubmit: submit, onInvalidCapture: invalid, onInput: changed, onFocusCapture: wake, onPointerDownCapture: wake, "aria-busy": busy },
    createElement("input", { type: "hidden", name: "key", ref: key }),
    createElement(Status.Provider, { value: { busy, offline, sender, setSender, form: name, problems: missing.length ? missing : marked ? problems : [] } }, children),
  );
}

export function SubmitButton({ busyLabel, children, ...rest }) {
  const { busy } = useContext(Status);
  return createElement("button", { ...rest, type: "submit", disabled: busy }, busy ? busyLabel : children);
}

// Its children, once neither way has reached the server. The region is there from the start, or it is not read aloud.
export function Unreachable({ children, ...rest }) {
  const { offline } = useContext(Status);
  return createElement("div", { ...rest, role: "alert" }, offline && children);
}

// In the form's place once it was sent; it takes focus, unless the visitor has gone on to something else.
export function SentPanel({ heading, again, children, ...rest }) {
  const { sender, setSender } = useContext(Status);
  const title = useRef(null); // not the panel: that may be higher than the screen, and its beginning out of view
  useEffect(() => {
    const { activeElement } = document;
    if (sender && (activeElement === document.body || title.current.closest("form").contains(activeElement))) title.current.focus();
  }, [sender]);
  const back = ({ target: { form } }) => {
    setSender("");
    requestAnimationFrame(() => form.querySelector("[required]").focus());
  };
  return sender && createElement("div", rest,
    createElement("h3", { ref: title, tabIndex: -1 }, heading.replace("{first_name}", () => sender)), children,
    createElement("button", { type: "button", className: "button button-line", onClick: back }, again));
}

// The problems above the form, each leading to its field; it takes focus when it appears.
export function ErrorSummary({ children, ...rest }) {
  const { form, problems } = useContext(Status);
  if (!problems.length) return null;
  const lines = problems.map(({ field, message }) =>
    createElement("li", { key: field + message }, createElement("a", { href: `#${form}-${field}`, onClick: () => reveal(document.getElementById(`${form}-${field}`)) }, message)));
  return createElement("div", { ...rest, tabIndex: -1 }, children, createElement("ul", null, lines));
}

// The same words at the field; the control that it stands for is marked as invalid meanwhile.
export function FieldError({ control, name, ...rest }) {
  const { problems } = useContext(Status);
  const mine = problems.filter(({ field }) => field === name);
  useEffect(() => {
    const element = document.getElementById(control);
    if (mine.length) {
      element?.setAttribute("aria-invalid", "true");
      reveal(element);
    }
    else element?.removeAttribute("aria-invalid");
  }, [mine.length > 0]);
  return createElement("p", rest, mine.map(({ message }) => createElement("span", { key: message }, message)));
}
