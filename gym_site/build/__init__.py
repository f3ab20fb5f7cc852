"""Reflex plugins for the front-end build; those that patch its output fail if its form is unexpected."""
