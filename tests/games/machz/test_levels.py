import pytest

from knobel.games.machz.moves import Bet, Pass, Reroll, Roll
from knobel.games.machz.odds import falls
from knobel.games.machz.players import LAPSES, ByOdds, Master, RuleOfThumb
from knobel.games.machz.winning import roll_chance, winning_chance, with_bets
from tests.games.machz.scripted import FOUR, THREE, holding, opened, throw
from tests.levels import check_rates, surely_ahead


@pytest.mark.parametrize(
    ("better", "worse", "games"),
    [("beginner", "random", 100), ("casual", "beginner", 160), ("strong", "casual", 240), ("master", "strong", 60)],
)
def test_each_level_beats_the_one_below(sized, better, worse, games):
    """Luck weighs much here: where bets are large it takes fewer games to see who is better."""
    assert surely_ahead("machz", better, worse, sized("league", games, 1000), bet_size="many", pot=400) > 0.5


@pytest.mark.parametrize("level", ["beginner", "casual", "strong"])
def test_a_level_makes_its_mistakes_as_often_as_is_written_down(sized, level):
    check_rates("machz", level, LAPSES, sized("rated", 20, 200))


def tempted(name, state, seat):
    view = state.view(seat)
    moves = view.moves(seat)
    return LAPSES[name].tempted(view, seat, moves, RuleOfThumb().decide(view, seat, moves, None).move)


def test_what_a_beginner_does_wrong():
    first, second = opened().play(1, Roll()), throw(opened(), THREE).play(1, Reroll(2))
    assert tempted("keeps the chip", first, 2) == Bet("none")
    assert tempted("bets on what pays more", second, 0) == Bet("match")
    assert tempted("bets on what pays more", first, 2) is None
    assert tempted("bets against a likely match", first, 2) == Bet("no_match")
    assert tempted("bets against a likely match", second, 0) is None
    assert tempted("leaves it at that", throw(opened(), FOUR), 1) == Pass()


def decision(player, state, seat):
    view = state.view(seat)
    return player.decide(view, seat, view.moves(seat), None).move


def test_casual_people_go_by_rules_of_thumb():
    assert decision(RuleOfThumb(), opened(object_set="roygb").play(1, Roll()), 2) == Bet("match")
    assert decision(RuleOfThumb(), opened(object_set="rroog").play(1, Roll()), 2) == Bet("no_match")
    assert decision(RuleOfThumb(), throw(opened(), THREE).play(1, Reroll(2)), 0) == Bet("no_match")
    assert decision(RuleOfThumb(), throw(opened(), FOUR), 1) == Reroll(1)


def test_near_the_end_master_bets_so_that_it_wins_and_not_so_that_it_gains():
    """One chip lies in the Pot, and it will be the Roller's. To have one less than the leader loses either way ..."""
    last = holding(throw(opened(2), FOUR), (20, 21), 3).play(1, Reroll(1))
    assert decision(Master(), last, 0) == Bet("no_match")  # two more win, five times out of six
    leads = holding(throw(opened(2), FOUR), (40, 12), 26).play(1, Reroll(1))
    assert decision(Master(), leads, 0) != Bet("match")  # whatever the Roller makes, the lead must not shrink
    assert decision(ByOdds(), leads, 0) == Bet("no_match")
    behind = holding(throw(opened(2), FOUR), (10, 12), 2).play(1, Reroll(1))
    assert decision(ByOdds(), behind, 0) == decision(Master(), behind, 0) == Bet("no_match")


@pytest.mark.parametrize("options", [{}, {"combination": "final"}, {"combination": "both", "machz_pay": "both"}])
def test_rolls_that_are_paid_alike_are_weighed_once_and_it_comes_to_the_same(options):
    first = holding(opened(2, **options), (15, 17), 22).play(1, Roll())
    for state in (first, throw(opened(2, **options), THREE).play(1, Reroll(2))):
        rolled = with_bets(state)
        whole = sum(float(chance) * winning_chance(rolled.thrown(fell, 0), 0) for fell, chance in falls(rolled.dice))
        assert roll_chance(rolled, 0) == pytest.approx(whole, abs=1e-12)
