"""The record of a game, written out from its table's log."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from knobel.core.record import AnyEntry, Header, wrote


class _Kept(msgspec.Struct, frozen=True):
    """All that a record needs of an event: whichever holds its header or an entry holds it under this name."""

    header: Header | None = None
    entry: AnyEntry | None = None


_decoder = msgspec.json.Decoder(_Kept)


def record_in(log: Iterable[bytes]) -> bytes | None:
    """The whole record of the game that a log tells of; None where the game never began."""
    kept = [_decoder.decode(body) for body in log]
    header = next((event.header for event in kept if event.header), None)
    return wrote(header, [event.entry for event in kept if event.entry]) if header else None
