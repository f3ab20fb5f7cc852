"""The sections of pages, as functions. A section that several pages share gets its texts as arguments."""
