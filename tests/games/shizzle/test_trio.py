"""Shizzle for three: what is reckoned there, held against the rulebook, and that it is no perfect play."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

import knobel
from knobel.core.errors import Malformed
from knobel.core.options import merged
from knobel.games.shizzle.moves import Return, Roll, Stop
from knobel.games.shizzle.solution import LeadersSolver, TrioSolver
from knobel.games.shizzle.solution.trio import SETTLED, Trio
from knobel.games.shizzle.solution.trio_judge import TrioJudge
from knobel.players.perfect import drawn
from knobel.players.roster import check_player
from knobel.players.solutions import search
from knobel.players.solutions.files import read_shipped, unpacked
from knobel.players.solutions.finder import solution_id
from tests.games.shizzle.by_hand import falls, turn
from tests.games.shizzle.scripted import opened, shizzle

GAME = knobel.game("shizzle")
SEATS, CHIPS = 3, 12


def chosen(**options):
    return merged(GAME.options, {}, options)


@cache
def small(**options) -> TrioJudge:
    solver = TrioSolver(chosen(**options), CHIPS)
    return solver.judge(solver.solve(float))


@cache
def box() -> TrioJudge:
    """What comes with the game."""
    solver = GAME.solver(SEATS, chosen())
    of = solution_id(GAME, SEATS, solver)
    return solver.judge(unpacked(of, read_shipped(GAME, of)))


def holds(chips: int):
    return [
        ((mine, following, third), hand)
        for mine in range(chips)
        for following in range(chips - mine)
        for third in range(chips - mine - following)
        for hand in range(-(-(chips - mine) // 6) + 1)
    ]


class ByRules:
    """One step from a hold by the rulebook: what the best moves bring the first seat, from what all holds are worth."""

    def __init__(self, trio: Trio, known) -> None:
        self.trio, self.known = trio, known
        self.falls, self.table = falls(), GAME.opening(SEATS, chosen())

    def worth(self, points, hand):
        spark = self.table.options.face_set()[0][0]
        bank = self.trio.chips - sum(points)
        table = replace(self.table, points=points, bank=bank, line=(spark,), begun=True, laid=1, shizzles=hand)
        faces = table.options.face_set()
        lines = {length: replace(table, line=tuple(faces[die][0] for die in range(length))) for length in range(2, 7)}
        stops = {length: self.end(lines[length].play(0, Stop())) for length in range(2, 6)}
        return turn(self.falls, stops, max(self.made(lines[6])), self.end(table.passed_on(0, points, bank)))

    def made(self, state):
        yield self.end(state.play(0, Stop()))
        rolled = state.play(0, Roll())
        yield self.known[0, self.trio.hold(rolled.points, rolled.shizzles - rolled.returned)]
        for move in state.moves(0):
            if isinstance(move, Return):
                yield from self.made(state.play(0, move))

    def end(self, state):
        if places := state.outcome():
            return (places[0] == 1) / places.count(1)
        assert state.turn == 1
        hold = self.trio.hold((*state.points[1:], state.points[0]), 0)
        return 1 - self.known[0, hold] - self.known[1, hold]


def test_a_sweep_brings_each_hold_what_the_rulebooks_best_moves_do(sized):
    trio = Trio(chosen(), CHIPS)
    chance = np.random.default_rng(1)
    known = chance.dirichlet(np.ones(SEATS), trio.size).T[:2]  # whatever is said, not only what is so
    swept, by_rules = trio.swept(known), ByRules(trio, known)
    for points, hand in Random(1).sample(holds(CHIPS), sized("trio_holds", 60, 1036)):
        assert swept[0, trio.hold(points, hand)] == pytest.approx(by_rules.worth(points, hand), abs=1e-8)


def test_every_hold_has_a_number_of_its_own():
    trio = Trio(chosen(), CHIPS)
    assert sorted(trio.hold(*each) for each in holds(CHIPS)) == list(range(trio.size))


def test_a_small_bank_settles_with_best_moves_alone_and_a_larger_one_goes_round():
    assert Trio(chosen(), CHIPS).circling(50) < 1e-4
    assert Trio(chosen(), 18).circling(50) > 1e-3


def test_who_hesitates_a_little_settles_and_gives_little_away():
    trio, told = Trio(chosen(), 18), []
    tables = trio.solve(told.append)
    assert told == sorted(told)
    assert told[-1] == 1
    assert tables["change"][0] < SETTLED
    residual = trio.residual(trio.read(tables))
    assert 1e-6 < residual < 0.005  # no rounding, and no more than a move or two that are nearly as good


def test_what_comes_with_the_game_has_settled_and_says_how_far_it_is_from_best_moves():
    certificate = box().certificate()
    assert certificate.kind == "residual"
    assert certificate.bound < 0.005
    assert box().value() == box().value((0, 0, 0))
    assert 1 / 3 < box().value() < 0.4
    assert box().value((50, 0, 0)) > box().value((20, 20, 0)) > box().value((0, 20, 20))


def test_whoever_sits_where_the_chances_are_the_same():
    state = replace(GAME.start(SEATS), points=(10, 4, 12), bank=34, line=(chosen().face_set()[0][0],))
    first = [box().chance(state, seat) for seat in range(SEATS)]
    assert sum(first) == pytest.approx(1)
    for turned in (1, 2):
        points = tuple(state.points[(seat - turned) % SEATS] for seat in range(SEATS))
        other = replace(state, points=points, turn=turned)
        assert [box().chance(other, (seat + turned) % SEATS) for seat in range(SEATS)] == first
    opening = GAME.opening(SEATS, chosen(starter="random"))
    assert [box().chance(opening, seat) for seat in range(SEATS)] == [1 / 3] * SEATS


def test_worths_are_what_the_rulebook_leads_to(sized):
    """Through whole games: dice in the air are worth the mean of all they may show, to whoever rolls them.

    Five dice are worth what is kept of their hold, and that is as near as certified.
    """
    found = box()
    for number in range(sized("trio_games", 1, 20)):
        chance, state = Random(number), GAME.opening(SEATS, chosen())
        checked = 0
        while (places := state.outcome()) is None:
            assert sum(found.chance(state, seat) for seat in range(SEATS)) == pytest.approx(1)
            if state.due().nature:
                fall = state.chances()
                if len(state.in_the_air) < 5 or not checked:
                    checked += len(state.in_the_air) == 5
                    weighed = fall.weighed().items()
                    mean = sum(
                        float(part) * found.chance(state.play("nature", move), state.turn) for move, part in weighed
                    )
                    near = found.certificate().bound if len(state.in_the_air) == 5 else 1e-8
                    assert found.chance(state, state.turn) == pytest.approx(mean, abs=near)
                state = state.play("nature", fall.outcome(chance.randrange(fall.total)))
                continue
            seat, moves = state.turn, state.moves(state.turn)
            worths = found.worths(state, seat, moves)
            assert [each.chance for each in worths] == [found.chance(state.play(seat, m), seat) for m in moves]
            assert sum(each.share for each in worths) == 1
            best = max(each.chance for each in worths)
            assert next(each for each in worths if each.share).chance == pytest.approx(best, abs=1e-8)
            state = state.play(seat, chance.choice(moves) if chance.random() < 0.3 else drawn(worths, chance))
        assert [found.chance(state, seat) for seat in range(SEATS)] == [(p == 1) / places.count(1) for p in places]


def test_it_takes_the_win_that_lies_there_and_else_from_whoever_leads():
    made = shizzle(opened(SEATS))
    winning = replace(made, points=(30, 20, 4), bank=6)
    worths = {each.move: each for each in box().worths(winning, 0, winning.moves(0))}
    assert worths[Stop()].chance == 1
    losing = replace(made, points=(10, 30, 12), bank=8)
    worths = {each.move: each.chance for each in box().worths(losing, 0, losing.moves(0))}
    assert worths[Return(1)] > worths[Return(2)] > worths[Stop()]


@pytest.mark.option("shizzle", "returns", "turns", "target", "ties")
def test_it_is_master_and_where_it_is_not_reckoned_with_the_leader_alone_is_played_against():
    assert isinstance(GAME.solver(3, chosen()), TrioSolver)
    assert isinstance(GAME.solver(3, chosen(placing="longest")), TrioSolver)
    for options in ({"returns": "at_end"}, {"turns": 3}, {"target": 20}):
        assert GAME.solver(3, chosen(**options)).tables_for == 2
    more = [GAME.solver(seats, chosen()) for seats in (4, 5, 6)]
    assert [(type(each), each.tables_for, each.proven) for each in more] == [(LeadersSolver, SEATS, False)] * 3
    assert GAME.solver(4, chosen(placing="longest")).tables_for == 2  # those for three would take minutes
    found = {seats: search(GAME, seats, chosen()) for seats in (3, 4, 6)}
    assert [each.found.result().__class__.__name__ for each in found.values()] == ["TrioJudge"] + 2 * ["LeadersJudge"]
    assert {each.source for each in found.values()} == {"shipped"}  # the same tables, and nobody waits
    check_player(GAME, "master", 3, chosen())
    with pytest.raises(Malformed, match="master"):
        check_player(GAME, "perfect", 3, chosen())


@pytest.mark.parametrize("position", [(60, 0, 0), (20, 20, 20), (-1, 5, 5), (1, 2), (7,)])
def test_a_position_is_points_of_a_game_that_goes_on(position):
    with pytest.raises(Malformed, match="mine,next,third"):
        box().value(position)


def test_what_are_no_tables_is_refused():
    solver = TrioSolver(chosen(), CHIPS)
    kept = dict(solver.solve(float))
    for wrong in ({}, {"holds": kept["holds"][:, 1:]}, {"holds": kept["holds"] / 2}, {"holds": "none"}):
        with pytest.raises(Malformed):
            solver.judge(wrong)
