// What goes on only while it is on the screen with its tab in front, which script alone learns: a ref that begins it, and
// calls what that returned to end it.
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

// The seconds that build/start.js has counted: React must begin with the figures that are in the page.
export const firstLeft = (initial) => Number(globalThis.document?.documentElement.dataset.left ?? initial);

// Reports how many seconds are left by the visitor's clock, every second; after the last, CSS shows the words that then hold.
export const secondHand = (report) => whileSeen(() => {
  const { dataset } = document.documentElement;
  const tick = () => {
    const left = Math.max(0, Math.floor((new Date(dataset.opensAt) - Date.now()) / 1000)); // no zone: the visitor's own
    report(left);
    if (left) return;
    dataset.opened = "";
    clearInterval(timer);
  };
  const timer = setInterval(tick, 1000);
  tick();
  return () => clearInterval(timer);
});

// HTML can play a loop, but not pause it unseen.
export const loop = whileSeen((video) => {
  video.play().catch(() => {});
  return () => video.pause();
});
