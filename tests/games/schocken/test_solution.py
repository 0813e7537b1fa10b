"""Schocken for two, solved: held against linear programs, against rivals worked out another way, and at the table."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import islice, product
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

import knobel
from knobel.coach.advice import advise
from knobel.coach.review import review
from knobel.core.errors import Malformed
from knobel.core.words import HOUSE, LANGUAGES, Voice
from knobel.games.schocken.cup import EMPTY, Cup
from knobel.games.schocken.hands import discs, strength
from knobel.games.schocken.moves import Fell, Stand, Throw
from knobel.games.schocken.options import PUB, SchockenOptions
from knobel.games.schocken.players import Strong
from knobel.games.schocken.rules import Schocken
from knobel.games.schocken.solution import SchockenSolver, solver
from knobel.games.schocken.solution.judge import SchockenJudge, chance_between
from knobel.players.solutions.files import read_shipped, unpacked
from knobel.players.solutions.finder import solution_id
from tests.arena import played
from tests.coach.positions import decisions, hand_in
from tests.games.schocken.brute import Brute, House
from tests.games.schocken.script import begin, bout, lying, throw, thrown, turn

GAME = knobel.game("schocken")


def quietly(_part: float) -> None:
    """Nobody wants to know how far it is."""


def judged(target: float = 1e-6, **options: object) -> SchockenJudge:
    found = SchockenSolver(SchockenOptions(**options), target=target)
    return found.judge(found.solve(quietly))


@pytest.fixture(scope="module")
def box() -> SchockenJudge:
    found = GAME.solver(2, SchockenOptions())
    return found.judge(found.solve(quietly))


# Against linear programs ----------------------------------------------------------------------------------------------

ONES_AND_TWOS, ONES_AND_SIXES, TWOS_AND_THREES = (1, 2), (1, 6), (2, 3)


def small(house: House) -> SchockenJudge:
    """The same by our own way, to more places than a table needs."""
    return _small(house.faces, house.throws, house.discs, tuple(house.options.items()))


@cache
def _small(faces: tuple[int, ...], throws: int, discs: int, options: tuple[tuple[str, object], ...]) -> SchockenJudge:
    found = SchockenSolver(SchockenOptions(discs=discs, **dict(options)), faces, throws, 1e-11)
    return found.judge(found.solve(quietly))


def agree(house: House) -> None:
    judge = small(house)
    for position, chance in Brute(house).chances().items():
        assert judge.value(position) == pytest.approx(chance, abs=1e-9), position
    assert judge.certificate().bound < 1e-9


@pytest.mark.parametrize("faces", [ONES_AND_TWOS, ONES_AND_SIXES, TWOS_AND_THREES])
@pytest.mark.parametrize("count", [2, 3])
def test_small_rounds_are_worth_what_linear_programs_say(faces, count):
    agree(House(faces, 2, count))


def test_dice_with_all_six_faces_thrown_once_agree_too():
    agree(House((1, 2, 3, 4, 5, 6), 1, 3))


def test_three_throws_or_three_faces_agree_too(sized):
    houses = [House((1, 2, 3), 2, 2), House((4, 5, 6), 2, 3), House(ONES_AND_TWOS, 3, 2), House(TWOS_AND_THREES, 3, 3)]
    for house in houses[: sized("houses", 1, len(houses))]:
        agree(house)


@pytest.mark.parametrize(
    ("name", "value", "house"),
    [
        pytest.param(name, value, house, marks=pytest.mark.option("schocken", name), id=f"{name}={value}")
        for name, value, house in [
            ("leader_caps", True, House(ONES_AND_TWOS, 2, 3)),
            ("general_high", True, House(ONES_AND_TWOS, 2, 3)),
            ("simple_by", "highest", House(TWOS_AND_THREES, 2, 2)),
            ("single_throw", "first", House(ONES_AND_TWOS, 2, 3)),
            ("assembled", "neither", House(TWOS_AND_THREES, 2, 2)),
            ("assembled", "generals", House((1, 2, 3), 2, 2)),
            ("flip_last", False, House(ONES_AND_SIXES, 2, 3)),
            ("flip_other", "rethrown", House(ONES_AND_SIXES, 2, 3)),
            ("flip_three", True, House(ONES_AND_SIXES, 2, 3)),
            ("aside_shown", True, House(TWOS_AND_THREES, 2, 3)),
            ("aside_locked", True, House(ONES_AND_TWOS, 3, 2)),
            ("aside_ones", True, House(TWOS_AND_THREES, 2, 2)),
            ("blind", True, House(ONES_AND_SIXES, 2, 3)),
            ("shortfall", "winner", House(ONES_AND_TWOS, 2, 3)),
        ]
    ],
)
def test_an_option_changes_what_a_round_is_worth_as_linear_programs_say(name, value, house):
    other = House(house.faces, house.throws, house.discs, {name: value})
    agree(other)
    assert abs(small(other).value() - small(house).value()) > 1e-4


@pytest.mark.option("schocken", "discs")
def test_every_number_of_discs_has_its_own_solution():
    few, many = (small(House(TWOS_AND_THREES, 2, count)).value() for count in (2, 3))
    assert abs(few - many) > 1e-4


# The best rival, found another way ------------------------------------------------------------------------------------

FACES = (1, 2, 3, 4, 5, 6)


class Rival:
    """Asks a judge how it plays, view by view, and finds what beats that best, by the rulebook and nothing else."""

    def __init__(self, judge: SchockenJudge, options: SchockenOptions) -> None:
        self.judge, self.options = judge, options
        self.game = Schocken.start(2, replace(options, starter=1))
        self.moves = cache(self._moves)

    def _moves(self, cup: Cup, allowed: int) -> list[Throw | Stand]:
        """What a cup may do, whoever has it."""
        capped = replace(self.game, options=replace(self.options, leader_caps=True), turn=1)
        return replace(capped, cups=(Cup(throws=(3,) * allowed), cup)).moves(1)

    def hand(self, cup: Cup) -> tuple[tuple[int, ...], int]:
        held = replace(self.game, cups=(cup, EMPTY)).hand_of(0)
        return strength(held, self.options), discs(held, 99)

    def falls(self, cup: Cup) -> list[tuple[Cup, float]]:
        """A cup with dice in the air, fallen; in what order the dice lie does not matter."""
        fallen = Counter(tidy(cup.fallen(faces)) for faces in product(FACES, repeat=len(cup.fresh)))
        return [(each, ways / 6 ** len(cup.fresh)) for each, ways in fallen.items()]

    def shares(self, position, role, seen, cup) -> list[tuple[Throw | Stand, float]]:
        """How often the judge makes each move."""
        cups = (cup, EMPTY) if role == 0 else (seen, cup)
        state = replace(self.game, middle=position[0], discs=position[1:], cups=cups, turn=role)
        return [(worth.move, worth.share) for worth in self.judge.worths(state.view(role), role, state.moves(role))]

    def ends(self, position, role, seen=EMPTY):
        """How the judge's turn ends: what can be seen of it and the hand, with their chances."""
        found: Counter = Counter()
        coming = [(EMPTY.lifted((0, 1, 2)), 1.0)]
        while coming:
            after: Counter = Counter()
            for air, chance in coming:
                for cup, odds in self.falls(air):
                    for move, share in self.shares(position, role, seen, cup):
                        if isinstance(move, Stand):
                            end = cup.turned(move.flip)
                            found[end.throws, self.hand(end)] += chance * odds * share
                        elif share:
                            after[tidy(cup.turned(move.flip, move.dice).lifted(move.dice))] += chance * odds * share
            coming = list(after.items())
        return found

    def best(self, payoff, allowed: int) -> float:
        """The most that a turn can bring, if it brings so much to end it with these throws and this hand."""

        @cache
        def thrown(air: Cup) -> float:
            return sum(odds * decided(cup) for cup, odds in self.falls(air))

        def decided(cup: Cup) -> float:
            return max(
                payoff(cup.throws, self.hand(cup.turned(move.flip)))
                if isinstance(move, Stand)
                else thrown(tidy(cup.turned(move.flip, move.dice).lifted(move.dice)))
                for move in self.moves(cup, allowed)
            )

        return thrown(EMPTY.lifted((0, 1, 2)))

    def gain(self, most: int | None = None) -> float:
        """What the best rival gains, in either role, over what a position is said to be worth.

        In any position; or in any with so many discs in the middle at most.
        """
        every = self.options.discs
        positions = [
            (middle, own, every - middle - own)
            for middle in range((every if most is None else most) + 1)
            for own in range(every - middle + 1)
            if middle or 0 < own < every
        ]
        value = {(each, role): abs(role - self.judge.value(each)) for each in positions for role in (0, 1)}
        reached = dict(value)
        led = {each: self.ends(each, 0) for each in positions}
        seen = [(3,), *((3, one) for one in (1, 2, 3)), *((3, one, two) for one in (1, 2, 3) for two in (1, 2, 3))]
        followed = {
            (each, throws): self.ends(each, 1, Cup((1, 1, 1), (0, 1, 2)[: throws[-1]], throws))
            for each in positions
            for throws in seen
        }
        change = 1.0
        while change > 1e-12:  # with none in the middle they lead to each other
            before = dict(reached)
            for position in positions:
                if not position[0]:
                    self.reach(position, followed, led, reached)
            change = max(abs(reached[each] - before[each]) for each in reached)
        for position in positions:  # and then from fewer in the middle to more
            if position[0]:
                self.reach(position, followed, led, reached)
        return max(reached[each] - value[each] for each in value)

    def reach(self, position, followed, led, reached) -> None:
        """What the best rival reaches from a position, from what it reaches in those that follow."""
        reached[position, 0] = self.best(self.leading(position, followed, reached), 3)
        reached[position, 1] = self.following(position, led[position], reached)

    def after(self, position, loser: int, cost: int):
        """The position after a bout, led by its loser; None: the round is lost."""
        middle, held = position[0], list(position[1:])
        taken = min(cost, middle) if middle else min(cost, held[1 - loser])
        if cost == 99 or held[loser] + taken == self.options.discs:
            return None
        held[loser] += taken
        if not middle:
            held[1 - loser] -= taken
        return (max(0, middle - taken), held[loser], held[1 - loser])

    def leading(self, position, followed, reached):
        """What a hand of the rival's brings, who leads."""

        @cache
        def payoff(throws, held):
            total = 0.0
            for (_, reply), chance in followed[position, throws].items():
                loses = reply[0] > held[0]
                after = self.after(position, 0 if loses else 1, (reply if loses else held)[1])
                total += chance * (float(not loses) if after is None else reached[after, 0 if loses else 1])
            return total

        return payoff

    def following(self, position, led, reached) -> float:
        """What the rival reaches who follows, having seen how often how many dice were thrown."""
        total = 0.0
        for seen in {throws for throws, _ in led}:

            @cache
            def payoff(_throws, held, seen=seen):
                found = 0.0
                for (throws, shown), chance in led.items():
                    if throws == seen:
                        loses = held[0] <= shown[0]
                        after = self.after(position, 1 if loses else 0, (shown if loses else held)[1])
                        found += chance * (float(not loses) if after is None else reached[after, 0 if loses else 1])
                return found

            total += self.best(payoff, 3)
        return total


