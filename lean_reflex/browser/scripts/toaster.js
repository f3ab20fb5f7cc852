import { createElement, useContext, useEffect, useState } from "react";
import { ColorModeContext } from "$/utils/context";
import { refs } from "$/utils/state";

// Reflex's toaster. Its library is loaded at the first toast, which is shown as soon as the toaster is.
let library;
let shown;
const isShown = new Promise((done) => (shown = done));

export const LateToaster = () => {
  const { resolvedColorMode } = useContext(ColorModeContext);
  const [Toaster, show] = useState();
  useEffect(() => {
    const call =
      (name) =>
      async (...toast) => {
        const { Toaster, toast: send } = await (library ??= import("sonner"));
        show(() => Toaster);
        await isShown;
        return name ? send[name](...toast) : send(...toast);
      };
    refs.__toast = new Proxy(call(), { get: (_, name) => call(name) });
  }, []);
  useEffect(() => void (Toaster && shown()), [Toaster]);
  return Toaster ? createElement(Toaster, { theme: resolvedColorMode, richColors: true, expand: true }) : null;
};
