/**
 * Opens a link in a new window. HTML alone can only open a tab.
 * @param {import("react").MouseEvent<HTMLAnchorElement>} event
 */
export const openWindow = (event) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  open(event.currentTarget.href, "_blank", "noopener,noreferrer,width=1100,height=800");
};
