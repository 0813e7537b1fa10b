"""A game as programs that learn play it: it goes on by itself until somebody has to decide, and moves are numbers.

Dice fall as a seed says. Where several seats are to decide at once, they are asked one after the other, and none sees
what the others chose. Who may speak up and need not is not asked. Time stands still, but where everybody acts at once:
there each decision takes a second, and the clock moves when its time has come.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from knobel.core.contract import Actor, Move, Open, Options, Seat, State
from knobel.core.errors import Malformed
from knobel.core.game import BOX, Game
from knobel.core.numbers import TableNumbers
from knobel.core.options import merged
from knobel.core.registry import game as game_called

PACE = 1000
"""How many milliseconds a decision takes where everybody acts at once."""

PlayedMove = tuple[State, Actor, Move]
"""A move, who made it, and the position before it."""


class StudyTable(msgspec.Struct, frozen=True):
    """What is played: the game, how many seats there are, the house rules, and all of it as numbers."""

    game: Game
    seats: int
    options: Options
    numbers: TableNumbers

    @property
    def opening(self) -> State:
        """The position before the first move."""
        return self.game.opening(self.seats, self.options)


def study_table(game: Game | str, players: int | None = None, preset: str = BOX, **options: object) -> StudyTable:
    """A table for learners, by default the smallest that the game has.

    Raises `Malformed` for what there cannot be, and for a game that brings no numbers.
    """
    found = game_called(game) if isinstance(game, str) else game
    seats = found.seats[0] if players is None else players
    rules = merged(found.options, found.preset(preset), options)
    found.opening(seats, rules)
    if found.numbers is None:
        raise Malformed("no-numbers", game=found.title())
    return StudyTable(found, seats, rules, found.numbers(seats, rules))


class Episode:
    """One game, on its way."""

    def __init__(self, at_table: StudyTable, chance: Random | None = None) -> None:
        self.table = at_table
        self.state = at_table.opening
        self.due = self.state.due()
        self.at = 0
        self.chance = chance
        """What lets dice fall; without it they are waited for."""
        self.history: tuple[PlayedMove, ...] = ()
        self.advance()

    def __deepcopy__(self, _memo: object) -> Episode:
        """Positions never change, so a copy shares them; what is still to fall is another matter for each."""
        copied = Episode.__new__(Episode)
        copied.__dict__.update(self.__dict__)
        if self.chance is not None:
            copied.chance = Random()
            copied.chance.setstate(self.chance.getstate())
        return copied

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.due.places is not None

    @property
    def falling(self) -> bool:
        """Whether dice are in the air that nobody lets fall."""
        return self.due.nature

    def waiting(self) -> tuple[Seat, ...]:
        """Who has to decide now."""
        return tuple(sorted(self.due.must))

    def legal(self, seat: Seat) -> list[int]:
        """The numbers of the moves that a seat may make now."""
        return self.table.numbers.legal(self.state.view(seat), seat, self.at)

    def observe(self, seat: Seat) -> tuple[float, ...]:
        """What a seat sees, as numbers."""
        return self.table.numbers.observe(self.state.view(seat), seat)

    def make(self, seat: Seat, number: int) -> None:
        """A seat's move, by its number; then the game goes on. Raises `IllegalMove`."""
        self._play(seat, self.table.numbers.move(self.state.view(seat), seat, number))
        self.advance()

    def fall(self, move: Move) -> None:
        """Nature's move; then the game goes on."""
        self._play("nature", move)
        self.advance()

    def decide(self, seat: Seat, mind: Any, chance: Random) -> None:
        """A player of the house makes a seat's move. One that would rather keep quiet makes its first listed one."""
        view = self.state.view(seat)
        moves = view.moves(seat, self.at)
        intent = mind.decide(view, seat, moves, chance)
        listed = (move for move in moves if not isinstance(move, Open))
        self._play(seat, intent.move if intent else next(listed))
        self.advance()

    def advance(self) -> None:
        """Goes on until somebody has to decide, dice are waited for, or the game is over."""
        while True:
            due = self.due
            if due.places is not None or (due.nature and self.chance is None):
                return
            if due.nature and self.chance is not None:
                self._play("nature", drawn(self.table.game, self.state, self.chance))
                continue
            when = self.at + (PACE if self.table.game.is_live(self.state) else 0)
            if due.alarm and (not due.must or due.alarm.at <= when):
                self.at = max(self.at, due.alarm.at)
                self._play("clock", due.alarm.move)
                continue
            self.at = when
            return

    def _play(self, actor: Actor, move: Move) -> None:
        before = self.state
        self.state = before.play(actor, move, self.at)
        self.due = self.state.due()
        self.history = (*self.history, (before, actor, move))

    def seen(self, seat: Seat) -> str:
        """The history as a seat saw it: every move, who made it, and as much of it as the seat was shown."""
        return "\n".join(
            f"{actor} {msgspec.json.encode(before.shown(seat, actor, move)).decode()}"
            for before, actor, move in self.history
        )

    def returns(self) -> list[float]:
        """What the game is worth to each seat: 0 until it is over, then 1 for who won alone. All sum to 0."""
        places = self.due.places
        return [0.0] * self.table.seats if places is None else worth_of(places)


def drawn(game: Game, state: State, chance: Random) -> Move:
    """What nature does, as this chance has it."""
    return game.draw(state, chance.randrange, lambda: chance)


def worth_of(places: tuple[int, ...]) -> list[float]:
    """What places are worth: 1 for who won alone, and in sum nothing; who share a win share what it is worth.

    >>> worth_of((1, 2)), worth_of((1, 1)), worth_of((1, 2, 3))
    ([1.0, -1.0], [0.0, 0.0], [1.0, -0.5, -0.5])
    """
    seats = len(places)
    return [(seats * (place == 1) / places.count(1) - 1) / (seats - 1) for place in places]
