"""Measurements with their targets. Nothing here is a test."""
