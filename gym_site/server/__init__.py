"""Our HTTP routes, and the ASGI layers around Reflex's app: security headers, published files, websocket limits."""
