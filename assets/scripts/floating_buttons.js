/**
 * Marks the floating buttons while links to the same places stand whole in the window anyway.
 * @param {HTMLElement} pair
 */
export const watchLinks = (pair) => {
  const goals = Array.from(pair.querySelectorAll("a"), ({ href }) => href);
  /** @type {Set<EventTarget>} */
  const whole = new Set();
  /** @param {IntersectionObserverEntry[]} entries */
  const note = (entries) => {
    for (const { target, isIntersecting } of entries) whole[isIntersecting ? "add" : "delete"](target);
    const seen = Array.from(whole, (link) => /** @type {HTMLAnchorElement} */ (link).href);
    pair.toggleAttribute(
      "data-twice",
      goals.every((goal) => seen.includes(goal)),
    );
  };
  /**
   * @param {string} selector
   * @param {string} rootMargin
   */
  const watch = (selector, rootMargin) => {
    const watcher = new IntersectionObserver(note, { threshold: 1, rootMargin });
    /** @type {NodeListOf<HTMLAnchorElement>} */
    const links = document.querySelectorAll(selector);
    for (const link of links) if (goals.includes(link.href)) watcher.observe(link);
    return watcher;
  };
  const watchers = [watch(".bar a", "0px"), watch("main a, footer a", "-72px 0px 0px")]; // below the bar
  return () => watchers.forEach((watcher) => watcher.disconnect());
};
