"""The contract every game keeps: a position answers questions, and one pure function leads to the next position.

Everything that happens at a table is a move, made by a seat, by nature (dice fall, a tower settles) or by the clock.
Rules are pure: time and chance come in as moves. Legality is asked (`objection`), not discovered by failing.
A `view` is the same position with everything covered that a seat may not know, so the same rules answer for it.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from random import Random
from typing import Annotated, Any, ClassVar, Generic, Literal, Self, TypeVar

import msgspec
from msgspec.structs import astuple, fields

from knobel.core.chances import Chances
from knobel.core.errors import Malformed
from knobel.core.words import Argument, Catalogue, Say

Seat = int
Role = Literal["seat", "nature", "clock"]
Actor = Seat | Literal["nature", "clock"]


SeatNamed = Annotated[int, msgspec.Meta(ge=0)]
"""A seat that a move names, counted from 0. Whether the table has it, the rules say."""


class Part(msgspec.Struct, frozen=True, gc=False):
    """What a move is made of (the face of a die, say): as with the move itself, each value fits its type.

    A kind states its limits once, in its types. JSON that breaks them is not read, and Python that breaks them makes
    nothing: either way it is `Malformed`, before any rule is asked.
    """

    def __post_init__(self) -> None:
        kind = type(self)
        if not self.__struct_fields__:
            return
        given = astuple(self)
        try:
            taken = msgspec.convert(given, _ROWS.get(kind) or _row(kind))
        except msgspec.ValidationError as error:
            raise Malformed("move", why=_named(str(error), self.__struct_fields__)) from error
        if astuple(taken) != given:  # a list instead of a tuple, say: equal in JSON, and nowhere else
            raise Malformed("move", why=repr(self))


class Move(Part, frozen=True, tag=True, forbid_unknown_fields=True):
    """Something that happens at the table. Each game defines its own kinds; a kind's name is its tag in JSON."""


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The house rules of one table. Each game defines its own; the defaults are the box rules."""


class Alarm(msgspec.Struct, frozen=True):
    """From table time `at` (in milliseconds) on, the clock may make its `move`."""

    at: int
    move: Move


class Due(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Who may move now. When the game is over nobody may, and `places` says how it ended (1 is first)."""

    must: frozenset[Seat] = frozenset()
    """The table waits for these."""
    may: frozenset[Seat] = frozenset()
    """These may speak up (shout, challenge, object) but need not."""
    nature: bool = False
    """Dice are in the air."""
    alarm: Alarm | None = None
    places: tuple[int, ...] | None = None


@cache
def waits_for(*seats: Seat) -> Due:
    """The table waits for these seats and nobody else.

    >>> waits_for(2).must
    frozenset({2})
    """
    return Due(must=frozenset(seats))


IN_THE_AIR = Due(nature=True)


class Open(msgspec.Struct, frozen=True):
    """A kind of move too rich to list (a word, a placement): its name and the JSON schema of what it takes."""

    kind: str
    schema: dict[str, Any]


class Draw(msgspec.Struct, frozen=True):
    """A move of nature too rich to list (a tower settling): the source to ask and what to ask it."""

    source: str
    request: msgspec.Struct


class Objection(msgspec.Struct, frozen=True):
    """Why a move is not allowed: the rule it breaks. The words for it stand in the catalogue under `why`."""

    rule: str
    variant: str = ""
    args: dict[str, Argument] = {}

    def say(self) -> Say:
        """The reason, for the catalogue to put into a player's language."""
        return Say(f"why.{self.rule}.{self.variant}" if self.variant else f"why.{self.rule}", self.args)


class IllegalMove(Exception):
    """A well-formed move that the rules forbid here. It names the rule and says why in plain words."""

    def __init__(self, objection: Objection, why: str) -> None:
        super().__init__(f"{why} ({objection.rule})")
        self.objection = objection
        self.why = why


NOT_YOURS = Objection("TURN")

Guessed_co = TypeVar("Guessed_co", bound="State", covariant=True)


class Guess(msgspec.Struct, Generic[Guessed_co], frozen=True):
    """A whole position that looks like a view, and how likely it was to be drawn: exactly, or None if nobody can tell.

    A search that weighs positions by how likely they really are divides by it.
    """

    state: Guessed_co
    weight: Fraction | None = Fraction(1)


SAID = ("SEAT_MOVES", "WORDS")
"""What every rulebook says of itself, beside its methods."""


