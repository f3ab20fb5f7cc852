"""State that lives on the server."""
