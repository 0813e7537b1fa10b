"""Every rule, reading and option of Liar's Dice, and what its players do."""

from __future__ import annotations

from random import Random

import pytest
from liars_dice.game import GAME
from liars_dice.moves import Bid, Covered, Doubt, Fell, Lifted
from liars_dice.players import Bold, Careful, chance_of
from liars_dice.rules import HIDDEN, LiarsDice

from knobel.core.contract import IllegalMove
from knobel.core.fair import seeded_key
from knobel.core.record import RealDice, SeededDice, Sitter
from knobel.core.words import Voice
from knobel.table.drive import steps_until_person
from knobel.table.nature import KeyedNature, RealNature
from knobel.table.table import PlainClock, Table, header_for
from knobel.testing import check_game

TWO_CUPS = ((1, 2, 3, 3, 5), (1, 1, 3, 6, 6))
"""Under these lie six dice that count as threes where ones are wild, and three where they are not."""


def thrown(*cups: tuple[int, ...], **options: object) -> LiarsDice:
    """A round in which this has fallen under the cups, the first seat to bid."""
    state = GAME.start(len(cups), **options)
    for cup in cups:
        state = state.play("nature", Fell(cup))
    return state


def doubted(state: LiarsDice, bid: Bid) -> LiarsDice:
    """Whoever is due bids, and the next one doubts it."""
    bidder = state.turn
    after = state.play(bidder, bid)
    return after.play(after.turn, Doubt())


def test_liars_dice_keeps_the_contract():
    checked = check_game(GAME, games=12)
    assert checked.parted > 100  # games that differ only under the cups were really compared


@pytest.mark.rule("LIE-01")
@pytest.mark.option("liars-dice", "dice")
def test_everybody_begins_with_the_same_number_of_dice():
    assert GAME.start(3).scores() == (5, 5, 5)
    assert GAME.start(2, dice=2).scores() == (2, 2)


@pytest.mark.rule("LIE-02")
def test_a_cup_is_seen_by_its_owner_alone():
    state = thrown(*TWO_CUPS)
    assert state.view(0).cups == (TWO_CUPS[0], (HIDDEN,) * 5)
    assert state.view(None).cups == ((HIDDEN,) * 5,) * 2


@pytest.mark.rule("LIE-02")
def test_what_falls_under_a_cup_is_shown_to_its_owner_alone():
    state = GAME.start(2)
    fell = Fell(TWO_CUPS[0])
    assert state.shown(0, "nature", fell) == fell
    assert state.shown(1, "nature", fell) == state.shown(None, "nature", fell) == Covered(5)


@pytest.mark.rule("LIE-02", "LIE-R5")
def test_all_throw_before_the_first_seat_bids():
    state = GAME.start(2)
    assert state.due().nature
    state = state.play("nature", Fell(TWO_CUPS[0]))
    assert state.due().nature
    assert state.play("nature", Fell(TWO_CUPS[1])).due().must == {0}


@pytest.mark.rule("LIE-02")
@pytest.mark.parametrize("impossible", [Fell((1, 2, 3, 4)), Lifted((1, 2, 3, 4, 5))])
def test_only_as_many_dice_fall_as_a_player_has(impossible):
    with pytest.raises(IllegalMove, match=r"\(DICE\)"):
        GAME.start(2).play("nature", impossible)


@pytest.mark.rule("LIE-03")
def test_turns_go_to_the_left_and_a_bid_may_be_anything_at_all():
    state = thrown(*TWO_CUPS, (2, 2, 2, 2, 2)).play(0, Bid(1, 4))
    assert state.due().must == {1}
    assert state.play(1, Bid(15, 6)).due().must == {2}


@pytest.mark.rule("LIE-04")
def test_whoever_begins_a_round_has_nothing_to_doubt():
    with pytest.raises(IllegalMove, match=r"make the first bid .*\(LIE-04\)"):
        thrown(*TWO_CUPS).play(0, Doubt())


