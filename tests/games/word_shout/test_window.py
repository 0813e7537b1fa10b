"""Which shouts are made at the same time (WSH-10, WSH-R2), whatever order their news comes in."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import composite

from knobel.core.contract import IllegalMove
from knobel.games.word_shout.game import GAME
from knobel.games.word_shout.moves import Bell, Pass, Shout
from knobel.games.word_shout.shouts import GRACE, Cry, heard, tied
from tests.games.word_shout.scripted import ROLL, held, no_doubts, opened, refusal, ring, shout, shouts, take

AT = 2000


def judged(state):
    """All that was shouted, judged: the bell rings until nothing waits."""
    while state.phase == "searching" and state.pending:
        state = ring(state)
    return state


@pytest.mark.rule("WSH-R2")
def test_nothing_is_given_out_before_the_window_has_closed_and_every_shout_of_it_came_in():
    state = shout(opened(), 0, "cat", AT)
    assert state.taken == ()
    assert state.lying == tuple(range(10))
    assert state.due().alarm.at == AT + 250 + 150
    assert state.due().alarm.move == Bell("window")
    assert GAME.realtime.grace == GRACE == 150, "the house sets no shout back by more than that"
    assert refusal(state, "clock", Bell("window"), AT + 399) == "TURN"
    assert held(ring(state)) == [(0, "cat")]


@pytest.mark.rule("WSH-R2", "WSH-10")
@pytest.mark.parametrize(
    ("after", "ends"), [(0, True), (1, True), (249, True), (250, True), (251, False), (399, False)]
)
def test_the_limit_of_the_window_is_included(after, ends):
    state = judged(shouts(opened(), (0, "cat", AT), (1, "dog", AT + after)))
    assert (state.phase == "gathering") is ends
    if ends:
        assert (state.last.ending, state.doubled) == ("tie", True)
    else:
        assert held(state) == [(0, "cat"), (1, "dog")]


@pytest.mark.rule("WSH-R2")
@pytest.mark.option("word-shout", "window")
@pytest.mark.parametrize(("window", "after", "ends"), [
    (0, 0, True),
    (0, 1, False),
    (100, 100, True),
    (100, 101, False),
    (1000, 1000, True),
    (1000, 1001, False),
])  # fmt: skip
def test_a_table_may_choose_its_window(window, after, ends):
    state = shouts(opened(window=window), (0, "cat", AT), (1, "dog", AT + after))
    assert state.due().alarm.at == AT + window + 150
    assert (judged(state).phase == "gathering") is ends


@pytest.mark.rule("WSH-R2")
def test_only_different_players_tie():
    state = judged(shouts(opened(), (0, "cat", AT), (0, "dog", AT)))
    assert held(state) == [(0, "cat"), (0, "dog")]
    assert state.phase == "searching"


@pytest.mark.rule("WSH-R2")
def test_rivals_shouts_are_tested_against_the_dice_as_they_lay_when_it_opened():
    state = shout(opened(), 0, "cat", AT)
    assert refusal(state, 1, Shout("cat"), AT + 250) is None  # the same dice: a tie, not too late
    assert refusal(state, 1, Shout("cot"), AT + 200) is None
    state = ring(shout(state, 1, "cot", AT + 200))
    assert state.last.ending == "tie"


@pytest.mark.rule("WSH-R2")
def test_a_shout_after_the_window_is_held_and_judged_after_the_award():
    state = shouts(opened(), (0, "cat", AT), (1, "dog", AT + 251))
    state = ring(state)
    assert held(state) == [(0, "cat")]
    assert state.pending == (Cry(AT + 251, 1, "dog"),)
    assert state.due().alarm.at == AT + 251 + 400
    assert held(ring(state)) == [(0, "cat"), (1, "dog")]


@pytest.mark.rule("WSH-R2")
def test_a_held_shout_whose_dice_are_gone_by_then_gets_nothing():
    state = ring(shouts(opened(), (0, "cat", AT), (1, "cot", AT + 300), (1, "dog", AT + 310)))
    assert held(state) == [(0, "cat")]
    assert state.pending == (Cry(AT + 310, 1, "dog"),)
    assert state.phase == "searching"


@pytest.mark.rule("WSH-R2")
def test_a_held_shout_opens_the_next_window():
    first = ring(shouts(opened(3), (0, "cat", AT), (1, "dog", AT + 300)))
    assert ring(shout(first, 2, "mes", AT + 550)).ending == "tie"
    assert held(judged(shout(first, 2, "mes", AT + 551))) == [(0, "cat"), (1, "dog"), (2, "mes")]


@pytest.mark.rule("WSH-R2", "WSH-08")
def test_the_end_of_the_round_is_tested_after_the_award_and_nothing_held_outlives_it():
    state = shouts(opened(), (0, "democrats", AT), (1, "dog", AT + 300))
    assert state.phase == "searching"
    state = ring(state)
    assert (state.phase, state.ending, state.pending) == ("disputing", "words", ())
    assert no_doubts(state).totals == (9, 0)


@pytest.mark.rule("WSH-R2")
def test_the_window_begins_with_the_earliest_shout_even_if_that_comes_in_later():
    state = shouts(opened(), (0, "cat", AT), (1, "dog", AT - 100))
    assert state.due().alarm.at == AT - 100 + 400
    assert ring(state).last.ending == "tie"
    apart = judged(shouts(opened(), (0, "cat", AT), (1, "dog", AT - 251)))
    assert held(apart) == [(1, "dog"), (0, "cat")]
    # an earlier word of the same player closes its own window sooner; the rival then ties with the later one
    moved = judged(shouts(opened(3), (0, "cat", AT), (0, "mes", AT - 60), (1, "dog", AT + 200)))
    assert moved.ending == "tie"
    assert held(moved) == [(0, "mes")]


@pytest.mark.rule("WSH-R2")
def test_what_comes_in_after_its_moment_was_judged_is_too_late():
    state = take(opened(), 0, "cat", AT)
    assert state.closed == AT + 250
    assert refusal(state, 1, Shout("dog"), AT + 250) == "WSH-R2.late"
    assert refusal(state, 1, Shout("dog"), AT + 251) is None


@pytest.mark.rule("WSH-R2")
def test_a_late_bell_judges_by_the_shouts_own_times():
    state = shouts(opened(), (0, "cat", AT), (1, "dog", AT + 300))
    late = state.play("clock", Bell("window"), AT + 9000)
    assert held(late) == [(0, "cat")]
    assert late.pending == (Cry(AT + 300, 1, "dog"),)
    assert late.closed == AT + 250
    assert held(late.play("clock", Bell("window"), AT + 9000)) == [(0, "cat"), (1, "dog")]


@pytest.mark.rule("WSH-R15")
def test_one_player_may_have_three_shouts_waiting_and_they_are_judged_one_after_the_other():
    state = shouts(opened(), (0, "cat", AT), (0, "dog", AT + 100))
    assert 0 in state.due().must
    state = shout(state, 0, "mes", AT + 150)
    assert state.due().must == {1}
    assert refusal(state, 0, Shout("ems"), AT + 200) == "WSH-R15"
    assert state.moves(0, AT + 200) == [Pass()]
    assert refusal(state.play(0, Pass(), AT + 200), 0, Shout("ems"), AT + 300) == "WSH-R15"
    assert state.objection(1, Shout("ems"), AT + 200) is None
    first = ring(state)
    assert held(first) == [(0, "cat")]
    assert first.due().alarm.at == AT + 100 + 400
    assert first.due().must == {0, 1}
    assert held(judged(first)) == [(0, "cat"), (0, "dog"), (0, "mes")]
    passed = shouts(opened(3), (0, "cat", AT), (1, "dog", AT), (2, "mes", AT))
    assert passed.due().must == {0, 1, 2}


@pytest.mark.rule("WSH-R15", "WSH-R2")
def test_a_second_shout_in_the_window_opens_the_next_one_at_its_own_time():
    rest = (0, "cat", AT), (0, "dog", AT + 100)
    assert judged(shouts(opened(), *rest, (1, "mes", AT + 350))).ending == "tie"
    assert held(judged(shouts(opened(), *rest, (1, "mes", AT + 350)))) == [(0, "cat")]
    assert held(judged(shouts(opened(), *rest, (1, "mes", AT + 351)))) == [(0, "cat"), (0, "dog"), (1, "mes")]
    assert judged(shouts(opened(), *rest, (1, "mes", AT + 250))).last.ending == "tie"
    # its dice went to the player's own first word
    same = judged(shouts(opened(), (0, "cat", AT), (0, "cot", AT + 100)))
    assert (held(same), same.phase) == ([(0, "cat")], "searching")


SETS = [
    [(0, "cat", AT), (1, "dog", AT + 100), (2, "mes", AT + 250)],
    [(0, "cat", AT), (1, "dog", AT + 251), (2, "mes", AT + 399)],
    [(0, "cat", AT), (0, "dog", AT + 100), (1, "mes", AT + 300), (1, "ems", AT + 301)],
    [(0, "cat", AT), (0, "cot", AT + 10), (1, "dog", AT + 260), (2, "god", AT + 300)],
    [(0, "cat", AT), (1, "cat", AT), (2, "cat", AT), (0, "dog", AT)],
    [(1, "dog", AT + 251), (0, "cat", AT), (2, "cat", AT + 252), (1, "mes", AT + 398)],
]


@pytest.mark.rule("WSH-R2")
@pytest.mark.parametrize("cries", SETS)
def test_whatever_order_shouts_come_in_the_position_is_the_same(cries):
    waiting = {shouts(opened(3), *order) for order in permutations(cries)}
    assert len(waiting) == 1
    assert len({judged(state) for state in waiting}) == 1


@pytest.mark.rule("WSH-R2", "WSH-R9")
def test_whatever_order_shouts_and_passes_come_in_the_position_is_the_same():
    made = [(0, Shout("cat"), AT), (1, Pass(), AT + 50), (0, Pass(), AT + 120), (1, Shout("dog"), AT + 260)]
    waiting = set()
    for order in permutations(made):
        state = opened()
        for seat, move, at in order:
            state = state.play(seat, move, at)
        waiting.add(state)
    (state,) = waiting
    assert state.has_passed(0)
    assert not state.has_passed(1)


@composite
def some_cries(draw):
    words = st.sampled_from(["cat", "dog", "mes", "ems", "god", "taco", "tac", "sedge", "democrats"])
    cry = st.tuples(st.integers(0, 3), words, st.integers(AT, AT + 399))
    cries = draw(st.lists(cry, min_size=1, max_size=6))
    return cries, draw(st.permutations(cries)), draw(st.sampled_from([0, 100, 250, 1000]))


def come_in(cries, window):
    state = opened(4, window=window)
    for seat, word, at in cries:
        if [cry[0] for cry in cries].count(seat) <= 3 and state.objection(seat, Shout(word), at) is None:
            state = shout(state, seat, word, at)
    return state


@pytest.mark.rule("WSH-R2")
@given(some_cries())
def test_any_shouts_in_any_order_lead_to_the_same_position_and_keep_every_die_once(drawn):
    cries, shuffled, window = drawn
    one, two = come_in(cries, window), come_in(shuffled, window)
    assert one == two
    one, two = judged(one), judged(two)
    assert one == two
    taken = one.taken if one.phase in ("searching", "disputing") else one.last.taken
    dice = [die for word in taken for die in word.dice]
    assert len(dice) == len(set(dice))
    for word in taken:
        assert "".join(ROLL[die] for die in word.dice) == word.word.upper()
    if one.phase == "searching":
        assert sorted([*dice, *one.lying]) == list(range(10))


@given(st.integers(0, 1), st.text(min_size=1, max_size=12), st.integers(-5, 5000))
def test_whatever_is_shouted_is_taken_or_refused_with_a_reason(seat, word, at):
    state = opened()
    objection = state.objection(seat, Shout(word), at)
    if objection is None:
        assert shout(state, seat, word, at).pending == (Cry(at, seat, word.lower()),)
        assert set(word.upper()) <= set(ROLL)
    else:
        assert state.WORDS.text(objection.say())
        with pytest.raises(IllegalMove):
            shout(state, seat, word, at)


def test_cries_are_kept_by_time_then_seat():
    cries = ()
    for cry in (Cry(5, 1, "b"), Cry(5, 0, "c"), Cry(4, 2, "a"), Cry(5, 0, "a")):
        cries = heard(cries, cry)
    assert cries == (Cry(4, 2, "a"), Cry(5, 0, "a"), Cry(5, 0, "c"), Cry(5, 1, "b"))


def test_those_tied_are_the_first_and_its_rivals_in_time():
    first, own, rival, late = Cry(10, 0, "a"), Cry(11, 0, "b"), Cry(20, 1, "c"), Cry(21, 2, "d")
    assert tied((first, own, rival, late), 20) == (first, rival)
    assert tied((first, own, rival, late), 19) == ()
    assert tied((first, own), 20) == ()
