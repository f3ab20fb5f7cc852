// The ref of a dialog. Opens the dialog as a modal, and closes it when the visitor clicks outside; the browser handles
// Esc and focus. HTML can do both (invoker commands, closedby="any"), but only in newer browsers than we support.
export const modal = (dialog) => {
  dialog.showModal();
  dialog.onclick = ({ target }) => target === dialog && dialog.close();
  return () => dialog.close();
};
