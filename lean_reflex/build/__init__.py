"""Reflex plugins for the front-end build. Plugins that patch Reflex's output stop the build if a patch doesn't fit."""
