"""How the house plays Stack Attack."""

from random import Random

import pytest
from msgspec.structs import replace

from knobel.games.stack_attack.forecast import Round, forecast, left_of, round_of
from knobel.games.stack_attack.moves import LetGo, Place, Pose, Roll, Stop
from knobel.games.stack_attack.players import Master, Turn, steadiest_aim
from knobel.games.stack_attack.rules import NEUTRAL
from tests.arena import share_of_wins
from tests.games.stack_attack.scripted import SWINGING, built, held, opened, place, roll


def decision(state, chance=None):
    return Master().decide(state, state.turn, state.moves(state.turn), chance or Random(1))


@pytest.mark.parametrize(("rivals", "games", "share"), [(("random",), 60, 0.75), (("random",) * 2, 30, 0.6)])
def test_strong_clearly_beats_random(rivals, games, share):
    assert share_of_wins("stack-attack", "strong", rivals, games=games) > share


def test_strong_rolls_first_and_keeps_quiet_when_nothing_is_asked():
    assert decision(opened(2)).move == Roll()
    assert decision(opened(2).play(0, Roll())) is None


def test_strong_goes_on_where_the_tower_is_low():
    state = place(roll(replace(opened(2)), 5, 4, 3, 2, 1), 5)
    assert decision(state).move == Place(4)


def leaning_by(step: int):
    """A tower of five dice, each so many micrometres to the right of the one below."""
    leaning = tuple(Pose(step * level, 0, 8000 + 16000 * level) for level in range(5))
    return replace(built(1, 2, 3, 2, 1, seats=3, dexterity=True), poses=leaning)


def test_strong_stops_where_one_more_die_would_bring_the_tower_down():
    for step, stops in ((0, False), (2900, True)):
        state = replace(roll(leaning_by(step), 2, 3, 3, 3), added=1)
        assert (decision(state).move == Stop()) == stops
        must = replace(state, added=0)
        assert isinstance(decision(must).move, Place)


def test_strong_takes_the_last_die_that_wins_the_game():
    state = replace(built(*(1, 2) * 3, seats=2, owners=(0, 1, 0, 1, 0, 1)), points=(15, 0))
    rolled = roll(state, 1, 2)
    assert decision(rolled).move == Place(1)
    assert decision(place(rolled, 1)).move == Place(2)


def test_strong_picks_the_die_from_which_more_can_follow():
    state = roll(built(4, seats=3), 5, 3, 2, 1, 3)
    assert decision(state).move == Place(3)


def test_strong_aims_against_the_lean_and_lets_go_at_a_quiet_moment():
    state = leaning_by(2500)
    assert steadiest_aim(state, 0)[0] < 0
    assert steadiest_aim(leaning_by(-2500), 0)[0] > 0
    assert steadiest_aim(leaning_by(0), 0) == (0, 0)
    rolled = roll(state, 2, 6, 6, 6)
    assert decision(rolled).move == Place(2, *steadiest_aim(rolled, 0))
    swaying = held(rolled, 2).play("nature", SWINGING)
    moments = [decision(swaying, Random(seed)) for seed in range(40)]
    assert {type(intent.move) for intent in moments} == {LetGo}
    assert len({intent.after for intent in moments}) > 20  # nobody hits the same moment twice


# The forecast --------------------------------------------------------------------------------------------------------


def test_a_forecast_knows_the_table():
    state = replace(opened(4, hands=("child",), target=30, slips=True), points=(1, 2, 3, 4))
    hands = ("child", "ordinary", "ordinary", "ordinary")
    assert round_of(state) == Round((1, 2, 3, 4), hands, 30, 4, 0, True)
    playoff = replace(opened(3), points=(3, 20, 20), playing=(1, 2), turn=1, tower=NEUTRAL)
    assert round_of(playoff) == Round((20, 20), ("ordinary",) * 2, 20, 5, 2, False)
    assert left_of(replace(playoff, tower=place(roll(playoff, 5, 4, 4, 4, 4), 5).tower)) == (4, 5)


@pytest.mark.parametrize("slips", [False, True])
def test_shares_of_the_win_sum_to_one_everywhere(slips):
    found = forecast(Round((3, 8, 0), ("ordinary", "child", "expert"), 20, 3, 0, slips))
    assert len(found.rolling) == 3**3 * 3
    for shares in found.rolling.values():
        assert sum(shares) == pytest.approx(1)
        assert all(0 <= share <= 1 for share in shares)


def test_a_forecast_satisfies_its_own_equation():
    """Whoever is to roll: either nothing changes and the next one rolls, or it is what their turn leads to."""
    found = forecast(Round((0, 0), ("ordinary",) * 2, 20, 2, 2, False))
    for left, player in found.rolling:
        misses = (1 - (1 / 6 if left == (2, 2) else 5 / 18)) ** left[player]
        following = found.rolling[left, 1 - player]
        placing = found.placing[left, player]
        expected = [misses * wait + (1 - misses) * goes for wait, goes in zip(following, placing, strict=True)]
        assert found.rolling[left, player] == pytest.approx(expected)


def test_what_is_won_is_all_and_before_that_points_give_shares():
    round_ = Round((15, 18, 0), ("ordinary",) * 3, 20, 5, 0, False)
    assert round_.cleared(0) == (1, 0, 0)
    assert round_.fallen(0, (2, 3, 4)) == (0, 1, 0)
    ahead = round_.fallen(1, (4, 2, 4))
    assert ahead[1] > ahead[0] > ahead[2] > 0
    tie = Round((18, 18, 0), ("ordinary",) * 3, 20, 5, 0, False)
    assert tie.fallen(2, (3, 3, 1)) == (0.5, 0.5, 0)
    assert tie.height((3, 3, 1)) == 8
    assert tie.next(2) == 0


def test_whoever_is_ahead_has_the_larger_share():
    even = forecast(Round((5, 5), ("ordinary",) * 2, 20, 5, 2, False)).rolling[(5, 5), 0]
    ahead = forecast(Round((9, 5), ("ordinary",) * 2, 20, 5, 2, False)).rolling[(5, 5), 0]
    steadier = forecast(Round((5, 5), ("expert", "child"), 20, 5, 2, False)).rolling[(5, 5), 0]
    assert ahead[0] > even[0]
    assert steadier[0] > even[0]


def test_a_slip_costs_less_than_a_fall():
    hard = Round((0, 0), ("child",) * 2, 20, 5, 2, False)
    mild = replace(hard, slips=True)
    left = (1, 1)
    assert sum(mild.ends(0, left)) == pytest.approx(hard.ends(0, left)[0])
    assert hard.ends(0, left)[1] == 0
    state = roll(built(*(1, 2) * 4, seats=2, owners=(0, 1) * 4, hands=("child",) * 2), 1)
    slipping = roll(built(*(1, 2) * 4, seats=2, owners=(0, 1) * 4, hands=("child",) * 2, slips=True), 1)
    assert Turn(slipping, 0).worth_of(1) > Turn(state, 0).worth_of(1)
