"""Page-wide blocks; each takes its content as an argument."""
