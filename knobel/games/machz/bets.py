"""What a bet wins or loses, and how a roll is settled."""

from __future__ import annotations

from collections.abc import Sequence

from knobel.core.contract import Seat
from knobel.games.machz.dice import NEAR, SET
from knobel.games.machz.moves import Bet, Covered

MATCH_PAY = {5: 2, 2: 4, 1: 6}
"""MCZ-28, MCZ-30, MCZ-32: what *match* wins a chip, by the number of dice rolled.

MCZ-R8: one die is rolled when four are matched, two when three are, also if a matching die was given up.
"""

NO_MATCH_PAY = 2
"""MCZ-29, MCZ-31, MCZ-33: what *no match* wins a chip, always."""

AnyBet = Bet | Covered | None


def is_match(dice: int, hits: int) -> bool:
    """MCZ-28: of a first roll three must match; MCZ-30, MCZ-32: of a re-roll one die must hit what is missing."""
    return hits >= (NEAR if dice == SET else 1)


def winnings(bet: Bet, dice: int) -> int:
    """What a bet gains if it wins. MCZ-34: by the chip."""
    return bet.chips * (MATCH_PAY[dice] if bet.side == "match" else NO_MATCH_PAY)


def clockwise(seats: int, after: Seat) -> list[Seat]:
    """All seats but this one, from its left."""
    return [(after + step) % seats for step in range(1, seats)]


def settled(
    chips: Sequence[int], pot: int, actor: Seat, earned: int, bets: Sequence[AnyBet] = (), dice: int = 0, hits: int = 0
) -> tuple[tuple[int, ...], int]:
    """MCZ-R12: stakes lost go in, then the Roller or Setter is paid, then Rockers clockwise, as far as the Pot goes.

    MCZ-R9: a bet that wins keeps its stake and gains its pay.
    """
    held = list(chips)
    right = "match" if is_match(dice, hits) else "no_match"
    won = [(actor, earned)]
    for seat in clockwise(len(bets), actor) if bets else ():
        bet = bets[seat]
        if not isinstance(bet, Bet):
            continue
        if bet.side == right:
            won.append((seat, winnings(bet, dice)))
        else:
            held[seat] -= bet.chips
            pot += bet.chips
    for seat, due in won:
        paid = min(due, pot)
        held[seat] += paid
        pot -= paid
    return tuple(held), pot
