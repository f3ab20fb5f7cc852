"""State and behaviour that live in the visitor's browser alone: no message to the server."""
