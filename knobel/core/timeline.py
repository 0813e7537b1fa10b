"""A record played: from the header to the position, through every entry, with the way back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar, cast, overload

import msgspec

from knobel.core.contract import Actor, Due, IllegalMove, Move, State
from knobel.core.errors import KnobelError
from knobel.core.game import Game
from knobel.core.options import agreed_before
from knobel.core.record import (
    AnyEntry,
    Corrected,
    FairDice,
    Header,
    Moved,
    RealDice,
    Record,
    RecordError,
    Revealed,
    Sat,
    Sitter,
    Undone,
)

T = TypeVar("T")


class NotPossible(KnobelError):
    """Something a table refuses although no rule of the game is asked: an undo too late, a correction of fair dice."""


class Step(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A move that stands, between the position before it and the one after."""

    n: int
    at: int
    actor: Actor
    move: Move
    before: State
    after: State
    draw: int | None = None
    """Which of nature's draws it was, counted from 0."""


class Change(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What an entry would change: steps from index `since` on, and who sits where."""

    entry: AnyEntry
    since: int
    steps: tuple[Step, ...] = ()
    sitters: tuple[Sitter, ...]


class Course(Sequence[T], Generic[T]):
    """Things in the order in which they happened. A branch goes on by itself.

    >>> course = Course([1, 2])
    >>> other = course.branch()
    >>> other.append(3)
    >>> list(course), list(other), other[-1], other[1:], len(course)
    ([1, 2], [1, 2, 3], 3, [2, 3], 2)

    What lies far behind can be forgotten; the others keep their places.

    >>> other.forget(1)
    >>> len(other), other.gone, other[2:], list(course)
    (3, 2, [3], [1, 2])
    """

    __slots__ = ("gone", "held")

    def __init__(self, things: Iterable[T] = (), gone: int = 0) -> None:
        self.held = list(things)
        """The last of them."""
        self.gone = gone
        """How many of the first were forgotten."""

    def branch(self) -> Course[T]:
        """Another course with the same past."""
        other = object.__new__(type(self))
        other.held, other.gone = self.held.copy(), self.gone
        return other

    def forget(self, keep: int) -> None:
        """Forgets all but the last so many."""
        more = max(0, len(self.held) - keep)
        del self.held[:more]
        self.gone += more

    @property
    def last(self) -> T | None:
        """The last of them, if there is one."""
        return self.held[-1] if self.held else None

    def append(self, thing: T) -> None:
        """One more."""
        self.held.append(thing)

    def go_on_from(self, place: int, things: Iterable[T]) -> None:
        """What came from a place on is taken back, and these come instead."""
        if place < self.gone:
            raise _forgotten(self.gone)
        self.held[place - self.gone :] = things

    def _here(self, place: int) -> int:
        if place < self.gone:
            raise _forgotten(self.gone)
        return place - self.gone

    def __len__(self) -> int:
        return self.gone + len(self.held)

    def __iter__(self) -> Iterator[T]:
        self._here(0)
        return iter(self.held)

    def __reversed__(self) -> Iterator[T]:
        return reversed(self.held)

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> list[T]: ...
    def __getitem__(self, place: int | slice) -> T | list[T]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        return self.held[place if place < 0 else self._here(place)]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return False
        theirs = cast("Sequence[object]", other)
        held = max(self.gone, theirs.gone if isinstance(theirs, Course) else 0)
        return len(self) == len(theirs) and self[held:] == [*theirs[held:]]

    __hash__ = None  # pyright: ignore[reportAssignmentType]  # it grows

    def __repr__(self) -> str:
        return repr(self.held)


def _forgotten(gone: int) -> IndexError:
    return IndexError(f"what came before {gone} is forgotten")


class Timeline:
    """The course of a game. An entry is first tried, which changes nothing, and then taken."""

    def __init__(self, game: Game, header: Header) -> None:
        if header.game != game.name:
            raise RecordError("record-other", game=header.game, wanted=game.name)
        rulebook = game.rulebook if header.rules == game.version else game.earlier.get(header.rules)
        if rulebook is None:
            raise RecordError("record-rules", game=game.title(), version=header.rules, known=game.version)
        self.game = game
        self.header = header
        self.first = game.opening(len(header.seats), agreed_before(game.options, header.options), rulebook)
        self.steps: Course[Step] = Course()
        self.state: State = self.first
        """The position now."""
        self.due: Due = self.first.due()
        """Who may move now."""
        self.sitters = header.seats
        self.entries: Course[AnyEntry] = Course()
        self.time = 0
        """The latest time of any entry."""
        self.draws = 0
        """How often nature has drawn. It never goes back: what nature did cannot be undone."""
        self.revealed: str | None = None

    @classmethod
    def replay(cls, game: Game, record: Record) -> Timeline:
        """A whole record, played. Raises `RecordError` naming the first line that does not fit."""
        line = 1
        try:
            timeline = cls(game, record.header)
            for entry in record.entries:
                line = entry.n + 1
                timeline.take(timeline.tried(entry))
        except RecordError:
            raise
        except KnobelError as error:
            raise RecordError("record-illegal", line=line, why=error.say) from error
        except IllegalMove as error:
            raise RecordError("record-illegal", line=line, why=str(error)) from error
        return timeline

    def branch(self) -> Timeline:
        """The same course, to try entries on: what is taken there does not happen here."""
        other = object.__new__(type(self))
        other.game, other.header, other.first, other.sitters = self.game, self.header, self.first, self.sitters
        other.steps, other.entries = self.steps.branch(), self.entries.branch()
        other.state, other.due, other.time = self.state, self.due, self.time
        other.draws, other.revealed = self.draws, self.revealed
        return other

    def forget(self, keep: int) -> None:
        """Forgets how it came to this, but for the last so many steps and entries: play does not need more.

        Dice that people typed in can be put right at any time, so nothing of theirs is forgotten.
        """
        if not isinstance(self.header.dice, RealDice):
            self.steps.forget(keep)
            self.entries.forget(keep)

    def position(self, moves: int) -> State:
        """The position after that many of the moves that stand. Raises `IndexError` where there are not so many."""
        if moves not in range(len(self.steps) + 1):
            raise IndexError(f"there are {len(self.steps)} moves, not {moves}")
        return self.steps[moves - 1].after if moves else self.first

    def tried(self, entry: AnyEntry, move: Move | None = None) -> Change:
        """What an entry would change. Raises `IllegalMove` or `NotPossible`, and changes nothing itself.

        Whoever has just read the entry's `move`, or got it from the rules themselves, need not have it read again.
        """
        if self.revealed is not None:
            raise NotPossible("closed")
        if entry.at < self.time and not _may_be_late(entry):
            raise NotPossible("time-back")
        here = self.steps.gone + len(self.steps.held)
        match entry:
            case Moved():
                move = move or self.game.read(entry.by, bytes(entry.move))
                step = self._step(entry.n, entry.at, entry.by, move, self.state, self.draws)
                return Change(entry=entry, since=here, steps=(step,), sitters=self.sitters)
            case Undone():
                if not self.undoable(entry.by):
                    raise NotPossible("no-undo")
                return Change(entry=entry, since=here - 1, sitters=self.sitters)
            case Corrected():
                since, steps = self._corrected(entry)
                return Change(entry=entry, since=since, steps=steps, sitters=self.sitters)
            case Sat():
                if entry.seat not in range(len(self.sitters)):
                    raise NotPossible("no-seat", seat=entry.seat + 1)
                sitters = list(self.sitters)
                sitters[entry.seat] = entry.sitter
                return Change(entry=entry, since=here, sitters=tuple(sitters))
            case Revealed():
                if not isinstance(self.header.dice, FairDice):
                    raise NotPossible("no-seed")
                if self.due.places is None and not entry.early:
                    raise NotPossible("seed-early")
                return Change(entry=entry, since=here, sitters=self.sitters)

    def take(self, change: Change) -> None:
        """Makes a change that was tried."""
        entry = change.entry
        self.entries.held.append(entry)
        if entry.at > self.time:
            self.time = entry.at
        if isinstance(entry, Moved):  # what happens most
            (step,) = change.steps
            self.steps.held.append(step)
            self.state = step.after
            self.due = step.after.due()
            self.draws += entry.by == "nature"
            return
        if change.steps or change.since < len(self.steps):
            self.steps.go_on_from(change.since, change.steps)
            self.state = self.steps.held[-1].after if self.steps.held else self.first
            self.due = self.state.due()
        self.sitters = change.sitters
        if isinstance(entry, Revealed):
            self.revealed = entry.seed

    def undoable(self, seat: int) -> bool:
        """Whether a seat may take back its last move: nobody has moved since, and it showed the seat nothing new."""
        held = self.steps.held
        return bool(held) and held[-1].actor == seat and not held[-1].before.binding(seat, held[-1].move)

    def _corrected(self, entry: Corrected) -> tuple[int, tuple[Step, ...]]:
        if not isinstance(self.header.dice, RealDice):
            raise NotPossible("not-typed")
        since = next((index for index, step in enumerate(self.steps) if step.n == entry.of), None)
        if since is None or self.steps[since].actor != "nature":
            raise NotPossible("no-throw", n=entry.of)
        old = self.steps[since]
        move = self.game.read("nature", bytes(entry.move))
        steps = [self._step(old.n, old.at, "nature", move, old.before, old.draw or 0)]
        for later in self.steps[since + 1 :]:
            try:
                again = self._step(later.n, later.at, later.actor, later.move, steps[-1].after, later.draw or 0)
            except IllegalMove as error:
                raise NotPossible("no-longer", n=later.n, why=error.why) from error
            steps.append(again)
        return since, tuple(steps)

    def _step(self, n: int, at: int, actor: Actor, move: Move, before: State, draw: int) -> Step:
        after = before.play(actor, move, at)
        drawn = draw if actor == "nature" else None
        return Step(n=n, at=at, actor=actor, move=move, before=before, after=after, draw=drawn)


def _may_be_late(entry: AnyEntry) -> bool:
    """Whether an entry may be of a time that has passed: what a person did has its own fair time."""
    return isinstance(entry, Moved) and isinstance(entry.by, int) and entry.at >= 0
