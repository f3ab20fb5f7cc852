"""Reads the gym's folder: makes typed content of its files, and finds the mistakes in them."""
