// Inline in every page's head. Starts the page's scripts after the first paint, at the visitor's first input, or
// after three seconds, whichever comes first.
{
  const root = document.documentElement;
  const soon = (act) => requestAnimationFrame(() => setTimeout(act));

  // Folded sections are rendered only when they are near the screen (base.css). Pictures below the first screen load
  // after the first paint.
  const fold = () => Object.assign(root.dataset, { brief: "", folded: "" });

  // All sections unfold when the visitor first scrolls or presses a key, because otherwise the page's height would
  // change during scrolling. One section unfolds per frame, so that the browser can respond in between. After the End
  // key, or a click on a link to a section, all unfold at once: the browser needs their heights to scroll to the right
  // place.
  const unfoldNext = ([part, ...others]) => {
    if (part) {
      part.style.contentVisibility = "visible";
      requestAnimationFrame(() => unfoldNext(others));
    } else {
      delete root.dataset.folded;
    }
  };
  const unfold = ({ type, key }) => {
    if (scrollY === 0 && type === "scroll") return; // client-side navigation scrolls each page to its top
    if (key === "End") delete root.dataset.folded;
    if (root.dataset.folded === "") unfoldNext(document.querySelectorAll("main > section:nth-child(n + 2), .tour, footer"));
    if ("folded" in root.dataset) root.dataset.folded = "no longer";
  };
  for (const event of ["scroll", "wheel", "keydown"]) addEventListener(event, unfold, { passive: true, capture: true });
  addEventListener("click", (event) => event.target.closest('[href*="#"]') && delete root.dataset.folded, true);

  const release = () => {
    delete root.dataset.held;
    // While the page was hidden, the browser couldn't scroll to the linked section.
    document.getElementById(location.hash.slice(1))?.scrollIntoView({ behavior: "instant" });
  };

  // The first paint waits for the preloaded fonts, for at most a second. A font that arrives later isn't used in this
  // document (font-display: optional), because a change of font would shift the page.
  const holdForFonts = () => {
    root.dataset.held = "";
    const arrived = (link) => performance.getEntriesByName(link.href).length || new Promise((done) => (link.onload = link.onerror = done));
    const fonts = Array.from(document.querySelectorAll('link[rel="preload"][as="font"]'), arrived);
    // On a slow connection, text doesn't wait for fonts (`downlink` is in Mbit/s).
    const patience = navigator.connection?.downlink < 0.7 ? 0 : 1000;
    Promise.race([Promise.all(fonts), new Promise((done) => setTimeout(done, patience))]).then(release);
  };

  const [visit] = performance.getEntriesByType("navigation");
  if (visit?.type === "navigate") {
    holdForFonts();
    // A page that opens at a section isn't folded: the browser needs the heights of the sections above to scroll there.
    if (!location.hash) fold();
  }

  // The navigation bar is transparent at the top of the page, and solid elsewhere. Once the page's scripts run,
  // assets/scripts/header.js switches it.
  const beSolid = () => delete root.dataset.atTop;
  if (!location.hash) root.dataset.atTop = "";
  addEventListener("scroll", beSolid, { once: true });

  // The script element #start has the URL of the page's start module, but a type that browsers don't load.
  let begun = false;
  const begin = () => {
    const waiting = document.getElementById("start");
    if (!waiting || begun) return;
    begun = true;
    clearTimeout(late);
    delete root.dataset.brief;
    loadStyles();
    const start = Object.assign(document.createElement("script"), { type: "module", src: waiting.src });
    // Tabs don't work if the scripts can't be loaded, for example after a new build. Then all their panels are shown.
    start.onerror = () => document.querySelectorAll('[role="tabpanel"]').forEach((panel) => (panel.hidden = false));
    document.head.append(start);
  };
  const late = setTimeout(begin, 3000);

  // A page contains only the styles that it uses. The style sheet of all pages is loaded together with the scripts. It
  // applies only to print at first, because the browser restyles every element when a style sheet is added. It applies
  // to the screen from the visitor's first input on, or from the moment before another page opens.
  let styles;
  let moved = false;
  const applyStyles = () => {
    moved = true;
    if (!styles?.sheet) return;
    styles.media = "all";
    if ("held" in root.dataset) release();
  };
  const loadStyles = () => {
    const { href } = document.querySelector('[rel="stylesheet"]'); // the link that React manages; it is disabled
    styles = Object.assign(document.createElement("link"), { rel: "stylesheet", media: "print", href });
    styles.onload = () => moved && applyStyles();
    styles.onerror = () => setTimeout(loadStyles, 2000, styles.remove());
    document.head.append(styles);
  };
  const move = ({ type, movementX, movementY }) => {
    // After a layout, browsers fire `pointermove` even if the pointer has not moved.
    if (moved || (type === "pointermove" && !movementX && !movementY)) return;
    begin();
    applyStyles();
  };
  for (const event of ["pointermove", "pointerdown", "wheel", "keydown", "focusin", "touchstart"])
    addEventListener(event, move, { passive: true, capture: true });

  // Scripts wait for the first paint. They would compete with the pictures and fonts that it needs.
  const onceSeen = () => (performance.getEntriesByName("first-contentful-paint").length ? begin() : begun || soon(onceSeen));
  addEventListener("load", () => soon(onceSeen));

  // If a button is clicked before the page's scripts run, the click is repeated when they run, at the event `pageready`
  // (assets/scripts/navigation.js). Clicks on menus are not repeated: menus work without scripts.
  const early = [];
  const keep = (event) => {
    const button = event.target.closest('[type="button"]:not([popovertarget]), [href^="#panel-"]');
    if (!button) return;
    event.stopPropagation(); // otherwise a script that is just starting would handle this click and the repeated click
    early.push(button);
  };
  addEventListener("click", keep, true);
  addEventListener("pageready", () => {
    removeEventListener("click", keep, true);
    removeEventListener("scroll", beSolid);
    for (const button of early) setTimeout(() => button.click()); // each click takes effect before the next click
  }, { once: true });

  // Events of client-side navigation, dispatched by assets/scripts/navigation.js.
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
