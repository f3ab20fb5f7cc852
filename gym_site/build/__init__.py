"""Reflex plugins that change the built front end; each fails the build if the output it patches has changed."""
