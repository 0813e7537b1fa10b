"""The record of a game, written out from its table's log."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from knobel.core.errors import KnobelError
from knobel.core.record import AnyEntry, Header, Record, wrote
from knobel.core.registry import game as game_called
from knobel.core.timeline import Timeline
from knobel.table.export import write_record


class _Kept(msgspec.Struct, frozen=True):
    """All that a record needs of an event: whichever holds its header or an entry holds it under this name."""

    header: Header | None = None
    entry: AnyEntry | None = None


_decoder = msgspec.json.Decoder(_Kept)


def record_in(log: Iterable[bytes]) -> bytes | None:
    """The whole record of the game that a log tells of, as it is downloaded; None where the game never began.

    A game that can no longer be played here (its package is gone) is written as it was kept, without words.
    """
    kept = [_decoder.decode(body) for body in log]
    header = next((event.header for event in kept if event.header), None)
    if header is None:
        return None
    entries = tuple(event.entry for event in kept if event.entry)
    try:
        return write_record(Timeline.replay(game_called(header.game), Record(header=header, entries=entries)))
    except KnobelError:
        return wrote(header, entries)
