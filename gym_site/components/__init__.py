"""Small interface parts without content of their own."""
