// Reflex's websocket client, asleep until a visitor touches a form: a reader downloads no client and opens no connection,
// and on pages without a server nobody ever does. Until then the socket says that it is connected and drops what is sent:
// otherwise Reflex would keep the events, and send them all when it connects.
const nothing = () => {};
const waiting = new Set();
let client;

export const wake = async () => {
  client ??= import("socket.io-client/itself").catch(nothing);
  const loaded = await client;
  if (!loaded) client = undefined; // offline: the next touch tries again
  else for (const connect of waiting) connect(loaded.io);
};

export default (address, options) => {
  let socket;
  const handlers = [];
  const asleep = {
    connected: true,
    io: { opts: options, encoder: { encode: nothing }, decoder: {}, open: nothing },
    on: (...handler) => handlers.push(handler),
    off: nothing,
    emit: nothing,
    connect: () => void waiting.add(connect),
    disconnect: () => void waiting.delete(connect),
  };
  const connect = (io) => {
    const { auth, reconnect, io: { encoder, decoder } } = asleep;
    waiting.delete(connect);
    socket = Object.assign(io(address, options), { auth, reconnect });
    socket.io.encoder.replacer = encoder.replacer;
    socket.io.decoder.tryParse = decoder.tryParse;
    for (const handler of handlers) socket.on(...handler);
    reconnect(); // Reflex's: with the page that is shown by now
  };
  return new Proxy(asleep, {
    get: (target, name) => {
      const value = (socket ?? target)[name];
      return typeof value === "function" ? value.bind(socket ?? target) : value;
    },
    set: (target, name, value) => {
      (socket ?? target)[name] = value;
      return true;
    },
  });
};
