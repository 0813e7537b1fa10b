"""What decides: the players that can play every game. They see a view, never a position."""
