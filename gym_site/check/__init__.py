"""Checks of content, pictures, settings and database. Each finding says where to fix it."""
