"""A game being played: who sits where, where nature's moves come from, what time it is, and the record so far.

It knows no network and no disk. What it is given to `keep` entries is called before anybody sees them: if that fails,
nothing has happened.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Protocol

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from knobel.core.contract import NOT_YOURS, Actor, IllegalMove, Move, Seat, State
from knobel.core.game import Game
from knobel.core.record import (
    AnyEntry,
    Corrected,
    Dice,
    FairDice,
    Header,
    Hints,
    Moved,
    RealDice,
    Record,
    Revealed,
    Sat,
    Sitter,
    Undone,
)
from knobel.core.scene import Scene, closing, with_ids
from knobel.core.timeline import Change, NotPossible, Step, Timeline
from knobel.core.words import Say, Voice
from knobel.table.export import in_words
from knobel.table.nature import Nature
from knobel.table.real_dice import drawn_by_house, said_by_people
from knobel.table.seats import people_among, voice_at

Keep = Callable[[AnyEntry], None]


def forget(_entry: AnyEntry) -> None:
    """Keeps nothing: for tables that need not last."""


class Clock(Protocol):
    """The table's own time in milliseconds."""

    def now(self) -> int:
        """The time now. It never runs backwards."""
        ...

    def seconds_until(self, at: int) -> float:
        """How many seconds of real time it takes until it is that late."""
        ...

    def wait_until(self, at: int) -> None:
        """Returns when it is that late."""
        ...


class PlainClock:
    """Time that passes only when somebody waits: for simulations and tests."""

    def __init__(self, since: int = 0) -> None:
        self._now = since

    def now(self) -> int:
        return self._now

    def seconds_until(self, at: int) -> float:
        return 0

    def wait_until(self, at: int) -> None:
        self._now = max(self._now, at)


class WallClock:
    """Real time, counted from when the table was opened (or, after a break, from where its record left off).

    `pace` is how much faster than real time the table's time runs.
    """

    def __init__(self, since: int = 0, pace: float = 1) -> None:
        self._since = since
        self._pace = pace
        self._opened = time.monotonic()

    def now(self) -> int:
        return self._since + int((time.monotonic() - self._opened) * 1000 * self._pace)

    def seconds_until(self, at: int) -> float:
        return max(0, at - self.now()) / 1000 / self._pace

    def wait_until(self, at: int) -> None:
        while at > self.now():
            time.sleep(self.seconds_until(at))


class Table:
    """One table. Every change goes through the record: tried, kept, then made."""

    def __init__(
        self, timeline: Timeline, nature: Nature, clock: Clock, keep: Keep = forget, *, wordless: bool = False
    ) -> None:
        self.timeline = timeline
        self.nature = nature
        self.clock = clock
        self.keep = keep
        self.wordless = wordless
        """Whether entries are kept without their words, since whoever writes the record out adds them."""

    @classmethod
    def open(cls, game: Game, header: Header, nature: Nature, clock: Clock, keep: Keep = forget) -> Table:
        """A new table, before the first move."""
        return cls(Timeline(game, header), nature, clock, keep)

    @classmethod
    def resume(cls, game: Game, record: Record, nature: Nature, clock: Clock, keep: Keep = forget) -> Table:
        """A table as its record left it."""
        return cls(Timeline.replay(game, record), nature, clock, keep)

    @property
    def game(self) -> Game:
        """What is played."""
        return self.timeline.game

    @property
    def state(self) -> State:
        """The position now."""
        return self.timeline.state

    @property
    def sitters(self) -> tuple[Sitter, ...]:
        """Who sits where now."""
        return self.timeline.sitters

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.timeline.due.places is not None

    def move(self, actor: Actor, move: Move, at: int | None = None, *, known: bool = False) -> Step:
        """Makes a move. Raises `IllegalMove` with the rule, or `Malformed` for what is no move of this actor at all.

        Where it raises, nothing has changed. `known`: it was read from JSON, or made by the rules, for this actor.
        """
        entry = Moved(n=self._next(), at=self._time(at), by=actor, move=_raw(move))
        return self._enter(entry, move if known else None).steps[-1]

    def fall(self) -> Step | None:
        """Nature moves. None where people must say what fell. Raises `IllegalMove` if no dice are in the air."""
        if not self.timeline.due.nature:
            raise IllegalMove(NOT_YOURS, self.game.words.text(NOT_YOURS.say()))
        move = self.drawn()
        return None if move is None else self.move("nature", move, known=True)

    def drawn(self) -> Move | None:
        """Nature's next move, before it is made. None where people must say what fell on the real table."""
        timeline = self.timeline
        if not isinstance(timeline.header.dice, RealDice):
            return self.nature.draw(timeline.game, timeline.state, timeline.draws)
        if drawn_by_house(self.state, people_among(self.sitters)):
            return self.game.draw(self.state, secrets.randbelow, Random)
        return None

    def undo(self, seat: Seat) -> None:
        """A seat takes its own last move back, unless nature or another seat has moved or it has seen something new."""
        self._enter(Undone(n=self._next(), at=self._time(), by=seat))

    def correct(self, of: int, move: Move) -> None:
        """Puts dice right that people had typed in at entry `of`; all that came after is played again.

        What the house drew itself stands: raises `NotPossible`.
        """
        step = next((step for step in self.timeline.steps if step.n == of), None)
        if step and step.actor == "nature" and not said_by_people(self.timeline, step):
            raise NotPossible("not-typed")
        self._enter(Corrected(n=self._next(), at=self._time(), of=of, move=_raw(move)))

    def sit(self, seat: Seat, sitter: Sitter) -> None:
        """Somebody takes a seat over; the rules never know."""
        self._enter(Sat(n=self._next(), at=self._time(), seat=seat, sitter=sitter))

    def sit_in_unsolved(self, seat: Seat, player: str) -> None:
        """Another player of the house plays on for one whose solution cannot be had, under the same name."""
        sitter = Sitter(self.sitters[seat].name, player)
        self._enter(Sat(n=self._next(), at=self._time(), seat=seat, sitter=sitter, why="unsolved"))

    def reveal(self, seed: bytes, *, early: bool = False) -> None:
        """Shows the secret seed, once the game is over (or, `early`, is broken off). The record is closed with it.

        Raises `UnfairDeal` for a seed that is not the promised one: a slip must not spoil the record for good.
        """
        dice = self.timeline.header.dice
        if isinstance(dice, FairDice):
            dice.deal.key(seed)
        self._enter(Revealed(n=self._next(), at=self._time(), seed=seed.hex(), early=early))

    def voice(self, seat: Seat | None, language: str | None = None) -> Voice:
        """How words reach a seat (None: a spectator)."""
        return voice_at(self.timeline, seat, language)

    def story(self, seat: Seat | None, steps: list[Step] | None = None) -> Iterator[tuple[Step, list[Say]]]:
        """What happened, step by step, as one seat may know it (None: a spectator)."""
        for step in self.timeline.steps if steps is None else steps:
            yield step, told(self.game, step, seat)

    def text(self, say: Say, voice: Voice) -> str:
        """Words of this game for one listener."""
        return self.game.words.text(say, voice)

    def _next(self) -> int:
        entries = self.timeline.entries
        return entries.gone + len(entries.held) + 1

    def _time(self, at: int | None = None) -> int:
        """The time to enter: as given, else now, and then never before what has been entered."""
        if at is not None:
            return at
        now, entered = self.clock.now(), self.timeline.time
        return now if now > entered else entered

    def _enter(self, entry: AnyEntry, move: Move | None = None) -> Change:
        change = self.timeline.tried(entry, move)
        if not self.wordless:
            change = replace(change, entry=in_words(self.timeline, change))
        self.keep(change.entry)
        self.timeline.take(change)
        return change


