"""Records that version 1 of the rules wrote, with the first word list. They are kept: later versions must play them."""
