"""Whatever stops a program, nothing that it had reported as kept is lost. Real programs, really killed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import IO

import pytest

from knobel.core.record import RecordError, SeededDice
from knobel.core.timeline import Timeline
from knobel.store.record_files import RecordFile, load
from tests.core.kit import PIG, header
from tests.nursery import Nursery, Order

ROOT = Path(__file__).parents[2]

nursery = Nursery("tests.store.recorder")


def reports(told: IO[bytes]) -> Iterator[int]:
    for line in told:
        if line.endswith(b"\n"):
            yield int(line)


def test_a_program_killed_at_any_instant_loses_nothing_it_had_kept(tmp_path):
    path, chance = tmp_path / "game", Random(20)
    kept = 0
    for _ in range(24):
        reader, writer = os.pipe()
        child = nursery.start(Order("tests.store.recorder:play", [str(path)]), [None, writer, None])
        os.close(writer)
        with os.fdopen(reader, "rb") as told:
            reported = reports(told)
            for _ in range(chance.randrange(1, 60)):
                kept = next(reported, kept)
            child.kill()
            kept = max([kept, *reported])
        record = load(path)
        assert len(record.entries) >= kept
        assert len(Timeline.replay(PIG, record).steps) == len(record.entries)
    assert kept > 100


FULL = """
import resource, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from pig import Roll, Hold
from knobel.core.record import RecordError, SeededDice
from knobel.store.record_files import RecordFile, SeedFile, load
from tests.core.kit import header, opened, SEED

def room(size):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

def once(table):
    if table.state.due().nature:
        table.fall()
    else:
        table.move(next(iter(table.state.due().must)), Roll())

path = Path(sys.argv[1])
head = header(dice=SeededDice("full"), target=1000)
file = RecordFile.create(path, head)
table = opened(head, keep=file.keep)
failures = 0
for size in range(path.stat().st_size + 3, path.stat().st_size + 3000, 70):
    room(size)
    while True:
        before, data = table.state, path.read_bytes()
        try:
            once(table)
        except RecordError as error:
            failures += 1
            assert "cannot be written to" in str(error) and "the file would be too large" in str(error), error
            assert table.state is before
            assert path.read_bytes() == data
            break
    assert list(load(path).entries) == table.timeline.entries
room(-1)
once(table)
assert list(load(path).entries) == table.timeline.entries
assert failures > 40

room(4)
try:
    RecordFile.create(path.with_name("other"), head)
except RecordError as error:
    assert "cannot be written to" in str(error)
assert not path.with_name("other").exists()
try:
    SeedFile(path).write(SEED)
except RecordError as error:
    assert "cannot be written to" in str(error)
assert not SeedFile(path).path.exists()
room(-1)
SeedFile(path).write(SEED)
assert SeedFile(path).read() == SEED
print("all well")
"""


def test_a_full_disk_is_told_and_loses_nothing(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path / "game"), str(ROOT)], capture_output=True, text=True, check=False
    )
    assert (done.stderr, done.stdout) == ("", "all well\n")


HOLDING = """
import sys
from pathlib import Path
from knobel.store.record_files import RecordFile, load
path = Path(sys.argv[1])
file = RecordFile.resume(path, load(path))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_record_held_by_another_program_is_refused_until_that_ends(tmp_path):
    path = tmp_path / "game"
    RecordFile.create(path, header(dice=SeededDice("held"))).close()
    with subprocess.Popen(
        [sys.executable, "-c", HOLDING, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout
        assert child.stdout.readline() == b"held\n"
        with pytest.raises(RecordError, match="open in another Knobel"):
            RecordFile.resume(path, load(path))
        child.kill()
    RecordFile.resume(path, load(path)).close()
