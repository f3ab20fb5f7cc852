"""The lead pipeline: clean, validate, store, compose, deliver. Does not import Reflex or a web server."""
