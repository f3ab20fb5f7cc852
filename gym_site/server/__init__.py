"""ASGI layers around the app (headers, limits, the websocket guard) and its HTTP routes."""
