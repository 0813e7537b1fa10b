"""A game at one keyboard: whose hands it is in, and how far each person has heard the story."""

from __future__ import annotations

from random import Random

from knobel.cli.saved_games import SavedGame
from knobel.cli.telling import sentence
from knobel.cli.terminal import Terminal
from knobel.core.contract import State
from knobel.core.record import PERSON, SeededDice
from knobel.core.timeline import Step
from knobel.core.words import Voice
from knobel.players.roster import player
from knobel.table.drive import Drive
from knobel.table.seats import hints_given

MAX_RETOLD = 12
"""How many moves are told again when a game is taken up after a break."""


class TerminalSession:
    """The people and the house's players around one keyboard."""

    def __init__(self, terminal: Terminal, saved: SavedGame) -> None:
        self.terminal = terminal
        self.saved = saved
        self.table = saved.table
        self.game = saved.table.game
        sitters = self.table.sitters
        self.minds = {n: player(self.game, who.player) for n, who in enumerate(sitters) if who.player != PERSON}
        self.people = tuple(seat for seat in range(len(sitters)) if seat not in self.minds)
        self.passing = self.game.secret and self.game.realtime.live is None and len(self.people) > 1
        """Whether the keyboard is passed around, because people may not see each other's hands.

        Where everybody acts at once, nobody could: there is one screen for all."""
        self.holder = self.people[0] if len(self.people) == 1 else None
        """Who looks at the screen: the only person, or whoever was handed the keyboard. None: everybody."""
        self.heard = {seat: self._left_off(seat) for seat in (None, *self.people)}
        """How many of the moves that stand each one has heard of."""
        self.hints = hints_given(self.table.timeline.header.hints, len(self.people))
        """Whether the house says what moves are worth to whoever asks."""
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

    def is_live(self) -> bool:
        """Whether time itself counts now, so that nobody waits for a question."""
        return self.game.is_live(self.table.state)

    def chance(self) -> Random:
        """Chance for the house's players; where the dice come from a known seed, theirs does too."""
        dice = self.table.timeline.header.dice
        return Random(f"{dice.seed}:{len(self.table.timeline.entries)}") if isinstance(dice, SeededDice) else Random()

    def drive(self) -> Drive:
        """What happens here by itself."""
        return Drive(self.table, self.minds, self.chance)

    def tell_again_from(self, move: int) -> None:
        """Everything from a move on has changed: whoever heard more of it hears it again."""
        self.heard = {seat: min(heard, move) for seat, heard in self.heard.items()}

    def _left_off(self, seat: int | None) -> int:
        steps = self.table.timeline.steps
        own = max((index + 1 for index, step in enumerate(steps) if step.actor == seat), default=0)
        return max(own, len(steps) - MAX_RETOLD)


def tell_news(session: TerminalSession, heading: str = "") -> None:
    """Tells whoever looks what happened since they last heard."""
    holder, steps = session.holder, session.table.timeline.steps
    unheard = steps[session.heard[holder] :]
    if heading and unheard:
        session.terminal.say(heading, "dim")
    for step in unheard:
        session.terminal.show(sentence(session.terminal, session.game, step, session.voice(holder)))
        session.news = session.news or _is_news(step, holder)
    session.heard[holder] = len(steps)


def tell_live(session: TerminalSession) -> None:
    """Tells as it happens; where the keyboard is being passed and is in nobody's hands, nobody is told."""
    if not session.passing or session.holder is not None:
        tell_news(session)


def _is_news(step: Step, holder: int | None) -> bool:
    """Whether whoever looks learns something: from another's move, from nature's, or from their own that reveals."""
    return step.actor != holder or (isinstance(step.actor, int) and step.before.binding(step.actor, step.move))
