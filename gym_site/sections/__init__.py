"""Blocks of pages, as functions of the site; what several pages show gets its words from the page."""
