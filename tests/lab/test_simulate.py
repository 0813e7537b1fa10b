"""Many games: the same for any number of workers, the players' own wherever they sat, and as sure as they say."""

from __future__ import annotations

import os
import signal
from concurrent.futures.process import BrokenProcessPool
from random import Random

import pytest
from msgspec.structs import replace

import knobel
from knobel.core.errors import Malformed
from knobel.core.player import Intent
from knobel.core.record import SeededDice, Sitter
from knobel.lab import simulate as lab
from knobel.lab.results_file import Unkept
from knobel.lab.simulate import house_table, played, simulate, wilson
from knobel.table.table import header_for


def test_any_number_of_workers_finds_the_same():
    here = simulate("pig", ["random", "random", "random"], 31, seed=7, workers=1)
    assert simulate("pig", ["random", "random", "random"], 31, seed="7", workers=2) == here
    assert simulate("pig", ["random", "random", "random"], 31, seed="7", workers=3) == here
    assert simulate("pig", ["random", "random", "random"], 31, seed="8", workers=1) != here


def test_whoever_stops_goes_on_without_loss(tmp_path):
    """However the last line was torn off, and with another number of workers: nothing is played twice or lost."""
    asked = {"game": "pig", "players": ["random", "random"], "games": 60, "seed": 3, "kept": tmp_path / "kept.jsonl"}
    heard: list[int] = []

    def stop(games: int) -> None:
        heard.append(games)
        if sum(heard) >= 30:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(**asked, workers=1, progress=stop)
    whole = asked["kept"].read_bytes()
    alone = simulate(**asked | {"kept": None})
    for torn, left in [(whole[:-9], 20), (whole[:40], 0), (b"", 0), (whole, 30), (whole + b'{"7', 30)]:
        asked["kept"].write_bytes(torn)
        heard.clear()
        assert simulate(**asked, workers=2, progress=heard.append) == alone
        assert heard[0] == left if left else max(heard) <= 10
        assert sum(heard) == 60
        heard.clear()
        assert simulate(**asked, workers=1, progress=heard.append) == alone
        assert heard == [60]
    with pytest.raises(Unkept, match="holds something else than these games"):
        simulate(**asked | {"seed": 4})
    asked["kept"].write_text("Dear diary\n")
    with pytest.raises(Unkept, match="holds something else than these games"):
        simulate(**asked)
    assert asked["kept"].read_text() == "Dear diary\n"
    own = replace(knobel.game("pig"), name="pig")
    with pytest.raises(Malformed, match="pig"):
        simulate(**asked | {"game": own})


def test_options_are_the_tables_own_and_are_told():
    short = simulate("pig", ["random", "random"], 4, seed=1, options={"target": 10})
    assert short.options["target"] == 10
    assert all(0 < player.points < 30 for player in short.players)


def test_every_win_is_somebodys():
    found = simulate("shizzle", ["random", "random", "strong"], 30, seed=3, workers=1)
    assert sum(player.chance for player in found.players) == pytest.approx(1)
    assert all(player.low <= player.chance <= player.high for player in found.players)
    assert found.even
    assert [sum(player.sat) for player in found.players] == [30] * 3


def test_results_are_the_players_own_wherever_they_sat():
    pig = knobel.game("pig")
    ann, bo, cy = (Sitter(name, "random") for name in ("Ann", "Bo", "Cy"))
    header = header_for(pig, pig.start(3), (ann, bo, cy), SeededDice("x"))
    for number, around in enumerate([(ann, bo, cy), (cy, ann, bo), (bo, cy, ann), (ann, bo, cy)]):
        table, steps = house_table(pig, replace(header, seats=around), f"x/{number}")
        assert list(steps)
        fared = dict(zip(around, zip(table.state.outcome(), table.state.scores(), strict=True), strict=True))
        places, points = played(pig, header, number)
        assert [fared[player] for player in (ann, bo, cy)] == list(zip(places, points, strict=True))


def test_the_interval_holds_the_truth_as_often_as_it_says():
    chance = Random(5)
    for truth in (0.03, 0.5, 0.8):
        ends = [wilson(sum(chance.random() < truth for _ in range(200)) / 200, 200) for _ in range(400)]
        assert 0.91 < sum(low <= truth <= high for low, high in ends) / 400 < 0.99


def test_whoever_looks_is_told_of_every_game_once():
    told: list[int] = []
    simulate("pig", ["random", "random"], 21, seed=1, workers=2, progress=told.append)
    assert sum(told) == 21
    assert len(told) > 4


def test_a_worker_that_is_killed_costs_no_game(monkeypatch, tmp_path):
    monkeypatch.setenv("KILLS", str(tmp_path / "killed"))
    monkeypatch.setattr(lab, "_play_part", _killed_once)
    found = simulate("pig", ["random", "random"], 24, seed=1, workers=2)
    assert (tmp_path / "killed").exists()
    monkeypatch.undo()
    assert found == simulate("pig", ["random", "random"], 24, seed=1, workers=1)


def _killed_once(part):
    """In a worker: the first that comes here is killed."""
    from pathlib import Path

    mark = Path(os.environ["KILLS"])
    try:
        mark.touch(exist_ok=False)
    except FileExistsError:
        return {number: played(knobel.game("pig"), part.header, number) for number in part.numbers}
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


class AlwaysRolls:
    """A player that no package brings."""

    def decide(self, view, seat, moves, chance):
        return Intent(moves[0])


@pytest.mark.parametrize("workers", [1, 2])
def test_somebodys_own_player_sits_down_wherever_the_games_are_played(workers):
    """Who never holds in Pig ends with all points that a win takes, or with none."""
    pig = knobel.game("pig")
    game = replace(pig, players={**pig.players, "greedy": AlwaysRolls})
    greedy, other = simulate(game, ["greedy", "random"], 24, seed=1, workers=workers).players
    assert (greedy.player, greedy.sat) == ("greedy", (12, 12))
    assert 0 < greedy.won < other.won
    assert 100 * greedy.won <= 24 * greedy.points <= 105 * greedy.won
    with pytest.raises(Malformed, match="There is no player called “greedy”"):
        simulate("pig", ["greedy", "random"], 2, seed=1)


def test_whoever_dies_again_and_again_is_given_up(monkeypatch):
    monkeypatch.setattr(lab, "_play_part", _dies)
    with pytest.raises(BrokenProcessPool):
        simulate("pig", ["random", "random"], 24, seed=1, workers=2)


def _dies(part):
    os._exit(1)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"players": ["random", "nobody"]}, "There is no player called “nobody”"),
        ({"players": ["random"]}, "2"),
        ({"games": 0}, "some games to play, not 0"),
        ({"workers": 0}, "at least one worker, not 0"),
        ({"options": {"gaol": 3}}, "gaol"),
        ({"preset": "none"}, "none"),
    ],
)
def test_what_there_cannot_be_is_said_in_a_line(asked, why):
    with pytest.raises(Malformed, match=why):
        simulate(**{"game": "pig", "players": ["random", "random"], "games": 3} | asked)
