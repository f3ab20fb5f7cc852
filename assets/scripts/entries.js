// Keeps what a visitor has typed into a form, so that it is there again after a look at another page. Texts of several
// lines, such as answers about health, are kept only in memory, until a page is loaded again; all else also in
// `sessionStorage`, until the tab is closed. Forms of one kind share what is kept. A sent or emptied form keeps nothing.
const memory = {};
const nameOf = (key) => `form-${key}`;
const controlsOf = (form) => form.querySelectorAll("[aria-describedby]"); // without the fields that nobody sees

const read = (key) => {
  try {
    const text = sessionStorage.getItem(nameOf(key));
    return text && JSON.parse(text);
  } catch {} // the browser's storage is blocked
};
const store = (key, short) => {
  try {
    if (short) sessionStorage.setItem(nameOf(key), JSON.stringify(short));
    else sessionStorage.removeItem(nameOf(key));
  } catch {}
};

// Resets a form to which the browser goes back, if it was sent from a page in between: a browser may restore what it
// showed. The server's answer page leaves an empty text in the place of the entries (gym_site/server/answer_pages.py).
const resetIfSent = (form, key) => {
  if (read(key) === "" || (read(key) === null && memory[key]?.isStored)) form.reset();
};

// Returns the entries by the fields' names, and the query of the page where they were typed.
export const kept = (key) => memory[key] || read(key) || { entries: {} };

// `data-given` has a value that the page itself has filled in (wish.js): it is not an entry.
const keep = (form, key, search) => {
  const typed = [...controlsOf(form)].filter(({ value, dataset }) => value !== (dataset.given ?? ""));
  if (!typed.length && !Object.keys(kept(key).entries).length) return; // nothing was typed, and nothing has been emptied
  const short = typed.filter(({ localName }) => localName !== "textarea");
  const named = (controls) => ({
    search,
    entries: Object.fromEntries(controls.map(({ name, value }) => [name, value])),
  });
  const text = JSON.stringify(named(typed));
  if (memory[key]?.text === text) return; // Firefox leaves a page only when the answer page has already run its script
  store(key, short.length && named(short));
  memory[key] = { ...named(typed), text, isStored: Boolean(read(key)) };
};

// Puts back what was kept. Doesn't replace what is already in a field: typed before this script ran, or restored by the
// browser.
const restore = (form, key) => {
  if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") resetIfSent(form, key);
  const { entries } = kept(key);
  for (const control of controlsOf(form)) {
    if (!control.value && entries[control.name]) control.value = entries[control.name];
    if (control.selectedIndex < 0) control.selectedIndex = 0; // an option that no longer exists
  }
};

const forget = (form, key) => {
  delete memory[key];
  store(key);
  for (const { dataset } of controlsOf(form)) delete dataset.given;
};

// Clears a form that the visitor leaves before the answer, also if it was opened again meanwhile, once the notice says
// that it was sent.
const clearOnceSent = (key, attempt) => {
  const watch = new MutationObserver(() => {
    if (!document.querySelector(`[data-attempt="${attempt}"]`)) return;
    watch.disconnect();
    delete memory[key];
    store(key);
    document.getElementById(`${key}-name`)?.form.reset();
  });
  watch.observe(document.body, { childList: true, subtree: true });
};

// Puts back the entries of a form, and keeps them from now on. `attempt` is a ref with the attempt that has no answer
// yet. Returns a function for the moment when the form leaves the page.
export const keepEntries = (form, key, attempt) => {
  let { search } = location;
  const save = () => keep(form, key, search); // also at the end: some browsers fill in a form without an event
  const hide = () => {
    // The answer page of a server elsewhere can't say here that the form was sent.
    if (attempt.current && new URL(form.action).origin !== location.origin) forget(form, key);
    else save();
  };
  const show = ({ persisted }) => persisted && resetIfSent(form, key);
  restore(form, key);
  save();
  form.addEventListener("input", () => {
    ({ search } = location);
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
