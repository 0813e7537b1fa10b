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
    yield Say(f"coach.{_compared(advice)}", args)
    if others and others[0].even and advice.source == "playouts":
        yield Say("coach.close")
    yield from advice.odds
    yield how_sure(advice)


def _compared(advice: Advice) -> str:
    """Whether there is a best move, or several that are worth the same."""
    others = advice.moves[1:]
    if not others:
        return "one"
    if advice.source == "playouts" or not others[0].even:
        return "two"
    return "same" if all(other.even for other in others) else "alike"


def shown_chance(advised: Advised) -> Percent:
    """A chance with no more digits than are known."""
    return Percent(advised.chance, 1 if advised.low == advised.high and not advised.rounds else 0)


def how_sure(advice: Advice) -> Say:
    """Whether it was worked out, or how far off it may be."""
    if advice.exact:
        return Say("coach.exact")
    best = advice.moves[0]
    if advice.source == "weighing":
        return Say("coach.weighed", {"error": Percent(max(best.chance - best.low, best.high - best.chance), 0)})
    return Say("coach.tried", {"n": best.rounds, "error": Percent((best.high - best.low) / 2, 0)})
