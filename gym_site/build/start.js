// Stands in every page's head: paints the first screen first, and begins the page's own scripts after it.
{
  const root = document.documentElement;
  const soon = (act) => requestAnimationFrame(() => setTimeout(act));

  // What is further down is neither styled nor laid out before the first screen is painted: base.css has the rule.
  const beBrief = () => void (root.dataset.brief = "");

  // One part a frame, so that the browser can answer in between.
  const unfold = ([part, ...others] = document.querySelectorAll("main > section:nth-child(n + 2), footer")) => {
    if (part) {
      part.style.contentVisibility = "visible";
      requestAnimationFrame(() => unfold(others));
    } else {
      delete root.dataset.brief;
    }
  };

  // A page that opens elsewhere than at its top needs all of it at once, since its place depends on what is above.
  const [visit] = performance.getEntriesByType("navigation");
  if (!location.hash && visit?.type === "navigate") beBrief();

  // What stands in the waiting element runs as it stands: the policy names it.
  let begun = false;
  const begin = () => {
    const waiting = document.getElementById("start");
    if (!waiting || begun) return;
    begun = true;
    clearTimeout(late);
    if ("brief" in root.dataset) unfold();
    const start = document.createElement("script");
    start.type = "module";
    start.textContent = waiting.textContent;
    document.head.append(start);
  };
  for (const event of ["pointerdown", "wheel", "keydown", "focusin", "touchstart"])
    addEventListener(event, begin, { once: true, passive: true, capture: true });
  const late = setTimeout(begin, 3000);

  // Pictures and fonts of the first screen are there; the frame after the next shows them.
  addEventListener("load", () => soon(begin));

  // Another page opens in this document, at its top (browser/navigation.js).
  addEventListener("pageopens", () => {
    beBrief();
    soon(() => unfold());
  });
}
