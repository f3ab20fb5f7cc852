"""Tools that made the supplied artwork: fonts, sharing cards, printed figures, clips."""
