"""State that the browser keeps, and the parts of Reflex that a page needs, with their scripts."""
