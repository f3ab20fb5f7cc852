// Replaces the websocket client in pages built without a server, which never load it.
export const io = null;
