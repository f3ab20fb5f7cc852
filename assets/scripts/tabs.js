// Ref of the selected tab: scrolls it to the middle of a list that is wider than the screen, and focuses it if another
// tab had focus. HTML has no tabs. When the page starts, the first tab is in place: measuring it would lay out a part of
// the page that isn't near the screen yet.
let changed;
export const selectedTab = (tab) => {
  const list = tab.parentElement;
  if (tab.previousElementSibling || changed === list)
    list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  if (list.contains(document.activeElement)) tab.focus();
  return () => {
    changed = list;
  };
};
