// Returns a ref that runs an effect while its element is on screen and the tab is visible, which only a script can
// know. The effect returns the function that stops it.
export const whileSeen = (begin) => (element) => {
  let visible = true;
  let end;
  const check = () => {
    if (visible && !document.hidden) return void (end ??= begin(element));
    end?.();
    end = undefined;
  };
  const watch = new IntersectionObserver((entries) => {
    visible = entries.at(-1).isIntersecting;
    check();
  });
  check();
  watch.observe(element);
  document.addEventListener("visibilitychange", check);
  return () => {
    watch.disconnect();
    document.removeEventListener("visibilitychange", check);
    end?.();
  };
};

// The seconds that build/opening.js has computed, as React must begin with the figures in the page.
export const firstLeft = (initial) => Number(globalThis.document?.documentElement.dataset.left ?? initial);

// Reports the seconds left by the visitor's clock, every second. After the last one, CSS shows the texts for the time
// after the opening.
export const secondHand = (report) => whileSeen(() => {
  const { dataset } = document.documentElement;
  const tick = () => {
    const left = Math.max(0, Math.floor((new Date(dataset.opensAt) - Date.now()) / 1000)); // no time zone: the visitor's own
    report(left);
    if (left) return;
    dataset.opened = "";
    clearInterval(timer);
  };
  const timer = setInterval(tick, 1000);
  tick();
  return () => clearInterval(timer);
});

// Plays a clip while it is on screen: HTML can loop a clip, but not pause it off-screen.
export const loop = whileSeen((video) => {
  video.play().catch(() => {});
  return () => video.pause();
});
