"""State that the visitor's browser keeps without the server, and a component that connects a page to the server."""
