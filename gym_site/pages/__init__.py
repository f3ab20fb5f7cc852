"""One module per page, which only composes sections; `register.py` puts the pages on their paths."""