@pytest.mark.rule("LIE-05")
@pytest.mark.parametrize("higher", [Bid(3, 5), Bid(4, 1)])
def test_more_dice_or_as_many_of_a_higher_face_are_a_higher_bid(higher):
    assert thrown(*TWO_CUPS).play(0, Bid(3, 4)).play(1, higher).bid == higher


@pytest.mark.rule("LIE-05")
@pytest.mark.parametrize("lower", [Bid(3, 4), Bid(3, 3), Bid(2, 6)])
def test_no_other_bid_is_higher(lower):
    with pytest.raises(IllegalMove, match=r"Bid higher.*\(LIE-05\)"):
        thrown(*TWO_CUPS).play(0, Bid(3, 4)).play(1, lower)


@pytest.mark.rule("LIE-06", "LIE-R1")
@pytest.mark.option("liars-dice", "wild")
@pytest.mark.parametrize(("wild", "found"), [(True, 6), (False, 3)])
def test_a_doubt_lifts_all_cups_and_the_dice_of_the_face_are_counted(wild, found):
    state = doubted(thrown(*TWO_CUPS, wild=wild), Bid(4, 3))
    assert state.showdown.found == found
    assert state.view(None).showdown.cups == TWO_CUPS


@pytest.mark.rule("LIE-R1")
def test_a_bid_on_ones_counts_only_ones_and_each_once():
    assert doubted(thrown(*TWO_CUPS), Bid(1, 1)).showdown.found == 3


@pytest.mark.rule("LIE-06")
def test_a_doubt_cannot_be_taken_back_since_it_lifts_the_cups():
    state = thrown(*TWO_CUPS).play(0, Bid(1, 3))
    assert state.binding(1, Doubt())
    assert not state.binding(1, Bid(2, 3))


@pytest.mark.rule("LIE-07")
@pytest.mark.parametrize(("quantity", "dice"), [(5, (5, 4)), (6, (5, 4)), (7, (4, 5))])
def test_the_doubter_loses_a_die_to_a_true_bid_and_the_bidder_to_a_false_one(quantity, dice):
    assert doubted(thrown(*TWO_CUPS), Bid(quantity, 3)).scores() == dice


@pytest.mark.rule("LIE-R2")
@pytest.mark.option("liars-dice", "loss")
@pytest.mark.parametrize(("quantity", "dice"), [(4, (5, 3)), (6, (5, 4)), (9, (2, 5)), (10, (1, 5))])
def test_at_a_harsh_table_being_wrong_costs_the_difference(quantity, dice):
    assert doubted(thrown(*TWO_CUPS, loss="difference"), Bid(quantity, 3)).scores() == dice


@pytest.mark.rule("LIE-R2")
def test_nobody_loses_more_dice_than_they_have():
    state = doubted(thrown((1,), (1,), dice=1, loss="difference"), Bid(2, 6))
    assert state.scores() == (1, 0)
    state = doubted(thrown((2,), (2,), dice=1, loss="difference"), Bid(2, 6))
    assert state.scores() == (0, 1)


@pytest.mark.rule("LIE-08")
def test_whoever_lost_a_die_begins_the_next_round():
    state = doubted(thrown(*TWO_CUPS), Bid(5, 3)).play("nature", Fell((1,) * 5)).play("nature", Fell((1,) * 4))
    assert state.due().must == {1}
    assert state.bid is None


@pytest.mark.rule("LIE-08", "LIE-09")
def test_whoever_lost_their_last_die_is_out_and_the_next_to_the_left_begins():
    state = doubted(thrown((2,), (2,), (2,), dice=1), Bid(3, 6))
    assert state.scores() == (0, 1, 1)
    for cup in ((4,), (5,)):
        state = state.play("nature", Fell(cup))
    assert state.due().must == {1}
    assert state.play(1, Bid(1, 4)).due().must == {2}


@pytest.mark.rule("LIE-03", "LIE-09")
def test_whoever_is_out_is_passed_over_and_lifts_no_cup():
    state = thrown((2,), (2,), (2,), dice=1).play(0, Bid(1, 2))
    state = doubted(state, Bid(3, 6))
    assert state.scores() == (1, 0, 1)
    for cup in ((4,), (5,)):
        state = state.play("nature", Fell(cup))
    state = state.play(2, Bid(1, 4)).play(0, Bid(1, 5))
    assert state.due().must == {2}
    showdown = state.play(2, Doubt()).showdown
    assert (showdown.bidder, showdown.doubter, showdown.cups) == (0, 2, ((4,), (), (5,)))


