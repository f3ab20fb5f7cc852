"""The layout around every page."""