def tidy(cup: Cup) -> Cup:
    """The same cup with its dice in order: those thrown last first."""
    fresh = sorted(cup.faces[die] for die in cup.fresh)
    return Cup((*fresh, *sorted(cup.aside())), (0, 1, 2)[: len(fresh)], cup.throws)


def test_a_rival_found_view_by_view_gains_what_the_certificate_says(sized):
    """With all dice and throws, and too little learned, so that there is something to gain."""
    options = SchockenOptions(discs=sized("rival_discs", 2, 3))
    rough = judged(1e-3, discs=options.discs)
    bound = rough.certificate().bound
    assert bound > 1e-5
    assert Rival(rough, options).gain() == pytest.approx(bound, abs=1e-9)


def test_a_rival_found_view_by_view_gains_next_to_nothing_against_what_comes_with_the_game(sized):
    """All hands, all throws, wherever the discs lie: the certificate again, by code that shares nothing with it."""
    most = sized("rival_middle", -1, 13)
    if most < 0:
        pytest.skip("takes minutes: in the campaign")
    found = GAME.solver(2, SchockenOptions())
    of = solution_id(GAME, 2, found)
    shipped = found.judge(unpacked(of, read_shipped(GAME, of)))
    gained = Rival(shipped, SchockenOptions()).gain(most)
    assert gained <= 1e-5
    assert gained == pytest.approx(shipped.certificate().bound, abs=1e-9)


