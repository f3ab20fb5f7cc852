import { Children, Fragment, createElement, useState, useSyncExternalStore } from "react";

const still = () => matchMedia("(prefers-reduced-motion: reduce)");
const onChange = (changed) => {
  const query = still();
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
};

// The poster, then what stands over it. The button comes with this script, and never to those who want no motion;
// the video is made by the first click: until then nothing of it is downloaded.
export function Clip({ src, play, pause, children }) {
  const offered = useSyncExternalStore(onChange, () => !still().matches, () => false);
  const [asked, setAsked] = useState(false);
  const on = asked && offered;
  const [poster, ...over] = Children.toArray(children);
  const video = { src, autoPlay: true, muted: true, loop: true, playsInline: true, "aria-hidden": true, tabIndex: -1 };
  const button = { type: "button", className: "post-video", "aria-label": on ? pause : play };
  return createElement(
    Fragment,
    null,
    poster,
    on && createElement("video", { ...video, onError: () => setAsked(false) }),
    ...over,
    offered && createElement(
      "button",
      { ...button, onClick: () => setAsked(!on) },
      createElement("span", { className: `icon icon-${on ? "pause" : "play"}`, "aria-hidden": true }),
    ),
  );
}
