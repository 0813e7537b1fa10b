"""Cups: a tiny secret game with everything a terminal must be able to show.

Everybody shakes an animal under a cup and calls out any short word, which bluffs or does not. The last one lifts the
cups (the first may cheer before), and the animal latest in the alphabet wins.
"""

from __future__ import annotations

from random import Random
from typing import Annotated, Self

from msgspec.structs import replace

from knobel.core.chances import Throw
from knobel.core.contract import IN_THE_AIR, Actor, Alarm, Due, Move, Objection, Open, Options, Seat, State
from knobel.core.errors import Malformed
from knobel.core.game import Game, RichMoves
from knobel.core.options import by_rule
from knobel.core.scene import Group, Scene
from knobel.core.words import HOUSE, Catalogue, Die, Say, Who

ANIMALS = ("ant", "bee", "cat", "dog", "elk", "fox")
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")

WORDS = Catalogue(
    {
        "en": {
            "title": "Cups",
            "tagline": "An animal under every cup.",
            "rules": {
                "CUP-01": "Shake once.",
                "CUP-02": "A call is one word of at most five letters.",
                "CUP-03": "The latest animal wins.",
                "CUP-04": "Whoever dawdles is skipped.",
                "CUP-05": "Shouting changes nothing.",
            },
            "options": {
                "loud": {"label": "Shouting"},
                "hurry": {"label": "Nobody may think", "true": "no time at all", "false": "all the time"},
            },
            "presets": {"rushed": "In a rush"},
            "can": {
                "Shake": "Shake the cup",
                "Call": "Call out a word",
                "Cheer": "Cheer",
                "Shout": "Shout [times:once|# times]",
                "Lift": "Lift all cups",
            },
            "told": {
                "shake": "[who:You shake|{who} shakes].",
                "fell": "Under the cup is a {die}.",
                "hidden": "Something lands under the cup.",
                "call": "[who:You call|{who} calls] {word}.",
                "shout": "[who:You shout|{who} shouts].",
                "cheer": "[who:You cheer|{who} cheers].",
                "lift": "[who:You lift|{who} lifts] the cups: {dice}.",
                "skip": "Too late: skipped.",
            },
            "scene": {"cup": "Cup"},
            "why": {
                "CUP-01": "You have shaken already",
                "CUP-02": {"long": "That word has more than five letters", "first": "Shake first"},
            },
            "error": {"spaces": "One word, please"},
        }
    },
    HOUSE,
)


class CupsOptions(Options, frozen=True):
    hurry: Annotated[bool, by_rule("CUP-04")] = False
    loud: Annotated[bool, by_rule("CUP-05")] = False


class Shake(Move, frozen=True):
    pass


class Call(Move, frozen=True):
    word: str


class Shout(Move, frozen=True):
    times: int


class Cheer(Move, frozen=True):
    pass


class Lift(Move, frozen=True):
    pass


class Fell(Move, frozen=True):
    animal: int


class Landed(Move, frozen=True):
    """What others see of a `Fell`."""


class Skip(Move, frozen=True):
    pass


