// For pages without a server: a socket that is always ready, takes every event and does nothing with it. Were it not
// "connected", Reflex would keep the events, try again, and hold up what a page does by itself behind them.
const nothing = () => {};

export default (_address, { query, transports }) => ({
  connected: true,
  io: { opts: { query, transports }, encoder: { encode: nothing }, decoder: {}, open: nothing },
  on: nothing,
  off: nothing,
  emit: nothing,
  connect: nothing,
  disconnect: nothing,
});
