import { whileSeen } from "$/public/scripts/seen.js";

// Lets the figures of build/start.js tick while they can be seen: a timer, which no HTML or CSS has. `reflex run` has no
// start.js, and its figures stand still.
export const countdown = whileSeen(() => {
  const tick = () => window.__countDown?.() || clearInterval(timer);
  const timer = setInterval(tick, 1000);
  tick();
  return () => clearInterval(timer);
});