def test_nobody_gains_in_a_round_by_the_box_rules(box):
    certificate = box.certificate()
    assert certificate.kind == "gain"
    assert 0 <= certificate.bound <= 1e-5
    assert 0.5 < box.value() < 0.51
    assert box.value() == box.value((13, 0, 0))


def test_nobody_gains_by_pub_rules_nor_by_others(sized):
    tables = [PUB, {"blind": True, "discs": 17}, {"aside_shown": True, "discs": 11}, {"shortfall": "winner"}]
    for options in tables[: sized("solved_tables", 1, len(tables))]:
        assert judged(3e-7, **options).certificate().bound <= 1e-5


# At the table ---------------------------------------------------------------------------------------------------------


def test_both_seats_together_win_once(box):
    for position in ((13, 0, 0), (10, 3, 0), (4, 2, 7), (0, 6, 7), (0, 12, 1)):
        state = lying(begin(), *position)
        assert box.chance(state.view(0), 0) + box.chance(state.view(1), 1) == pytest.approx(1, abs=1e-12)
        swapped = replace(state, order=(1, 0), discs=state.discs[::-1])
        assert box.chance(swapped.view(1), 1) == pytest.approx(box.chance(state.view(0), 0), abs=1e-12)
        won = box.value(position)
        game = won * chance_between(box.value(), (1,), 0) + (1 - won) * chance_between(box.value(), (0,), 0)
        assert box.chance(state.view(0), 0) == pytest.approx(game, abs=1e-12)


