import { Children, Fragment, createElement, useState, useSyncExternalStore } from "react";
import { whileSeen } from "$/public/scripts/seen.js";

const motion = () => matchMedia("(prefers-reduced-motion: no-preference)");
const onChange = (changed) => {
  const query = motion();
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
};
const loop = whileSeen((video) => {
  video.play().catch(() => {});
  return () => video.pause();
});

// HTML can play a loop, but not pause it unseen. The poster, then what stands over it. The button comes with this script,
// and never to those who want no motion; the click makes the video, which nothing is downloaded of before, and begins it
// in its own commit: some phones let nothing else start one.
export function Clip({ src, play, pause, children }) {
  const offered = useSyncExternalStore(onChange, () => motion().matches, () => false);
  const [asked, setAsked] = useState(false);
  const on = asked && offered;
  const [poster, ...over] = Children.toArray(children);
  const video = { src, ref: loop, muted: true, loop: true, playsInline: true, tabIndex: -1, "aria-hidden": true };
  const button = { type: "button", className: "post-video", "aria-label": on ? pause : play, onClick: () => setAsked(!on) };
  return createElement(Fragment, null, poster,
    on && createElement("video", { ...video, onError: () => setAsked(false) }), ...over,
    offered && createElement("button", button,
      createElement("span", { className: `icon icon-${on ? "pause" : "play"}`, "aria-hidden": true })));
}
