// A ref that begins something while its element is on the screen with its tab in front, and calls what that returned
// to end it. Only script learns that.
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
