// Replaces the websocket client if the pages are built without a server.
export const io = /** @type {null} */ (null);
