"""Nature: its chances are exact, its outcomes possible, and what people type for real dice can be read."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

from knobel.core.chances import Chances
from knobel.core.contract import Draw, Move, State
from knobel.core.errors import Malformed
from knobel.testing.case import Case
from knobel.testing.legality import accept, refuse
from knobel.testing.values import unlisted_moves

_FEW, _MANY, _SOME = 36, 10_000, 12
"""So few outcomes are always counted out, so many once a shape; of more than that only some are tried."""
_NO_FACE = "no such face"

_seen: set[object] = set()
"""Shapes of large chances that were counted out in full."""


def check_nature(case: Case, state: State, at: int) -> None:
    """When dice are in the air, nature can do what it lists, with chances that sum to 1, and nothing else."""
    if not state.due().nature:
        return
    case.count(thrown=1)
    chances = state.chances()
    if isinstance(chances, Draw):
        _check_source(case, state, chances, at)
    else:
        _check_chances(case, state, chances, at)
        _check_typed(case, state, chances, at)


def _check_chances(case: Case, state: State, chances: Chances, at: int) -> None:
    shape = (case.game.name, type(chances), chances.typed(), chances.total)
    if chances.total <= _FEW or (chances.total <= _MANY and shape not in _seen):
        _seen.add(shape)
        listed = _counted_out(case, chances)
        accept(case, state, "nature", listed, at)
        refuse(case, state, "nature", unlisted_moves(case.game, "nature", listed, case.chance, 12), at)
    some = [chances.outcome(case.chance.randrange(chances.total)) for _ in range(_SOME)]
    accept(case, state, "nature", some, at)


def _counted_out(case: Case, chances: Chances) -> list[Move]:
    weighed = chances.weighed()
    if sum(weighed.values()) != 1 or min(weighed.values()) <= 0:
        raise case.broken(f"nature's chances do not sum to exactly 1: {sum(weighed.values())}")
    counted = Counter(chances.outcome(index) for index in range(chances.total))
    if {move: Fraction(count, chances.total) for move, count in counted.items()} != weighed:
        raise case.broken("outcome() and weighed() of nature's chances disagree")
    return list(weighed)


def _check_typed(case: Case, state: State, chances: Chances, at: int) -> None:
    asked = chances.typed()
    words = [case.chance.choice(names) for names in asked]
    try:
        accept(case, state, "nature", [chances.read(words)], at)
    except Malformed as error:
        raise case.broken(f"a person typed {words} for dice that may be {asked}, and it cannot be read") from error
    for wrong in ([*words, *words, _NO_FACE], [_NO_FACE] * len(words)):
        try:
            move = chances.read(wrong)
        except Malformed:
            continue
        raise case.broken(f"a person typed {wrong}, which no dice can show, and it was read as {move}")


def _check_source(case: Case, state: State, draw: Draw, at: int) -> None:
    """A source gives a possible move, and the same one from the same chance."""
    source = case.game.sources.get(draw.source)
    if source is None:
        raise case.broken(f"nature asks the source {draw.source!r}, which the game does not have")
    seed = case.chance.getrandbits(64)
    move = source(draw.request, Random(seed))
    if source(draw.request, Random(seed)) != move:
        raise case.broken(f"the source {draw.source!r} draws chance from somewhere else: asked again, it differs")
    accept(case, state, "nature", [move], at)
