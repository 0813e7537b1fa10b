"""The lab: games by the thousand, and what can be learnt from them."""
