import { createElement, useEffect, useRef } from "react";
import { wake } from "socket.io-client";
import { deadline } from "./deadline.js";

// A form that is sent as an event, so that the visitor stays on the page and keeps the entries. If the event gets no
// answer, or this script has not run yet, the browser posts the form and opens the server's answer page.

/** @typedef {import("./clean.js").Problem} Problem */
/** @typedef {import("./clean.js").Entries} Entries */
/** @typedef {"busy" | "offline" | "sent" | ""} Phase */

/**
 * Opens the <details> around a control. Optional fields are folded in it until one of them has a value or a problem.
 * @param {Element} [control]
 */
const reveal = (control) => control?.closest("details:not([open])")?.setAttribute("open", "");

// Returns a random name. crypto.randomUUID exists only on https and localhost.
const mint = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

// The scripts that check and keep the entries are loaded when a form is touched, or has entries to put back.
/** @type {typeof import("./check.js")} */
let checks;
/** @type {typeof import("./entries.js")} */
let entries;
const load = async () => {
  try {
    [checks, entries] = await Promise.all([import("./check.js"), import("./entries.js")]);
  } catch {} // the server checks too
};

/**
 * Whether entries of a form were kept before the page was loaded.
 * @param {string} key
 */
const isKept = (key) => {
  try {
    return sessionStorage.getItem(`form-${key}`) !== null;
  } catch {
    return false; // the browser's storage is blocked
  }
};

/**
 * Returns all that is wrong with a form: only what the browser finds if the script can't be loaded, or doesn't run here.
 * @param {HTMLFormElement} form
 * @param {string} key
 * @param {Entries} values
 * @returns {Promise<Problem[]>}
 */
const check = async (form, key, values) => {
  if (!checks) await Promise.race([load(), new Promise((done) => setTimeout(done, 3000))]);
  try {
    return checks.check(form, key, values);
  } catch {
    /** @type {NodeListOf<import("./check.js").Control>} */
    const invalid = form.querySelectorAll(":invalid");
    return Array.from(invalid, (control) => ({ field: control.name, message: control.validationMessage }));
  }
};

/**
 * `FormView` (gym_site/browser/form_view.py) stores the form's phase and the problems listed above the form. This
 * component reports changes of both with `onPhase` and `onProblems`, and gets their values as the props `phase` and
 * `listed`. The server's answer to an attempt comes as the other props; `problems` has the server's findings.
 * @param {object} props
 * @param {string} props.formKey
 * @param {string} props.action
 * @param {boolean} props.live
 * @param {string} props.received
 * @param {string} props.answered
 * @param {boolean} props.ok
 * @param {Problem[]} props.problems
 * @param {Phase} props.phase
 * @param {Problem[]} props.listed
 * @param {(entries: Entries, attempt: string) => void} props.onSubmit
 * @param {(attempt: string) => void} props.onAttempt
 * @param {(found: Problem[]) => void} props.onProblems
 * @param {(messages: string) => void} props.onInvalid
 * @param {(phase: Phase, sender: string) => void} props.onPhase
 * @param {import("react").ReactNode} props.children
 */
