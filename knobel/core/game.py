"""A game, ready to be played: its rulebook and what hangs off it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from random import Random
from typing import Any

import msgspec

from knobel.core.chances import Chances
from knobel.core.contract import Actor, Open, Options, Role, Seat, State
from knobel.core.errors import Malformed
from knobel.core.move import Move
from knobel.core.options import merged
from knobel.core.player import Player
from knobel.core.scene import Group, Scene, with_ids
from knobel.core.words import Catalogue, Say, Who

BOX = "box"
"""The preset every game has: the rules as they stand in the box."""

Told = Iterable[Say]
NatureSource = Callable[[msgspec.Struct, Random], Move]
"""Answers a `Draw`: what was asked and an even source of chance go in, nature's move comes out."""
NatureCheck = Callable[[msgspec.Struct, Random, Move], bool | None]
"""Whether a source would answer so again; None where it cannot tell (another version of the physics, say)."""


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the house knows of a game. Only `name`, `rulebook`, `options` and `seats` are needed."""

    name: str
    rulebook: type[State]
    options: type[Options]
    seats: range
    version: int = 1
    """Raised whenever an old record would replay differently."""
    earlier: Mapping[int, type[State]] = {}
    """The rulebooks of versions before this one: their records still replay, and their open tables go on, as then."""
    secret: bool = False
    """Whether a seat may know something that others may not."""
    presets: Mapping[str, Mapping[str, Any]] = {}
    """Named sets of options. The box rules (all defaults) are always there, as `box`."""
    offered: str = BOX
    """The preset that people are offered first."""
    real_dice: Mapping[str, Any] = {}
    """Options that every table with real dice plays under."""
    players: Mapping[str, Callable[[], Player]] = {}
    """This game's own players, beside those that can play every game."""
    sources: Mapping[str, NatureSource] = {}
    """What answers nature's draws that cannot be listed."""
    checks: Mapping[str, NatureCheck] = {}
    """For sources whose recorded answers can be checked later: how."""
    improvise: Callable[[Any, Seat, Open, Random], Move | None] | None = None
    """Some legal move where a kind is too rich to list; None: rather nothing now. Needed by games with such kinds."""
    reading: Callable[[Any, Seat, Open, str], Move] | None = None
    """A move of a kind too rich to list, from what a person typed. Raises `Malformed`."""
    live: Callable[[Any], bool] | None = None
    """Whether in a position everybody acts at once and milliseconds count."""
    grace: int = 150
    """In live positions: by so many milliseconds, at most, is a move ever set back to when it was made.

    Rules whose clock judges by such times wait so long before they do.
    """
    marker: Callable[[Any, int], float] | None = None
    """In a live position where something sways and one listed move stops it: where it is at a time, from -1 to 1."""
    telling: Callable[[Any, Actor, Move, Any], Told] | None = None
    """What happened: the listener's view before, who moved, what the listener may know of the move, the view after."""
    labelling: Callable[[Any, Seat, Move], Say] | None = None
    """What a move would be, for the seat that may make it."""
    laying_out: Callable[[Any], Scene] | None = None
    """What lies on the table, from a view."""
    commands: Mapping[str, Callable[..., Any]] = {}
    """The game's own commands for the terminal, by the words they are called with: `words`, or `odds mygame`."""

    @property
    def words(self) -> Catalogue:
        """The game's catalogue."""
        return self.rulebook.WORDS

    def title(self, language: str = "en") -> str:
        """What people call the game."""
        return self.words.template("title", language) or self.name

    def ledger(self, language: str = "en") -> dict[str, str]:
        """Every rule of the game: its id and its text."""
        return self.words.under("rules", language)

    def preset(self, name: str) -> Mapping[str, Any]:
        """The options of a preset. Raises `Malformed` for a name the game does not have."""
        known: dict[str, Mapping[str, Any]] = {BOX: {}, **self.presets}
        if name not in known:
            raise Malformed("preset", name=name, known=", ".join(known))
        return known[name]

    def start(self, seats: int, preset: str = BOX, **options: Any) -> State:
        """The opening position. Raises `Malformed` for options or a number of seats the game does not have."""
        return self.opening(seats, merged(self.options, self.preset(preset), options))

    def opening(self, seats: int, options: Options, rulebook: type[State] | None = None) -> State:
        """The opening position under options that are complete, by the game's rulebook or an earlier one.

        Raises `Malformed` for a wrong number of seats.
        """
        if seats not in self.seats:
            raise Malformed("seats", game=self.title(), least=self.seats[0], most=self.seats[-1], seats=seats)
        return (rulebook or self.rulebook).start(seats, options)

    def kinds(self, role: Role) -> tuple[type[Move], ...]:
        """The kinds of move that seats, nature or the clock can make."""
        book = self.rulebook
        return {"seat": book.SEAT_MOVES, "nature": book.NATURE_MOVES, "clock": book.CLOCK_MOVES}[role]

    def read(self, actor: Actor, raw: bytes | str) -> Move:
        """A move from its JSON. Raises `Malformed`, so that what is no move never reaches the rules."""
        role: Role = "seat" if isinstance(actor, int) else actor
        kinds = self.kinds(role)
        if not kinds:
            raise Malformed("move", why=f"{self.name}: {role}")
        try:
            return _reader(kinds).decode(raw)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise Malformed("move", why=str(error)) from error

    def tell(self, before: State, actor: Actor, move: Move, after: State) -> list[Say]:
        """What happened, for a listener whose views these are."""
        if self.telling:
            return list(self.telling(before, actor, move, after))
        return [Say(f"told.{type(move).__name__}", _fields(move) | _maker(actor))]

    def label(self, view: State, seat: Seat, move: Move) -> Say:
        """What a move would be, in words for the seat that may make it."""
        if self.labelling:
            return self.labelling(view, seat, move)
        return Say(f"can.{type(move).__name__}", _fields(move))

    def scene(self, view: State) -> Scene:
        """What lies on the table, from a view."""
        if self.laying_out:
            return with_ids(self.laying_out(view))
        points = (Group(caption=Say("points"), count=points) for points in view.scores())
        return with_ids(Scene(places=tuple((group,) for group in points)))

    def draw(self, state: State, below: Callable[[int], int], chance: Callable[[], Random]) -> Move:
        """Nature's move in a position, from an even draw (or, where it cannot be listed, from its source)."""
        chances = state.chances()
        if isinstance(chances, Chances):
            return chances.outcome(below(chances.total))
        return self.sources[chances.source](chances.request, chance())


@cache
def _reader(kinds: tuple[type[Move], ...]) -> msgspec.json.Decoder[Any]:
    """Reads any of these kinds of move; made once, since making it takes longer than reading."""
    union: Any = kinds[0]
    for kind in kinds[1:]:
        union = union | kind
    return msgspec.json.Decoder(union)


def _fields(move: Move) -> dict[str, Any]:
    return {name: getattr(move, name) for name in move.__struct_fields__}


def _maker(actor: Actor) -> dict[str, Any]:
    return {"who": Who(actor)} if isinstance(actor, int) else {}
