"""Reflex plugins that add to the built front end; one that relies on its form stops the build when that has changed."""
