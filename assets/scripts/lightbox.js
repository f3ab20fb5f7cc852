// Ref of a dialog: shows it as a modal. Esc, focus and the top layer are the browser's. Plain HTML could open it only in
// newer engines than we support (invoker commands), and close it by a click outside (closedby="any").
export const modal = (dialog) => {
  dialog.showModal();
  dialog.onclick = ({ target }) => target === dialog && dialog.close();
  return () => dialog.close();
};
