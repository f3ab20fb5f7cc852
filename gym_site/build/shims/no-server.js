// Replaces the websocket client if the pages are built without a server (GYM_SERVER=none).
export const io = null;
