// Loads Reflex's websocket client only when a page needs the server. A visitor who only reads pages downloads no client
// and opens no connection. The first event for one of the site's states loads the client, and is sent when the client
// has connected. Events that Reflex sends by itself before that, for example after navigation, are dropped: as soon as
// the client connects, Reflex sends the current page anyway.

/** @typedef {{ query: { token: string } }} Options */
/** @typedef {(address: string, options: Options) => any} Client */
/** @typedef {(...values: any[]) => void} Handle */
/** @typedef {{ name: string }} Event An event for one of the site's states. */

const UNASKED = /\.(hydrate_and_load|on_load_internal|update_vars_internal|handle_frontend_exception)$/;
// The name under which Reflex stores a tab's key in `sessionStorage`. The server finds the tab's state by this key.
// With this module, a tab stores its key when it sends an event, or is on a page that connects as it opens.
const TOKEN = "token";
/**
 * @param {string} kind
 * @param {Event} event
 */
const isAsked = (kind, event) => kind === "event" && !UNASKED.test(event.name);
/** @type {Set<{ open: (io: Client) => void, fail: (error: Error) => void }>} */
const sleeping = new Set();
/** @type {Event[]} */
const kept = [];
let returning = false; // whether the tab was connected before; if so, the server may have newer values than the page
try {
  returning = sessionStorage.getItem(TOKEN) !== null;
} catch {} // the browser's storage is blocked
/** @type {{ io: Client | null } | Promise<{ io: Client | null } | null>} */
let client;
/** @type {(none?: void) => void} */
let sent = () => {};

/** @param {string} reason */
const report = (reason) => {
  const handlers = kept.map(({ name }) => name.split("____").at(-1)); // such as counter.add
  if (handlers.length) console.error(`Not sent to the server: ${handlers.join(", ")}. ${reason}`);
};

let keeping = false; // whether the tab stores its key as it connects

/**
 * Connects, ahead of an event or because of one.
 * @param {boolean} keeps for a page that has a state of its own on the server
 * @param {{ io: Client | null }} given the client, if the page has loaded it
 */
export const wake = async (keeps = false, given = undefined) => {
  keeping ||= keeps;
  client ??= given ?? import("socket.io-client/itself").catch(() => /** @type {null} */ (null));
  const loaded = await client;
  if (loaded?.io) for (const socket of sleeping) socket.open(loaded.io);
  else if (loaded) report("These pages were built without a server.");
  else {
    client = undefined;
    report("The websocket client could not be loaded; the page will try again.");
    for (const socket of sleeping) socket.fail(new Error("The websocket client could not be loaded."));
    if (kept.length) setTimeout(wake, 3000, false);
  }
};

/**
 * @param {string} address
 * @param {Options} options
 */
export default (address, options) => {
  /** @type {any} */
  let socket;
  /** @type {[kind: string, handle: Handle][]} */
  const handlers = [];
  const nothing = () => {};
  /** @type {Handle} */
  let encode = nothing; // that of the client, which Reflex's own, in `asleep`, calls
  const open = (/** @type {Client} */ io) => {
    const { auth, reconnect } = asleep;
    const { encoder, decoder } = asleep.io;
    sleeping.delete(closed);
    const keep = () => sessionStorage.setItem(TOKEN, options.query.token);
    if (keeping) keep();
    socket = Object.assign(io(address, options), { auth, reconnect });
    encode = socket.io.encoder.encode.bind(socket.io.encoder);
    Object.assign(socket.io.encoder, { replacer: encoder.replacer, encode: encoder.encode });
    socket.io.decoder.tryParse = decoder.tryParse;
    for (const handler of handlers) socket.on(...handler);
    // A server that refuses a message closes the connection and sends the reason.
    socket.on("disconnect", (/** @type {string} */ _, /** @type {any} */ details) => {
      const reason = details?.context?.reason;
      if (reason) console.error(`The server refused: ${reason}`);
    });
    socket.onAnyOutgoing((/** @type {string} */ kind, /** @type {Event} */ event) => {
      if (isAsked(kind, event)) keep();
    });
    socket.on("connect", () => {
      setTimeout(sent);
      dispatchEvent(new Event("pageconnects"));
    });
    reconnect(); // Reflex's function: it connects, and tells the server which page is shown
    for (const event of kept.splice(0)) socket.emit("event", event); // sent when the client has connected
  };
  const fail = (/** @type {Error} */ error) => {
    for (const [kind, handle] of handlers) if (kind === "connect_error") handle(error);
  };
  const closed = { open, fail };
  /** @type {any} Reflex adds properties of its own. */
  const asleep = {
    connected: true,
    io: { opts: options, encoder: { encode: (/** @type {unknown} */ packet) => encode(packet) }, decoder: {} },
    on: (/** @type {[string, Handle]} */ ...handler) => handlers.push(handler),
    off: nothing,
    emit: (/** @type {string} */ kind, /** @type {Event} */ event) => {
      if (!isAsked(kind, event)) return;
      kept.push(event);
      window.eventsSent ??= new Promise((done) => {
        sent = done;
      });
      wake();
    },
    connect: () => {
      sleeping.add(closed);
      if (returning) wake();
      else sessionStorage.removeItem(TOKEN);
    },
    disconnect: () => {
      sleeping.delete(closed);
    },
    // The answer to an upload comes over HTTP, and Reflex hands it to these.
    get _callbacks() {
      wake(true);
      const ofEvents = handlers.filter(([kind]) => kind === "event");
      return { $event: ofEvents.map(([, handle]) => handle) };
    },
  };
  return new Proxy(asleep, {
    get: (_, name) => {
      const now = socket ?? asleep;
      const value = now[name];
      return typeof value === "function" ? value.bind(now) : value;
    },
    set: (_, name, value) => {
      const now = socket ?? asleep;
      now[name] = value;
      return true;
    },
  });
};