@pytest.mark.rule("LIE-09", "LIE-R4")
def test_the_last_one_with_dice_wins_and_the_others_are_ranked_by_how_long_they_stayed():
    state = doubted(thrown((2,), (2,), (2,), dice=1), Bid(3, 6))
    for cup in ((4,), (5,)):
        state = state.play("nature", Fell(cup))
    assert state.outcome() is None
    assert doubted(state, Bid(1, 4)).outcome() == (3, 1, 2)


@pytest.mark.rule("LIE-R3")
def test_nobody_bids_more_dice_than_there_are():
    state = thrown(*TWO_CUPS)
    with pytest.raises(IllegalMove, match=r"only 10 dice under the cups.*\(LIE-R3\)"):
        state.play(0, Bid(11, 1))
    assert state.play(0, Bid(10, 6)).moves(1) == [Doubt()]


@pytest.mark.rule("LIE-R6")
@pytest.mark.option("liars-dice", "counted")
def test_with_real_dice_nothing_is_told_before_somebody_doubts():
    state = GAME.start(2, counted=True)
    assert state.due().must == {0}
    state = state.play(0, Bid(4, 3)).play(1, Doubt())
    assert state.due().nature
    for cup in TWO_CUPS:
        state = state.play("nature", Lifted(cup))
    assert state.scores() == (5, 4)
    assert state.due().must == {1}


@pytest.mark.rule("LIE-R6")
def test_with_real_dice_a_doubt_may_be_taken_back_before_a_cup_is_lifted():
    state = GAME.start(2, counted=True).play(0, Bid(4, 3))
    assert not state.binding(1, Doubt())


@pytest.mark.rule("LIE-R6")
@pytest.mark.parametrize("impossible", [Lifted((1, 2)), Fell((1, 2, 3, 4, 5))])
def test_with_real_dice_only_what_lies_there_is_told(impossible):
    state = GAME.start(2, counted=True).play(0, Bid(4, 3)).play(1, Doubt())
    with pytest.raises(IllegalMove, match=r"\(DICE\)"):
        state.play("nature", impossible)


@pytest.mark.rule("LIE-R6")
def test_every_table_with_real_dice_plays_so_and_people_say_what_every_cup_shows():
    start = GAME.start(2, **GAME.real_dice)
    header = header_for(GAME, start, (Sitter("Ann"), Sitter("Bo", "careful")), RealDice())
    table = Table.open(GAME, header, RealNature(), PlainClock())
    table.move(0, Bid(8, 6))
    minds = {1: Careful()}
    assert [step.move for step in steps_until_person(table, minds, Random(1))] == [Doubt()]
    assert table.drawn() is None  # the bot's cup is lifted by people too: it is a real one


def test_what_happened_is_told_in_a_few_sentences():
    before = thrown(*TWO_CUPS).play(0, Bid(4, 3))
    after = before.play(1, Doubt())
    told = GAME.tell(before.view(0), 1, Doubt(), after.view(0))
    voice = Voice(names=("Ann", "Bo"), you=0)
    assert " ".join(GAME.words.text(say, voice) for say in told) == (
        "Bo does not believe it. All cups up! You show 1, 2, 3, 3 and 5. Bo shows 1, 1, 3, 6 and 6. 6 dice count. "
        "The bid was 4 threes: it stands. Bo loses one die. Bo begins the next round."
    )


def guided(state: LiarsDice, language: str = "en") -> tuple[str, object]:
    assert GAME.guide
    guide = GAME.guide(state.view(state.turn), state.turn)
    assert guide
    return GAME.words.text(guide.say, Voice(names=("Ann", "Bo"), you=state.turn, language=language)), guide.move


