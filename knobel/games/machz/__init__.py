"""MACHZ, for two to ten players."""
