"""Every shortfall of the Pot, against a settlement written down another way."""

from itertools import product

import pytest
from msgspec.structs import replace

from knobel.games.machz.bets import settled
from knobel.games.machz.moves import Bet
from tests.games.machz.scripted import announced, falls, opened, throw

SIDES = ("none", "match", "no_match")
ROLLS = [
    # what is rolled first, what falls then, what the Roller earns, whether it is a match, what match pays
    (None, "ooopp", 5, False, 2),
    (None, "rrbop", 1, True, 2),
    (None, "rrbgy", 30, True, 2),
    ("rrbop", "op", 0, False, 4),
    ("rrbop", "gp", 0, True, 4),
    ("rrbgo", "o", 0, False, 6),
    ("rrbgo", "y", 30, True, 6),
]


def chip_by_chip(chips, pot, roller, earned, bets, is_match, match_pays):
    """The settlement, one chip at a time: claims are put in a queue and served while the Pot lasts."""
    stacks = dict(enumerate(chips))
    queue = [roller] * earned
    for seat in [(roller + step) % len(chips) for step in range(1, len(chips))]:
        side, staked = bets[seat]
        if side == "none":
            continue
        if (side == "match") == is_match:
            queue += [seat] * staked * (match_pays if side == "match" else 2)
        else:
            stacks[seat] -= staked
            pot += staked
    for seat in queue:
        if pot:
            pot -= 1
            stacks[seat] += 1
    return tuple(stacks[seat] for seat in range(len(chips))), pot


@pytest.mark.rule("MCZ-R12", "MCZ-R9", "MCZ-28", "MCZ-29", "MCZ-30", "MCZ-31", "MCZ-32", "MCZ-33")
@pytest.mark.parametrize(("first", "fell", "earned", "is_match", "match_pays"), ROLLS)
def test_every_shortfall(first, fell, earned, is_match, match_pays):
    chips = (3, 7, 1, 9)
    ready = opened(4, refills=0)
    ready = throw(ready, first) if first else ready
    for pot, sides in product(range(1, 13), product(SIDES, repeat=3)):
        bets = dict(zip((0, 2, 3), ((side, 1) for side in sides), strict=True))
        state = replace(ready, chips=chips, pot=pot)
        named = {f"p{seat}": side for seat, (side, _) in bets.items()}
        state = announced(state, state.moves(1)[0], **named)
        after = falls(state, fell)
        assert (after.chips, after.pot) == chip_by_chip(chips, pot, 1, earned, bets, is_match, match_pays)
        assert sum(after.chips) + after.pot == sum(chips) + pot
        assert after.last.changes == tuple(now - then for now, then in zip(after.chips, chips, strict=True))
        assert (after.outcome() is not None) == (after.pot == 0)


@pytest.mark.rule("MCZ-34", "MCZ-R12")
@pytest.mark.parametrize(("dice", "hits", "pays"), [(5, 2, 2), (5, 3, 2), (2, 0, 4), (2, 1, 4), (1, 0, 6), (1, 1, 6)])
@pytest.mark.parametrize("roller", [0, 1, 2])
def test_every_shortfall_of_larger_bets(dice, hits, pays, roller):
    is_match = hits >= (3 if dice == 5 else 1)
    choices = [("none", 1), *product(("match", "no_match"), (1, 2, 5))]
    chips = (5, 6, 7)
    for pot, earned, one, other in product((0, 1, 4, 9, 50), (0, 3), choices, choices):
        seats = [(roller + 1) % 3, (roller + 2) % 3]
        bets = dict(zip(seats, (one, other), strict=True))
        laid = [Bet(*bets[seat]) if seat in bets else None for seat in range(3)]
        expected = chip_by_chip(chips, pot, roller, earned, bets, is_match, pays)
        assert settled(chips, pot, roller, earned, laid, dice, hits) == expected


def test_without_bets_only_the_actor_is_paid():
    assert settled((1, 2), 10, 1, 4) == ((1, 6), 6)
    assert settled((1, 2), 3, 0, 4) == ((4, 2), 0)
