"""Liar's Dice: five dice under every cup, and a bid that only your own dice can tell you whether to believe."""
