"""A game being played, and every decision that terminal and server share: seats and their names, house rules, the
source of dice, real dice, the clock, what happens by itself, the record on its way out. No network, no disk.
"""
