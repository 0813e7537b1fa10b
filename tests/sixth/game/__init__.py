"""High Die, for two to four players."""
