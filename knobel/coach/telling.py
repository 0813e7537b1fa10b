"""Advice in sentences: in the game's own words over those of the house."""

from __future__ import annotations

from collections.abc import Iterator

from knobel.coach.advice import Advice, Advised
from knobel.core.contract import State
from knobel.core.game import Game
from knobel.core.words import Argument, Percent, Say


def sentences(game: Game, view: State, advice: Advice) -> Iterator[Say]:
    """What the best two moves are worth, the odds of what is dared, and how sure all that is."""
    best, *others = advice.moves
    args: dict[str, Argument] = {"best": game.label(view, advice.seat, best.move), "chance": shown_chance(best)}
    if others:
        args |= {"other": game.label(view, advice.seat, others[0].move), "less": shown_chance(others[0])}
        yield Say("coach.two", args)
    else:
        yield Say("coach.one", args)
    yield from advice.odds
    yield how_sure(advice)


def shown_chance(advised: Advised) -> Percent:
    """A chance with no more digits than are known."""
    return Percent(advised.chance, 0 if advised.rounds else 1)


def how_sure(advice: Advice) -> Say:
    """Whether it was worked out, or how far off it may be."""
    if advice.exact:
        return Say("coach.exact")
    best = advice.moves[0]
    return Say("coach.tried", {"n": best.rounds, "error": Percent((best.high - best.low) / 2, 0)})
