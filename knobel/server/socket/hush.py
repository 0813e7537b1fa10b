"""What waits until nobody can profit from hearing it first.

Where everybody acts at once, whoever is told of a rival's move within the moment that counts could answer it there. So
a client hears of nothing that happens in such a position before that moment is over: neither what, nor who, nor, by
an answer that comes late, that anything has. Only their own binding moves they see at once.
"""

from __future__ import annotations

from collections.abc import Callable

from knobel.server.socket.protocol import HouseMessage

Later = Callable[[float, Callable[[], None]], object]
"""Lets something happen so many seconds later."""


class Hush:
    """The messages to one client that wait, in the order in which they came up."""

    __slots__ = ("_later", "_number", "_say", "_waiting")

    def __init__(self, say: Callable[[HouseMessage], None], later: Later) -> None:
        self._say = say
        self._later = later
        self._waiting: list[tuple[int, HouseMessage]] = []
        self._number = 0

    def put(self, message: HouseMessage, seconds: float) -> None:
        """Says it so many seconds later, and what waits before it at the latest then."""
        self._number += 1
        number = self._number
        self._waiting.append((number, message))
        self._later(seconds, lambda: self.end(number))

    def holds(self, kind: type[HouseMessage]) -> bool:
        """Whether a message of a kind waits."""
        return any(isinstance(message, kind) for _, message in self._waiting)

    def end(self, number: int | None = None) -> None:
        """Says all that waits, or all up to one of them."""
        while self._waiting and (number is None or self._waiting[0][0] <= number):
            self._say(self._waiting.pop(0)[1])
