// Ref of the selected tab: scrolls it to the middle of a list that is wider than the screen, and focuses it if another
// tab had focus. HTML has no tabs.
export const selectedTab = (tab) => {
  const list = tab.parentElement;
  list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  if (list.contains(document.activeElement)) tab.focus();
  return () => {};
};
