// Shows a dialog as a modal while this is its ref. Esc, focus and the top layer are the browser's. HTML alone opens one
// only in engines younger than ours (invoker commands), and closes it by a click beside it (closedby="any").
export const modal = (dialog) => {
  dialog.showModal();
  dialog.onclick = ({ target }) => target === dialog && dialog.close();
  return () => dialog.close();
};
