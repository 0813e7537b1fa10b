"""How the processes of a house hear of each other."""
