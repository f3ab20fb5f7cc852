import { Children, Fragment, createElement, useState, useSyncExternalStore } from "react";
import { whileSeen } from "$/public/scripts/seen.js";

const still = () => matchMedia("(prefers-reduced-motion: reduce)");
const onChange = (changed) => {
  const query = still();
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
};
const loop = whileSeen((video) => {
  video.play().catch(() => {});
  return () => video.pause();
});

// HTML can play a loop, but not start it by a button of ours nor pause it unseen. The poster, then what stands over it.
// The button comes with this script, and never to those who want no motion. The video is made by the first click: until
// then nothing of it is downloaded. It plays in the commit of the click itself: some phones let nothing else start it.
export function Clip({ src, play, pause, children }) {
  const offered = useSyncExternalStore(onChange, () => !still().matches, () => false);
  const [asked, setAsked] = useState(false);
  const on = asked && offered;
  const [poster, ...over] = Children.toArray(children);
  const video = { src, ref: loop, muted: true, loop: true, playsInline: true, tabIndex: -1, "aria-hidden": true };
  const button = { type: "button", className: "post-video", "aria-label": on ? pause : play };
  return createElement(Fragment, null, poster,
    on && createElement("video", { ...video, onError: () => setAsked(false) }),
    ...over,
    offered && createElement("button", { ...button, onClick: () => setAsked(!on) },
      createElement("span", { className: `icon icon-${on ? "pause" : "play"}`, "aria-hidden": true })));
}
