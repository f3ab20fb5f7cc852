"""One module per page. Each only composes sections; `register.py` gives the pages their paths."""
