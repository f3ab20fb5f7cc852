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

// The figures of build/start.js tick; `reflex run` has no start.js, and its figures stand still.
export const countdown = whileSeen(() => {
  const tick = () => window.__countDown?.() || clearInterval(timer);
  const timer = setInterval(tick, 1000);
  tick();
  return () => clearInterval(timer);
});

// HTML can play a loop, but not pause it unseen.
export const loop = whileSeen((video) => {
  video.play().catch(() => {});
  return () => video.pause();
});
