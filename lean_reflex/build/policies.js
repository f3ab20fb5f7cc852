// Inline in every page's head if pages have different policies. A policy belongs to a document, so the router loads a
// document when a link, an event or the browser's history leads to a page with another policy. The build writes the numbers
// of the policies that aren't the usual one, by path; "*" stands for the paths that match the pattern of dynamic routes.
{
  const policies = POLICIES;
  const isDynamic = new RegExp(DYNAMIC);
  /** @param {string} path */
  const policyOf = (path) => {
    path = path.replace(/(\/index)?\.html$/, "").replace(/\/$/, "") || "/"; // a static host may show a page by its file's name
    const own = policies[path];
    return own ?? (isDynamic.test(path) ? policies["*"] : 0);
  };
  /** @param {{ origin: string, pathname: string }} place */
  const isOther = ({ origin, pathname }) => origin === location.origin && policyOf(pathname) !== policy;
  const policy = policyOf(location.pathname);
  addEventListener("pageready", () => {
    const router = window.__reactRouterDataRouter;
    /** @param {Shown} state */
    const watch = ({ navigation, location: shown }) => {
      const { pathname, search, hash } = navigation.location ?? shown;
      const next = new URL(pathname + search + hash, location.origin);
      if (!isOther(next)) return;
      router.dispose(); // ends the router's own navigation
      // The link's events may wait for the connection, which the document would take along.
      Promise.race([window.eventsSent, new Promise((done) => setTimeout(done, 3000))]).then(() => {
        if (next.href === location.href) location.reload();
        else location.assign(next);
      });
    };
    router.subscribe(watch);
    watch(router.state); // a link can be followed before this event
  }, { once: true });
}
