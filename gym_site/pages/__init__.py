"""One module per page: composition only."""