def test_rounds_make_a_game(box):
    """SCH-17, SCH-18: two rounds, and a final if they were split; the loser begins."""
    first = box.value()
    assert box.chance(GAME.start(2), 1) == 0.5
    lost_one = bout(begin(), "654", "111")
    assert box.chance(lost_one.view(0), 0) == pytest.approx(first * (1 - first))
    final = bout(lost_one, "111", "654")
    assert final.is_final()
    assert box.chance(final.view(1), 1) == pytest.approx(first)
    over = bout(final, "111", "654")
    assert [box.chance(over.view(seat), seat) for seat in (0, 1)] == [0, 1]
    whole = first * (1 - first * (1 - first)) + (1 - first) * first * (1 - first)
    assert box.chance(begin().view(0), 0) == pytest.approx(whole)


def test_a_schock_out_in_the_hand_is_as_good_as_a_round(box):
    state, _ = thrown(begin(), "111")
    best = max(box.worths(state.view(0), 0, state.moves(0)), key=lambda worth: worth.chance)
    assert best.move == Stand()
    assert best.share == pytest.approx(1)
    assert best.chance == pytest.approx(chance_between(box.value(), (1,), 0))


def test_whatever_is_hidden_the_worths_are_the_same(box):
    hands = ("111", "654", "662", "443", "211")
    for first in hands:
        state = throw(turn(begin(), f"{first}/32"), "652")
        twin = replace(state, cups=(Cup((4, 4, 4), (1, 2), (3, 2)), state.cups[1]))
        assert box.worths(state.view(1), 1, state.moves(1)) == box.worths(twin.view(1), 1, twin.moves(1))
        waiting = turn(begin(), f"{first}/32")
        twins = [throw(waiting, faces).view(0) for faces in ("111", "654")]
        assert box.chance(twins[0], 0) == box.chance(twins[1], 0)


def test_dice_and_moves_do_not_change_what_is_known_on_average(box):
    """Whoever looks: the chance before is the mean of the chances after, for the thrower and for the other."""
    state = lying(begin(), 5, 4, 4)
    air = state.play(0, Throw((0, 1, 2)))
    seen: Counter = Counter()
    after: dict[object, float] = {}
    own = 0.0
    for faces in product(FACES, repeat=3):
        fallen = air.play("nature", Fell(faces))
        own += box.chance(fallen.view(0), 0) / 216
        assert box.chance(fallen.view(1), 1) == pytest.approx(box.chance(state.view(1), 1), abs=1e-8)
        for worth in box.worths(fallen.view(0), 0, fallen.moves(0)):
            if worth.share > 0:
                moved = fallen.play(0, worth.move)
                shown = state.view(1), moved.view(1).cups
                seen[shown] += worth.share / 216
                after[shown] = box.chance(moved.view(1), 1)
    assert own == pytest.approx(box.chance(air.view(0), 0), abs=1e-12)
    assert own == pytest.approx(box.chance(state.view(0), 0), abs=1e-8)
    assert len(seen) > 1
    mean = sum(chance * after[shown] for shown, chance in seen.items())
    assert mean == pytest.approx(box.chance(state.view(1), 1), abs=1e-8)


