"""Reflex plugins for the front-end build. Those that patch Reflex's output stop the build if its form has changed."""
