import { createElement, useContext, useEffect, useState } from "react";
import { ColorModeContext } from "$/utils/context";
import { refs } from "$/utils/state";

// Reflex's toaster. Its library is loaded at the first toast, which is shown as soon as the toaster is.
/** @type {Promise<typeof import("sonner")>} */
let library;
/** @type {() => void} */
let shown;
const isShown = new Promise((/** @type {(none: void) => void} */ done) => {
  shown = done;
});

export const LateToaster = () => {
  const { resolvedColorMode } = useContext(ColorModeContext);
  const [Toaster, show] = useState(() => /** @type {typeof import("sonner").Toaster} */ (null));
  useEffect(() => {
    const call =
      (/** @type {string | symbol} */ name) =>
      async (/** @type {unknown[]} */ ...toast) => {
        library ??= import("sonner");
        const { Toaster, toast: send } = await library;
        show(() => Toaster);
        await isShown;
        return name ? send[name](...toast) : send(...toast);
      };
    refs.__toast = new Proxy(call(""), { get: (_, name) => call(name) });
  }, []);
  useEffect(() => {
    if (Toaster) shown();
  }, [Toaster]);
  return Toaster ? createElement(Toaster, { theme: resolvedColorMode, richColors: true, expand: true }) : null;
};