@pytest.mark.parametrize(
    ("state", "said", "natural"),
    [
        (
            thrown(*TWO_CUPS),
            "Bid how many of all 10 dice show a face that you choose; ones always count.",
            None,
        ),
        (
            thrown(*TWO_CUPS, wild=False),
            "Bid how many of all 10 dice show a face that you choose.",
            None,
        ),
        (
            thrown(*TWO_CUPS).play(0, Bid(3, 3)),
            "Ann bids 3 threes; under your cup 3 count. Bid higher, or doubt it.",
            None,
        ),
        (
            thrown(*TWO_CUPS, wild=False).play(0, Bid(6, 2)),
            "Ann bids 6 twos; under your cup none counts. Bid higher, or doubt it.",
            Doubt(),
        ),
        (
            thrown(*TWO_CUPS).play(0, Bid(10, 6)),
            "Nobody can bid more than 10 sixes: doubt it.",
            Doubt(),
        ),
        (
            GAME.start(2, counted=True).play(0, Bid(3, 3)),
            "Ann bids 3 threes. Bid higher, or doubt it.",
            None,
        ),
    ],
)
def test_a_newcomer_is_told_what_to_bid_on_and_when_to_doubt(state, said, natural):
    """A bid is everybody's own choice; what can hardly be is to be doubted."""
    assert guided(state) == (said, natural)


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_a_newcomer_is_told_so_in_every_language(language):
    bids = thrown(*TWO_CUPS)
    states = [bids, bids.play(0, Bid(3, 3)), bids.play(0, Bid(10, 6)), GAME.start(2, counted=True).play(0, Bid(3, 3))]
    told = [guided(state, language)[0] for state in states]
    assert len({*told}) == len(told)
    assert not {*told} & {guided(state)[0] for state in states}
    assert not [words for words in told if set("[]{}|") & {*words}]


def test_a_player_reckons_with_its_own_dice_and_no_others():
    state = thrown(*TWO_CUPS)
    assert chance_of(state.view(0), 0, Bid(3, 3)) == 1  # a one and two threes of its own
    assert chance_of(state.view(0), 0, Bid(4, 3)) == pytest.approx(1 - (2 / 3) ** 5)
    assert chance_of(state.view(0), 0, Bid(2, 1)) == pytest.approx(1 - (5 / 6) ** 5)


@pytest.mark.parametrize(("bid", "doubts"), [(Bid(10, 6), True), (Bid(2, 3), False)])
def test_the_careful_player_doubts_what_can_hardly_be(bid, doubts):
    view = thrown(*TWO_CUPS).play(0, bid).view(1)
    intent = Careful().decide(view, 1, view.moves(1), Random(1))
    assert (intent.move == Doubt()) is doubts


def wins(*players: object, games: int) -> list[int]:
    """How many of so many games each player wins, at seats that change after each."""
    won = [0] * len(players)
    for number in range(games):
        seats = [(seat + number) % len(players) for seat in range(len(players))]
        start = GAME.start(len(players), dice=3)
        seed = f"bots {number}"
        header = header_for(GAME, start, tuple(Sitter(str(seat), "bot") for seat in seats), SeededDice(seed))
        table = Table.open(GAME, header, KeyedNature(seeded_key(seed)), PlainClock())
        for _ in steps_until_person(table, {seat: players[who] for seat, who in enumerate(seats)}, Random(seed)):
            pass
        won[seats[table.state.outcome().index(1)]] += 1
    return won


def test_the_careful_player_beats_one_that_does_anything():
    from knobel.players.random import RandomPlayer

    careful, anything = wins(Careful(), RandomPlayer(GAME), games=60)
    assert careful > 5 * anything


def test_the_bold_player_bluffs_and_can_still_play():
    careful, bold = wins(Careful(), Bold(), games=60)
    assert bold > careful / 4
    view = thrown((2, 2, 2, 2, 2), (5, 5, 5, 5, 5)).play(0, Bid(1, 5)).view(1)
    made = {Bold().decide(view, 1, view.moves(1), Random(seed)).move for seed in range(60)}
    assert any(isinstance(move, Bid) and move.face not in (1, 5) for move in made)  # a face it has not got
