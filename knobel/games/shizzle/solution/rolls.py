"""What rolls may lead to, whatever is played for: which lines each of them allows, and how likely that is.

All that matters of a line is how long it is and which dice are outside it, seen from its open end. Where all Sparks
are alike, that is one of 32 sets of dice; sets whose rolls promise the same are one *standing*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from knobel.games.shizzle.dice import DICE, Face, FaceSet
from knobel.games.shizzle.options import ShizzleOptions
from knobel.games.shizzle.rules import FIZZLE, SHIZZLE
from knobel.games.shizzle.solution.symmetry import renamings, spots

Floats = NDArray[np.float64]

MADE, HALTED = 0, 1
"""The first two standings: a Shizzle, and a line of two that has to stop."""

Fall = tuple[float, tuple[int, ...]]
"""How likely it is that a roll allows just these standings. None at all: a Choke."""

TurnWorths = list[Floats]
"""What a turn is worth when its dice are rolled, by standing."""


class Rolls:
    """Every standing of a set of dice under some house rules, and what its roll may lead to."""

    def __init__(self, faces: FaceSet, placing: str, twos: str) -> None:
        renamed = renamings(faces)
        if renamed is None:
            raise ValueError("not all Sparks of this set are alike")
        self._seen = [[_image(map_of, dice) for dice in range(64)] for map_of in renamed]
        """For every face: each set of dice, as bits, as it is seen from there."""
        self._number = {face: 6 * die + at for die, carried in enumerate(faces) for at, face in enumerate(carried)}
        self._fits = _fitting(faces)
        self._placing, self._twos = placing, twos
        self.lengths = [SHIZZLE, FIZZLE]
        """The length of the line, by standing."""
        self.falls: list[list[Fall]] = [[], []]
        self._standing = {0: MADE}
        self._find_standings()
        self.start = self._standing[0b111110]
        """The standing of a Spark by itself."""

    def standing(self, end: Face, outside: Sequence[int]) -> int:
        """The standing of a line with this open end and these dice outside it."""
        return self._standing[self._seen[self._number[end]][sum(1 << die for die in outside)]]

    def worths(self, stops: Mapping[int, Floats], made: Floats, choke: Floats) -> TurnWorths:
        """What rolling is worth at every standing, from what a stop is worth by length, a Shizzle, and a Choke."""
        rolled, best = [made, stops[FIZZLE]], [made, stops[FIZZLE]]
        for standing in range(2, len(self.lengths)):
            worth = np.zeros_like(choke)
            for chance, allowed in self.falls[standing]:
                worth += chance * (np.maximum.reduce([best[after] for after in allowed]) if allowed else choke)
            rolled.append(worth)
            length = self.lengths[standing]
            best.append(np.maximum(worth, stops[length]) if length in stops else worth)
        return rolled

    def choke(self) -> float:
        """How likely a roll of five is a Choke."""
        return sum(chance for chance, allowed in self.falls[self.start] if not allowed)

    # How they are found ----------------------------------------------------------------------------------------------

    def _find_standings(self) -> None:
        """From the fewest dice to the most: sets of dice that promise the same are the same standing."""
        known: dict[object, int] = {}
        for dice in sorted(range(2, 64, 2), key=int.bit_count):
            length = SHIZZLE - dice.bit_count()
            if length == FIZZLE and self._twos == "stop":
                self._standing[dice] = HALTED
                continue
            falls = self._fallen(dice)
            promise = (length, frozenset(falls.items()))
            if promise not in known:
                known[promise] = len(self.lengths)
                self.lengths.append(length)
                every = 6 ** dice.bit_count()
                self.falls.append([(count / every, allowed) for allowed, count in sorted(falls.items())])
            self._standing[dice] = known[promise]

    def _fallen(self, dice: int) -> Counter[tuple[int, ...]]:
        """In how many ways dice fall so that just these standings are allowed, from the first face of all."""
        falls: Counter[tuple[int, ...]] = Counter()
        for faces in product(*(range(6 * die, 6 * die + 6) for die in DICE if dice >> die & 1)):
            lines: dict[int, int] = {}
            self._lay(0, faces, dice, lines)
            falls[self._allowed(lines, dice)] += 1
        return falls

    def _lay(self, end: int, faces: tuple[int, ...], dice: int, lines: dict[int, int]) -> None:
        """Notes every set of dice, as seen from its open end, that a line can leave outside."""
        fits = self._fits[end]
        for at, face in enumerate(faces):
            if fits >> face & 1:
                left = dice & ~(1 << face // 6)
                lines[self._seen[face][left]] = left.bit_count()
                self._lay(face, faces[:at] + faces[at + 1 :], left, lines)

    def _allowed(self, lines: Mapping[int, int], dice: int) -> tuple[int, ...]:
        """SHZ-14: a Fizzle has to stop. SHZ-R2: where the table wants it, only the longest lines count."""
        fewest = min(lines.values(), default=0)
        if lines and dice.bit_count() == 5 and SHIZZLE - fewest == FIZZLE:
            return (HALTED,)
        longest = [left for left, count in lines.items() if self._placing == "free" or count == fewest]
        return tuple(sorted({self._standing[left] for left in longest}))


@lru_cache(16)
def rolls_under(faces: FaceSet, placing: str, twos: str) -> Rolls:
    """Found once for each set and way to lay."""
    return Rolls(faces, placing, twos)


def rolls_for(options: ShizzleOptions) -> Rolls:
    """What rolls lead to at a table."""
    return rolls_under(options.face_set(), options.placing, options.twos)


def _image(renamed: tuple[int, ...], dice: int) -> int:
    return sum(1 << renamed[die] for die in DICE if dice >> die & 1)


def _fitting(faces: FaceSet) -> list[int]:
    """SHZ-08: for every face, the faces that join it, as bits."""
    flat = [spot for die in spots(faces) for spot in die]
    return [sum(1 << at for at, other in enumerate(flat) if other[0] == end[0] or other[1] == end[1]) for end in flat]
