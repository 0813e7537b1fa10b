"""A game at one keyboard: whose hands it is in, and how far each person has heard the story."""

from __future__ import annotations

from random import Random

from knobel.cli.opening import Opened
from knobel.cli.terminal import Terminal
from knobel.core.contract import State
from knobel.core.record import PERSON, SeededDice
from knobel.core.words import Voice
from knobel.players.roster import player
from knobel.table.drive import Drive

MOST_RETOLD = 12
"""How many moves are told again when a game is taken up after a break."""


class Sitting:
    """The people and the house's players around one keyboard."""

    def __init__(self, terminal: Terminal, opened: Opened) -> None:
        self.terminal = terminal
        self.opened = opened
        self.table = opened.table
        self.game = opened.table.game
        sitters = self.table.sitters
        self.minds = {n: player(self.game, who.player) for n, who in enumerate(sitters) if who.player != PERSON}
        self.people = tuple(seat for seat in range(len(sitters)) if seat not in self.minds)
        self.passing = self.game.secret and len(self.people) > 1
        """Whether the keyboard is passed around, because people may not see each other's hands."""
        self.holder = self.people[0] if len(self.people) == 1 else None
        """Who looks at the screen: the only person, or whoever was handed the keyboard. None: everybody."""
        self.heard = {seat: self._left_off(seat) for seat in (None, *self.people)}
        """How many of the moves that stand each one has heard of."""
        self.news = False
        """Whether the holder has been shown something since they last decided."""

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody's name, as this screen can show it."""
        return self.terminal.names(self.table.sitters)

    def voice(self, you: int | None) -> Voice:
        """How words reach a seat here."""
        return self.terminal.voice(self.names, you)

    def view(self, seat: int | None) -> State:
        """What a seat may know of the position now."""
        return self.table.state.view(seat)

    def chance(self) -> Random:
        """Chance for the house's players; where the dice come from a known seed, theirs does too."""
        dice = self.table.timeline.header.dice
        return Random(f"{dice.seed}:{len(self.table.timeline.entries)}") if isinstance(dice, SeededDice) else Random()

    def drive(self) -> Drive:
        """What happens here by itself."""
        return Drive(self.table, self.minds, self.chance)

    def told_again_from(self, move: int) -> None:
        """Everything from a move on has changed: whoever heard more of it hears it again."""
        self.heard = {seat: min(heard, move) for seat, heard in self.heard.items()}

    def _left_off(self, seat: int | None) -> int:
        steps = self.table.timeline.steps
        own = max((index + 1 for index, step in enumerate(steps) if step.actor == seat), default=0)
        return max(own, len(steps) - MOST_RETOLD)
