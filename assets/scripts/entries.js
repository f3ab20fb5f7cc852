// Keeps what a visitor has typed into a form, so that it is there again after a look at another page. Texts of several
// lines, such as answers about health, are kept only in memory, until a page is loaded again; all else also in
// `sessionStorage`, until the tab is closed. Forms of one kind share what is kept. A sent or emptied form keeps nothing.

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */
/** @typedef {Record<string, string>} Entries The entries by the names of their fields. */
/**
 * The entries, and the query of the page where they were typed.
 * @typedef {{ entries: Entries, search?: string }} Kept
 */

/** @type {Record<string, Kept & { text: string, isStored: boolean }>} */
const memory = {};

/** @param {string} key */
const nameOf = (key) => `form-${key}`;

/**
 * Returns the fields without those that nobody sees.
 * @param {HTMLFormElement} form
 * @returns {NodeListOf<Control>}
 */
const controlsOf = (form) => form.querySelectorAll("[aria-describedby]");

/** @param {string} key */
const read = (key) => {
  try {
    const text = sessionStorage.getItem(nameOf(key));
    return text && JSON.parse(text);
  } catch {} // the browser's storage is blocked
};

/**
 * @param {string} key
 * @param {Kept | null} short
 */
const store = (key, short) => {
  try {
    if (short) sessionStorage.setItem(nameOf(key), JSON.stringify(short));
    else sessionStorage.removeItem(nameOf(key));
  } catch {}
};

/** @param {string} key */
const drop = (key) => {
  delete memory[key];
  store(key, null);
};

/**
 * Resets a form to which the browser goes back, if it was sent from a page in between: a browser may restore what it
 * showed. The server's answer page leaves an empty text in the place of the entries (gym_site/server/answer_pages.py).
 * @param {HTMLFormElement} form
 * @param {string} key
 */
const resetIfSent = (form, key) => {
  const stored = read(key);
  if (stored === "" || (stored === null && memory[key]?.isStored)) form.reset();
};

/**
 * @param {string} key
 * @returns {Kept}
 */
export const kept = (key) => memory[key] || read(key) || { entries: {} };

/**
 * Returns the controls with an entry. `data-given` has a value that the page itself has filled in (wish.js).
 * @param {Iterable<Control>} controls
 */
export const typedIn = (controls) => [...controls].filter(({ value, dataset }) => value !== (dataset.given ?? ""));

/**
 * Returns those of the controls whose entries may be stored.
 * @param {Control[]} controls
 */
export const storable = (controls) => controls.filter(({ localName }) => localName !== "textarea");

/**
 * @param {Control[]} controls
 * @param {string} search
 * @returns {Kept}
 */
const named = (controls, search) => ({
  search,
  entries: Object.fromEntries(controls.map(({ name, value }) => [name, value])),
});

/**
 * @param {HTMLFormElement} form
 * @param {string} key
 * @param {string} search
 */
const keep = (form, key, search) => {
  const typed = typedIn(controlsOf(form));
  if (!typed.length && !Object.keys(kept(key).entries).length) return; // nothing was typed, and nothing has been emptied
  const all = named(typed, search);
  const text = JSON.stringify(all);
  if (memory[key]?.text === text) return; // Firefox leaves a page only when the answer page has already run its script
  const short = storable(typed);
  store(key, short.length ? named(short, search) : null);
  memory[key] = { ...all, text, isStored: Boolean(read(key)) };
};

/**
 * Puts back what was kept. Doesn't replace what is already in a field: typed before this script ran, or restored by the
 * browser.
 * @param {HTMLFormElement} form
 * @param {string} key
 */
const restore = (form, key) => {
  const [visit] = performance.getEntriesByType("navigation");
  if (visit?.type === "back_forward") resetIfSent(form, key);
  const { entries } = kept(key);
  for (const control of controlsOf(form)) {
    if (!control.value && entries[control.name]) control.value = entries[control.name];
    if ("selectedIndex" in control && control.selectedIndex < 0) control.selectedIndex = 0; // an option that no longer exists
  }
};

/**
 * @param {HTMLFormElement} form
 * @param {string} key
 */
const forget = (form, key) => {
  drop(key);
  for (const { dataset } of controlsOf(form)) delete dataset.given;
};

/**
 * Clears a form that the visitor leaves before the answer, also if it was opened again meanwhile, once the notice says
 * that it was sent.
 * @param {string} key
 * @param {string} attempt
 */
const clearOnceSent = (key, attempt) => {
  const watch = new MutationObserver(() => {
    if (!document.querySelector(`[data-attempt="${attempt}"]`)) return;
    watch.disconnect();
    drop(key);
    const name = /** @type {HTMLInputElement} */ (document.getElementById(`${key}-name`));
    name?.form.reset();
  });
  watch.observe(document.body, { childList: true, subtree: true });
};

/**
 * Puts back the entries of a form, and keeps them from now on. `attempt` is a ref with the attempt that has no answer
 * yet. Returns a function for the moment when the form leaves the page.
 * @param {HTMLFormElement} form
 * @param {string} key
 * @param {{ current: string }} attempt
 */
export const keepEntries = (form, key, attempt) => {
  let { search } = location;
  const save = () => keep(form, key, search); // also at the end: some browsers fill in a form without an event
  const hide = () => {
    // The answer page of a server elsewhere can't say here that the form was sent.
    if (attempt.current && new URL(form.action).origin !== location.origin) forget(form, key);
    else save();
  };
  const show = (/** @type {PageTransitionEvent} */ { persisted }) => {
    if (persisted) resetIfSent(form, key);
  };
  restore(form, key);
  save();
  form.addEventListener("input", () => {
    search = location.search;
    save();
  });
  form.addEventListener("reset", () => forget(form, key));
  addEventListener("pagehide", hide);
  addEventListener("pageshow", show);
  return () => {
    removeEventListener("pagehide", hide);
    removeEventListener("pageshow", show);
    save();
    if (attempt.current) clearOnceSent(key, attempt.current);
  };
};
