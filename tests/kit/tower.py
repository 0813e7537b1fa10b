"""A tower on a slope: place a block where you like; how far it slips cannot be listed, a source must be asked."""

from __future__ import annotations

from random import Random
from typing import Annotated, Self

import msgspec
from msgspec.structs import replace

from knobel.core.contract import IN_THE_AIR, Actor, Draw, Due, Move, Objection, Open, Options, Seat, State, waits_for
from knobel.core.errors import Malformed
from knobel.core.game import Game, RichMoves
from knobel.core.options import by_rule
from knobel.core.words import HOUSE, Catalogue, Say, Who

REACH = 1000
FALLS = 1500

WORDS = Catalogue(
    {
        "en": {
            "title": "Tower",
            "rules": {
                "TWR-01": "Place a block up to a metre from the middle, wherever you like.",
                "TWR-02": "It slips, nobody knows how far.",
                "TWR-03": "Whose block slips off the table loses.",
            },
            "options": {"blocks": {"label": "Blocks"}},
            "can": {"Place": "Place a block at {x}"},
            "told": {"Place": "[who:You place|{who} places] a block at {x}.", "Settled": "It comes to rest at {x}."},
            "why": {"TWR-01": "That is too far away"},
        }
    },
    HOUSE,
)


class TowerOptions(Options, frozen=True):
    """How many blocks there are."""

    blocks: Annotated[int, by_rule("TWR-03", ge=1, le=20)] = 8


class Place(Move, frozen=True):
    """A block, so many millimetres from the middle."""

    x: float


class Settled(Move, frozen=True):
    """Nature: where the block came to rest."""

    x: float


class Slip(msgspec.Struct, frozen=True):
    """What the source is asked: from where does the block slip?"""

    x: float


def slope(request: msgspec.Struct, chance: Random) -> Settled:
    """How far it slips, from a bell-shaped chance."""
    start = msgspec.convert(request, Slip, from_attributes=True)
    return Settled(start.x + chance.gauss(0, 300))


class Tower(State, frozen=True):
    """A position: where the blocks rest, whose turn it is, and where a block is slipping from."""

    SEAT_MOVES = (Place,)
    NATURE_MOVES = (Settled,)
    WORDS = WORDS

    options: TowerOptions
    seats: int
    rest: tuple[float, ...] = ()
    slipping: float | None = None

    @classmethod
    def start(cls, seats: int, options: TowerOptions) -> Self:
        return cls(options, seats)

    @property
    def turn(self) -> Seat:
        """Seats take turns."""
        return len(self.rest) % self.seats

    def due(self) -> Due:
        if self.rest and abs(self.rest[-1]) > FALLS:
            loser = (len(self.rest) - 1) % self.seats
            return Due(places=tuple(2 if seat == loser else 1 for seat in range(self.seats)))
        if len(self.rest) == self.options.blocks:
            return Due(places=(1,) * self.seats)
        return waits_for(self.turn) if self.slipping is None else IN_THE_AIR

    def candidates(self, seat: Seat) -> tuple[Open, ...]:
        return (Open("Place", msgspec.json.schema(Place)),)

    def refusal(self, actor: Actor, move: Move, at: int) -> Objection | None:
        return Objection("TWR-01") if isinstance(move, Place) and not abs(move.x) <= REACH else None

    def chances(self) -> Draw:
        return Draw("slope", Slip(self.slipping or 0.0))

    def after(self, actor: Actor, move: Move, at: int) -> Self:
        match move:
            case Place(x):
                return replace(self, slipping=x)
            case Settled(x):
                return replace(self, slipping=None, rest=(*self.rest, x))
            case _:
                raise TypeError(move)

    def scores(self) -> tuple[int, ...]:
        return tuple(len(self.rest[seat :: self.seats]) for seat in range(self.seats))


def improvise(view: Tower, seat: Seat, kind: Open, chance: Random) -> Move:
    """Anywhere within reach."""
    return Place(chance.uniform(-REACH, REACH))


def parse(view: Tower, seat: Seat, kind: Open, typed: str) -> Move:
    """A number of millimetres."""
    try:
        return Place(float(typed))
    except ValueError as error:
        raise Malformed("move", why=typed) from error


def tell(before: Tower, actor: Actor, move: Move, after: Tower) -> list[Say]:
    """Places are told in whole millimetres."""
    x = round(move.x) if isinstance(move, Place | Settled) else 0
    return [Say(f"told.{type(move).__name__}", {"x": x} | ({"who": Who(actor)} if isinstance(actor, int) else {}))]


TOWER = Game(
    name="tower",
    rulebook=Tower,
    options=TowerOptions,
    seats=range(2, 5),
    sources={"slope": slope},
    rich_moves=RichMoves(improvise=improvise, parse=parse),
    tell=tell,
)
