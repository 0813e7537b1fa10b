"""Hosted tables: what can happen at one, what has become of it, and who lets it happen."""
