"""Games by the hundred that are stopped: what was played is kept, and the line that is said goes on to the same end."""

from __future__ import annotations

import shlex

import pytest

WATCHED = ["watch", "liars-dice", "--seat", "careful", "--seat", "bold", "--games", "500", "--option", "dice=2"]
LEAGUE = ["league", "liars-dice", "--games", "200", "--option", "dice=2"]
ASKED = {"watch": WATCHED, "league": LEAGUE, "compare": ["compare", "pig", "--with", "target=30", "--games", "40"]}


@pytest.fixture(scope="module")
def scheduler():
    """A real Dask scheduler with two workers."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50
    ) as here:
        yield here.scheduler_address


def has_kept(house):
    """Whether some games are in a file."""
    return any(len(file.read_bytes().splitlines()) > 2 for file in house.data.rglob("*.jsonl"))


def stop(house, *asked):
    """Presses Ctrl-C once some games are kept, and hands back the words of the line that goes on."""
    going = house.sit(*asked)
    going.watch_until(lambda: has_kept(house))
    going.press("c")
    assert going.end() == 130
    assert "Traceback" not in going.said
    assert "are kept; to go on:" in going.said
    (line,) = [line for line in going.said.splitlines() if f"knobel {asked[0]} " in line]
    return shlex.split(line.partition("knobel ")[2])


@pytest.mark.long
@pytest.mark.parametrize(
    ("command", "how"),
    [("watch", "here"), ("watch", "processes"), ("watch", "cluster"), ("league", "processes"), ("compare", "cluster")],
)
def test_whoever_presses_ctrl_c_goes_on_by_the_line_that_is_said_to_the_same_table(house, scheduler, command, how):
    asked = [*ASKED[command], "--seed", "5"]
    whole = house.run(*asked, "--json", "--workers", "1").stdout
    more = {"here": ["--workers", "1"], "processes": ["--workers", "2"], "cluster": ["--scheduler", scheduler]}[how]
    again = stop(house, *asked, *more)
    (kept,) = house.data.rglob("*.jsonl")
    before = kept.read_bytes()
    told = house.run(*again, "--json")
    assert told.returncode == 0, told.stderr
    assert told.stdout == whole
    assert before.count(b"\n") > 2
    assert not kept.exists()


@pytest.mark.long
def test_where_a_scheduler_goes_away_nothing_is_lost_and_the_line_that_goes_on_is_said(house):
    from distributed import LocalCluster

    with LocalCluster(n_workers=1, processes=True, dashboard_address=":0", silence_logs=50) as lost:
        going = house.sit(*WATCHED[:-4], "--games", "2000", "--option", "dice=2", "--scheduler", lost.scheduler_address)
        going.watch_until(lambda: has_kept(house))
    assert going.end() == 2
    assert "are kept; to go on:" in going.said
    assert "has gone away" in going.said
    assert "distributed.client" not in going.said
    assert "Traceback" not in going.said
    assert [*house.data.rglob("*.jsonl")]


def test_without_a_seed_the_line_names_the_one_that_was_drawn(house):
    again = stop(house, *WATCHED, "--workers", "1", "--json")
    assert "--seed" in again
    assert "--json" in again
    told = house.run(*again)
    assert told.returncode == 0, told.stderr
    assert told.stdout == house.run(*again).stdout


def test_where_nothing_can_be_kept_games_are_played_all_the_same(house):
    nowhere = house.folder / "a-file"
    nowhere.write_text("")
    asked = [*WATCHED[:-4], "--games", "20", "--seed", "5", "--json"]
    told = house.run(*asked, XDG_DATA_HOME=str(nowhere))
    assert told.returncode == 0, told.stderr
    assert told.stdout == house.run(*asked).stdout
