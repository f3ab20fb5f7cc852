"""Tools that make the site's fonts, printed pictures and clips."""
