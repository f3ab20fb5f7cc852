/** @type {Element} */
let changed;

/**
 * The ref of the selected tab. If the list of tabs is wider than the screen, scrolls the list so that this tab is in
 * the middle. Focuses this tab if another tab had focus. HTML has no tabs, so this needs a script. On a newly opened
 * page, does not scroll to the first tab: measuring that tab would make the browser lay out a section that isn't near
 * the screen yet.
 * @param {HTMLElement} tab
 */
export const selectedTab = (tab) => {
  const list = tab.parentElement;
  if (tab.previousElementSibling || changed === list)
    list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  if (list.contains(document.activeElement)) tab.focus();
  return () => {
    changed = list;
  };
};
