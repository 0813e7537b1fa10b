"""A whole sixth game of the house: what goes into its own folder, and its own tests."""
