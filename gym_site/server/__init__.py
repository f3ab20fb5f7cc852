"""ASGI layers around Reflex's app (security headers, published files, websocket limits) and our HTTP routes."""
