"""Blocks of pages, as functions of the site; shared sections get their words from the page."""
