"""What tests of every game want to know of this one: see tests/about.py."""

SHORT = {"dice": 2}
"""Options with which a game is soon over."""
