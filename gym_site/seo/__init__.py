"""Records turned into what search engines read. Pure functions."""
