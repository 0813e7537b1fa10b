"""A record's dice, checked as far as the record can be played at all."""

from __future__ import annotations

from knobel.core.contract import IllegalMove
from knobel.core.errors import KnobelError
from knobel.core.record import Record, RecordError, Revealed
from knobel.core.registry import game as game_called
from knobel.core.timeline import Timeline
from knobel.core.verify import WRONG, Verification, verify


def checked(record: Record) -> tuple[Timeline, Verification]:
    """The record played, and what came of drawing its dice again.

    A changed roll may make a later move impossible: then the rolls before that move are checked all the same, and only
    if they are all right is it the record that cannot be read. Raises `RecordError` for that.
    """
    timeline = Timeline(game_called(record.header.game), record.header)
    broken = _played(timeline, record)
    if broken:
        timeline.revealed = next((entry.seed for entry in record.entries if isinstance(entry, Revealed)), None)
    found = verify(timeline)
    if broken and found.verdict not in WRONG:
        raise broken
    return timeline, found


def _played(timeline: Timeline, record: Record) -> RecordError | None:
    for entry in record.entries:
        try:
            timeline.take(timeline.tried(entry))
        except (KnobelError, IllegalMove) as error:
            why = error.say if isinstance(error, KnobelError) else str(error)
            return RecordError("record-illegal", line=entry.n + 1, why=why)
    return None
