/**
 * Opens a link in a new window. HTML alone can only open a tab; the link does so on touch screens, which have no
 * windows, and where none is given.
 * @param {import("react").MouseEvent<HTMLAnchorElement>} event
 */
export const openWindow = (event) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || matchMedia("(pointer: coarse)").matches) return;
  const opened = open("", "_blank", "width=1100,height=800"); // with noopener, it would always be null
  if (!opened) return;
  event.preventDefault();
  opened.opener = null;
  const link = opened.document.body.appendChild(opened.document.importNode(event.currentTarget)); // sends no referrer
  link.target = "_self";
  link.click();
};
