"""Schocken: three dice under a cup, and what nobody knows until all cups are lifted."""
