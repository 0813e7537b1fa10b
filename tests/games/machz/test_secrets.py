"""Covered bets: nobody else can see them before the roll, and the order in which they come makes no difference."""

from itertools import permutations

import msgspec
import pytest

import knobel
from knobel.games.machz.moves import Bet, Covered, Fell, Roll, Uncovered, Vote
from knobel.games.machz.telling import scene
from knobel.table.table import told
from tests.games.machz.scripted import THREE, again, bet, colours, falls, opened, throw
from tests.tables import table_of

BETS = {0: Bet("match", 2), 2: Bet("none"), 3: Bet("no_match", 3)}


def betting():
    return opened(4, bet_size="many").play(1, Roll())


@pytest.mark.rule("MCZ-R16")
@pytest.mark.parametrize("order", permutations(BETS))
def test_bets_in_any_order_lead_to_the_same_position(order):
    state = betting()
    for seat in order:
        state = state.play(seat, BETS[seat])
    expected = betting()
    for seat, laid in BETS.items():
        expected = expected.play(seat, laid)
    assert state == expected
    assert falls(state, THREE) == falls(expected, THREE)


@pytest.mark.rule("MCZ-R16")
@pytest.mark.parametrize("onlooker", [None, 1, 2, 3])
def test_a_bet_is_in_nobody_elses_view_words_or_picture(onlooker):
    game = knobel.game("machz")
    seen = set()
    for laid in betting().moves(0):
        before = betting()
        table = table_of(before)
        step = table.move(0, laid)
        view = step.after.view(onlooker)
        words = [game.words.text(say, table.voice(onlooker)) for say in told(game, step, onlooker)]
        picture = scene(view)
        seen.add(msgspec.json.encode((view, before.shown(onlooker, 0, laid), words, picture, view.due())))
        assert before.shown(0, 0, laid) == laid
        assert step.after.view(0).bets[0] == laid
    assert len(seen) == 1
    assert b"match" not in seen.pop().replace(b'"bet_size":"many"', b"")


@pytest.mark.rule("MCZ-R16")
def test_not_betting_looks_like_betting():
    one, other = betting().play(2, Bet("none")), betting().play(2, Bet("match", 5))
    assert one != other
    assert one.view(0) == other.view(0)
    assert one.view(0).bets == (None, None, Covered(), None)
    assert one.view(None) == other.view(None)
    assert one.view(2) != other.view(2)
    assert one.chips == other.chips == betting().chips  # stakes stay in the stack until the roll


@pytest.mark.rule("MCZ-R16")
def test_the_view_keeps_ones_own_bet_and_covers_only_what_was_decided():
    state = betting().play(0, BETS[0]).play(3, BETS[3])
    assert state.view(0).bets == (BETS[0], None, None, Covered())
    assert state.view(1).bets == (Covered(), None, None, Covered())
    assert state.view(0).view(0) == state.view(0)
    assert state.view(0).due() == state.due()
    assert state.view(2).moves(2) == state.moves(2)


@pytest.mark.rule("MCZ-R16")
def test_bets_are_shown_with_the_roll():
    state = bet(betting(), p0=("match", 2), p3=("no_match", 3))
    fell = Fell(colours(THREE))
    shown = state.shown(1, "nature", fell)
    assert shown == Uncovered(fell.colours, (BETS[0], None, Bet("none"), BETS[3]))
    after = state.play("nature", fell)
    assert after.view(1).last.bets == shown.bets
    assert after.last.changes == (4, 1, 0, -3)
    assert after.bets == ()
    assert after.view(1) == after
    said = [say.key for say in knobel.game("machz").tell(state.view(1), "nature", shown, after.view(1))]
    assert said == ["told.fell", "told.earned", "told.lost", "told.won"]


@pytest.mark.rule("MCZ-R16")
def test_other_rolls_and_moves_are_open():
    setting = knobel.game("machz").start(2, setter=1).play(0, Roll())
    fell = Fell(colours(THREE))
    assert setting.shown(1, "nature", fell) == fell
    assert setting.shown(1, 0, Roll()) == Roll()
    assert setting.shown(1, 0, Vote(True)) == Vote(True)


@pytest.mark.rule("MCZ-R16", "MCZ-R8")
def test_a_bet_can_be_taken_back_until_somebody_else_moves():
    table = table_of(betting())
    table.move(0, Bet("match"))
    assert not table.timeline.steps[-1].before.binding(0, Bet("match"))
    table.undo(0)
    table.move(0, Bet("no_match"))
    table.move(2, Bet("none"))
    assert not table.timeline.undoable(0)


def test_a_new_roll_takes_new_bets():
    state = throw(opened(4), THREE, p0="match")
    assert state.play(1, state.moves(1)[0]).bets == (None,) * 4
    assert again(state, "op").last.bets == (Bet("none"), None, Bet("none"), Bet("none"))
