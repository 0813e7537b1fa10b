"""Solutions are found where they were kept or worked out beside; nothing that does not fit is ever believed."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import psutil
import pytest
from msgspec.structs import replace
from pig import PIG
from pig_solution import PigSolver

from knobel.core.errors import Malformed
from knobel.players.solutions import Search, judge, search, solution_id
from knobel.players.solutions import finder as module
from knobel.players.solutions.files import HEADER, SolutionHeader, packed, solutions_folder
from knobel.players.solutions.worker import NoSolution, SolutionWorker
from tests.players.conftest import forget
from tests.test_exact import pig_by_hand

TARGET = 6
VALUE = pig_by_hand(TARGET)
LONG = PIG.options(target=1000)
"""It takes minutes to work out."""


def found(target: int = TARGET) -> Search:
    """The search for a small Pig, once it has ended."""
    searched = search(PIG, 2, PIG.options(target=target))
    searched.found.result()
    return searched


def begun(searched: Search) -> SolutionWorker:
    """The worker of a search, once it is in the midst of its work."""
    heard = threading.Event()
    searched.listen(lambda _share: heard.set())
    assert heard.wait(120)
    assert searched._worker
    return searched._worker


def test_a_solution_is_worked_out_once_and_then_found(folder):
    shares = []
    worth = judge(PIG, 2, PIG.options(target=TARGET), shares.append).value()
    assert worth == pytest.approx(VALUE, abs=1e-9)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert found().source == "new"
    (file,) = folder.iterdir()
    assert file.name == solution_id(PIG, 2, PigSolver(2, PIG.options(target=TARGET))).file
    forget()
    assert found().source == "kept"
    assert found() is found()


def test_the_same_solution_is_the_same_file_to_the_byte(folder):
    found()
    (file,) = folder.iterdir()
    first = file.read_bytes()
    file.unlink()
    forget()
    found()
    assert file.read_bytes() == first


class Harm:
    """Something that does harm wherever it is unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self):
        return Path.touch, (self.mark,)


def saved(arrays: dict[str, object]) -> bytes:
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def arrays_of(file: Path) -> dict[str, np.ndarray]:
    with np.load(file) as npz:
        return {name: npz[name] for name in npz.files}


def headed(file: Path, change: Callable[[SolutionHeader], SolutionHeader]) -> bytes:
    """The file with another header."""
    arrays = arrays_of(file)
    header = change(msgspec.json.decode(arrays[HEADER].tobytes(), type=SolutionHeader))
    return saved(arrays | {HEADER: np.frombuffer(msgspec.json.encode(header), np.uint8)})


def packed_as(file: Path, **of: object) -> bytes:
    """A file that is whole, but of something else."""
    arrays = arrays_of(file)
    header = msgspec.json.decode(arrays.pop(HEADER).tobytes(), type=SolutionHeader)
    return packed(replace(header.of, **of), header.options, arrays)


