"""A move that is none cannot be made: what JSON would not be read as, Python does not make either."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any

import msgspec
import pytest
from msgspec.structs import replace
from pig import Fell

from knobel.core.chances import PIPS, Throw
from knobel.core.contract import NOT_YOURS, IllegalMove, Move, Part
from knobel.core.errors import Malformed
from knobel.core.registry import game
from knobel.games.machz.moves import Bet, Reroll, Roll, Vote
from knobel.games.schocken.moves import Throw as ThrowDice
from knobel.games.shizzle.dice import Face
from knobel.games.shizzle.moves import Fell as FellInLine
from knobel.games.shizzle.moves import Lay, Return, Starts, Stop, Strike
from knobel.games.stack_attack.moves import Fell as Collapsed
from knobel.games.stack_attack.moves import Pose, Rolled, Wave
from knobel.testing.values import some_move

RED = Face(0, "red", 6)

NONE: list[tuple[type, tuple[Any, ...], str]] = [
    (Bet, ("match", -5), "chips"),
    (Bet, ("match", True), "chips"),
    (Bet, ("match", 1.0), "chips"),
    (Bet, ("match", "1"), "chips"),
    (Bet, ("both",), "side"),
    (Reroll, (True,), "dice"),
    (Reroll, (3,), "dice"),
    (Vote, (1,), "yes"),
    (Strike, (6,), "die"),
    (Strike, (-1,), "die"),
    (Lay, (1.0,), "die"),
    (Return, (-1,), "rival"),
    (Starts, (-1,), "seat"),
    (Stop, ((-1,),), "returns"),
    (Stop, ((True,),), "returns"),
    (Stop, ([1],), "returns"),
    (FellInLine, ([RED],), "faces"),
    (FellInLine, (("r6",),), "faces"),
    (Face, (6, "red", 6), "die"),
    (Face, (0, "pink", 6), "colour"),
    (Face, (0, "red", True), "number"),
    (ThrowDice, ((3,),), "dice"),
    (ThrowDice, ((0,), 3), "flip"),
    (Rolled, ((0,),), "faces"),
    (Rolled, ((1,) * 6,), "faces"),
    (Collapsed, ((-1,),), "left"),
    (Collapsed, ((0,), (), "", "x" * 201), "physics"),
    (Pose, (0, 0, 0.5), "z"),
    (Wave, (0, 0, 0), "period"),
]


@pytest.mark.parametrize(("kind", "values", "name"), NONE)
def test_a_value_that_does_not_fit_makes_nothing_and_is_named(kind, values, name):
    with pytest.raises(Malformed, match=rf"That is not a move: .*{name}"):
        kind(*values)


def test_a_good_move_does_not_become_a_bad_one():
    with pytest.raises(Malformed):
        replace(Lay(1), die=9)


class Chips(Part, frozen=True):
    count: Annotated[int, msgspec.Meta(ge=0)]


class Stake(Move, frozen=True):
    chips: Chips
    note: str = ""


def test_what_a_move_is_made_of_is_screened_as_well():
    assert Stake(Chips(2)).chips.count == 2
    with pytest.raises(Malformed):
        Chips(-1)
    with pytest.raises(Malformed):
        Stake({"count": 2})


def test_moves_that_are_read_are_the_ones_that_can_be_made():
    assert msgspec.json.decode(b'{"type":"Stake","chips":{"count":2}}', type=Stake) == Stake(Chips(2))


@pytest.mark.parametrize("seat", [False, 0.0, "0", None])
def test_what_is_no_seat_makes_no_move(seat):
    state = game("machz").start(2, setter=1)
    assert state.due().must == {0}
    assert state.objection(0, Roll()) is None
    assert state.objection(seat, Roll()) == NOT_YOURS
    with pytest.raises(IllegalMove):
        state.play(seat, Vote(True))


@pytest.mark.parametrize("name", ["machz", "schocken", "shizzle", "stack-attack"])
def test_no_kind_of_move_takes_just_any_number(name):
    """Of every number that a move takes it is written how small it may be: a negative stake, lost, would be a win."""
    kinds = [kind for role in ("seat", "nature", "clock") for kind in game(name).kinds(role)]
    assert all(some_move(kind, Random(1)) for kind in kinds)  # so the kit tries to break each of them
    _, structs = msgspec.json.schema_components(kinds)
    unlimited = [
        (struct, field)
        for struct, taken in structs.items()
        for field, value in taken.get("properties", {}).items()
        for each in (value, value.get("items", {}))
        if each.get("type") == "integer" and "minimum" not in each
    ]
    assert unlimited == []


def test_a_throw_of_few_outcomes_makes_each_only_once():
    few, many = (Throw((PIPS,) * count, lambda up: Fell(up[0] + 1)) for count in (1, 5))
    assert few.outcome(3) == few.outcome(3) == Fell(4)
    assert few.outcome(3) is few.outcome(3)
    assert many.outcome(3) is not many.outcome(3)
