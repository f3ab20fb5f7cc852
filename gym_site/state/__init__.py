"""Reflex state on the server."""
