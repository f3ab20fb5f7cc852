"""Metadata for search engines, generated from the content and the records. Pure functions."""
