"""State that lives in the visitor's browser alone, and the components that change it: no message to the server."""
