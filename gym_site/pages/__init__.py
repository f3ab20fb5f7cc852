"""A module per page, which only composes sections; `register.py` puts them on their paths."""
