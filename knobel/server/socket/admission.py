"""Who may have a socket, by address and by table: where there are too many, those who play come before those who watch.

Who somebody is shows only in their hello. So where it is full but somebody only watches, a few more are let in to say
hello: whoever plays takes the place of one who watches, and whoever does not is told that it is full.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Protocol

from knobel.server.tables.state import Rights

MAX_UNKNOWN = 8
"""So many may be there over the limit until they say hello; one more, and the first of them has had its chance."""


class Comer(Protocol):
    """Somebody with a socket."""

    table: str
    """Where they are; nothing: nowhere yet."""
    address: str
    greeted: bool
    rights: Rights

    @property
    def watches(self) -> bool:
        """Whether they only look on."""
        ...

    def send_away(self) -> None:
        """There is no room for them."""
        ...


class Arrival:
    """Somebody who has asked for a socket and is at no table yet: it may be that there is none."""

    table = ""
    greeted = False
    watches = False
    rights = Rights()

    def __init__(self, address: str, abort: Callable[[], None], admission: Admission) -> None:
        self.address = address
        self._abort = abort
        self._admission = admission

    def send_away(self) -> None:
        """Others want to come in."""
        self._admission.leave(self)
        self._abort()


class Admission:
    """All who have a socket in this process; 0 is no limit."""

    def __init__(self, max_address: int, max_table: int) -> None:
        self._max = {"address": max_address, "table": max_table}
        self._crowds: dict[Hashable, dict[Comer, None]] = {}

    def admits(self, **places: str) -> bool:
        """Whether one more may come from an address, or to a table: there is room, or would be for a player."""
        return all(self._admits(kind, place) for kind, place in places.items())

    def enter(self, comer: Comer) -> None:
        """Somebody has a socket now, and has yet to say hello."""
        for kind, crowd in self._all_of(comer):
            unknown = [other for other in crowd if not other.greeted]
            if self._max[kind] and len(crowd) >= self._max[kind] + MAX_UNKNOWN and unknown:
                unknown[0].send_away()
        for key in _keys(comer):
            self._crowds.setdefault(key, {})[comer] = None

    def greeted(self, comer: Comer) -> bool:
        """Somebody has said who they are. Whether they may stay; where it is full, whoever watches makes room."""
        for kind, crowd in self._all_of(comer):
            known = [other for other in crowd if other.greeted]
            if not self._max[kind] or len(known) <= self._max[kind]:
                continue
            spare = next((other for other in reversed(known) if other is not comer and _spare(other, known)), None)
            if spare is None or comer.watches:
                comer.send_away()
                return False
            spare.send_away()
        return True

    def leave(self, comer: Comer) -> None:
        """Somebody is gone."""
        for key in _keys(comer):
            crowd = self._crowds.get(key, {})
            crowd.pop(comer, None)
            if not crowd:
                self._crowds.pop(key, None)

    def _admits(self, kind: str, place: str) -> bool:
        crowd = self._crowds.get((kind, place), {})
        if not self._max[kind] or len(crowd) < self._max[kind]:
            return True
        known = [other for other in crowd if other.greeted]
        return len(known) < len(crowd) or any(_spare(other, known) for other in known)

    def _all_of(self, comer: Comer) -> Iterator[tuple[str, dict[Comer, None]]]:
        for kind, place in _keys(comer):
            yield kind, self._crowds.get((kind, place), {})


def _keys(comer: Comer) -> tuple[tuple[str, str], ...]:
    by_address = ("address", comer.address)
    return (by_address, ("table", comer.table)) if comer.table else (by_address,)


def _spare(comer: Comer, known: list[Comer]) -> bool:
    """Whether nobody loses a seat's only socket when they go: they watch, or their seats have others."""
    seats = comer.rights.seats
    return comer.watches or any(
        other.table == comer.table and other.rights.seats >= seats and other.rights.host >= comer.rights.host
        for other in known
        if other is not comer
    )
