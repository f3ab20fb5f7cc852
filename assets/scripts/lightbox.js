import { createElement, useEffect, useRef } from "react";

// <dialog> shown as a modal while `open`; Esc, focus and the top layer are the browser's, opening it needs showModal().
export function ModalDialog({ open, onClose, onPrevious, onNext, ...props }) {
  const dialog = useRef(null);
  useEffect(() => {
    if (open && !dialog.current.open) dialog.current.showModal();
    else if (!open && dialog.current.open) dialog.current.close();
  }, [open]);
  useEffect(() => () => onClose(), []); // left open on a change of page, it would open again on return
  return createElement("dialog", {
    ...props,
    ref: dialog,
    onClose: () => onClose(),
    onKeyDown: (event) => ({ ArrowLeft: onPrevious, ArrowRight: onNext })[event.key]?.(),
    onClick: (event) => event.target === dialog.current && dialog.current.close(), // the backdrop; closedby="any" is younger
  });
}
