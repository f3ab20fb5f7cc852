"""Small pieces of interface, free of content."""
