import { createElement, useEffect, useRef } from "react";
import { wake } from "socket.io-client";
import { deadline } from "./deadline.js";
import { setBrowserValues } from "$/public/lean_reflex/store";

// A form that is sent as an event, so that the visitor stays on the page and keeps the entries. If the event gets no
// answer, or this script has not run yet, the browser posts the form and opens the server's answer page.

/** @typedef {import("./entries.js").Control} Control */
/** @typedef {import("./entries.js").Entries} Entries */
/**
 * What the server finds wrong with a field. `allowed`, if there is one, says what the field accepts.
 * @typedef {{ field: string, message: string, allowed: string }} Problem
 */
/** @typedef {"busy" | "offline" | "sent" | ""} Phase */

/**
 * Opens the <details> around a control. Optional fields are folded in it until one of them has a value or a problem.
 * @param {Element} [control]
 */
const reveal = (control) => control?.closest("details:not([open])")?.setAttribute("open", "");

/**
 * Whether the visitor has focused nothing outside a form. A press on its disabled button focuses what is around the form.
 * @param {HTMLFormElement} form
 */
const isAt = (form) => document.activeElement?.contains(form) !== false || form.contains(document.activeElement);

// Returns a random name. crypto.randomUUID exists only on https and localhost.
const mint = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

// The script that keeps the entries is loaded when a form is touched, or has entries to put back.
/** @type {typeof import("./entries.js")} */
let entries;

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
 * Returns the first control that the browser itself refuses. Some browsers refuse addresses with letters outside ASCII,
 * which is no reason to refuse them here.
 * @param {HTMLFormElement} form
 */
const refused = (form) => {
  /** @type {NodeListOf<Control>} */
  const invalid = form.querySelectorAll(":invalid");
  return Array.from(invalid).find(({ validity, value }) => !validity.typeMismatch || /^[ -~]*$/.test(value));
};

/**
 * Shows each problem at its field, and marks the field.
 * @param {HTMLFormElement} form
 * @param {Problem[]} problems
 */
const mark = (form, problems) => {
  const element = (/** @type {string} */ tag, /** @type {string} */ textContent) =>
    Object.assign(document.createElement(tag), { textContent });
  /** @type {NodeListOf<Control>} */
  const controls = form.querySelectorAll("[aria-describedby]");
  for (const control of controls) {
    const mine = problems.find(({ field }) => field === control.name);
    const place = document.getElementById(`${control.id}-error`);
    place.replaceChildren();
    control.removeAttribute("aria-invalid");
    if (!mine) continue;
    place.append(element("span", mine.message));
    if (mine.allowed) place.append(" ", element("small", mine.allowed));
    control.setAttribute("aria-invalid", "true");
    reveal(control);
  }
};

/**
 * `FormView` (gym_site/browser/form_view.py) stores the form's phase and the problems listed above the form. This
 * component reports changes of both with `onPhase` and `onProblems`, and gets their values as the props `phase` and
 * `listed`. The answer to an attempt comes as the other props; `problems` has the server's findings. If the server
 * `checks` the form, it is sent whatever the browser thinks of it.
 * @param {object} props
 * @param {string} props.formKey
 * @param {string} props.action
 * @param {boolean} props.checks
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
 * @param {(phase: Phase, sender: string) => void} props.onPhase
 * @param {import("react").ReactNode} props.children
 */
export function LeadForm({
  formKey: key,
  checks,
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
  onPhase,
  children,
  ...rest
}) {
  const form = useRef(/** @type {HTMLFormElement} */ (null));
  // The current attempt's name; in a ref, because a second click may come before the next render.
  const attempt = useRef("");
  const leave = useRef(/** @type {() => void} */ (null));
  const busy = phase === "busy";

  const changed = () => {
    if (!listed.length) return;
    onProblems([]);
    onAttempt(""); // closes the notice
  };
  /** @param {string} selector */
  const part = (selector) => /** @type {HTMLElement} */ (form.current?.querySelector(selector));
  // Gives the form another name, by which the server knows it again. A form service gets none.
  const renew = () => {
    /** @type {HTMLInputElement} */
    const named = form.current.elements.key;
    if (named) named.value = mint();
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
    try {
      entries ??= await import("./entries.js");
    } catch {} // without the script, nothing is kept
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
    current.noValidate = true;
    // A number's field has no value if its text is no number. The server must not take it for an empty field.
    current.addEventListener("formdata", ({ formData }) => {
      /** @type {NodeListOf<Control>} */
      const invalid = current.querySelectorAll(":invalid");
      for (const { name, validity } of invalid) if (validity.badInput) formData.set(name, "?");
    });
    renew(); // here, because the built HTML is the same for all visitors
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
  const submit = (event) => {
    event.preventDefault();
    if (attempt.current) return;
    const wrong = checks ? undefined : refused(form.current);
    if (wrong) {
      reveal(wrong);
      wrong.reportValidity();
      return;
    }
    changed();
    attempt.current = mint();
    onAttempt(attempt.current); // if the visitor moves to another page before the answer, that page announces it
    onPhase("busy", "");
    onSubmit(/** @type {Entries} */ (Object.fromEntries(new FormData(form.current))), attempt.current);
  };

  useEffect(() => mark(form.current, listed), [listed]);

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
      renew();
    } else if (problems.length) {
      onProblems(problems);
      requestAnimationFrame(() => {
        if (form.current && isAt(form.current)) part(".error-summary")?.focus();
      });
    }
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
    children,
  );
}

/**
 * The confirmation replaces the form. Its title gets the focus, unless the visitor has focused something outside the
 * form meanwhile. When the form is shown again, its first required field gets the focus.
 * @param {HTMLElement} title
 */
export const sentTitle = (title) => {
  const form = title.closest("form");
  if (isAt(form)) title.focus();
  const focusFirst = () => {
    /** @type {HTMLElement} */
    const first = form.querySelector("[required]");
    first.focus();
  };
  return () => requestAnimationFrame(focusFirst);
};

/**
 * Whether a form service took a form. Some answer 200 when they refuse one, and report the error only in the body: the
 * same words as in gym_site/leads/gateway.py.
 * @param {Response} answer
 */
const isAccepted = async (answer) => {
  if (!answer.ok) return false;
  try {
    const { error = null, errors = null, ok = true, success = true, status } = (await answer.json()) ?? {};
    const isNo = (/** @type {unknown} */ value) => /^\s*(false|no|0|null|none)?\s*$/i.test(String(value));
    const isFine = isNo(error) && isNo(errors) && !isNo(ok ?? true) && !isNo(success ?? true);
    return isFine && !/^\s*(error|fail(ed)?)\s*$/i.test(status);
  } catch {
    return true; // the body isn't JSON
  }
};

/**
 * Posts a form to the form service, on a page that was built without a server. Stores the attempt and its outcome as
 * browser values, named as in the server's state (gym_site/state/form_states.py) with the prefix `view`.
 * @param {string} view
 * @param {string} endpoint
 * @param {Entries} fields
 * @param {string} attempt
 */
export const submitDirectly = async (view, endpoint, fields, attempt) => {
  setBrowserValues({ [`${view}_received`]: attempt });
  const body = new URLSearchParams(fields); // the same as in a plain post
  const headers = { Accept: "application/json" };
  let ok = false;
  try {
    ok = await isAccepted(await fetch(endpoint, { method: "POST", headers, body, signal: deadline(10000) }));
  } catch {} // not sent: the form says so
  setBrowserValues({ [`${view}_answered`]: attempt, [`${view}_ok`]: ok });
};
