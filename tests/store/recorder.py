"""A process that plays into a record, and says what it was told is kept, until somebody kills it."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

from knobel.core.record import SeededDice
from knobel.core.timeline import Timeline
from knobel.players.random import RandomPlayer
from knobel.store.record_files import RecordFile, load
from knobel.table.drive import steps_until_person
from knobel.table.nature import nature_for
from knobel.table.table import PlainClock, Table
from tests.core.kit import PIG, header


def play(record_file: str) -> None:
    """Goes on with the game in the file, or begins one there."""
    path, nature = Path(record_file), nature_for(SeededDice("killed"))
    if path.exists():
        record = load(path)
        file = RecordFile.resume(path, record)
        table = Table(Timeline.replay(PIG, record), nature, PlainClock(), file.keep)
    else:
        head = header(dice=SeededDice("killed"), target=1000)
        file = RecordFile.create(path, head)
        table = Table.open(PIG, head, nature, PlainClock(), file.keep)
    minds = {seat: RandomPlayer(PIG) for seat in range(2)}
    for step in steps_until_person(table, minds, Random(len(table.timeline.entries))):
        os.write(1, b"%d\n" % step.n)
