"""What is said and shown at a table of MACHZ."""

import pytest

import knobel
from knobel.core.words import LANGUAGES, Die, Voice
from knobel.games.machz.moves import Bet, Closed, Fell, Pass, Reroll, Roll, TimeUp, Vote
from knobel.games.machz.options import MachzOptions
from knobel.games.machz.pays import MACHZ_PAY, shape
from knobel.games.machz.telling import card, label, scene
from knobel.table.table import told
from tests.games.machz.scripted import (
    FOUR,
    NOTHING,
    OBJECT,
    THREE,
    again,
    announced,
    begun,
    bet,
    colours,
    opened,
    set_down,
    throw,
)
from tests.tables import table_of

GAME = knobel.game("machz")


def heard(state, actor, move, seat=None, at=0):
    """What a seat hears of a move, in English."""
    table = table_of(state)
    step = table.move(actor, move, at)
    for language in LANGUAGES:  # it can be said in every language
        assert all(table.text(say, table.voice(seat, language)) for say in told(GAME, step, seat))
    return " ".join(table.text(say, table.voice(seat)) for say in told(GAME, step, seat))


def labels(state, seat):
    voice = Voice(names=("Ann", "Bo", "Cy"), you=seat)
    return [GAME.words.text(label(state.view(seat), seat, move), voice) for move in state.moves(seat)]


def fell(letters):
    return Fell(colours(letters))


def test_the_roll_for_the_first_setter_is_told():
    state = GAME.start(2)
    assert heard(state, "nature", fell("b"), seat=0) == "You roll for the first object set: blue."
    state = state.play("nature", fell("b"))
    assert heard(state, "nature", fell("b")) == (
        "Player 2 rolls for the first object set: blue. Player 1 and Player 2 roll again."
    )
    assert heard(state, "nature", fell("g"), seat=0) == (
        "Player 2 rolls for the first object set: green. You are the first Setter."
    )
    assert [group.dice for group in scene(state).middle[1:]] == [(Die("", "blue", "toss.0"),)]


def test_setting_is_told():
    assert heard(begun(), 0, Roll()) == "Player 1 rolls the object set."
    assert heard(begun().play(0, Roll()), "nature", fell(OBJECT)) == (
        "Player 1’s object set is red, red, yellow, green and blue. For a pair Player 1 gets one chip."
    )


def test_votes_are_told():
    state = set_down(begun(2, poor_sets="below_2", seconds=5), "rrrrr")
    assert "All vote." in heard(begun(2, poor_sets="below_2").play(0, Roll()), "nature", fell("rrrrr"))
    assert labels(state, 0) == ["Vote to pass this object set over", "Vote to play this object set"]
    assert heard(state, 0, Vote(True)) == "Player 1 votes yes."
    state = state.play(0, Vote(True))
    assert heard(state, 1, Vote(True), seat=1) == "You vote yes. The object set is passed over; you roll the next one."
    assert heard(state, 1, Vote(False)) == "Player 2 votes no. The object set stays."
    assert heard(state, "clock", Closed(), at=5000) == "The vote is closed. The object set stays."
    state = begun(2, bet_size="vote")
    assert labels(state, 0) == ["Vote for bets of more than one chip", "Vote against bets of more than one chip"]
    state = state.play(0, Vote(True))
    assert heard(state, 1, Vote(True)) == "Player 2 votes yes. A bet may be up to 5 chips."
    assert heard(state, 1, Vote(False)) == "Player 2 votes no. A bet is one chip."


@pytest.mark.rule("MCZ-R16")
def test_bets_are_told_covered_and_then_with_the_roll():
    state = opened(bet_size="many")
    assert heard(state, 1, Roll(), seat=1) == "You take up five dice. Place your bets!"
    state = state.play(1, Roll())
    assert heard(state, 0, Bet("no_match", 3)) == heard(state, 0, Bet("none")) == "Player 1 has decided."
    assert heard(state, 0, Bet("no_match", 3), seat=0) == "You bet 3 chips on no match."
    assert heard(state, 0, Bet("match"), seat=0) == "You bet a chip on a match."
    assert heard(state, 0, Bet("none"), seat=0) == "You do not bet."
    state = bet(state, p0=("no_match", 3), p2=("match", 2))
    assert heard(state, "nature", fell(NOTHING), seat=2) == (
        "The dice show orange, orange, orange, purple and purple: nothing matches. "
        "For a full house Player 2 gets 5 chips. "
        "You bet on match: wrong, 2 chips lost. Player 1 bet on no match: right, 6 chips won."
    )


def test_the_record_tells_what_spectators_do_not_hear():
    state = opened().play(1, Roll())
    table = table_of(state)
    table.move(0, Bet("match"))
    assert table.timeline.entries[-1].words == "Player 1 bets a chip on a match."


