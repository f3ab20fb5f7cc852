"""ASGI layers around the app (headers, limits, the websocket guard) and the routes beside it."""