class Cups(State, frozen=True):
    SEAT_MOVES = (Shake, Call, Shout, Cheer, Lift)
    NATURE_MOVES = (Fell,)
    CLOCK_MOVES = (Skip,)
    WORDS = WORDS

    options: CupsOptions
    hands: tuple[int | None, ...]
    shaken: tuple[bool, ...]
    turn: Seat = 0
    in_the_air: bool = False
    cheered: bool = False
    lifted: bool = False

    @classmethod
    def start(cls, seats: int, options: CupsOptions) -> Self:
        return cls(options, (None,) * seats, (False,) * seats)

    @property
    def called(self) -> bool:
        return self.turn == len(self.hands)

    def due(self) -> Due:
        last = len(self.hands) - 1
        if self.lifted:
            best = max(hand or 0 for hand in self.hands)
            return Due(places=tuple(1 if (hand or 0) == best else 2 for hand in self.hands))
        if self.in_the_air:
            return IN_THE_AIR
        if self.called:
            return Due(must=frozenset({last}), may=frozenset() if self.cheered else frozenset({0}))
        alarm = Alarm(0, Skip()) if self.options.hurry and self.turn < last else None
        return Due(must=frozenset({self.turn}), alarm=alarm)

    def candidates(self, seat: Seat):
        if self.called:
            yield from [Cheer()] if seat == 0 and not self.cheered else []
            yield from [Lift()] if seat == len(self.hands) - 1 else []
            return
        yield Shake()
        yield from (Shout(times) for times in range(1, 31) if self.options.loud)
        if self.shaken[seat]:
            yield Open("Call", {})

    def refusal(self, actor: Actor, move: Move, at: int) -> Objection | None:
        match move:
            case Shake() if self.shaken[self.turn]:
                return Objection("CUP-01")
            case Call() if not self.shaken[self.turn]:
                return Objection("CUP-02", "first")
            case Call(word) if len(word) > 5:
                return Objection("CUP-02", "long")
            case Fell(animal) if animal not in range(6):
                return Objection("DICE")
            case _:
                return None

    def chances(self) -> Throw:
        return Throw((ANIMALS,), lambda up: Fell(up[0]))

    def after(self, actor: Actor, move: Move, at: int) -> Self:
        match move:
            case Shake():
                return replace(self, in_the_air=True)
            case Fell(animal):
                hands = tuple(animal if seat == self.turn else hand for seat, hand in enumerate(self.hands))
                shaken = tuple(seat <= self.turn for seat in range(len(hands)))
                return replace(self, in_the_air=False, hands=hands, shaken=shaken)
            case Shout():
                return self
            case Cheer():
                return replace(self, cheered=True)
            case Lift():
                return replace(self, lifted=True)
            case _:
                return replace(self, turn=self.turn + 1)

    def view(self, seat: Seat | None) -> Self:
        if self.lifted:
            return self
        return replace(self, hands=tuple(hand if seat == who else None for who, hand in enumerate(self.hands)))

    def shown(self, seat: Seat | None, actor: Actor, move: Move) -> Move:
        return Landed() if isinstance(move, Fell) and seat != self.turn else move

    def binding(self, seat: Seat, move: Move) -> bool:
        return isinstance(move, Lift)

    def scores(self) -> tuple[int, ...]:
        return tuple(hand or 0 for hand in self.hands) if self.lifted else (0,) * len(self.hands)


def die(hand: int | None) -> Die:
    return Die() if hand is None else Die(ANIMALS[hand], COLOURS[hand])


def tell(before: Cups, actor: Actor, move: Move, after: Cups):
    who = {"who": Who(actor)} if isinstance(actor, int) else {}
    match move:
        case Fell(animal):
            yield Say("told.fell", {"die": die(animal)})
        case Landed():
            yield Say("told.hidden")
        case Call(word):
            yield Say("told.call", who | {"word": word})
        case Lift():
            yield Say("told.lift", who | {"dice": tuple(map(die, after.hands))})
        case _:
            yield Say(f"told.{type(move).__name__.lower()}", who)


def scene(view: Cups) -> Scene:
    cups = (
        (Group(caption=Say("scene.cup"), dice=(die(hand),) if shaken else ()),)
        for hand, shaken in zip(view.hands, view.shaken, strict=True)
    )
    return Scene(places=tuple(cups))


def read(view: Cups, seat: Seat, kind: Open, typed: str) -> Move:
    if " " in typed:
        raise SpacedOut("spaces")
    return Call(typed)


def improvised(view: Cups, seat: Seat, kind: Open, chance: Random) -> Move:
    return Call(chance.choice(ANIMALS))


class SpacedOut(Malformed):
    def __init__(self, key: str) -> None:
        self.say = Say(f"error.{key}")
        Exception.__init__(self, key)


def count(animals: int = 6, *, loud: bool = False) -> None:
    """Counts animals.

    The game's own command.
    """
    print(f"{animals} animals" + "!" * loud)


CUPS = Game(
    name="cups",
    rulebook=Cups,
    options=CupsOptions,
    seats=range(2, 5),
    secret=True,
    presets={"rushed": {"hurry": True}},
    rich_moves=RichMoves(improvise=improvised, parse=read),
    tell=tell,
    scene=scene,
    commands={"count cups": count},
)
