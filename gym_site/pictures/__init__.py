"""Makes the pictures of a gym: from photos, in sizes and in its inks, and the cards of shared links."""
