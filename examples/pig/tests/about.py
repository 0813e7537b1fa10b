"""What the house's tests of every game want to know of this one."""

SHORT = {"target": 20}
"""Options with which a game is soon over."""
