// The ref of the selected tab. Scrolls a list that is wider than the screen until the tab is in the middle, and focuses
// the tab if another tab had focus. HTML has no tabs, so this needs a script. On a newly opened page, the first tab
// isn't scrolled: measuring it would make the browser lay out a section that isn't near the screen yet.
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
