"""Measurements: what the site does beside what it should do. Nothing here is a test."""
