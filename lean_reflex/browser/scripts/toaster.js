import { createElement, useEffect, useState } from "react";

// Reflex's toaster. Its library is loaded at the first toast, which is shown as soon as the toaster is.
/** @typedef {typeof import("sonner")} Sonner */
/** @type {Promise<Sonner>} */
let loading;
/** @type {Sonner} */
let sonner;
/** @type {(show: (toaster: () => Sonner["Toaster"]) => void) => void} */
let mount;
const mounted = new Promise((/** @type {typeof mount} */ done) => {
  mount = done;
});
/** @type {() => void} */
let shown;
const isShown = new Promise((/** @type {(none: void) => void} */ done) => {
  shown = done;
});

const call =
  (/** @type {string | symbol} */ name) =>
  (/** @type {unknown[]} */ ...toast) => {
    const send = (/** @type {Sonner} */ { toast: all }) => (name ? all[name](...toast) : all(...toast));
    if (sonner) return send(sonner);
    if (name === "dismiss" && !loading) return null; // Reflex does it on every page, to take back a toast of its own
    loading ??= import("sonner").catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading.then(async (loaded) => {
      (await mounted)(() => loaded.Toaster);
      await isShown;
      sonner = loaded;
      return send(loaded);
    });
  };
// Reflex takes a function without keys for a missing toaster, and shows an alert instead.
export const toast = new Proxy(Object.assign(call(""), { error: null }), { get: (_, name) => call(name) });

/** @param {Parameters<Sonner["Toaster"]>[0]} props */
export const LateToaster = (props) => {
  const [Toaster, show] = useState(() => sonner?.Toaster);
  useEffect(() => {
    mount(show);
    // A lost connection is shown in a toast, and the library can't be loaded any more then. It brings a style element.
    /** @type {HTMLMetaElement} */
    const policy = document.querySelector('[http-equiv="Content-Security-Policy"]');
    if (!policy || /style-src[^;]*'unsafe-inline'/.test(policy.content))
      addEventListener("pageconnects", () => import("sonner").catch(() => {}), { once: true });
  }, []);
  useEffect(() => {
    if (Toaster) shown();
  }, [Toaster]);
  return Toaster ? createElement(Toaster, props) : null;
};
