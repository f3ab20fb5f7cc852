"""Tools that developers run by hand: pictures, cards, screenshots, licences."""
