"""The site's three forms: their fields, and how entries are cleaned and checked (spec sections 3 and 5)."""
