// The ref of the selected tab: the middle of a list that is wider than the screen, however it came to be selected, and in
// focus where another tab was. HTML has no tabs.
export const selectedTab = (tab) => {
  const list = tab.parentElement;
  list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  if (list.contains(document.activeElement)) tab.focus();
  return () => {};
};
