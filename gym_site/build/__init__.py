"""Reflex plugins that run after the front end is built; each stops the build when its pattern no longer matches."""
