"""Word Shout."""
