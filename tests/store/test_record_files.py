"""Records in files: kept before shown, one program at a time, and reading never changes a file."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from msgspec.structs import replace
from pig import Roll

from knobel.core.fair import new_seed
from knobel.core.record import RecordError, SeededDice, Sitter, read_record
from knobel.core.timeline import Timeline
from knobel.store import record_files
from knobel.store.record_files import RecordFile, SeedFile, load
from knobel.table.table import PlainClock, Table
from tests.core.kit import PIG, SEED, header, nature_for, opened, played_out, whole_record

DATA = whole_record()
LINES = DATA.splitlines(keepends=True)


def table_in(path: Path) -> tuple[Table, RecordFile]:
    head = header(dice=SeededDice("file"), target=20)
    file = RecordFile.create(path, head)
    return opened(head, keep=file.keep), file


def resumed(path: Path) -> tuple[Table, RecordFile]:
    record = load(path)
    file = RecordFile.resume(path, record)
    line = Timeline.replay(PIG, record)
    return Table(line, nature_for(record.header.dice, SEED), PlainClock(line.time), file.keep), file


def test_a_game_played_into_a_file_is_there_afterwards(tmp_path):
    table, file = table_in(tmp_path / "game.knobel")
    played_out(table)
    file.close()
    record = load(file.path)
    assert record.header == table.timeline.header
    assert list(record.entries) == table.timeline.entries
    assert Timeline.replay(PIG, record).state == table.state


def test_every_entry_is_in_the_file_as_soon_as_the_move_is_made(tmp_path):
    table, file = table_in(tmp_path / "game")
    assert load(file.path).entries == ()
    table.move(0, Roll())
    assert list(load(file.path).entries) == table.timeline.entries
    table.fall()
    assert list(load(file.path).entries) == table.timeline.entries


def test_a_game_left_at_any_move_goes_on_to_the_same_end(tmp_path):
    straight, file = table_in(tmp_path / "straight")
    played_out(straight)
    data = file.path.read_bytes()
    moves = data.splitlines(keepends=True)
    for count in range(1, len(moves)):
        path = tmp_path / f"{count}"
        path.write_bytes(b"".join(moves[:count]))
        table, again = resumed(path)
        for entry in straight.timeline.entries[count - 1 :]:
            table.move(entry.by, PIG.read(entry.by, bytes(entry.move)))
        again.close()
        assert path.read_bytes() == data


def test_nothing_is_ever_overwritten(tmp_path):
    path = tmp_path / "mine"
    path.write_text("my diary")
    with pytest.raises(RecordError, match="already there"):
        RecordFile.create(path, header())
    assert path.read_text() == "my diary"


def test_a_second_program_on_the_same_record_is_refused(tmp_path):
    _, file = table_in(tmp_path / "game")
    record = load(file.path)
    before = file.path.read_bytes()
    with pytest.raises(RecordError, match="open in another Knobel"):
        RecordFile.resume(file.path, record)
    assert file.path.read_bytes() == before
    file.close()
    RecordFile.resume(file.path, record).close()


def test_a_record_that_grew_after_it_was_read_is_not_written_to(tmp_path):
    table, file = table_in(tmp_path / "game")
    stale = load(file.path)
    table.move(0, Roll())
    file.close()
    before = file.path.read_bytes()
    with pytest.raises(RecordError, match="changed by another Knobel"):
        RecordFile.resume(file.path, stale)
    assert file.path.read_bytes() == before
    resumed(file.path)[1].close()


def test_a_refused_resume_lets_go_of_the_record(tmp_path):
    table, file = table_in(tmp_path / "game")
    stale = load(file.path)
    table.move(0, Roll())
    file.close()
    with pytest.raises(RecordError) as kept_alive:
        RecordFile.resume(file.path, stale)
    resumed(file.path)[1].close()
    assert kept_alive


@pytest.mark.parametrize("lost", [1, 5, 60])
def test_a_torn_line_is_set_aside_and_the_game_goes_on(tmp_path, lost):
    path = tmp_path / "game"
    path.write_bytes(b"".join(LINES[:-1]) + LINES[-1][:-lost])
    whole = load(path)
    file = RecordFile.resume(path, whole)
    file.close()
    assert path.read_bytes() == (DATA if lost == 1 else b"".join(LINES[:-1]))
    aside = tmp_path / "game.torn"
    assert aside.exists() == (lost > 1)
    if lost > 1:
        assert aside.read_bytes() == LINES[-1][:-lost] + b"\n"
    assert load(path).torn == b""


def test_what_was_set_aside_before_is_still_there(tmp_path):
    path, aside = tmp_path / "game", tmp_path / "game.torn"
    for half in (b'{"do":"mo', b'{"do'):
        path.write_bytes(b"".join(LINES[:3]) + half)
        RecordFile.resume(path, load(path)).close()
    assert aside.read_bytes() == b'{"do":"mo\n{"do\n'


def test_names_that_cannot_be_written_leave_no_file(tmp_path):
    path = tmp_path / "game"
    with pytest.raises(RecordError, match="can be written down"):
        RecordFile.create(path, replace(header(), seats=(Sitter("\udcff"), Sitter("Bo"))))
    assert not path.exists()


@pytest.mark.parametrize("place", ["no/such/folder/game", "file/game"])
def test_where_nothing_can_be_written_it_says_so(tmp_path, place):
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordError, match="cannot be written to"):
        RecordFile.create(tmp_path / place, header())
    with pytest.raises(RecordError, match="cannot be written to"):
        RecordFile.resume(tmp_path / place, read_record(DATA))
    with pytest.raises(RecordError, match="cannot be written to"):
        SeedFile(tmp_path / place).write(new_seed())


# Reading ----------------------------------------------------------------


def test_there_is_no_such_file(tmp_path):
    with pytest.raises(RecordError, match=r"There is no file .*nothing"):
        load(tmp_path / "nothing")


def test_a_folder_is_no_record(tmp_path):
    with pytest.raises(RecordError, match=r"cannot be read: it is a folder"):
        load(tmp_path)


def test_a_file_that_cannot_be_read_says_why(tmp_path):
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(RecordError, match="cannot be read: "):
        load(loop)


def test_a_file_larger_than_any_record_is_not_read(tmp_path, monkeypatch):
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.truncate(record_files.MAX_BYTES + 1)
    with pytest.raises(RecordError, match="larger than any record"):
        load(path)
    monkeypatch.setattr(record_files, "MAX_BYTES", len(DATA))
    path.write_bytes(DATA)
    load(path)
    path.write_bytes(DATA + b"x")
    with pytest.raises(RecordError, match="larger than any record"):
        load(path)


def test_something_endless_is_not_read_to_the_end(monkeypatch):
    monkeypatch.setattr(record_files, "MAX_BYTES", 10_000)
    with pytest.raises(RecordError, match="larger than any record"):
        load(Path("/dev/zero"))


def damaged_files() -> dict[str, bytes]:
    middle = len(DATA) // 2
    return {
        "empty": b"",
        "junk": os.urandom(2000),
        "torn": DATA[:middle],
        "changed": DATA[:middle] + bytes([DATA[middle] ^ 1]) + DATA[middle + 1 :],
        "nested": b"[" * 100_000,
        "latin": "Müller".encode("latin-1"),
        "newer": b'{"knobel":9}\n',
        "reordered": b"".join([LINES[0], LINES[2], LINES[1]]),
        "doubled": b"".join([LINES[0], LINES[1], LINES[1]]),
        "whole": DATA,
    }


@pytest.mark.parametrize("kind", damaged_files())
def test_reading_leaves_every_file_as_it_was(tmp_path, kind):
    path = tmp_path / "file"
    path.write_bytes(damaged_files()[kind])
    before, touched = path.read_bytes(), path.stat().st_mtime_ns
    if kind in ("torn", "whole"):
        load(path)
    else:
        with pytest.raises(RecordError):
            load(path)
        with pytest.raises(RecordError):
            RecordFile.resume(path, read_record(DATA))
    assert path.read_bytes() == before
    assert path.stat().st_mtime_ns == touched
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


# The secret seed ----------------------------------------------------------------


def test_a_seed_is_kept_beside_its_record_until_it_is_removed(tmp_path):
    seed, file = new_seed(), SeedFile(tmp_path / "game")
    file.write(seed)
    assert file.path == tmp_path / "game.seed"
    assert file.read() == seed
    file.remove()
    file.remove()
    with pytest.raises(RecordError, match=r"secret seed .*game\.seed"):
        file.read()


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077])
def test_only_its_owner_can_read_a_seed(tmp_path, mask):
    before = os.umask(mask)
    try:
        SeedFile(tmp_path / "game").write(new_seed())
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "game.seed").stat().st_mode) == 0o600


def test_a_seed_is_never_overwritten(tmp_path):
    seed, file = new_seed(), SeedFile(tmp_path / "game")
    file.write(seed)
    with pytest.raises(RecordError, match="already there"):
        file.write(new_seed())
    assert file.read() == seed


@pytest.mark.parametrize("content", [b"", b"hello", b"00", b"\xff" * 32, b"0" * 66])
def test_what_is_no_seed_is_not_taken_for_one(tmp_path, content):
    (tmp_path / "game.seed").write_bytes(content)
    with pytest.raises(RecordError, match="without it its dice cannot go on"):
        SeedFile(tmp_path / "game").read()
