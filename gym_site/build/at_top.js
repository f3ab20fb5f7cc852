// Inline in every page's head. The navigation bar is transparent within 50 pixels of the page's top, and solid elsewhere.
// Once the page's scripts run, assets/scripts/header.js switches it.
{
  const beSolid = () => document.documentElement.toggleAttribute("data-at-top", scrollY <= 50);
  if (!location.hash) beSolid();
  onscroll = beSolid;
  addEventListener("pageready", () => {
    onscroll = null;
  });
}
