from random import Random

import pytest

from knobel.games.machz.moves import Bet, Pass, Reroll, Roll, Vote
from knobel.games.machz.players import ByOdds, Master, worth
from tests.arena import share_of_wins
from tests.games.machz.scripted import FOUR, THREE, again, begun, holding, opened, set_down, throw


def decision(state, seat):
    """What both decide who know the odds: they differ near the end alone."""
    view = state.view(seat)
    strong, master = (player.decide(view, seat, view.moves(seat), Random(0)).move for player in (ByOdds(), Master()))
    assert strong == master
    return strong


@pytest.mark.parametrize(("rivals", "share"), [(("random",), 0.7), (("random",) * 3, 0.4)])
def test_strong_clearly_beats_random(rivals, share):
    assert share_of_wins("machz", "strong", rivals, games=60) > share


@pytest.mark.parametrize(("object_set", "side"), [
    ("roygb", "match"), ("rroyg", "match"), ("rrrrr", "no_match"), ("rrroo", "no_match"),
])  # fmt: skip
def test_strong_bets_on_what_gains_more_before_the_first_roll(object_set, side):
    assert decision(opened(object_set=object_set).play(1, Roll()), 2) == Bet(side)


def test_strong_bets_by_what_is_missing():
    assert decision(throw(opened(), THREE).play(1, Reroll(2)), 0) == Bet("match")
    assert decision(throw(opened(object_set="rrbgg"), THREE).play(1, Reroll(2)), 0) == Bet("no_match")
    assert decision(throw(opened(), FOUR).play(1, Reroll(1)), 0) == Bet("no_match")


def test_strong_stakes_as_much_as_it_may_where_it_gains():
    assert decision(opened(bet_size="many").play(1, Roll()), 2).chips == 5


def test_strong_does_not_risk_a_chip_for_a_pot_that_cannot_pay():
    state = holding(throw(opened(bet_size="many"), THREE), (10, 10, 10), 1)
    assert decision(state.play(1, Reroll(2)), 2) == Bet("match")
    poor = opened(bet_size="many", pot=2).play(1, Roll())
    assert max(poor.moves(2), key=lambda bet: worth(poor, 2, bet)) == Bet("match")


def test_strong_rolls_again_and_keeps_the_match_of_a_pair():
    assert decision(throw(opened(), THREE), 1) == Reroll(2)
    assert decision(throw(opened(), FOUR), 1) == Reroll(1)
    assert decision(again(throw(opened(), THREE), "oo"), 1) == Reroll(2)
    assert decision(again(throw(opened(), THREE), "gg"), 1) == Reroll(1)


def test_strong_leaves_a_final_hand_that_pays_more_than_another_roll():
    for paid_for, choice in (("final", Pass()), ("first", Reroll(2)), ("both", Reroll(2))):
        state = throw(opened(object_set="rrrgy", combination=paid_for), "rrrrr")
        assert decision(state, 1) == choice


def test_strong_rolls_when_there_is_nothing_else_and_votes():
    assert decision(begun(), 0) == Roll()
    assert decision(begun(bet_size="vote"), 0) == Vote(True)
    judging = set_down(begun(poor_sets="below_2"), "rrrrr")
    assert [decision(judging, seat) for seat in range(3)] == [Vote(False), Vote(True), Vote(False)]


def test_who_knows_the_odds_keeps_quiet_when_it_is_too_late():
    assert ByOdds().decide(opened(), 2, [], Random(0)) is None
    assert Master().decide(opened(), 2, [], Random(0)) is None
