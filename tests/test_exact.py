"""The exact solver, against the published value of Pig, a recursion written by hand, and the contract itself."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Annotated, Self

import pytest
from msgspec.structs import replace
from pig import PIG

from knobel.core.chances import Throw
from knobel.core.contract import IN_THE_AIR, Actor, Due, Move, Objection, Options, Seat, State, waits_for
from knobel.core.errors import Malformed
from knobel.core.game import Game
from knobel.core.options import by_rule
from knobel.core.words import HOUSE, Catalogue
from knobel.players.exact import PerfectPlayer, Unsolvable, solve
from knobel.testing import check_game
from tests.kit.bet import SECRET_BET
from tests.kit.race import RACE
from tests.kit.tower import TOWER


def pig_by_hand(target: int) -> float:
    """The first player's winning chance at Pig, from Neller and Presser's equations, without any of our code."""
    scores = range(target)
    worth = {(i, j, k): 0.5 for i in scores for j in scores for k in range(target - i)}

    def wins(i: int, j: int, k: int) -> float:
        return 1.0 if i + k >= target else worth[i, j, k]

    change = 1.0
    while change > 1e-10:
        change = 0.0
        for i, j, k in sorted(worth, reverse=True):
            roll = (1 - wins(j, i, 0) + sum(wins(i, j, k + pips) for pips in range(2, 7))) / 6
            hold = 1 - wins(j, i + k, 0)
            better = max(roll, hold) if k else roll
            change = max(change, abs(better - worth[i, j, k]))
            worth[i, j, k] = better
    return worth[0, 0, 0]


@pytest.mark.option("pig", "target")
@pytest.mark.parametrize("target", [2, 7, 12, 20])
def test_pig_to_a_small_target_is_worth_what_a_recursion_by_hand_says(target):
    assert solve(PIG, tolerance=1e-9, target=target).chance() == pytest.approx(pig_by_hand(target), abs=2e-9)


PERCENT = {40: 54.46944, 100: 53.06}
"""What Pig gives the first player: to 40 by the equations above, to 100 as it was published."""


@pytest.mark.rule("PIG-01", "PIG-02", "PIG-03", "PIG-04")
def test_pig_gives_the_first_player_what_is_known(sized):
    heard, target = [], sized("pig", 40, 100)
    solution = solve(PIG, target=target, progress=lambda settled, found: heard.append((settled, found)))
    assert 100 * solution.chance() == pytest.approx(PERCENT[target], abs=0.005)
    assert heard[0][0] == 0
    assert heard[-1][0] == heard[-1][1] > 5 * target**2


def test_in_every_position_the_best_move_is_worth_the_position_and_no_move_is_worth_more():
    solution = solve(PIG, tolerance=1e-9, target=12)
    decided = [state for state in solution.codes if state.outcome() is None]
    for state in decided:
        (seat,) = state.due().must
        worth = {move: solution.chance(state.play(seat, move), seat) for move in state.moves(seat)}
        assert max(worth.values()) == pytest.approx(solution.chance(state, seat), abs=2e-9)
        assert worth[solution.best_move(state)] == pytest.approx(max(worth.values()), abs=2e-9)
        assert solution.chance(state, 0) + solution.chance(state, 1) == pytest.approx(1)
    assert len(decided) > 500


def test_a_perfect_player_makes_the_best_move():
    solution = solve(PIG, target=12)
    start = solution.start
    intent = PerfectPlayer(solution).decide(start.view(0), 0, start.moves(0), Random(1))
    assert intent.move == solution.best_move(start)


# A game with a tie, dice after dice, and a way to go on for ever ----------------------------------------------------


class DareOptions(Options, frozen=True):
    """How many coins must show heads."""

    coins: Annotated[int, by_rule("DAR-02", ge=1, le=3)] = 2


class Share(Move, frozen=True):
    """Both win."""


class Dare(Move, frozen=True):
    """Coins are thrown one after the other: all heads wins, the first tails loses."""


class Wait(Move, frozen=True):
    """The other player decides."""


class Coin(Move, frozen=True):
    """Nature: a coin falls."""

    heads: bool


class Daring(State, frozen=True):
    """Whose turn it is, how many coins are to be thrown, and how it ended."""

    SEAT_MOVES = (Share, Dare, Wait)
    NATURE_MOVES = (Coin,)
    WORDS = Catalogue(
        {
            "en": {
                "title": "Dare",
                "rules": {"DAR-01": "Share the win, or dare.", "DAR-02": "Only heads win.", "DAR-03": "No waiting."},
                "options": {"coins": {"label": "Coins"}},
                "can": {"Share": "Share", "Dare": "Dare", "Wait": "Wait"},
                "told": {"Share": "{who} shares.", "Dare": "{who} dares.", "Wait": "{who} waits.", "Coin": "It falls."},
                "why": {"DAR-03": "There is no waiting", "DAR-01": "There is no sharing"},
            }
        },
        HOUSE,
    )

    options: DareOptions
    points: tuple[int, ...]
    turn: Seat = 0
    coins: int = 0
    places: tuple[int, ...] | None = None

    @classmethod
    def start(cls, seats: int, options: DareOptions) -> Self:
        return cls(options, points=(0,) * seats)

    def due(self) -> Due:
        if self.places:
            return Due(places=self.places)
        return IN_THE_AIR if self.coins else waits_for(self.turn)

    def candidates(self, seat: Seat) -> tuple[Move, ...]:
        return Dare(), Share(), Wait()

    def refusal(self, actor: Actor, move: Move, at: int) -> Objection | None:
        return Objection("DAR-03") if isinstance(move, Wait) else None

    def chances(self) -> Throw:
        return Throw((("tails", "heads"),), lambda up: Coin(bool(up[0])))

    def after(self, actor: Actor, move: Move, at: int) -> Self:
        match move:
            case Share():
                return replace(self, places=(1, 1))
            case Dare():
                return replace(self, coins=self.options.coins)
            case Coin(True) if self.coins > 1:
                return replace(self, coins=self.coins - 1)
            case Coin(heads):
                won = tuple(1 if (seat == self.turn) == heads else 2 for seat in range(2))
                return replace(self, coins=0, places=won)
            case _:
                return replace(self, turn=1 - self.turn)

    def scores(self) -> tuple[int, ...]:
        return self.points


class NoSharing(Daring, frozen=True):
    def refusal(self, actor: Actor, move: Move, at: int) -> Objection | None:
        return Objection("DAR-01") if isinstance(move, Share) else super().refusal(actor, move, at)


class DareOrWait(Daring, frozen=True):
    def refusal(self, actor: Actor, move: Move, at: int) -> Objection | None:
        return Objection("DAR-01") if isinstance(move, Share) else None


class ShareOrWait(Daring, frozen=True):
    def refusal(self, actor: Actor, move: Move, at: int) -> Objection | None:
        return Objection("DAR-01") if isinstance(move, Dare) else None


class OnlyWaiting(Daring, frozen=True):
    def refusal(self, actor: Actor, move: Move, at: int) -> Objection | None:
        return None if isinstance(move, Wait) else Objection("DAR-01")


DARING = Game(name="dare", rulebook=Daring, options=DareOptions, seats=range(2, 3))


def test_a_shared_win_counts_half_and_is_better_than_a_quarter():
    check_game(DARING)
    solution = solve(DARING)
    assert solution.chance() == 0.5
    assert solution.best_move(solution.start) == Share()


def test_waiting_for_ever_does_not_matter_where_nobody_gains_by_it():
    assert solve(replace(DARING, rulebook=ShareOrWait)).chance() == 0.5


@pytest.mark.parametrize(("coins", "chance"), [(1, 1 / 2), (2, 1 / 4), (3, 1 / 8)])
def test_coins_thrown_one_after_the_other_are_looked_through(coins, chance):
    solution = solve(replace(DARING, rulebook=NoSharing), coins=coins)
    assert solution.chance() == chance
    assert solution.chance(solution.start.play(0, Dare()), seat=1) == 1 - chance


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (replace(DARING, rulebook=OnlyWaiting), "go on for ever"),
        (replace(DARING, rulebook=DareOrWait), "go on for ever"),
        (replace(PIG, seats=range(3, 5)), "not for two players"),
        (SECRET_BET, "hides something"),
        (RACE, "no clock runs"),
        (TOWER, "can all be listed"),
    ],
)
def test_a_game_that_cannot_be_solved_says_why(game, why):
    with pytest.raises(Unsolvable, match=why):
        solve(game)


def test_an_option_the_game_does_not_have_is_refused():
    with pytest.raises(Malformed, match="goal"):
        solve(PIG, goal=3)


def test_without_numpy_solving_says_what_to_install():
    hidden = "import sys; sys.modules['numpy'] = None"
    solving = "from pig import PIG; from knobel.players.exact import solve; solve(PIG)"
    run = subprocess.run([sys.executable, "-c", f"{hidden}; {solving}"], capture_output=True, text=True, check=False)
    assert run.stderr.strip().endswith("Solving needs NumPy: pip install numpy")
