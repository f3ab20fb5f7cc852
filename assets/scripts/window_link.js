// HTML can open a tab; a window of its own takes script.
export const openWindow = (event) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  open(event.currentTarget.href, "_blank", "noopener,noreferrer,width=1100,height=800");
};
