"""State that lives only in the visitor's browser, and the components that change it; the server gets no message."""
