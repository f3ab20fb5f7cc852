// In every page's head: lets the first screen paint before it starts the page's scripts.
{
  const root = document.documentElement;
  const soon = (act) => requestAnimationFrame(() => setTimeout(act));

  // Sections further down stay unstyled until they are near (base.css). Their pictures load after the first paint.
  const fold = () => Object.assign(root.dataset, { brief: "", folded: "" });

  // Once the visitor moves, all sections unfold, or the page's height would change while it scrolls: one per frame, so
  // that the browser can respond in between. A link to a section and the End key unfold them at once, as the position to
  // scroll to depends on all sections above it.
  const unfoldNext = ([part, ...others]) => {
    if (part) {
      part.style.contentVisibility = "visible";
      requestAnimationFrame(() => unfoldNext(others));
    } else {
      delete root.dataset.folded;
    }
  };
  const unfold = ({ type, key }) => {
    if (scrollY === 0 && type === "scroll") return; // a page that opens in the document is put at its top
    if (key === "End") delete root.dataset.folded;
    if (root.dataset.folded === "") unfoldNext(document.querySelectorAll("main > section:nth-child(n + 2), .tour, footer"));
    if ("folded" in root.dataset) root.dataset.folded = "no longer";
  };
  for (const event of ["scroll", "wheel", "keydown"]) addEventListener(event, unfold, { passive: true, capture: true });
  addEventListener("click", (event) => event.target.closest('[href*="#"]') && delete root.dataset.folded, true);

  const release = () => {
    delete root.dataset.held;
    // The browser has scrolled to the section once, while the page was still hidden.
    document.getElementById(location.hash.slice(1))?.scrollIntoView({ behavior: "instant" });
  };

  // The first paint waits for the preloaded fonts, a second at most. A later font is used in the next document only, as a
  // change of font would move the page.
  const holdForFonts = () => {
    root.dataset.held = "";
    const arrived = (link) => performance.getEntriesByName(link.href).length || new Promise((done) => (link.onload = link.onerror = done));
    const fonts = Array.from(document.querySelectorAll('link[rel="preload"][as="font"]'), arrived);
    const patience = navigator.connection?.downlink < 0.7 ? 0 : 1000; // on a slow line (in Mbit/s) the words come first
    Promise.race([Promise.all(fonts), new Promise((done) => setTimeout(done, patience))]).then(release);
  };

  const [visit] = performance.getEntriesByType("navigation");
  if (visit?.type === "navigate") {
    holdForFonts();
    // A page that opens at a section needs all sections at once, since its scroll position depends on those above.
    if (!location.hash) fold();
  }

  // The bar is clear only at the top of the page; assets/scripts/header.js takes over once the page's scripts run.
  const beSolid = () => delete root.dataset.atTop;
  if (!location.hash) root.dataset.atTop = "";
  addEventListener("scroll", beSolid, { once: true });

  // The element #start has the URL of the page's start module, and a type that no browser loads by itself.
  let begun = false;
  const begin = () => {
    const waiting = document.getElementById("start");
    if (!waiting || begun) return;
    begun = true;
    clearTimeout(late);
    delete root.dataset.brief;
    loadStyles();
    const start = Object.assign(document.createElement("script"), { type: "module", src: waiting.src });
    // If a script fails to load, as after a new build, tabs don't work, so every panel is shown.
    start.onerror = () => document.querySelectorAll('[role="tabpanel"]').forEach((panel) => (panel.hidden = false));
    document.head.append(start);
  };
  const late = setTimeout(begin, 3000);

  // The page has only the styles that it uses. The whole sheet, with those for other pages and for scripts, arrives with the
  // scripts, but for print only: to apply it, the browser styles all elements again. It applies to the screen once the
  // visitor moves, and before another page opens.
  let styles;
  let moved = false;
  const applyStyles = () => {
    moved = true;
    if (!styles?.sheet) return;
    styles.media = "all";
    if ("held" in root.dataset) release();
  };
  const loadStyles = () => {
    const { href } = document.querySelector('[rel="stylesheet"]'); // React's link, which loads nothing itself
    styles = Object.assign(document.createElement("link"), { rel: "stylesheet", media: "print", href });
    styles.onload = () => moved && applyStyles();
    styles.onerror = () => setTimeout(loadStyles, 2000, styles.remove());
    document.head.append(styles);
  };
  const move = ({ type, movementX, movementY }) => {
    if (moved || (type === "pointermove" && !movementX && !movementY)) return; // after layout the browser reports a pointer at rest
    begin();
    applyStyles();
  };
  for (const event of ["pointermove", "pointerdown", "wheel", "keydown", "focusin", "touchstart"])
    addEventListener(event, move, { passive: true, capture: true });

  // After the first paint, or scripts would compete with its pictures and fonts.
  const onceSeen = () => (performance.getEntriesByName("first-contentful-paint").length ? begin() : begun || soon(onceSeen));
  addEventListener("load", () => soon(onceSeen));

  // A button that is clicked before the page's scripts run is clicked again once they do (assets/scripts/navigation.js).
  // Menus work without scripts.
  const early = [];
  const keep = (event) => {
    const button = event.target.closest('[type="button"]:not([popovertarget]), [href^="#panel-"]');
    if (!button) return;
    event.stopPropagation(); // or a script that is just starting would handle it too
    early.push(button);
  };
  addEventListener("click", keep, true);
  addEventListener("pageready", () => {
    removeEventListener("click", keep, true);
    removeEventListener("scroll", beSolid);
    for (const button of early) setTimeout(() => button.click()); // each after the effects of the previous one
  }, { once: true });

  // Client-side navigation (assets/scripts/navigation.js).
  addEventListener("pagechanges", () => {
    if (!styles?.sheet) root.dataset.held = "";
    applyStyles();
  });
  addEventListener("pagefails", applyStyles);
  addEventListener("pageopens", () => {
    fold();
    soon(() => delete root.dataset.brief);
  });
}
