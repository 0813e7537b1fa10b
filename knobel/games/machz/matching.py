"""What matches, and what may be rolled again."""

from __future__ import annotations

from functools import lru_cache

from knobel.games.machz.dice import NEAR, SET, Colour, Colours, in_order


@lru_cache(4096)
def matched(wanted: Colours, dice: Colours) -> tuple[Colours, Colours]:
    """MCZ-R3: the dice that match and those that do not. Each wanted die counts once; surplus copies are unmatched.

    >>> matched(("red", "red", "blue"), ("red", "blue", "blue"))
    (('red', 'blue'), ('blue',))
    """
    open_still = list(wanted)
    hits: list[Colour] = []
    rest: list[Colour] = []
    for colour in dice:
        if colour in open_still:
            open_still.remove(colour)
            hits.append(colour)
        else:
            rest.append(colour)
    return in_order(hits), in_order(rest)


def missing(wanted: Colours, locked: Colours) -> Colours:
    """The colours of the object set that are not matched yet."""
    return matched(locked, wanted)[1]


def partners(wanted: Colours, locked: Colours) -> tuple[int, ...]:
    """MCZ-R3: for each die that matches, which of the wanted dice it stands for; of several alike, the first.

    >>> partners(("red", "red", "blue"), ("red", "blue"))
    (0, 2)
    """
    free = list(range(len(wanted)))
    found: list[int] = []
    for colour in locked:
        place = next(place for place in free if wanted[place] == colour)
        free.remove(place)
        found.append(place)
    return tuple(found)


def is_pair(fell: Colours) -> bool:
    """MCZ-21: two dice rolled together show the same colour, any colour."""
    return len(fell) == 2 and fell[0] == fell[1]


def rerolls(fell: Colours, loose: int, pair_used: bool) -> tuple[int, ...]:
    """How many dice may be rolled again after a roll that leaves so many unmatched; nothing: the turn is over.

    >>> rerolls(("red", "red"), 1, pair_used=False)  # MCZ-R6: keep the one that matches, or roll both
    (1, 2)
    """
    if not loose or len(fell) == 1:
        return ()  # MACHZ, or the final attempt is over
    if len(fell) == SET:
        return (loose,) if SET - loose >= NEAR else ()  # MCZ-18, MCZ-19, MCZ-R7
    final = (1,) if loose == 1 else ()  # MCZ-20, MCZ-22
    return (*final, 2) if is_pair(fell) and not pair_used else final  # MCZ-21, MCZ-R6: once a turn
