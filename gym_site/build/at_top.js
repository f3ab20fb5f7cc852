// Inline in every page's head. The navigation bar is transparent within 50 pixels of the page's top, and solid elsewhere.
// Once the page's scripts run, assets/scripts/header.js switches it.
{
  const root = document.documentElement;
  const beSolid = () => {
    root.toggleAttribute("data-at-top", scrollY <= 50);
  };
  if (!location.hash) root.dataset.atTop = "";
  addEventListener("scroll", beSolid);
  addEventListener("pageready", () => removeEventListener("scroll", beSolid), { once: true });
}
