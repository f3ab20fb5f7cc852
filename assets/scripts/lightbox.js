/**
 * The ref of a dialog. Opens the dialog as a modal, and closes it when the visitor clicks outside. HTML alone can open
 * and close it (invoker commands, closedby="any"), but only in newer browsers than we support. The browser handles
 * Esc and focus.
 * @param {HTMLDialogElement} dialog
 */
export const modal = (dialog) => {
  dialog.showModal();
  dialog.onclick = ({ target }) => {
    if (target === dialog) dialog.close();
  };
  return () => dialog.close();
};
