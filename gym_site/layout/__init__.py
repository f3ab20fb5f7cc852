"""The shell round every page."""