export function LeadForm({
  formKey: key,
  live,
  received,
  answered,
  ok,
  problems,
  phase,
  listed,
  onSubmit,
  onAttempt,
  onProblems,
  onInvalid,
  onPhase,
  children,
  ...rest
}) {
  const form = useRef(/** @type {HTMLFormElement} */ (null));
  // The current attempt's name; in a ref, because a second click may come before the next render.
  const attempt = useRef("");
  const leave = useRef(/** @type {() => void} */ (null));
  const busy = phase === "busy";

  /** @param {Problem[]} found */
  const list = (found) => {
    onProblems(found);
    onInvalid([...new Set(found.map(({ message }) => message))].join(", "));
  };
  const changed = () => {
    if (listed.length) list([]);
  };
  /** @param {string} selector */
  const part = (selector) => /** @type {HTMLElement} */ (form.current?.querySelector(selector));
  /** @param {Problem[]} found */
  const report = (found) => {
    list(found);
    requestAnimationFrame(() => part(".error-summary")?.focus());
  };

  /**
   * @param {Phase} outcome
   * @param {string} [sender]
   */
  const settle = (outcome, sender = "") => {
    attempt.current = "";
    onPhase(outcome, sender);
    requestAnimationFrame(() => {
      // some browsers remove focus from a disabled button
      if (document.activeElement === document.body) part("[type=submit]")?.focus({ preventScroll: true });
    });
  };

  const keep = async () => {
    if (!entries) await load();
    if (form.current) leave.current ??= entries?.keepEntries(form.current, key, attempt);
  };
  const touch = () => {
    wake();
    keep();
  };
  // Opens and connects a form in which the visitor has begun before this script ran, or entries were restored.
  const begin = () => {
    let begun = form.current?.contains(document.activeElement);
    const controls = /** @type {Iterable<HTMLInputElement>} */ (form.current?.elements ?? []);
    for (const control of controls) {
      if (control.value) reveal(control);
      begun ||= "defaultValue" in control && control.value !== control.defaultValue;
    }
    if (begun) touch();
  };

  useEffect(() => {
    const { current } = form;
    current.noValidate = true; // our list of problems replaces the browser's bubble
    current.elements.key.value = mint(); // set here, because the built HTML is the same for all visitors
    if (entries || isKept(key)) keep().then(begin);
    begin();
    // If the visitor comes back from the server's answer page, the form is no longer busy.
    const restored = (/** @type {PageTransitionEvent} */ { persisted }) => {
      if (persisted && attempt.current) settle("");
    };
    addEventListener("pageshow", restored);
    return () => {
      removeEventListener("pageshow", restored);
      leave.current?.();
    };
  }, []);

  /** @param {import("react").SyntheticEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    const values = /** @type {Entries} */ (Object.fromEntries(new FormData(form.current)));
    changed();
    const found = await check(form.current, key, values);
    if (!form.current) return; // the visitor has left the page
    if (found.length) report(found);
    else if (!attempt.current) {
      attempt.current = mint();
      onAttempt(attempt.current); // if the visitor moves to another page before the answer, that page announces it
      onPhase("busy", "");
      onSubmit(values, attempt.current);
    }
  };

  useEffect(() => checks?.mark(form.current, key, listed, reveal), [listed]);

  // Posts the form if the event fails: at once if the websocket can't connect, after 3 s if the server hasn't
  // acknowledged the event, and 12 s after the acknowledgement if there is still no answer. The form's key makes
  // duplicates harmless. Nothing is posted if the server can't be reached.
  useEffect(() => {
    if (!busy) return;
    const post = async () => {
      try {
        const answer = await fetch(rest.action, { method: "HEAD", mode: "no-cors", signal: deadline(5000) });
        // If the server has another origin, its answer can't be read. A 502 comes from a proxy that can't reach the
        // server, and a 404 from a host of static files.
        const isThere = answer.ok || answer.type === "opaque";
        if (!isThere) settle("offline");
        // The form still has no answer, and is still on the page.
        else if (attempt.current && form.current) form.current.submit();
      } catch {
        settle("offline");
      }
    };
    const patience = received === attempt.current ? 12000 : 3000;
    const timer = setTimeout(post, live ? patience : 0);
    return () => clearTimeout(timer);
  }, [busy, live, received]);

  useEffect(() => {
    // Ignores an answer to a form that was sent before a reload: the server's state outlives the page.
    if (!attempt.current || answered !== attempt.current) return;
    onAttempt(answered); // announce this answer, even if the page's other form was sent later
    const [firstName] = form.current.elements.name.value.trim().split(/\s/);
    settle(ok ? "sent" : "", firstName);
    if (ok) {
      form.current.reset();
      form.current.elements.key.value = mint();
    } else if (problems.length) report(problems);
  }, [answered]);

  /**
   * Each problem in the list is a link to its field. If the field is in a closed `details` element, a click on the link
   * opens that element.
   * @param {import("react").MouseEvent} event
   */
  const onClick = ({ target }) => {
    if (target instanceof HTMLAnchorElement) reveal(document.getElementById(target.hash.slice(1)));
  };
  const onInput = () => {
    keep(); // a password manager fills in a form without touching it
    changed();
  };
  const events = { onSubmit: submit, onInput, onClick, onFocusCapture: touch, onPointerDownCapture: touch };
  return createElement(
    "form",
    {
      ...rest,
      ...events,
      method: "post",
      ref: form,
      "data-sent": phase === "sent" ? "" : undefined,
      "aria-busy": busy,
    },
    createElement("input", { type: "hidden", name: "key" }),
    children,
  );
}

/**
 * The confirmation replaces the form. Its title gets the focus, unless the visitor has focused something outside the
 * form meanwhile. When the form is shown again, its first required field gets the focus.
 * @param {HTMLElement} title
 */
export const sentTitle = (title) => {
  const { activeElement, body } = document;
  const form = title.closest("form");
  if (activeElement === body || form.contains(activeElement)) title.focus();
  const focusFirst = () => {
    /** @type {HTMLElement} */
    const first = form.querySelector("[required]");
    first.focus();
  };
  return () => requestAnimationFrame(focusFirst);
};
