// Inline in every page's head. Starts the page's scripts after the first paint, at the visitor's first input, or
// after three seconds, whichever comes first.
{
  const root = document.documentElement;
  const soon = (/** @type {() => void} */ act) => requestAnimationFrame(() => setTimeout(act));

  // Two steps. *Whole*: `data-live` is set, and CSS shows what needs scripts. *Plain*: it isn't, and
  // the page is as without scripts. CSS layers are as new as the newest thing that the site uses without a fallback. A
  // page that fails after React has changed it is loaded again, with a mark in its history entry that keeps scripts away.
  const live = window.CSSLayerBlockRule && !history.state?.plain;
  if (live) root.dataset.live = "";
  else history.replaceState(null, ""); // so the visitor's own reload tries the scripts again
  const bePlain = (/** @type {unknown} */ error) => {
    delete root.dataset.live;
    removeEventListener("click", keep, true);
    throw error; // for the console
  };
  const reloadPlain = () => {
    history.replaceState({ plain: 1 }, "");
    location.reload();
  };

  // Folded sections are rendered only when they are near the screen, in Chromium (`connection`): other engines don't find
  // the place of a link to a text among them. The build writes their selector for "FOLDED", or nothing if a site folds none.
  // Pictures below the first screen load after the first paint.
  const sections = "FOLDED";
  const fold = () => {
    root.dataset.brief = "";
    if (sections && navigator.connection) root.dataset.folded = "";
  };

  // All sections unfold when the visitor first scrolls or presses a key, because otherwise the page's height would
  // change during scrolling. One section unfolds per frame, so that the browser can respond in between. After the End
  // key, or a click on a link to a section, all unfold at once: the browser needs their heights to scroll to the right
  // place.
  /** @param {Iterable<HTMLElement>} parts */
  const unfoldNext = ([part, ...others]) => {
    if (part) {
      part.style.contentVisibility = "visible";
      requestAnimationFrame(() => unfoldNext(others));
    } else {
      delete root.dataset.folded;
    }
  };
  /** @param {Event & { key?: string }} event */
  const unfold = ({ type, key }) => {
    if (scrollY === 0 && type === "scroll") return; // client-side navigation scrolls each page to its top
    if (key === "End") delete root.dataset.folded;
    if (root.dataset.folded !== "") return;
    root.dataset.folded = "off";
    unfoldNext(document.querySelectorAll(sections));
  };
  for (const event of ["scroll", "wheel", "keydown"]) addEventListener(event, unfold, { passive: true, capture: true });
  addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest('[href*="#"]')) delete root.dataset.folded;
  }, true);

  const release = () => {
    delete root.dataset.held;
    // While the page was hidden, the browser couldn't scroll to the linked section.
    document.getElementById(location.hash.slice(1))?.scrollIntoView({ behavior: "instant" });
  };

  const [visit] = performance.getEntriesByType("navigation");
  if (visit?.type === "navigate") {
    // The first paint waits for the preloaded fonts, for at most a second. A font that arrives later isn't used in this
    // document (font-display: optional), because a change of font would shift the page. Firefox doesn't wait beyond
    // `load`, when it looks for the text of a link to a text: it can't find text that isn't displayed.
    root.dataset.held = "";
    let waits = true; // not for the style sheet of a page that is opened meanwhile
    const end = () => {
      if (waits) release();
      waits = false;
    };
    /** @param {HTMLLinkElement} link */
    const arrived = (link) =>
      performance.getEntriesByName(link.href).length ||
      new Promise((done) => {
        link.onload = done;
        link.onerror = done;
      });
    // A preloaded file alone isn't enough: a busy browser makes its typeface only after it has painted with another.
    const made = () => Promise.allSettled(Array.from(document.fonts, (face) => face.display === "optional" && face.load()));
    /** @type {NodeListOf<HTMLLinkElement>} */
    const fonts = document.querySelectorAll('[as="font"]');
    Promise.all(Array.from(fonts, arrived)).then(made).then(end);
    // On a slow connection, text doesn't wait for fonts (`downlink` is in Mbit/s).
    setTimeout(end, navigator.connection?.downlink < 0.7 ? 0 : 1000);
    if (!navigator.connection) addEventListener("load", end);

    // A page that opens at a section or a text isn't folded: the browser needs the heights of the sections above to
    // scroll there. `location` lacks the text.
    if (!visit.name.includes("#")) fold();
  }

  // The place of a page that is opened again, as React Router keeps it. The router's own script would scroll to it smoothly.
  addEventListener("DOMContentLoaded", () => {
    if (!history.state?.key) history.replaceState({ key: Math.random().toString(32).slice(2) }, "");
    try {
      const top = JSON.parse(sessionStorage.getItem("react-router-scroll-positions"))?.[history.state.key];
      if (top) scrollTo({ top, behavior: "instant" });
    } catch {} // the browser's storage is blocked
  });

  // The script element #start has the URL of the page's start module, but browsers don't load it. The promise of
  // `import` also fails if any module below that one is missing or can't be parsed, or throws.
  let begun = false;
  const begin = () => {
    const waiting = document.getElementById("start");
    if (!waiting || begun) return;
    begun = true;
    clearTimeout(late);
    delete root.dataset.brief;
    loadStyles();
    if (live) import(waiting.dataset.module).catch(bePlain);
  };
  const late = setTimeout(begin, 3000);

  // A page contains only the styles that it uses. The style sheet of all pages is loaded together with the scripts.
  /** @type {HTMLLinkElement} */
  let styles;
  const loadStyles = () => {
    /** @type {HTMLLinkElement} */
    const { href } = document.querySelector('[rel="stylesheet"]'); // the link that React manages; it is disabled
    styles = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    styles.onload = () => {
      if ("held" in root.dataset) release();
    };
    styles.onerror = () => {
      try {
        // A sheet that it imports is missing, such as one of another host. The rest applies.
        if (styles.sheet.cssRules.length) return styles.onload(null);
      } catch {} // it is missing itself, and can't be read
      styles.remove();
      setTimeout(loadStyles, 2000);
    };
    document.head.append(styles);
  };
  /** @param {Event & { movementX?: number, movementY?: number }} event */
  const move = ({ type, movementX, movementY }) => {
    // After a layout, browsers fire `pointermove` even if the pointer has not moved.
    if (type !== "pointermove" || movementX || movementY) begin();
  };
  for (const event of ["pointermove", "pointerdown", "wheel", "keydown", "focusin", "touchstart"])
    addEventListener(event, move, { passive: true, capture: true });

  // Scripts wait for the first paint. They would compete with the pictures and fonts that it needs.
  const onceSeen = () => {
    if (performance.getEntriesByName("first-contentful-paint").length) begin();
    else if (!begun) soon(onceSeen);
  };
  addEventListener("load", () => soon(onceSeen));

  // A click before the page's scripts run is repeated when they run, at the event `pageready`
  // (browser/scripts/page_change.js), unless the browser itself answers it: by a link, a popover, a form.
  const native = `a[href]:not([href^="#panel-"]), label, input, select, textarea, summary, audio, video, [popovertarget],
    :is(form button, [form]):not([type="button"])`;
  /** @type {[Element, number][]} */
  const early = [];
  let ready = false;
  // If a text isn't what React expects, such as a time, React makes the whole page again.
  const alike = (/** @type {Element} */ { localName, id, textContent }) =>
    Array.from(document.getElementsByTagName(localName)).filter((each) => each.id === id && each.textContent === textContent);
  const keep = (/** @type {MouseEvent} */ event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest(native)) return;
    event.stopPropagation(); // otherwise a script that is just starting would handle this click and the repeated click
    const clicked = target.closest("a, button") ?? target; // a translation or React may replace what is in a button
    early.push([clicked, alike(clicked).indexOf(clicked)]);
  };
  if (live) addEventListener("click", keep, true);
  addEventListener("pageready", () => {
    soon(() => {
      ready = true; // effects of the first render may still fail
    });
    root.dataset.live = "";
    removeEventListener("click", keep, true);
    for (const [clicked, place] of early) // each click takes effect before the next click
      setTimeout(() => {
        const target = clicked.isConnected ? clicked : alike(clicked)[place];
        target?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      });
  }, { once: true });

  // Events of client-side navigation, dispatched by browser/scripts/page_change.js.
  addEventListener("pagechanges", () => {
    if (!styles?.sheet) root.dataset.held = "";
  });
  addEventListener("pagefails", () => {
    if (!ready) reloadPlain();
  });
  addEventListener("pagebreaks", reloadPlain);
  addEventListener("pageopens", () => {
    fold();
    soon(() => {
      delete root.dataset.brief;
    });
  });
}
