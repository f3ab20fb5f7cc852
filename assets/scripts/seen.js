// Returns a ref that runs an effect while its element is on screen in a visible tab. The function `begin` starts the
// effect, and returns a function that stops it. Only a script can know what is on screen.
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

// Returns the seconds that build/opening.js has computed, because React's first render must equal the page's HTML.
export const firstLeft = (initial) => Number(globalThis.document?.documentElement.dataset.left ?? initial);

// Reports every second how many seconds are left until the opening, by the visitor's clock. At 0 it marks the page, and
// CSS hides the launch offer.
export const secondHand = (report) =>
  whileSeen(() => {
    const { dataset } = document.documentElement;
    const tick = () => {
      // The opening date has no time zone, so it is in the visitor's local time.
      const left = Math.max(0, Math.floor((new Date(dataset.opensAt) - Date.now()) / 1000));
      report(left);
      if (left) return;
      dataset.over = "";
      clearInterval(timer);
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  });

// Plays a clip while it is on screen. HTML can loop a clip, but can't pause it when it leaves the screen.
export const loop = whileSeen((video) => {
  video.play().catch(() => {});
  return () => video.pause();
});
