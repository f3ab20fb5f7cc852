// Replaces the websocket client in pages built without a server.
export const io = null;
