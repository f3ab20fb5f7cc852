// In the head of every page that is built before the expansion opens. Checks by the visitor's clock whether it has
// opened since; CSS shows the matching version of each text. Also writes the countdown's figures, so that they are right
// from the first frame; browser/countdown.py updates them.
{
  const root = document.documentElement;
  const opensAt = new Date(root.dataset.opensAt).getTime(); // no time zone: the visitor's own
  const countDown = () => {
    const left = (root.dataset.left = Math.max(0, Math.floor((opensAt - Date.now()) / 1000)));
    const values = [Math.floor(left / 86400), Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60, left % 60];
    const figures = document.querySelectorAll(".countdown-part b");
    figures.forEach((figure, i) => (figure.firstChild.data = values[i])); // React may already own the text node
    if (figures.length < 4 && document.readyState === "loading") requestAnimationFrame(countDown);
  };
  if (opensAt <= Date.now()) root.dataset.opened = "";
  requestAnimationFrame(countDown);
}