def test_the_leader_learns_from_how_the_follower_throws(box):
    """The leader's chance with a hand is the mean over all that may be seen of the follower."""
    state = turn(lying(begin(), 5, 4, 4), "654/41")
    air = state.play(1, Throw((0, 1, 2)))
    before = box.chance(state.view(0), 0)
    seen: Counter = Counter()
    chances: set[float] = set()
    mean = 0.0
    for faces in product(FACES, repeat=3):
        fallen = air.play("nature", Fell(faces))
        assert box.chance(fallen.view(0), 0) == pytest.approx(before, abs=1e-12)
        for worth in box.worths(fallen.view(1), 1, fallen.moves(1)):
            if worth.share > 0:
                moved = fallen.play(1, worth.move)
                chances.add(round(box.chance(moved.view(0), 0), 9))
                seen[type(worth.move)] += worth.share / 216
                mean += worth.share / 216 * box.chance(moved.view(0), 0)
    assert seen[Throw] > 0.1
    assert len(chances) > 2
    assert mean == pytest.approx(before, abs=1e-7)


TABLES = [
    {},
    PUB,
    {"blind": True, "aside_locked": True},
    {"blind": True, "leader_caps": True},
    {"aside_ones": True, "flip_other": "rethrown", "flip_three": True},
    {"aside_shown": True},
    {"aside_shown": True, "aside_locked": True, "leader_caps": True, "flip_last": False},
    {"single_throw": "first", "general_high": True, "simple_by": "highest", "assembled": "neither"},
    {"shortfall": "winner"},
]


@pytest.mark.parametrize("options", TABLES, ids=lambda options: ",".join(options) or "box")
def test_every_view_of_every_game_can_be_judged(options, sized):
    """Played at random, so that much happens that perfect play never does."""
    judge = judged(1e-3, discs=3, **options)
    chance = Random(1)
    for _ in range(sized("judged_games", 3, 100)):
        state = Schocken.start(2, SchockenOptions(discs=3, **options))
        while state.outcome() is None:
            views = [state.view(seat) for seat in (0, 1)]
            chances = [judge.chance(view, seat) for seat, view in enumerate(views)]
            assert all(0 <= each <= 1 for each in chances)
            due = state.due()
            if due.nature:
                state = state.play("nature", GAME.draw(state, chance.randrange, lambda: chance))
                continue
            (seat,) = due.must
            moves = views[seat].moves(seat)
            worths = judge.worths(views[seat], seat, moves)
            assert [worth.move for worth in worths] == moves
            assert sum(worth.share for worth in worths) == pytest.approx(1)
            assert sum(worth.share * worth.chance for worth in worths) == pytest.approx(chances[seat])
            state = state.play(seat, chance.choice(moves))
        assert sorted(judge.chance(state, seat) for seat in (0, 1)) == [0, 1]


def play(judge: SchockenJudge, seed: int) -> bool:
    """Whether perfect play wins a game against the strong player, the seats taking turns."""
    chance, seat = Random(seed), seed % 2
    state = GAME.start(2)
    while state.outcome() is None:
        due = state.due()
        if due.nature:
            state = state.play("nature", GAME.draw(state, chance.randrange, lambda: chance))
            continue
        (who,) = due.must
        view = state.view(who)
        moves = view.moves(who)
        if who == seat:
            worths = judge.worths(view, who, moves)
            move = chance.choices(moves, [worth.share for worth in worths])[0]
        else:
            move = Strong().decide(view, who, moves, chance).move
        state = state.play(who, move)
    return state.outcome()[seat] == 1


def test_perfect_play_beats_the_strong_player(box, sized):
    """Five games in eight; what is asked for here is three deviations below that."""
    games = sized("perfect_games", 150, 5000)
    share = sum(play(box, seed) for seed in range(games)) / games
    assert share > 0.62 - 3 * 0.49 / games**0.5


# What is kept, and what is not solved ---------------------------------------------------------------------------------