class Sight:
    """What one seat (None: a spectator) may know of a game, and nothing else. The rules are asked once a position."""

    def __init__(self, game: Game, seat: Seat | None) -> None:
        self.game = game
        self.seat = seat
        self._views: dict[int, tuple[State, State]] = {}
        self._scenes: dict[int, tuple[State, Scene]] = {}
        self._shown: dict[int, tuple[Step, Move]] = {}

    def view(self, state: State) -> State:
        """A position as the seat may know it."""
        if type(state).view is State.view:  # nothing is covered
            return state
        known = self._views.get(id(state))
        if known is None:
            known = self._views[id(state)] = state, state.view(self.seat)
        return known[1]

    def scene(self, state: State) -> Scene:
        """What the seat sees lying on the table; everything has an id."""
        known = self._scenes.get(id(state))
        if known is None:
            known = self._scenes[id(state)] = state, with_ids(self.game.scene(self.view(state)))
        return known[1]

    def shown(self, step: Step) -> Move:
        """A move as the seat may know it."""
        if type(step.before).shown is State.shown:
            return step.move
        known = self._shown.get(id(step))
        if known is None:
            known = self._shown[id(step)] = step, step.before.shown(self.seat, step.actor, step.move)
        return known[1]

    def told(self, step: Step, shown: Move | None = None) -> Iterable[Say]:
        """What the seat hears of a step; whoever has asked already what it is shown need not ask again."""
        shown = self.shown(step) if shown is None else shown
        return self.game.tell(self.view(step.before), step.actor, shown, self.view(step.after))

    def landed(self, step: Step) -> tuple[tuple[str, ...], Scene | None]:
        """The ids of the dice that nature threw; and what lay there then, if the position has gone on without them."""
        if step.actor != "nature":
            return (), None
        landing = self.game.landing and self.game.landing(
            self.view(step.before), self.shown(step), self.view(step.after)
        )
        named = landing and with_ids(landing)
        before = set(self.scene(step.before).dice_ids())
        lying = named or self.scene(step.after)
        if lying.drawing:
            before |= {die.id for group in lying.middle if group.built for die in group.dice}
        return tuple([die for die in lying.dice_ids() if die not in before]), named

    def resting(self, step: Step) -> Scene:
        """What the seat sees after the step that ended the game: what decided it is still there."""
        return closing(self.landed(step)[1] or self.scene(step.before), self.scene(step.after))


def told(game: Game, step: Step, seat: Seat | None) -> list[Say]:
    """What one seat hears of a step: made from its views and from what it may know of the move, nothing else."""
    return list(Sight(game, seat).told(step))


def header_for(
    game: Game,
    state: State,
    sitters: tuple[Sitter, ...],
    dice: Dice,
    language: str = "en",
    hints: Hints | UnsetType = UNSET,
) -> Header:
    """The header of a new record."""
    return Header(
        game=game.name,
        rules=game.version,
        options=msgspec.to_builtins(state.options),
        seats=sitters,
        dice=dice,
        language=language,
        hints=hints,
    )


_encode = msgspec.json.Encoder().encode


def _raw(move: Move) -> msgspec.Raw:
    return msgspec.Raw(_encode(move))
