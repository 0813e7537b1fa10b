"""Word Shout, for two to eight players."""
