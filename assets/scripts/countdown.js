import { whileSeen } from "$/public/scripts/seen.js";

// Lets the figures of build/start.js tick while they can be seen: a timer, which no HTML or CSS has.
export const countdown = whileSeen(() => {
  const timer = setInterval(() => window.__countDown() || clearInterval(timer), 1000);
  window.__countDown();
  return () => clearInterval(timer);
});
