import { useEffect, useRef } from "react";

// Tells whether an element is on the screen with its tab in front, at once and at each change: only script learns that.
export const useSeen = (tell) => {
  const ref = useRef(null);
  useEffect(() => {
    const element = ref.current;
    let visible = true;
    const check = () => tell(visible && !document.hidden, element);
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
      tell(false, element);
    };
  }, []);
  return ref;
};
