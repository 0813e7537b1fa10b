"""Shizzle, for two to six players."""
