"""Stack Attack, for two to four players."""
