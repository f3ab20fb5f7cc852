"""What is wrong with content, pictures, settings and database, and where to mend it."""
