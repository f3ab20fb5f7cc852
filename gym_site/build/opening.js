// Runs in the head of each page that is built before the expansion opens. Writes the countdown's first figures, so that
// they are correct from the first frame on; browser/countdown.py updates them. If nothing is left, marks the page, so that
// CSS hides the launch offer and shows the countdown's other heading.
{
  const root = document.documentElement;
  const opensAt = new Date(root.dataset.opensAt).getTime(); // no time zone, so it is the visitor's local time
  const countDown = () => {
    const left = Math.max(0, Math.floor((opensAt - Date.now()) / 1000));
    root.dataset.left = String(left);
    const values = [Math.floor(left / 86400), Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60, left % 60];
    const figures = document.querySelectorAll(".countdown-part b");
    // Changes the text node instead of replacing it, because React may already own it.
    figures.forEach((figure, i) => {
      figure.firstChild.nodeValue = String(values[i]);
    });
    if (figures.length < 4 && document.readyState === "loading") requestAnimationFrame(countDown);
  };
  if (opensAt <= Date.now()) root.dataset.over = "";
  requestAnimationFrame(countDown);
}
