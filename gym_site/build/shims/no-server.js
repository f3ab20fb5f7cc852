// In the place of the websocket client where pages are built without a server.
export const io = null;
