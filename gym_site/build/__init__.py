"""Reflex plugins that generate files from the content and the settings."""
