"""The ASGI layers around Reflex's app: security headers, published files, limits of websockets and requests."""
