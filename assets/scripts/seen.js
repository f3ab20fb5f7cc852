/**
 * Returns a ref that runs an effect while its element is on screen in a visible tab. The function `begin` starts the
 * effect, and returns a function that stops it. Only a script can know what is on screen.
 * @template {Element} T
 * @param {(element: T) => () => void} begin
 */
export const whileSeen = (begin) => (/** @type {T} */ element) => {
  let visible = true;
  /** @type {() => void} */
  let end;
  const check = () => {
    if (visible && !document.hidden) {
      end ??= begin(element);
    } else {
      end?.();
      end = undefined;
    }
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

/**
 * Returns the seconds that build/opening.js has computed, because React's first render must equal the page's HTML.
 * @param {number} initial
 */
export const firstLeft = (initial) => Number(globalThis.document?.documentElement.dataset.left ?? initial);

/**
 * Returns the seconds until the opening. Its date has no time zone, so it is in the visitor's local time.
 * @param {string} opensAt
 * @param {number} now
 */
export const secondsLeft = (opensAt, now) => Math.max(0, Math.floor((new Date(opensAt).getTime() - now) / 1000));

/**
 * Reports every second how many seconds are left until the opening, by the visitor's clock. At 0 it marks the page, as
 * build/opening.js does.
 * @param {(left: number) => void} report
 */
export const secondHand = (report) =>
  whileSeen(() => {
    const { dataset } = document.documentElement;
    const tick = () => {
      const left = secondsLeft(dataset.opensAt, Date.now());
      report(left);
      if (left) return;
      dataset.over = "";
      clearInterval(timer);
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  });

/** Plays a clip while it is on screen. HTML can loop a clip, but can't pause it when it leaves the screen. */
export const loop = whileSeen((/** @type {HTMLVideoElement} */ video) => {
  video.play().catch(() => {});
  return () => video.pause();
});
