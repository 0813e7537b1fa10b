"""Little games and whole records for the tests of the house."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from random import Random
from typing import Annotated, Any, Literal, Self

import msgspec
from msgspec.structs import replace

import knobel
from knobel.core.chances import PIPS, Listed, Throw
from knobel.core.contract import Actor, Alarm, Draw, Due, Move, Objection, Options, Seat, State
from knobel.core.fair import Deal, Salt, commitment
from knobel.core.game import Game
from knobel.core.options import by_rule
from knobel.core.record import AnyEntry, Dice, FairDice, Header, Sitter, wrote
from knobel.core.words import HOUSE, Catalogue
from knobel.players.random import RandomPlayer
from knobel.table.drive import steps_until_person
from knobel.table.nature import nature_for
from knobel.table.table import Keep, PlainClock, Table, forget, header_for

PIG = knobel.game("pig")
SEED = bytes(range(32))
SITTERS = (Sitter("Ann"), Sitter("Bo"))


def fair_deal(seed: bytes = SEED) -> Deal:
    """A deal to which both seats have added salt."""
    salts = {0: Salt("salt of Ann", "00"), 1: Salt("salt of Bo", "11")}
    deal = Deal(commitment(seed))
    for seat, salt in salts.items():
        deal = deal.commit(seat, salt.commitment())
    for seat, salt in salts.items():
        deal = deal.open(seat, salt)
    return deal


def header(game: Game = PIG, dice: Dice | None = None, seats: int = 2, **options: Any) -> Header:
    sitters = tuple(Sitter(f"P{seat}") for seat in range(seats)) if seats != 2 else SITTERS
    return header_for(game, game.start(seats, **options), sitters, dice or FairDice(fair_deal()))


def opened(head: Header, game: Game = PIG, keep: Keep = forget) -> Table:
    return Table.open(game, head, nature_for(head.dice, SEED), PlainClock(), keep)


def played_out(table: Table, chance_seed: int = 1) -> None:
    """Everybody plays at random until the game is over."""
    game = table.game
    minds = {seat: RandomPlayer(game) for seat in range(len(table.sitters))}
    for _ in steps_until_person(table, minds, Random(chance_seed)):
        pass
    assert table.over


def whole_game(dice: Dice | None = None, **options: Any) -> tuple[Header, list[AnyEntry]]:
    """A whole game of Pig, with its seed line where the dice are fair."""
    head = header(dice=dice, **({"target": 20} | options))
    table = opened(head)
    played_out(table)
    if isinstance(head.dice, FairDice):
        table.reveal(SEED)
    return head, table.timeline.entries


def whole_record(dice: Dice | None = None) -> bytes:
    return wrote(*whole_game(dice))


# A parlour game with everything the contract offers: secrets, a clock, speaking up, moves that bind ------------------

PARLOUR_WORDS = Catalogue(
    {
        "en": {
            "title": "Parlour",
            "rules": {"PAR-01": "Shake once.", "PAR-02": "Others may buzz once.", "PAR-03": "The clock rings."},
            "options": {
                "rounds": {"label": "Rounds"},
                "pace": {"label": "Pace", "calm": "calm", "brisk": "brisk"},
                "limit": {"label": "Time for a turn"},
            },
            "can": {"Think": "Think", "Shake": "Shake", "Look": "Look", "Pass": "Pass", "Buzz": "Buzz"},
            "told": {
                "Think": "[who:You think|{who} thinks]: {thought}.",
                "Shake": "[who:You shake|{who} shakes].",
                "Look": "[who:You look|{who} looks].",
                "Pass": "[who:You pass|{who} passes].",
                "Buzz": "[who:You buzz|{who} buzzes].",
                "Ring": "The clock rings.",
                "Fell": "The die shows {face}.",
                "Covered": "Something fell under the cup.",
            },
            "why": {"PAR-01": "You have shaken already", "PAR-02": "You have buzzed already"},
        }
    },
    HOUSE,
)


class ParlourOptions(Options, frozen=True):
    rounds: Annotated[int, by_rule("PAR-01", ge=1, le=9)] = 2
    pace: Annotated[Literal["calm", "brisk"], by_rule("PAR-03")] = "calm"
    limit: Annotated[int, by_rule("PAR-03", ge=0, le=100_000)] = 0


class Think(Move, frozen=True):
    thought: str = "hm"


class Shake(Move, frozen=True):
    pass


class Look(Move, frozen=True):
    pass


class Pass(Move, frozen=True):
    pass


class Buzz(Move, frozen=True):
    pass


class Fell(Move, frozen=True):
    face: int


class Covered(Move, frozen=True):
    pass


class Ring(Move, frozen=True):
    pass


class Parlour(State, frozen=True):
    SEAT_MOVES = (Think, Shake, Look, Pass, Buzz)
    NATURE_MOVES = (Fell,)
    CLOCK_MOVES = (Ring,)
    WORDS = PARLOUR_WORDS

    options: ParlourOptions
    cups: tuple[int | None, ...]
    turn: Seat = 0
    turns: int = 0
    shaking: bool = False
    shaken: bool = False
    buzzed: frozenset[Seat] = frozenset()
    since: int = 0

    @classmethod
    def start(cls, seats: int, options: ParlourOptions) -> Self:
        return cls(options, cups=(0,) * seats)

    def due(self) -> Due:
        if self.turns == self.options.rounds * len(self.cups):
            return Due(places=(1,) * len(self.cups))
        if self.shaking:
            return Due(nature=True)
        alarm = Alarm(self.since + self.options.limit, Ring()) if self.options.limit else None
        seats = frozenset(range(len(self.cups)))
        return Due(must=frozenset({self.turn}), may=seats - {self.turn} - self.buzzed, alarm=alarm)

    def candidates(self, seat: Seat) -> tuple[Move, ...]:
        return (Think(), Shake(), Look(), Pass()) if seat == self.turn else (Buzz(),)

    def refusal(self, actor: Actor, move: Move, at: int) -> Objection | None:
        match move:
            case Shake() if self.shaken:
                return Objection("PAR-01")
            case Buzz() if actor == self.turn:
                return Objection("PAR-02")
            case Think() | Shake() | Look() | Pass() if actor != self.turn:
                return Objection("TURN")
            case Fell(face) if face not in range(1, 7):
                return Objection("DICE")
            case _:
                return None

    def chances(self) -> Throw:
        return Throw((PIPS,), lambda up: Fell(up[0] + 1))

    def after(self, actor: Actor, move: Move, at: int) -> Self:
        match move:
            case Shake():
                return replace(self, shaking=True, shaken=True)
            case Fell(face):
                cups = tuple(face if seat == self.turn else cup for seat, cup in enumerate(self.cups))
                return replace(self, shaking=False, cups=cups)
            case Buzz():
                return replace(self, buzzed=self.buzzed | {actor})
            case Pass() | Ring():
                turn = (self.turn + 1) % len(self.cups)
                return replace(self, turn=turn, turns=self.turns + 1, shaken=False, buzzed=frozenset(), since=at)
            case _:
                return self

    def scores(self) -> tuple[int, ...]:
        return tuple(cup or 0 for cup in self.cups)

    def view(self, seat: Seat | None) -> Self:
        return replace(self, cups=tuple(cup if owner == seat else None for owner, cup in enumerate(self.cups)))

    def shown(self, seat: Seat | None, actor: Actor, move: Move) -> Move:
        return Covered() if isinstance(move, Fell) and seat != self.turn else move

    def binding(self, seat: Seat, move: Move) -> bool:
        return isinstance(move, Look)


PARLOUR = Game(name="parlour", rulebook=Parlour, options=ParlourOptions, seats=range(2, 5), secret=True)


# A game whose nature cannot be listed, and one whose nature is listed one by one --------------------------------------


class Height(msgspec.Struct, frozen=True):
    height: int


class Place(Move, frozen=True):
    pass


class Settled(Move, frozen=True):
    lean: int


class Tower(State, frozen=True):
    SEAT_MOVES = (Place,)
    NATURE_MOVES = (Settled,)
    WORDS = Catalogue(
        {"en": {"title": "Tower", "told": {"Place": "[who:You place|{who} places].", "Settled": "It leans {lean}."}}},
        HOUSE,
    )

    options: Options
    leans: tuple[int, ...] = ()
    falling: bool = False

    @classmethod
    def start(cls, seats: int, options: Options) -> Self:
        assert seats == 2
        return cls(options)

    def due(self) -> Due:
        if len(self.leans) == 5:
            return Due(places=(1, 1))
        return Due(nature=True) if self.falling else Due(must=frozenset({0}))

    def candidates(self, seat: Seat) -> Iterable[Move]:
        return (Place(),)

    def refusal(self, actor: Actor, move: Move, at: int) -> None:
        return None

    def chances(self) -> Draw:
        return Draw("hand", Height(len(self.leans)))

    def after(self, actor: Actor, move: Move, at: int) -> Self:
        if isinstance(move, Settled):
            return replace(self, leans=(*self.leans, move.lean), falling=False)
        return replace(self, falling=True)

    def scores(self) -> tuple[int, ...]:
        return (len(self.leans),) * 2


def trembling(request: msgspec.Struct, chance: Random) -> Move:
    assert isinstance(request, Height)
    return Settled(chance.randrange(1000) + request.height)


TOWER = Game(name="tower", rulebook=Tower, options=Options, seats=range(2, 3), sources={"hand": trembling})

COIN = Listed(
    (("heads", Fell(1), Fraction(2, 3)), ("on edge", Fell(2), Fraction(1, 4)), ("tails", Fell(3), Fraction(1, 12)))
)
