"""A rematch: the same people at a new table, everybody one seat further."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import TypeVar

from msgspec.structs import replace

from knobel.core.fair import commitment
from knobel.core.options import merged
from knobel.core.record import PERSON
from knobel.server.tables.draft import Draft, Vault
from knobel.server.tables.events import Opened, Rematched
from knobel.server.tables.house import House, new_name
from knobel.server.tables.state import Room
from knobel.server.words import Denied
from knobel.store.log import Taken

T = TypeVar("T")


async def play_again(
    house: House, table: str, keys: Collection[str], may_open: Callable[[], None], address: str = ""
) -> str:
    """The name of the table where it goes on. Whoever asks first opens it, if they may; others are led to the same.

    The name is in the old table's log before the new table is there: if the house stops in between, the next who asks
    opens it.
    """

    def action(draft: Draft) -> str:
        rights = draft.room.rights(keys)
        if not rights.seats and not rights.host:
            raise Denied("seated-only", 403)
        if draft.hosted.stage != "over" or not draft.room.began:
            raise Denied("not-over")
        if not draft.room.rematch:
            may_open()
            merged(draft.game.options, draft.room.setup.options)  # what was too large since then is not opened again
            draft.add(Rematched(at=draft.now, table=new_name()))
        return draft.room.rematch

    name, _ = await house.act(table, action, address)
    room = (await house.load(table)).hosted.room

    def opening(vault: Vault) -> Opened:
        return rematch(room, table, commitment(vault.seed(0)), house.now())

    with suppress(Taken):
        await house.open(opening, name, address=address)
    return name


def rematch(room: Room, table: str, promise: str, now: int) -> Opened:
    """How the new table begins: people have their seats (and tokens) already, bots too, and the host is the same."""
    seats = range(len(room.places))
    places = [
        replace(place, player=PERSON if place.key else place.player, open=False, waiting=False, link="")
        if place
        else None
        for place in room.places
    ]
    return Opened(
        at=now,
        setup=room.setup,
        promise=promise,
        host=room.host,
        places=tuple(_rotated(places)),
        host_seat=None if room.host_seat is None else _rotated(seats).index(room.host_seat),
        before=table,
    )


def _rotated(seats: Sequence[T]) -> list[T]:
    """Whoever was second is first now.

    >>> _rotated("abc")
    ['b', 'c', 'a']
    """
    return [*seats[1:], *seats[:1]]