def test_rerolls_and_machz_are_told():
    three = throw(opened(), THREE)
    assert labels(three, 1) == ["Roll again: orange and purple", "Leave it at that"]
    assert heard(three, 1, Reroll(2)) == "Player 2 is going to roll 2 dice again. Place your bets!"
    assert heard(three, 1, Pass()) == "Player 2 leaves it at that."
    pair = again(three, "gg")
    assert labels(pair, 1) == [
        "Keep the die that matches, and roll the green one again",
        "Roll both again: green and green",
        "Leave it at that",
    ]
    assert heard(pair, 1, Reroll(2)) == (
        "Player 2 gives the match up and is going to roll both again. Place your bets!"
    )
    last = announced(throw(opened(), FOUR), Reroll(1))
    assert labels(throw(opened(), FOUR), 1) == ["Roll again: orange", "Leave it at that"]
    assert heard(last, "nature", fell("o")) == "The die shows orange: nothing matches."
    assert heard(last, "nature", fell("y"), seat=1) == (
        "The die shows yellow: one matches. MACHZ! You have matched all five. For MACHZ you get 30 chips. "
        "You set the next object set."
    )
    final = throw(opened(combination="final"), THREE)
    assert heard(final, 1, Pass()) == "Player 2 leaves it at that. For a pair Player 2 gets one chip."


def test_labels_of_bets_name_what_they_win():
    assert labels(opened().play(1, Roll()), 2) == [
        "Do not bet", "Bet a chip on a match, to win 2", "Bet a chip on no match, to win 2",
    ]  # fmt: skip
    assert labels(throw(opened(), FOUR).play(1, Reroll(1)), 2)[1] == "Bet a chip on a match, to win 6"
    assert labels(begun(), 0) == ["Roll the object set"]
    assert labels(opened(), 1) == ["Take up the five dice"]


def test_the_end_is_told():
    state = announced(opened(chips=(40, 38, 5), pot=5), Roll())
    assert heard(state, "nature", fell(NOTHING)).endswith("gets 5 chips. The Pot is empty. Player 2 wins!")
    tie = announced(opened(chips=(43, 38, 5), pot=5), Roll(), p2="no_match")
    assert heard(tie, "nature", fell(NOTHING)).endswith(
        "Player 3 bet on no match: right, but nothing is left in the Pot. The Pot is empty. "
        "Player 1 and Player 2 share the win!"
    )
    timed = opened(minutes=1, chips=(40, 38, 5))
    assert heard(timed, "clock", TimeUp(), at=60_000) == "That is what the table agreed to play to. Player 1 wins!"
    fresh = announced(opened(chips=(40, 38, 5), pot=5, refills=1), Roll())
    assert heard(fresh, "nature", fell(NOTHING)).endswith(
        "The Pot is empty. It is filled again with 150 chips, and a fresh contest begins. "
        "Player 2 sets the next object set."
    )
    carried = announced(opened(chips=(40, 38, 5), pot=5, refills=1, refill="carry"), Roll())
    assert "Everyone keeps what they have." in heard(carried, "nature", fell(NOTHING))
    late = opened(seconds=5).play(1, Roll())
    assert heard(late, "clock", Closed(), at=5000) == "No more bets!"


def ids(state, group):
    return [die.id for each in scene(state).middle if each.id == group for die in each.dice]


@pytest.mark.rule("MCZ-R3")
def test_a_die_that_matches_has_the_number_of_the_die_it_stands_for_and_keeps_it():
    state = throw(opened(object_set="rrbgy"), "rgoop")  # laid out by colour: red, red, yellow, green, blue
    assert ids(state, "object") == [f"object.{place}" for place in range(5)]
    state = throw(opened(object_set="rrbgy"), "rgboo")
    assert (ids(state, "locked"), ids(state, "loose")) == (["roll.0", "roll.3", "roll.4"], ["roll.1", "roll.2"])
    rolling = announced(state, Reroll(2))
    assert (ids(rolling, "locked"), ids(rolling, "loose")) == (["roll.0", "roll.3", "roll.4"], [])
    state = again(state, "ro")
    assert (ids(state, "locked"), ids(state, "loose")) == (["roll.0", "roll.1", "roll.3", "roll.4"], ["roll.2"])


def test_the_picture_of_the_table():
    state = throw(opened(), THREE).play(1, Reroll(2)).play(0, Bet("match"))
    mine, theirs = scene(state.view(0)), scene(state.view(2))
    assert [(group.caption.key, len(group.dice), group.count) for group in mine.middle] == [
        ("scene.pot", 0, 148), ("scene.object", 5, None), ("scene.locked", 3, None), ("scene.loose", 2, None),
    ]  # fmt: skip
    assert [(group.caption.key, group.count) for group in mine.places[0]] == [("scene.chips", 11), ("side.match", 1)]
    assert [(group.caption.key, group.dice) for group in theirs.places[0]] == [
        ("scene.chips", ()), ("scene.covered", (Die(id="covered.0"),)),
    ]  # fmt: skip
    assert len(mine.places[1]) == len(mine.places[2]) == 1
    none = scene(throw(opened(), THREE).play(1, Reroll(2)).play(0, Bet("none")).view(0))
    assert (none.places[0][1].caption.key, none.places[0][1].count) == ("side.none", 0)


@pytest.mark.rule("MCZ-24")
def test_the_card_shows_an_object_set_of_as_many_colours_for_each_pay_of_a_machz():
    shown = [row for row in card(MachzOptions()) if row.what.key == "card.machz"]
    assert [len(shape(tuple(die.colour for die in row.dice))) for row in shown] == list(MACHZ_PAY)
    assert all(len(row.dice) == 5 for row in shown)
