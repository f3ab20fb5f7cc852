"""A module for each page, which only composes sections. `register.py` adds the pages to the app."""
