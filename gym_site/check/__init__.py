"""Checks of content, pictures, settings and database, with the place to fix each problem."""