class State(msgspec.Struct, frozen=True, gc=False):
    """A position of a game. A subclass is a rulebook: it answers questions and never acts.

    The collector of garbage passes positions over: made of what was there before them, none of them holds itself.
    """

    SEAT_MOVES: ClassVar[tuple[type[Move], ...]]
    NATURE_MOVES: ClassVar[tuple[type[Move], ...]] = ()
    CLOCK_MOVES: ClassVar[tuple[type[Move], ...]] = ()
    WORDS: ClassVar[Catalogue]

    options: Options
    """The house rules it is played under, as the game's own kind of `Options`."""

    def __init_subclass__(cls) -> None:
        """A rulebook that leaves out a part of the contract cannot be made; the `TypeError` says what is missing."""
        super().__init_subclass__()
        if missing := _missing(cls):
            raise TypeError(f"the rulebook {cls.__name__} misses {', '.join(missing)} (see docs/contract.md)")

    # What a rulebook says -------------------------------------------------------------------------------------------

    @classmethod
    @abstractmethod
    def start(cls, seats: int, options: Any) -> Self:
        """The position before the first move."""

    @abstractmethod
    def due(self) -> Due:
        """Who must move, who may, whether dice are in the air, the clock's alarm, or how it ended."""

    @abstractmethod
    def candidates(self, seat: Seat) -> Iterable[Move | Open]:
        """Every move the seat could think of; `refusal` sorts out the legal ones. Read from the seat's view alone."""

    @abstractmethod
    def refusal(self, actor: Actor, move: Move, at: int) -> Objection | None:
        """The game's own rules: why this actor, who is due, may not make this move now; or None."""

    @abstractmethod
    def after(self, actor: Actor, move: Move, at: int) -> Self:
        """The position that follows a legal move."""

    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """Each seat's points now."""

    def chances(self) -> Chances | Draw:
        """Nature's moves with exact probabilities, or which source to ask. Asked only when dice are in the air."""
        raise TypeError("this game leaves nothing to nature")

    def view(self, seat: Seat | None) -> Self:
        """What a seat may know (None: a spectator). The position itself, where a game hides nothing.

        Raises `Malformed` for what is no seat at all.
        """
        if seat is not None and type(seat) is not int:
            raise no_seat(seat)
        return self

    def shown(self, seat: Seat | None, actor: Actor, move: Move) -> Move:
        """What a seat may know of a move that is being made. The move itself, where a game hides nothing.

        When nature, the clock or another seat reveals something, it stands here too (in a kind of move of its own, if
        need be); else only a seat's `binding` move reveals. So that nothing slips out: two games that look the same to
        a seat still do after moves that look the same.
        """
        return move

    def binding(self, seat: Seat, move: Move) -> bool:
        """Whether a seat's move shows it something it could not know before, so that it cannot be taken back."""
        return False

    def is_view(self) -> bool:
        """Whether something lies covered here: then it is what somebody sees, and no whole position to play on from."""
        return False

    def guess(self, chance: Random) -> Guess[Self]:
        """A whole position that looks like this view, drawn evenly among what may lie covered.

        What those who covered it would rather have done is not asked: that is for a player to think (`Coaching`).
        Raises `TypeError` where a rulebook hides something and does not say how to guess it.
        """
        if type(self).view is not State.view:
            raise TypeError(f"the rulebook {type(self).__name__} does not say how to guess what it hides")
        return Guess(self)

    # What follows from it -------------------------------------------------------------------------------------------

    def moves(self, seat: Seat, at: int = 0) -> list[Move | Open]:
        """The legal moves of a seat, and the kinds that are too rich to list. Raises `Malformed` for no seat at all."""
        if type(seat) is not int:
            raise no_seat(seat)
        due = self.due()
        if seat not in due.must and seat not in due.may:
            return []
        return [
            move for move in self.candidates(seat) if isinstance(move, Open) or self.refusal(seat, move, at) is None
        ]

    def objection(self, actor: Actor, move: Move, at: int = 0) -> Objection | None:
        """Why `actor` may not make `move` now, or None. Nobody makes another's move, nor nature's, nor the clock's."""
        due = self.due()
        if actor == "nature":
            allowed = due.nature and isinstance(move, self.NATURE_MOVES)
        elif actor == "clock":
            allowed = due.alarm is not None and at >= due.alarm.at and move == due.alarm.move
        else:
            due_now = type(actor) is int and (actor in due.must or actor in due.may)
            allowed = due_now and isinstance(move, self.SEAT_MOVES)
        return self.refusal(actor, move, at) if allowed else NOT_YOURS

    def play(self, actor: Actor, move: Move, at: int = 0) -> Self:
        """The only way forward. Raises `IllegalMove` where there is an objection."""
        if objection := self.objection(actor, move, at):
            raise IllegalMove(objection, self.WORDS.text(objection.say()))
        return self.after(actor, move, at)

    def outcome(self) -> tuple[int, ...] | None:
        """Each seat's place once the game is over (1 is first, shared places are equal), else None."""
        return self.due().places


def covers_nothing(rulebook: type[State]) -> bool:
    """Whether everybody may know every position and every move of a game."""
    return rulebook.view is State.view and rulebook.shown is State.shown


def no_seat(given: object) -> Malformed:
    """What to raise for something that is no seat and yet would be taken for one: True and 1.0 are equal to seat 1."""
    return Malformed("no-seat", seat=repr(given))


def _missing(rulebook: type[State]) -> list[str]:
    """What a rulebook has to say and does not, in the order of the contract; `chances` only where nature moves."""
    missing = [name for name in SAID if not hasattr(rulebook, name)]
    missing += [name for name in vars(State) if getattr(getattr(rulebook, name), "__isabstractmethod__", False)]
    if rulebook.NATURE_MOVES and rulebook.chances is State.chances:
        missing.append("chances")
    return missing


_ROWS: dict[type[Part], type[msgspec.Struct]] = {}
"""Each kind's values in a row, as msgspec checks them. Parts among them were checked when they were made."""


def _row(kind: type[Part]) -> type[msgspec.Struct]:
    values = [(field.name, field.type) for field in fields(kind)]
    return _ROWS.setdefault(kind, msgspec.defstruct(kind.__name__, values, array_like=True, gc=False))


def _named(why: str, names: tuple[str, ...]) -> str:
    """The names of values that msgspec only counts.

    >>> _named("Expected `int` <= 5 - at `$[0]`", ("die",))
    'Expected `int` <= 5 - at `$.die`'
    """
    return re.sub(r"\$\[(\d+)\]", lambda place: f"$.{names[int(place[1])]}", why, count=1)
