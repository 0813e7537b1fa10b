"""What nature may do, with exact probabilities: one even draw among `total` outcomes, whatever the dice.

Every source of nature (a committed seed, a test seed, a person who types what fell) answers the same question:
which of the `total` equally likely outcomes was it?
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm, prod
from typing import TYPE_CHECKING

from knobel.core.errors import Malformed

if TYPE_CHECKING:
    from knobel.core.contract import Move

Faces = tuple[str, ...]
"""The names of one die's faces, as a person would type them."""

PIPS: Faces = ("1", "2", "3", "4", "5", "6")

FEW = 216
"""A throw with no more outcomes than this makes each of them only once."""


class Chances(ABC):
    """`total` equally likely outcomes; several of them may be the same move."""

    total: int

    @abstractmethod
    def outcome(self, index: int) -> Move:
        """The move that outcome `index` stands for, from 0 to `total` - 1."""

    @abstractmethod
    def read(self, words: Sequence[str]) -> Move:
        """The move a person means who typed these words for what fell. Raises `Malformed`."""

    @abstractmethod
    def typed(self) -> tuple[Faces, ...]:
        """What a person is asked to type: for each word, the names it may be."""

    def weighed(self) -> dict[Move, Fraction]:
        """Each possible move with its exact probability.

        >>> from knobel.core.contract import Move
        >>> class Fell(Move):
        ...     heads: int
        >>> coins = Throw((("tails", "heads"),) * 2, lambda up: Fell(sum(up)))
        >>> {move.heads: str(chance) for move, chance in coins.weighed().items()}
        {0: '1/4', 1: '1/2', 2: '1/4'}
        """
        counts = Counter(self._outcomes())
        return {move: Fraction(count, self.total) for move, count in counts.items()}

    def _outcomes(self) -> Iterator[Move]:
        return (self.outcome(index) for index in range(self.total))


class Throw(Chances):
    """Dice thrown together. `make` turns the index of each die's upper face into nature's move."""

    def __init__(self, dice: Sequence[Faces], make: Callable[[tuple[int, ...]], Move]) -> None:
        self.dice = tuple(dice)
        self.make = make
        self.total = prod(map(len, self.dice))
        if self.total <= FEW:
            self.outcome = cache(self.outcome)

    def outcome(self, index: int) -> Move:
        up: list[int] = []
        rest = index
        for faces in self.dice:
            rest, face = divmod(rest, len(faces))
            up.append(face)
        return self.make(tuple(up))

    def _outcomes(self) -> Iterator[Move]:
        return (self.make(up) for up in product(*(range(len(faces)) for faces in self.dice)))

    def typed(self) -> tuple[Faces, ...]:
        return self.dice

    def read(self, words: Sequence[str]) -> Move:
        if len(words) != len(self.dice):
            raise Malformed("dice-count", due=len(self.dice), typed=len(words))
        lowered = [word.lower() for word in words]
        up = _assigned(lowered, self.dice)
        if up is None and len(words) > 1:
            odd = _odd_one(lowered, self.dice)
            raise Malformed("dice-face", typed=" ".join(words), n=odd + 1, face=words[odd])
        if up is None:
            raise Malformed("dice-faces", typed=" ".join(words))
        return self.make(up)


class Listed(Chances):
    """Moves listed one by one, each with a name and its probability. The probabilities must sum to 1."""

    def __init__(self, moves: Iterable[tuple[str, Move, Fraction]]) -> None:
        self.moves = tuple(moves)
        chances = [chance for _, _, chance in self.moves]
        if sum(chances) != 1 or min(chances) < 0:
            raise ValueError("probabilities must sum to exactly 1, and none may be less than 0")
        self.total = lcm(*(chance.denominator for chance in chances))

    def outcome(self, index: int) -> Move:
        for _, move, chance in self.moves:
            index -= int(chance * self.total)
            if index < 0:
                return move
        raise IndexError(index)

    def weighed(self) -> dict[Move, Fraction]:
        chances: dict[Move, Fraction] = {}
        for _, move, chance in self.moves:
            chances[move] = chances.get(move, Fraction(0)) + chance
        return chances

    def typed(self) -> tuple[Faces, ...]:
        return (tuple(name for name, _, _ in self.moves),)

    def read(self, words: Sequence[str]) -> Move:
        typed = " ".join(words)
        for name, move, _ in self.moves:
            if name.lower() == typed.lower():
                return move
        raise Malformed("dice-faces", typed=typed)


def _odd_one(words: Sequence[str], dice: Sequence[Faces]) -> int:
    """The first word for which no die is left, however those before it are shared out.

    >>> _odd_one(["b", "a", "a"], [("a", "b"), ("b", "c"), ("c",)])
    2
    """
    lowered = [{face.lower() for face in faces} for faces in dice]
    shown: dict[int, int] = {}

    def finds_die(word: int, tried: set[int]) -> bool:
        for die in [die for die, faces in enumerate(lowered) if words[word] in faces and die not in tried]:
            tried.add(die)
            if die not in shown or finds_die(shown[die], tried):
                shown[die] = word
                return True
        return False

    return next((word for word in range(len(words)) if not finds_die(word, set())), 0)


def _assigned(words: Sequence[str], dice: Sequence[Faces]) -> tuple[int, ...] | None:
    """Which die shows which word: people read dice in any order, so each word goes to a free die that has it.

    >>> _assigned(["b", "a"], [("a", "b"), ("b", "c")])  # only the first die has an a
    (0, 0)
    """
    lowered = [tuple(face.lower() for face in faces) for faces in dice]

    @cache
    def placed(free: frozenset[int]) -> dict[int, int] | None:
        """The dice that are free, each with a face for one of the words that are left; None where they do not fit."""
        if not free:
            return {}
        word = words[len(words) - len(free)]
        first_of_each_kind = {lowered[die]: die for die in sorted(free, reverse=True)}
        for die in sorted(first_of_each_kind.values()):
            if word in lowered[die] and (rest := placed(free - {die})) is not None:
                return rest | {die: lowered[die].index(word)}
        return None

    found = placed(frozenset(range(len(dice))))
    return None if found is None else tuple(found[die] for die in range(len(dice)))
