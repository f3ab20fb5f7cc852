// Ref of a dialog: shows it as a modal. The browser handles Esc, focus and the top layer. Opening it in plain HTML
// (invoker commands) and closing it by a click outside (closedby="any") need newer browsers than we support.
export const modal = (dialog) => {
  dialog.showModal();
  dialog.onclick = ({ target }) => target === dialog && dialog.close();
  return () => dialog.close();
};
