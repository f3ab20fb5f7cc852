import { Children, Fragment, createElement, useState, useSyncExternalStore } from "react";
import { useSeen } from "$/public/scripts/seen.js";

const still = () => matchMedia("(prefers-reduced-motion: reduce)");
const onChange = (changed) => {
  const query = still();
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
};

// Plays while it is on the screen and its tab in front. The first time in the effect of the click itself: some phones
// let nothing else start a video.
function Loop(props) {
  const ref = useSeen((seen, video) => (seen ? video.play().catch(() => {}) : video.pause()));
  return createElement("video", { ...props, ref, muted: true, loop: true, playsInline: true });
}

// HTML can play a loop, but not start it by a button of ours nor pause it unseen.
// The poster, then what stands over it. The button comes with this script, and never to those who want no motion;
// the video is made by the first click: until then nothing of it is downloaded.
export function Clip({ src, play, pause, children }) {
  const offered = useSyncExternalStore(onChange, () => !still().matches, () => false);
  const [asked, setAsked] = useState(false);
  const on = asked && offered;
  const [poster, ...over] = Children.toArray(children);
  const button = { type: "button", className: "post-video", "aria-label": on ? pause : play };
  return createElement(
    Fragment,
    null,
    poster,
    on && createElement(Loop, { src, "aria-hidden": true, tabIndex: -1, onError: () => setAsked(false) }),
    ...over,
    offered && createElement(
      "button",
      { ...button, onClick: () => setAsked(!on) },
      createElement("span", { className: `icon icon-${on ? "pause" : "play"}`, "aria-hidden": true }),
    ),
  );
}