def flipped(data: bytes) -> bytes:
    return data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 1]) + data[len(data) // 2 + 1 :]


SPOILED: dict[str, Callable[[Path], bytes]] = {
    "empty": lambda _file: b"",
    "cut off": lambda file: file.read_bytes()[:-100],
    "a bit flipped": lambda file: flipped(file.read_bytes()),
    "other numbers": lambda file: saved(arrays_of(file) | {"values": np.full((TARGET, TARGET), 0.25)}),
    "one more array": lambda file: saved(arrays_of(file) | {"more": np.zeros(3)}),
    "wrong checksum": lambda file: headed(file, lambda header: replace(header, checksum="0" * 64)),
    "no header": lambda file: saved({"values": arrays_of(file)["values"]}),
    "other options said": lambda file: headed(file, lambda header: replace(header, options={"target": 7})),
    "an earlier solver's": lambda file: packed_as(file, version=0),
    "of other rules": lambda file: packed_as(file, rules=99),
    "of another game": lambda file: packed_as(file, game="gip"),
    "of another target": lambda file: packed_as(file, key="target=7"),
    "of more seats": lambda file: packed_as(file, seats=3),
    "no numbers": lambda _file: b"not a solution at all",
    "pickled": lambda file: saved(arrays_of(file) | {"values": np.array([Harm(file.with_name("harm"))], object)}),
    "tables of no solution": lambda file: packed(
        msgspec.json.decode(arrays_of(file)[HEADER].tobytes(), type=SolutionHeader).of, {}, {"values": np.ones(3)}
    ),
}


@pytest.mark.parametrize("how", SPOILED)
def test_what_does_not_fit_is_worked_out_anew(folder, how):
    found()
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    file.write_bytes(SPOILED[how](file))
    assert file.read_bytes() != whole
    forget()
    again = found()
    assert again.source == "new"
    assert again.found.result().value() == pytest.approx(VALUE, abs=1e-9)
    assert [(path.name, path.read_bytes()) for path in folder.iterdir()] == [(file.name, whole)]


def test_nothing_but_numbers_can_be_kept():
    of = solution_id(PIG, 2, PigSolver(2, PIG.options()))
    for tables in ({"values": np.array([Harm(Path("harm"))], object)}, {HEADER: np.ones(3)}):
        with pytest.raises(TypeError):
            packed(of, {}, tables)


class CountedWorker(SolutionWorker):
    """A worker that is counted."""

    started = 0

    def __init__(self, order) -> None:
        type(self).started += 1
        super().__init__(order)


def test_many_who_ask_at_once_share_one_worker(folder, monkeypatch):
    monkeypatch.setattr(module, "SolutionWorker", CountedWorker)
    monkeypatch.setattr(CountedWorker, "started", 0)
    worths = []
    asking = [
        threading.Thread(target=lambda: worths.append(judge(PIG, 2, PIG.options(target=TARGET)))) for _ in range(8)
    ]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert CountedWorker.started == 1
    assert len(worths) == 8
    assert len(set(map(id, worths))) == 1


def test_a_worker_that_is_killed_is_told_and_whoever_asks_next_begins_anew(folder):
    searched = search(PIG, 2, LONG)
    begun(searched).process.kill()
    with pytest.raises(NoSolution, match="broken off"):
        searched.found.result()
    assert not folder.exists()
    assert search(PIG, 2, LONG) is not searched


def test_no_worker_outlives_whoever_started_it(folder):
    program = (
        "from pig import PIG; from knobel.players.solutions import search; import time\n"
        "found = search(PIG, 2, PIG.options(target=1000))\n"
        "found.listen(lambda _: print(found._worker.process.pid, flush=True))\n"
        "time.sleep(600)"
    )
    starter = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    worker = psutil.Process(int(starter.stdout.readline()))
    starter.kill()
    starter.wait()
    worker.wait(60)
    assert not worker.is_running()


def test_too_many_searches_are_turned_away_and_not_piled_up(folder, monkeypatch):
    monkeypatch.setattr(module, "MAX_SEARCHES", 1)
    search(PIG, 2, LONG)
    with pytest.raises(NoSolution, match="at once"):
        search(PIG, 2, PIG.options(target=999))
    assert search(PIG, 2, LONG)


def test_what_was_not_asked_for_in_a_while_is_read_again(folder, monkeypatch):
    monkeypatch.setattr(module, "MAX_IN_MEMORY", 1)
    first, second = found(3), found(4)
    assert found(4) is second
    assert found(3) is not first
    assert found(3).source == "kept"


def test_of_too_many_files_the_oldest_go(folder, monkeypatch):
    monkeypatch.setattr("knobel.players.solutions.files.MAX_FILES", 2)
    found(3)
    (first,) = folder.iterdir()
    os.utime(first, (1, 1))
    found(4)
    found(5)
    assert len(list(folder.iterdir())) == 2
    assert not first.exists()


class Unsolved(PIG.rulebook, frozen=True):
    """Pig again, in a module that has no solution beside it."""


def test_a_game_without_a_solution_says_so(folder):
    with pytest.raises(Malformed, match="for 2 players, not for 3"):
        search(PIG, 3, PIG.options())
    with pytest.raises(Malformed, match="worked Pig out"):
        search(replace(PIG, rulebook=Unsolved, solver=None), 2, PIG.options())


def test_a_solver_that_breaks_down_is_told(folder):
    unknown = replace(PIG, name="gip")  # the worker finds no such game
    with pytest.raises(NoSolution, match="no game called “gip”"):
        judge(unknown, 2, PIG.options(target=TARGET))


# Where they cannot be kept --------------------------------------------------------------------------------------------

ASKING = (
    "from pig import PIG; from knobel.players.solutions import search\n"
    "found = search(PIG, 2, PIG.options(target=30)); print(found.found.result().value()); print(found.unkept)"
)


def test_on_a_full_disk_it_is_kept_in_memory_and_no_half_file_is_left(folder):
    program = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n{ASKING}"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    worth, unkept = said.splitlines()
    assert float(worth) == pytest.approx(0.5679147445)
    assert "solution-unkept" in unkept
    assert list(folder.iterdir()) == []


def test_where_there_can_be_no_folder_it_is_kept_in_memory(folder):
    folder.write_text("no folder")
    searched = found()
    assert searched.source == "new"
    assert searched.unkept
    assert str(folder) in str(searched.unkept.args["path"])
    assert found() is searched


def test_they_are_kept_where_the_system_keeps_what_can_be_thrown_away(monkeypatch, tmp_path):
    monkeypatch.delenv("KNOBEL_SOLUTIONS", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert solutions_folder() == tmp_path / "knobel" / "solutions"
