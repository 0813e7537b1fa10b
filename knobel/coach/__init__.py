"""The coach: what each move is worth to a seat, from its view alone; and, once a game is over, what decided it."""