def test_only_tables_that_know_their_dice_are_solved_and_only_for_two_it_is_proven():
    assert [solver(seats, SchockenOptions()).proven for seats in (2, 3, 8)] == [True, False, False]
    with pytest.raises(Malformed, match="counted") as refused:
        solver(2, SchockenOptions(counted=True))
    assert len({HOUSE.text(refused.value.say, Voice(language=language)) for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("position", [(13,), (10, 3, 1), (0, 13, 0), (0, 0, 13), (-1, 7, 7), (13, 0, 0, 0)])
def test_what_is_no_position_has_no_value(box, position):
    with pytest.raises(Malformed, match="middle,first,second"):
        box.value(position)


def test_tables_are_small_and_only_their_own_are_read(box):
    found = SchockenSolver(SchockenOptions(discs=3), target=1e-3)
    tables = dict(found.solve(quietly))
    assert found.judge(tables).value() == found.judge(tables).value((3, 0, 0))
    broken = [
        {},
        tables | {"chances": tables["chances"][1:]},
        tables | {"shares": tables["shares"][1:]},
        tables | {"shares": tables["shares"].astype(np.float64)},
        tables | {"mixed": tables["mixed"][::-1]},
        tables | {"mixed": tables["mixed"] + np.uint32(2**31)},
        {name: array for name, array in tables.items() if name != "likeliest"},
    ]
    for each in broken:
        with pytest.raises(Malformed):
            found.judge(each)
    with pytest.raises(Malformed):
        SchockenSolver(SchockenOptions(discs=4)).judge(tables)
    kept = box.solved
    assert sum(each.nbytes for each in (kept.chances, kept.likeliest, kept.mixed, kept.shares)) < 1_000_000


def test_how_far_it_is_comes_to_the_end():
    told: list[float] = []
    SchockenSolver(SchockenOptions(discs=3), target=1e-3).solve(told.append)
    assert told == sorted(told)
    assert told[-1] == 1
    assert 0 <= told[0] < 1


def test_the_game_alone_loads_neither_numpy_nor_numba_and_judging_needs_no_numba(tmp_path):
    found = SchockenSolver(SchockenOptions(discs=2), target=1e-3)
    np.savez(tmp_path / "tables.npz", **found.solve(quietly))
    script = """
import sys
sys.modules["numba"] = None
import knobel
game = knobel.game("schocken")
assert game.solver and "numpy" not in sys.modules
from knobel.games.schocken.options import SchockenOptions
found = game.solver(2, SchockenOptions(discs=2))
import numpy as np
judge = found.judge(dict(np.load(sys.argv[1])))
assert judge.certificate().bound < 1e-2
try:
    found.solve(print)
except ImportError:
    print("needs", judge.value())
"""
    told = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "tables.npz")], capture_output=True, text=True, check=True
    )
    assert told.stdout.startswith("needs 0.")


def test_the_coachs_best_move_is_the_solvers(box, monkeypatch):
    hand_in(monkeypatch, GAME, box)
    for state, seat, _ in islice(decisions(GAME, 2, level="casual"), 30):
        view = state.view(seat)
        worths = {worth.move: worth for worth in box.worths(view, seat, view.moves(seat))}
        advice = advise(GAME, state, seat)
        first = worths[advice.moves[0].move]
        assert advice.exact
        assert first.share == max(worth.share for worth in worths.values())
        assert first.chance == pytest.approx(max(worth.chance for worth in worths.values()), abs=1e-5)
        assert {each.move: each.chance for each in advice.moves} == {move: w.chance for move, w in worths.items()}


def test_a_review_of_perfect_play_finds_no_slip_and_all_of_it_adds_up(box, monkeypatch):
    hand_in(monkeypatch, GAME, box)
    found = review(played("schocken", ("perfect", "beginner"), 1).timeline)
    assert found.exact
    perfect, beginner = found.seats
    assert perfect.skill == pytest.approx(0, abs=1e-4)
    assert beginner.skill < -0.01
    assert beginner.rivals == pytest.approx(0, abs=1e-4)
    decided = [step for step in found.steps if step.choices]
    assert all(step.decided == pytest.approx(step.before[step.by] - step.lost) for step in decided)
    lifted = [step for step in decided if abs(step.after[step.by] - step.decided) > 0.01]
    assert lifted  # who stands last lifts the cups with it: what lay there is luck, and not the decision
    for seat in found.seats:
        assert seat.start + seat.skill + seat.rivals + seat.luck == pytest.approx(seat.result, abs=1e-9)
