"""Playing on without people: nature, the clock and the house's players, in the order of the table's own time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pig import Fell, Hold, Roll

import knobel
from knobel.core.contract import Alarm, Due, Move
from knobel.core.player import Intent
from knobel.core.record import RealDice, SeededDice
from knobel.players.random import RandomPlayer
from knobel.table.drive import (
    Drive,
    NextStep,
    PlannedMove,
    moves_until_over,
    next_move,
    next_step,
    players_asked,
    steps_until_person,
)
from knobel.table.table import PlainClock, Table, WallClock
from tests.core.kit import PARLOUR, PIG, Buzz, Pass, Ring, Shake, Think, header, opened


class Scripted:
    """A player that plays a list of intents, and then keeps quiet."""

    def __init__(self, *intents: Intent) -> None:
        self.intents = list(intents)
        self.asked: list[tuple[Any, int, Sequence[Any]]] = []

    def decide(self, view: Any, seat: int, moves: Sequence[Any], chance: Random) -> Intent | None:
        self.asked.append((view, seat, moves))
        return self.intents[0] if self.intents else None


class Steady:
    """A player that always wants the same, after the same time, as long as it may."""

    def __init__(self, move: Move, after: int = 0) -> None:
        self.intent = Intent(move, after)

    def decide(self, view: Any, seat: int, moves: Sequence[Any], chance: Random) -> Intent | None:
        return self.intent if self.intent.move in moves else None


def parlour(**options: int) -> Table:
    return opened(header(PARLOUR, SeededDice("drive"), 3, **options), PARLOUR)


def driven(table: Table, minds: dict[int, Any]) -> list[tuple[int, Any, Move]]:
    return [(step.at, step.actor, step.move) for step in steps_until_person(table, minds, Random(1))]


def test_players_of_the_house_play_a_game_to_its_end():
    table = opened(header(target=30))
    steps = list(steps_until_person(table, {seat: RandomPlayer(PIG) for seat in range(2)}, Random(4)))
    assert table.over
    assert steps == table.timeline.steps


def test_the_same_seed_and_chance_play_the_same_game():
    tables = [opened(header(dice=SeededDice("twice"), target=30)) for _ in range(2)]
    for table in tables:
        driven(table, {seat: RandomPlayer(PIG) for seat in range(2)})
    assert tables[0].timeline.entries == tables[1].timeline.entries


def test_without_a_table_a_game_is_played_to_its_end_move_by_move():
    state = PIG.start(2, target=30)
    played = list(moves_until_over(PIG, state, {seat: RandomPlayer(PIG) for seat in range(2)}, Random(4), at=700))
    assert played[0].before == state
    assert all(one.after == other.before for one, other in pairwise(played))
    assert all(before.play(*move) == after for before, move, after in played)
    assert played[-1].after.outcome() is not None
    assert played[0].move.at == 700
    with pytest.raises(RuntimeError, match="nobody plays on"):
        next(moves_until_over(PIG, state, {seat: Scripted() for seat in range(2)}, Random(4)))


def test_there_is_one_way_to_play_on():
    """Whoever let players and nature take turns by themselves would do it otherwise one day."""
    home = Path(knobel.__file__).parent
    asks = [path.relative_to(home) for path in home.rglob("*.py") if "next_move" in path.read_text("utf-8")]
    assert asks == [Path("table/drive.py")]


def test_the_table_waits_for_a_person():
    table = opened(header())
    assert driven(table, {1: RandomPlayer(PIG)}) == []
    table.move(0, Roll())
    [(_, actor, _)] = driven(table, {})
    assert actor == "nature"
    assert driven(table, {}) == []


def test_the_table_waits_for_a_person_to_say_what_fell():
    table = opened(header(dice=RealDice()))
    minds = {0: Steady(Roll()), 1: Steady(Roll())}
    assert driven(table, minds) == [(0, 0, Roll())]
    assert driven(table, minds) == []
    table.move("nature", Fell(3))
    table.move(0, Hold())
    assert driven(table, minds) == [(0, 1, Roll())]


def test_the_earliest_of_several_intents_happens_first():
    table = parlour(rounds=1)
    minds = {0: Steady(Pass(), 500), 1: Steady(Buzz(), 300), 2: Steady(Buzz(), 100)}
    steps = steps_until_person(table, minds, Random(1))
    assert [(step.at, step.actor) for step in (next(steps), next(steps), next(steps))] == [(100, 2), (400, 1), (900, 0)]
    assert table.clock.now() == 900


def test_at_the_same_moment_the_lower_seat_goes_first_and_players_before_the_clock():
    table = parlour(rounds=1, limit=100)
    minds = {0: Steady(Pass(), 1000), 1: Steady(Buzz(), 100), 2: Steady(Buzz(), 100)}
    assert driven(table, minds)[:2] == [(100, 1, Buzz()), (100, "clock", Ring())]


def test_the_alarm_rings_when_nobody_is_faster():
    table = parlour(rounds=1, limit=1000)
    minds = {seat: Steady(Pass(), 1001) for seat in range(3)}
    assert driven(table, minds) == [(1000, "clock", Ring()), (2000, "clock", Ring()), (3000, "clock", Ring())]
    assert table.over


def test_an_alarm_in_the_past_rings_now():
    table = parlour(rounds=1, limit=1000)
    table.clock.wait_until(5000)
    minds = {seat: Steady(Pass(), 1) for seat in range(3)}
    assert driven(table, minds)[0] == (5000, "clock", Ring())


def test_an_alarm_in_the_past_rings_before_a_player_moves_at_once():
    table = parlour(rounds=1, limit=1000)
    table.clock.wait_until(5000)
    assert next_move(table.state, {0: Steady(Pass())}, Random(1), table.clock.now()) == PlannedMove(
        "clock", Ring(), 5000
    )


ALL = frozenset({0, 1, 2})


@pytest.mark.parametrize(
    ("due", "players", "deadlines", "comes"),
    [
        (Due(places=(1, 2)), {}, {}, None),
        (Due(must=ALL), {}, {}, None),
        (Due(must=ALL, nature=True), {0: 5}, {1: 6}, NextStep("nature")),
        (Due(must=ALL), {0: 50, 2: 40}, {}, NextStep("player", 40, 2)),
        (Due(must=ALL, alarm=Alarm(30, Ring())), {0: 50}, {1: 40}, NextStep("clock", 30)),
        (Due(must=ALL, alarm=Alarm(40, Ring())), {0: 50}, {1: 30}, NextStep("deadline", 30, 1)),
        (Due(must=ALL, alarm=Alarm(40, Ring())), {2: 40, 0: 40}, {1: 40}, NextStep("player", 40, 2)),
        (Due(must=ALL, alarm=Alarm(40, Ring())), {0: 41}, {1: 40}, NextStep("clock", 40)),
    ],
    ids=["over", "people", "nature", "earliest", "clock", "deadline", "players first", "clock before deadline"],
)
def test_what_comes_next(due, players, deadlines, comes):
    assert next_step(due, players, deadlines) == comes


def test_who_must_or_may_move_is_asked_and_nobody_while_dice_are_in_the_air():
    due = Due(must=frozenset({2}), may=frozenset({0, 1}))
    assert players_asked(due, {0, 2, 3}) == [0, 2]
    assert players_asked(Due(must=ALL, nature=True), ALL) == []


def test_a_player_that_keeps_quiet_is_passed_over():
    table = parlour(rounds=1)
    minds = {0: Steady(Pass()), 1: Steady(Pass()), 2: Steady(Pass())}
    assert [actor for _, actor, _ in driven(table, minds)] == [0, 1, 2]


def test_when_nobody_wants_anything_nothing_happens():
    table = parlour()
    assert driven(table, {seat: Scripted() for seat in range(3)}) == []
    assert next_move(table.state, {}, Random(1), table.clock.now()) is None


def test_nature_goes_before_anyone_else():
    table = parlour(rounds=1, limit=1000)
    table.move(0, Shake())
    minds = {seat: Steady(Pass()) for seat in range(3)}
    assert [actor for _, actor, _ in driven(table, minds)] == ["nature", 0, 1, 2]


def test_a_player_sees_its_own_view_and_its_own_moves():
    table = parlour()
    minds = {seat: Scripted() for seat in range(3)}
    driven(table, minds)
    for seat, mind in minds.items():
        [(view, asked, moves)] = mind.asked
        assert asked == seat
        assert view == table.state.view(seat)
        assert moves == table.state.moves(seat)


def test_only_seats_that_may_move_are_asked():
    table = parlour()
    table.move(1, Buzz())
    minds = {seat: Scripted() for seat in range(3)}
    driven(table, minds)
    assert [len(mind.asked) for mind in minds.values()] == [1, 0, 1]


def test_every_happening_waits_for_its_time():
    table = parlour(rounds=1)
    minds = {seat: Steady(Pass(), 250) for seat in range(3)}
    assert [at for at, _, _ in driven(table, minds)] == [250, 500, 750]


def test_a_drive_can_be_left_and_taken_up_again():
    table = parlour(rounds=1)
    minds = {seat: Steady(Pass()) for seat in range(3)}
    for expected in range(3):
        assert next(steps_until_person(table, minds, Random(1))).actor == expected
    assert table.over


def test_nothing_happens_before_its_time_and_then_at_its_own():
    table = parlour(rounds=1)
    drive = Drive(table, {0: Steady(Pass(), 250)}, lambda: Random(1))
    assert drive.coming == PlannedMove(0, Pass(), 250)
    assert drive.catch_up() is None
    table.clock.wait_until(400)
    step = drive.catch_up()
    assert step
    assert (step.at, step.actor) == (250, 0)
    assert drive.catch_up() is None


def test_what_comes_next_is_thought_over_once_a_position():
    table = parlour(rounds=1)
    mind = Scripted(Intent(Pass(), 100))
    drive = Drive(table, {0: mind}, lambda: Random(1))
    assert drive.coming is drive.coming
    assert drive.seconds() == 0  # a plain clock waits for nobody
    assert len(mind.asked) == 1
    table.move(1, Buzz())
    assert drive.coming == PlannedMove(0, Pass(), 100)
    assert len(mind.asked) == 2


def test_where_people_are_waited_for_nothing_is_coming():
    table = opened(header())
    drive = Drive(table, {}, lambda: Random(1))
    assert drive.coming is None
    assert drive.seconds() is None
    assert drive.catch_up() is None


def test_a_plain_clock_moves_only_forwards():
    clock = PlainClock(10)
    clock.wait_until(5)
    assert clock.now() == 10
    clock.wait_until(20)
    assert clock.now() == 20


def test_a_wall_clock_goes_on_from_where_it_is_told():
    clock = WallClock(60_000)
    assert clock.now() >= 60_000
    at = clock.now() + 5
    clock.wait_until(at)
    assert clock.now() >= at
    clock.wait_until(0)


def test_thinking_is_a_move_too():
    table = parlour(rounds=1)
    minds = {0: Scripted(Intent(Think("deep"), 40))}
    step = next(steps_until_person(table, minds, Random(1)))
    assert (step.at, step.move) == (40, Think("deep"))
