"""State of the pages that the visitor's browser keeps without the server."""
