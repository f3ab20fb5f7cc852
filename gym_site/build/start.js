// In every page's head: starts the page's scripts after the first screen has been painted.
{
  const root = document.documentElement;
  const soon = (act) => requestAnimationFrame(() => setTimeout(act));

  // Sections further down aren't rendered until they are near the screen (base.css). Their pictures load after the first
  // paint.
  const fold = () => Object.assign(root.dataset, { brief: "", folded: "" });

  // When the visitor first scrolls or presses a key, all sections unfold, or the page's height would change during
  // scrolling. They unfold one per frame, so that the browser can respond in between. A link to a section and the End
  // key unfold them at once, as the position to scroll to depends on all sections above it.
  const unfoldNext = ([part, ...others]) => {
    if (part) {
      part.style.contentVisibility = "visible";
      requestAnimationFrame(() => unfoldNext(others));
    } else {
      delete root.dataset.folded;
    }
  };
  const unfold = ({ type, key }) => {
    if (scrollY === 0 && type === "scroll") return; // client-side navigation puts a new page at its top
    if (key === "End") delete root.dataset.folded;
    if (root.dataset.folded === "") unfoldNext(document.querySelectorAll("main > section:nth-child(n + 2), .tour, footer"));
    if ("folded" in root.dataset) root.dataset.folded = "no longer";
  };
  for (const event of ["scroll", "wheel", "keydown"]) addEventListener(event, unfold, { passive: true, capture: true });
  addEventListener("click", (event) => event.target.closest('[href*="#"]') && delete root.dataset.folded, true);

  const release = () => {
    delete root.dataset.held;
    // Scrolls to the linked section again, as the page was still hidden when the browser did.
    document.getElementById(location.hash.slice(1))?.scrollIntoView({ behavior: "instant" });
  };

  // The first paint waits for the preloaded fonts, a second at most. A font that arrives later is used from the next
  // document on, as a change of font would shift the page.
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

  // The bar is transparent only at the top of the page; assets/scripts/header.js takes over once the page's scripts run.
  const beSolid = () => delete root.dataset.atTop;
  if (!location.hash) root.dataset.atTop = "";
  addEventListener("scroll", beSolid, { once: true });

  // The element #start has the URL of the page's start module, and a type that browsers don't load by themselves.
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

  // The page comes with only the styles that it uses. The style sheet of all pages loads with the scripts, at first for
  // print only, as applying it makes the browser restyle every element. It applies to the screen at the visitor's first
  // input, or before another page opens.
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
    if (moved || (type === "pointermove" && !movementX && !movementY)) return; // browsers also report a resting pointer, after layout
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
