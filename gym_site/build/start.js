// In every page's head: paints the first screen first, and begins the page's own scripts after it.
{
  const root = document.documentElement;
  const soon = (act) => requestAnimationFrame(() => setTimeout(act));

  // The expansion's opening, by the visitor's clock: CSS shows the words that hold. The countdown's figures are right in
  // the first frame that shows them; browser/countdown.py goes on from there. A build after the opening has no date.
  const opensAt = new Date(root.dataset.opensAt).getTime(); // no zone in the text: the visitor's own
  const countDown = () => {
    const left = (root.dataset.left = Math.max(0, Math.floor((opensAt - Date.now()) / 1000)));
    const values = [Math.floor(left / 86400), Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60, left % 60];
    const figures = document.querySelectorAll(".countdown-part b");
    figures.forEach((figure, i) => (figure.firstChild.data = values[i])); // React may have the text node already
    if (figures.length < 4 && document.readyState === "loading") requestAnimationFrame(countDown);
  };
  if (opensAt <= Date.now()) root.dataset.opened = "";
  if (opensAt) requestAnimationFrame(countDown);

  // Sections further down stay unstyled until they are near (base.css). Their pictures load after the first paint.
  const fold = () => Object.assign(root.dataset, { brief: "", folded: "" });

  // Once the visitor moves, all sections unfold, or the page's height would change while it scrolls: one per frame, so
  // that the browser can respond in between. A link to a section unfolds them at once, as its target's position depends
  // on all sections above it.
  const unfoldNext = ([part, ...others]) => {
    if (part) {
      part.style.contentVisibility = "visible";
      requestAnimationFrame(() => unfoldNext(others));
    } else {
      delete root.dataset.folded;
    }
  };
  const unfold = ({ type }) => {
    if (scrollY === 0 && type === "scroll") return; // a page that opens in the document is put at its top
    if (root.dataset.folded === "") unfoldNext(document.querySelectorAll("main > section:nth-child(n + 2), .tour, footer"));
    if ("folded" in root.dataset) root.dataset.folded = "no longer";
  };
  for (const event of ["scroll", "wheel", "keydown"]) addEventListener(event, unfold, { passive: true, capture: true });
  addEventListener("click", (event) => event.target.closest('[href*="#"]') && delete root.dataset.folded, true);

  const release = () => {
    delete root.dataset.held;
    // Browsers go to the section only once, and there was nothing to scroll.
    document.getElementById(location.hash.slice(1))?.scrollIntoView({ behavior: "instant" });
  };

  // The first screen is drawn in the site's own fonts, which are preloaded, but waits for them no longer than a second:
  // a font that comes later is left for the next document, as other letters in a line would move the page.
  const holdForFonts = () => {
    root.dataset.held = "";
    const arrived = (link) => performance.getEntriesByName(link.href).length || new Promise((done) => (link.onload = link.onerror = done));
    const fonts = Array.from(document.querySelectorAll('link[rel="preload"][as="font"]'), arrived);
    Promise.race([Promise.all(fonts), new Promise((done) => setTimeout(done, 1000))]).then(release);
  };

  const [visit] = performance.getEntriesByType("navigation");
  if (visit?.type === "navigate") {
    holdForFonts();
    // A page that opens elsewhere than at its top needs all of it at once, since its place depends on what is above.
    if (!location.hash) fold();
  }

  // The bar is clear at the page's top alone; assets/scripts/header.js takes over once the page's scripts run.
  const beSolid = () => delete root.dataset.atTop;
  if (!location.hash) root.dataset.atTop = "";
  addEventListener("scroll", beSolid, { once: true });

  // The waiting element names the page's start module, of a type that no browser loads by itself.
  let begun = false;
  const begin = () => {
    const waiting = document.getElementById("start");
    if (!waiting || begun) return;
    begun = true;
    clearTimeout(late);
    loadStyles();
    const start = Object.assign(document.createElement("script"), { type: "module", src: waiting.src });
    // Where a script doesn't arrive, as after a new build, tabs don't answer: all that they lead to is shown.
    start.onerror = () => document.querySelectorAll('[role="tabpanel"]').forEach((panel) => (panel.hidden = false));
    document.head.append(start);
  };
  for (const event of ["pointerdown", "wheel", "keydown", "focusin", "touchstart"])
    addEventListener(event, begin, { once: true, passive: true, capture: true });
  const late = setTimeout(begin, 3000);

  // The page has the styles of its first view; those of all pages, and of what scripts add, come before another page opens.
  let styled = false;
  const loadStyles = () => {
    const { href } = document.querySelector('[rel="stylesheet"]'); // React's own link, which loads nothing
    const styles = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    styles.onload = () => {
      styled = true;
      delete root.dataset.brief; // with the styles, as all elements are styled anew only once then
      if ("held" in root.dataset) release();
    };
    styles.onerror = () => {
      delete root.dataset.brief;
      setTimeout(loadStyles, 2000, styles.remove());
    };
    document.head.append(styles);
  };

  // Not before the first screen is seen, or scripts compete with its pictures and fonts.
  const onceSeen = () => (performance.getEntriesByName("first-contentful-paint").length ? begin() : begun || soon(onceSeen));
  addEventListener("load", () => soon(onceSeen));

  // A button is answered by the page's scripts: what was clicked before they could is clicked again once they can
  // (assets/scripts/navigation.js). Menus are the browser's own.
  const early = [];
  const keep = (event) => {
    const button = event.target.closest('[type="button"]:not([popovertarget]), [href^="#panel-"]');
    if (!button) return;
    event.stopPropagation(); // a script halfway through its start would answer as well
    early.push(button);
  };
  addEventListener("click", keep, true);
  addEventListener("pageready", () => {
    removeEventListener("click", keep, true);
    removeEventListener("scroll", beSolid);
    for (const button of early) setTimeout(() => button.click()); // each after what the one before has changed
  }, { once: true });

  // Another page opens in this document, at its top (assets/scripts/navigation.js).
  addEventListener("pagechanges", () => {
    if (!styled) root.dataset.held = "";
  });
  addEventListener("pageopens", () => {
    fold();
    soon(() => delete root.dataset.brief);
  });
}
