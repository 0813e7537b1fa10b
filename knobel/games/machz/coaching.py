"""What the coach asks of MACHZ: the odds of the roll, what others may have bet, and who is ahead."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from knobel.core.contract import Seat
from knobel.core.words import Say, how_often
from knobel.games.machz.matching import missing
from knobel.games.machz.moves import Bet, Covered, Reroll
from knobel.games.machz.odds import match_chance, turn_odds
from knobel.games.machz.players import thumb_side
from knobel.games.machz.rules import Machz
from knobel.games.machz.winning import best_bet


def odds(view: Machz, seat: Seat) -> Iterator[Say]:
    """The exact chances of the roll that is bet on, or that the Roller thinks of."""
    match view.phase:
        case "turn":
            turn = turn_odds(view.object_set)
            yield Say("odds.turn", {"near": how_often(float(turn.near)), "machz": how_often(float(turn.machz))})
        case "betting":
            yield Say("odds.bet", {"often": how_often(_matches(view))})
        case "choice":
            for move in view.moves(seat):
                if isinstance(move, Reroll):
                    often = how_often(_matches(view.after(seat, move, 0)))
                    yield Say("odds.again", {"n": move.dice, "often": often})
        case _:
            return


def _matches(view: Machz) -> float:
    return float(match_chance(missing(view.object_set, view.locked)))


def imagine(view: Machz, _seat: Seat, chance: Random) -> Machz:
    """MCZ-R16: under each covered bet lies what pays best, what people think pays best, or none at all."""
    bets = tuple(_bet(view, who, chance) if isinstance(bet, Covered) else bet for who, bet in enumerate(view.bets))
    return replace(view, bets=bets)


def _bet(view: Machz, seat: Seat, chance: Random) -> Bet:
    best = best_bet(view, seat)
    return chance.choice((best, best, Bet(thumb_side(view), max(1, best.chips)), Bet("none")))


def lead(state: Machz) -> list[tuple[int, int, int]]:
    """As places are given at the end: contests that were won, then chips, then MACHZ!."""
    return list(zip(state.won, state.chips, state.machz, strict=True))
