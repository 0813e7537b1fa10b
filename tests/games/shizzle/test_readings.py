"""Every reading and every option of Shizzle."""

import pytest
from msgspec.structs import replace

import knobel
from knobel.core.errors import Malformed
from knobel.core.words import LANGUAGES, Voice
from knobel.games.shizzle.dice import COLOURS, box_set, own_set, seeded_set
from knobel.games.shizzle.moves import Fell, Lay, Return, Roll, Stop, Strike
from tests.games.shizzle.scripted import (
    FIZZLE_ROLL,
    FLICKER_ROLL,
    SHIZZLE_ROLL,
    choke,
    found,
    laid_out,
    lay,
    names,
    opened,
    refusal,
    roll,
    shizzle,
    stop,
)

OWN_SET = (
    "r1 r2 r3 r4 r5 r6",
    "o1 o2 o3 o4 o5 o6",
    "y1 y2 y3 y4 y5 y6",
    "g1 g2 g3 g4 g5 g6",
    "b1 b2 b3 b4 b5 b6",
    "p1 p2 p3 p4 p5 p6",
)


def why(state, move):
    """The words with which a move is refused."""
    return state.WORDS.text(state.objection(state.turn, move).say())


def turn_of(state, seat, **changes):
    """The same table with it being another's turn, before the roll."""
    return replace(state, turn=seat, **changes)


@pytest.mark.rule("SHZ-R1")
def test_the_box_set_is_the_square_of_the_ledger():
    for die, faces in enumerate(box_set()):
        assert [(face.number, COLOURS.index(face.colour)) for face in faces] == [
            (number, (number + die) % 6) for number in range(1, 7)
        ]


@pytest.mark.rule("SHZ-R1", "SHZ-02")
@pytest.mark.option("shizzle", "square")
def test_a_seeded_square_is_another_latin_square():
    dice = opened(square=7).options.face_set()
    assert dice == seeded_set(7)
    assert dice != box_set()
    assert seeded_set(8) != dice
    for die in dice:
        assert {face.number for face in die} == set(range(1, 7))
        assert {face.colour for face in die} == set(COLOURS)
    assert len({(face.colour, face.number) for die in dice for face in die}) == 36


@pytest.mark.rule("SHZ-R1", "SHZ-02")
@pytest.mark.option("shizzle", "faces")
def test_ones_own_set_is_played_with():
    state = opened(spark="r6", faces=OWN_SET)
    assert state.play(0, Roll()).in_the_air == (1, 2, 3, 4, 5)
    assert names(lay(roll(state, "o6 y6 g6 b6 p6"), "o6 y6 g6 b6 p6").line) == "r6 o6 y6 g6 b6 p6"


@pytest.mark.rule("SHZ-R1", "SHZ-02")
@pytest.mark.parametrize("dice", [
    OWN_SET[:5],
    (*OWN_SET[:5], "p1 p2 p3 p4 p5"),
    (*OWN_SET[:5], "p1 p2 p3 p4 p5 b6"),
    (*OWN_SET[:5], "p1 p2 p3 p4 p5 p7"),
    (*OWN_SET[:5], "p1 p2 p3 p4 p5 x6"),
    (*OWN_SET[:5], "p1 p2 p3 p4 p5 p66"),
    (*OWN_SET, "p1 p2 p3 p4 p5 p6"),
])  # fmt: skip
def test_a_set_without_all_pairs_is_refused(dice):
    with pytest.raises(ValueError, match=r"die|dice|pair"):
        own_set(dice)
    with pytest.raises(Malformed):
        knobel.game("shizzle").start(2, faces=dice)


@pytest.mark.rule("SHZ-R2", "SHZ-14")
def test_a_fizzle_is_judged_by_the_longest_possible_line():
    chosen = lay(roll(opened(), FLICKER_ROLL), "r5")
    assert not chosen.fizzled
    assert refusal(chosen, Roll()) is None
    assert stop(chosen).points == (2, 0)


@pytest.mark.rule("SHZ-R2")
@pytest.mark.option("shizzle", "placing")
def test_a_table_may_demand_the_longest_line():
    free, strict = (roll(opened(placing=placing), "r5 o5 r3 p1 g4") for placing in ("free", "longest"))
    # the longest is red 6, red 3, red 5, orange 5: laying the red 5 first would lose it
    assert strict.possible == 4
    assert refusal(strict, Lay(1)) == "SHZ-R2.longest"
    assert refusal(free, Lay(1)) is None
    for move in (Roll(), Stop()):
        assert refusal(lay(strict, "r3 r5"), move) == "SHZ-R2.longest"
        assert refusal(lay(free, "r3 r5"), move) is None
        assert refusal(lay(strict, "r3 r5 o5"), move) is None


@pytest.mark.rule("SHZ-R2")
@pytest.mark.option("shizzle", "twos")
def test_a_table_may_make_every_line_of_two_stop():
    free, strict = (lay(roll(opened(twos=twos), FLICKER_ROLL), "r5") for twos in ("free", "stop"))
    assert refusal(free, Roll()) is None
    assert refusal(strict, Roll()) == "SHZ-R2.twos"
    assert stop(strict).points == (2, 0)
    assert refusal(lay(strict, "o5"), Roll()) is None


@pytest.mark.rule("SHZ-R3", "SHZ-18")
@pytest.mark.parametrize("language", LANGUAGES)
def test_by_the_box_a_rival_returns_immediately(language):
    word = {"en": "immediately", "de": "sofort", "es": "de inmediato", "fr": "aussitôt"}[language]
    game = knobel.game("shizzle")
    assert {game.start(2, preset).options.returns for preset in ("box", *game.presets)} == {"at_once"}
    assert all(word in game.ledger(language)[rule] for rule in ("SHZ-18", "SHZ-R3"))


@pytest.mark.rule("SHZ-R3")
@pytest.mark.option("shizzle", "returns")
def test_what_a_shizzle_is_for_may_be_decided_when_the_turn_ends_safely():
    state = shizzle(replace(opened(returns="at_end"), points=(0, 10), bank=30))
    assert not any(isinstance(move, Return) for move in state.moves(0))
    assert choke(state).points == (0, 10)


@pytest.mark.rule("SHZ-R3")
@pytest.mark.option("shizzle", "returns")
def test_a_return_at_once_survives_a_choke():
    state = shizzle(replace(opened(), points=(3, 10), bank=27))
    assert state.moves(0) == [Roll(), Stop(), Return(1)]
    paid = state.play(0, Return(1))
    assert (paid.points, paid.bank) == ((3, 4), 33)
    assert refusal(paid, Return(1)) == "SHZ-18.none"  # once for each Shizzle
    assert choke(paid).points == (3, 4)
    assert stop(paid).points == (3, 4)  # that Shizzle is used up
    assert stop(state).points == (9, 10)
    assert refusal(state, Stop((1,))) == "SHZ-R3.at-once"
    assert refusal(state, Return(0)) == "SHZ-18.rival"
    second = shizzle(paid)
    assert stop(second).points == (9, 4)
    assert second.play(0, Return(1)).points == (3, 0)
    assert stop(second.play(0, Return(1))).points == (3, 0)
    third = shizzle(second.play(0, Return(1)))
    assert third.returned == 2
    assert refusal(third, Return(1)) == "SHZ-R5"
    assert stop(third).points == (9, 0)


@pytest.mark.rule("SHZ-R3")
def test_a_return_at_once_is_the_turns_own_and_leaves_the_next_turn_its_shizzles():
    paid = shizzle(replace(opened(), points=(3, 10), bank=27)).play(0, Return(1))
    later = shizzle(stop(paid))
    assert (later.returned, later.line_returned) == (0, False)
    assert Return(0) in later.moves(1)
    assert stop(later).points == (3, 10)
    again = shizzle(shizzle(paid))
    assert Return(1) in again.moves(0)


def test_a_refusal_says_which_dice_and_how_many():
    state = roll(opened(placing="longest"), "r5 o5 r3 p1 g4")
    assert "purple 1" in why(state, Lay(4))
    assert "red 6" in why(state, Lay(4))
    assert "4 dice" in why(state, Lay(1))
    assert "4 dice" in why(lay(state, "r3"), Roll())
    assert "one Shizzle" in why(shizzle(opened(returns="at_end")), Stop((1, 1)))


@pytest.mark.rule("SHZ-R3")
def test_a_return_at_once_needs_a_shizzle_on_the_table():
    state = lay(roll(replace(opened(), points=(0, 10), bank=30), FLICKER_ROLL), "r5")
    assert refusal(state, Return(1)) == "SHZ-18.none"
    rolling = shizzle(replace(opened(), points=(0, 10), bank=30)).play(0, Roll())
    going_on = next(
        after for fell in rolling.chances().weighed() if (after := rolling.play("nature", fell)).possible in (3, 4)
    )
    assert refusal(laid_out(going_on), Return(1)) == "SHZ-18.none"  # too late for the Shizzle before


@pytest.mark.rule("SHZ-R4")
def test_a_return_fills_the_bank_before_it_pays_and_is_tested():
    first = shizzle(replace(opened(), points=(10, 28), bank=2))
    after = stop(shizzle(first).play(0, Return(1)))  # the Bank has 2, gets 6, then pays 6
    assert (after.points, after.bank) == ((16, 22), 2)
    assert after.outcome() is None
    assert stop(shizzle(first)).points == (12, 28)  # without a return it can only pay 2, and is empty
    assert stop(shizzle(first)).outcome() == (2, 1)


@pytest.mark.rule("SHZ-R4")
@pytest.mark.option("shizzle", "returns")
def test_returns_come_before_points_and_the_bank_is_tested_after_both():
    state = shizzle(shizzle(replace(opened(returns="at_end"), points=(10, 28), bank=2)))
    after = stop(state, 1)  # the Bank has 2, gets 6, then pays 6
    assert (after.points, after.bank) == ((16, 22), 2)
    assert after.outcome() is None
    assert stop(state).points == (12, 28)  # without a return it can only pay 2, and is empty
    assert stop(state).outcome() == (2, 1)


@pytest.mark.rule("SHZ-R5")
def test_a_bank_too_small_pays_what_it_has():
    state = lay(roll(replace(opened(), points=(20, 18), bank=2), FLICKER_ROLL), "r5 o5")
    after = stop(state)
    assert (after.points, after.bank) == ((22, 18), 0)


@pytest.mark.rule("SHZ-R5")
def test_a_rival_with_too_few_gives_all_and_one_with_none_cannot_be_asked():
    poor = shizzle(replace(opened(seats=3), points=(0, 4, 0), bank=56))
    assert poor.moves(0) == [Roll(), Stop(), Return(1)]
    assert refusal(poor, Return(2)) == "SHZ-R5"
    given = poor.play(0, Return(1))
    assert (given.points, given.bank) == ((0, 0, 0), 60)
    again = shizzle(given)
    assert again.moves(0) == [Roll(), Stop()]  # nobody has a chip left: this Shizzle is points
    assert refusal(again, Return(1)) == "SHZ-R5"
    assert stop(again).points == (6, 0, 0)


@pytest.mark.rule("SHZ-R5")
@pytest.mark.option("shizzle", "returns")
def test_several_returns_at_the_end_need_a_chip_for_each():
    state = shizzle(shizzle(replace(opened(seats=3, returns="at_end"), points=(0, 6, 7), bank=47)))
    assert refusal(state, Stop((1, 1))) == "SHZ-R5"  # after the first return the rival has nothing left
    assert refusal(state, Stop((2, 2))) is None
    assert stop(state, 2, 2).points == (0, 6, 0)
    assert stop(state, 2, 2).bank == 54
    poor = shizzle(replace(opened(seats=3, returns="at_end"), points=(0, 4, 0), bank=56))
    assert [move.returns for move in poor.moves(0) if isinstance(move, Stop)] == [(), (1,)]
    assert (stop(poor, 1).points, stop(poor, 1).bank) == ((0, 0, 0), 60)
    assert refusal(poor, Stop((2,))) == "SHZ-R5"


@pytest.mark.rule("SHZ-R6")
def test_after_a_choke_the_end_of_the_line_is_the_next_spark():
    assert names(choke(opened()).line) == "r6"
    assert names(choke(lay(roll(opened(), FLICKER_ROLL), "r5 o5")).line) == "o5"


@pytest.mark.rule("SHZ-R7")
def test_points_cannot_be_refused():
    state = lay(roll(replace(opened(), points=(0, 37), bank=3), FLICKER_ROLL), "r5 o5")
    stops = [move for move in state.moves(0) if isinstance(move, Stop)]
    assert stops == [Stop()]
    assert stop(state).points == (3, 37)
    assert stop(state).outcome() == (2, 1)


def tied(**options):
    """Seats 0 and 2 of three are about to be tied at 23 when the turn of seat 0 empties the Bank."""
    return replace(opened(seats=3, **options), points=(20, 14, 23), bank=3)


@pytest.mark.rule("SHZ-R8")
def test_a_tie_is_a_shared_win():
    over = stop(lay(roll(tied(), FLICKER_ROLL), "r5 o5"))
    assert over.outcome() == (1, 3, 1)


@pytest.mark.rule("SHZ-R8", "SHZ-R10")
@pytest.mark.option("shizzle", "ties")
def test_a_tie_may_be_rolled_off_one_turn_each():
    state = stop(lay(roll(tied(ties="rolloff"), FLICKER_ROLL), "r5 o5"))
    assert state.outcome() is None
    assert state.rolloff == ((2, None), (0, None))  # to the left of the last player first
    assert state.turn == 2
    state = choke(state)
    assert state.turn == 0
    assert state.rolloff == ((2, 0), (0, None))
    state = stop(shizzle(state))
    assert state.outcome() == (1, 3, 2)
    assert state.points == (23, 14, 23)  # nothing was paid
    assert state.rolloff == ()


@pytest.mark.rule("SHZ-R8", "SHZ-R10")
def test_a_roll_off_that_is_tied_is_rolled_off_again():
    state = stop(lay(roll(tied(ties="rolloff"), FLICKER_ROLL), "r5 o5"))
    state = choke(choke(state))
    assert state.outcome() is None
    assert state.turn == 2
    assert state.rolloff == ((2, None), (0, None))
    state = choke(stop(shizzle(state)))
    assert state.outcome() == (2, 3, 1)
    assert state.rolloffs_won == (1, 0, 2)


@pytest.mark.rule("SHZ-R8", "SHZ-R10")
def test_a_roll_off_drops_only_those_who_are_not_best():
    state = replace(opened(seats=4, ties="rolloff"), points=(20, 23, 23, 9), bank=3)
    state = stop(lay(roll(state, FLICKER_ROLL), "r5 o5"))
    assert [seat for seat, _ in state.rolloff] == [1, 2, 0]
    state = stop(shizzle(state))
    state = choke(state)
    state = stop(shizzle(state))
    assert [seat for seat, _ in state.rolloff] == [1, 0]
    state = stop(shizzle(choke(state)))
    assert state.outcome() == (1, 2, 3, 4)


@pytest.mark.rule("SHZ-R8", "SHZ-R10")
@pytest.mark.option("shizzle", "ties")
def test_in_a_roll_off_nothing_is_returned_or_paid_though_the_bank_could():
    state = replace(opened(ties="rolloff", turns=1), points=(0, 3), bank=37, turns=1)
    state = stop(lay(roll(state, FLICKER_ROLL), "r5 o5"))
    assert state.rolloff == ((1, None), (0, None))
    made = shizzle(state)
    assert refusal(made, Return(0)) == "SHZ-R10"
    assert (stop(made).points, stop(made).bank) == ((3, 3), 34)
    at_end = shizzle(replace(state, options=replace(state.options, returns="at_end")))
    assert refusal(at_end, Stop((0,))) == "SHZ-R10"


@pytest.mark.rule("SHZ-R9")
@pytest.mark.option("shizzle", "turns")
def test_a_turn_limit_ends_the_game_after_everyone_has_had_so_many():
    state = opened(seats=3, turns=2)
    for _ in range(5):
        state = choke(state)
    assert state.outcome() is None
    state = stop(lay(roll(turn_of(replace(opened(seats=3, turns=2), turns=5), 2), FLICKER_ROLL), "r5 o5"))
    assert state.outcome() == (2, 2, 1)
    unlimited = opened(seats=3)
    for _ in range(7):
        unlimited = choke(unlimited)
    assert unlimited.outcome() is None


@pytest.mark.rule("SHZ-R9")
@pytest.mark.option("shizzle", "target")
def test_a_target_ends_the_game_when_somebody_reaches_it():
    near, there = (
        stop(lay(roll(replace(opened(target=target), points=(7, 5), bank=28), FLICKER_ROLL), "r5 o5"))
        for target in (11, 10)
    )
    assert near.outcome() is None
    assert there.outcome() == (1, 2)
    assert stop(lay(roll(replace(opened(), points=(7, 5), bank=28), FLICKER_ROLL), "r5 o5")).outcome() is None


@pytest.mark.rule("SHZ-R9")
def test_the_quick_preset_limits_the_turns():
    assert knobel.game("shizzle").start(2, preset="quick").options.turns == 6


def test_a_fizzle_does_not_carry_over_to_the_next_turn():
    state = stop(lay(roll(opened(), FIZZLE_ROLL), "r5"))
    assert not state.fizzled
    later = roll(state, "r6 r4 o4 p1 g4")
    assert refusal(lay(later, "r6"), Roll()) is None


def test_the_state_of_a_turn_starts_afresh():
    made = shizzle(shizzle(opened()))
    after = stop(made)
    fresh = (after.rolled, after.in_the_air, after.begun, after.laid, after.shizzles, after.returned)
    assert fresh == ((), (), False, 0, 0, 0)
    assert after.turns == 1
    again = stop(lay(roll(opened(), SHIZZLE_ROLL), "r5"))
    assert (again.rolled, again.laid) == ((), 0)


def test_nature_rolls_only_what_is_in_the_air():
    state = knobel.game("shizzle").start(2)
    assert state.objection("nature", Fell((found(state, "r6"),))).rule == "TURN"
    assert state.play(0, Strike(0)).objection("nature", Fell((found(state, "r5"),))).rule == "DICE"


@pytest.mark.rule("SHZ-24")
def test_the_ledger_says_who_wins_in_every_language():
    winners = {language: knobel.game("shizzle").ledger(language)["SHZ-24"] for language in LANGUAGES}
    assert winners["es"].endswith("gana quien tiene más puntos.")
    assert winners["de"].endswith("wer die meisten Punkte hat, gewinnt.")
    assert winners["en"].endswith("the most points win.")
    assert winners["fr"].endswith("qui a le plus de points gagne.")


@pytest.mark.rule("SHZ-R3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_stopping_after_a_return_is_offered_for_no_points(language):
    said = {
        "en": "Stop and take no points",
        "de": "Aufhören und keine Punkte nehmen",
        "es": "Parar y tomar cero puntos",
        "fr": "S’arrêter et prendre zéro point",
    }[language]
    game = knobel.game("shizzle")
    paid = shizzle(replace(opened(), points=(3, 10), bank=27)).play(0, Return(1))
    assert game.words.text(game.label(paid, 0, Stop()), Voice(language=language)) == said


@pytest.mark.option("shizzle", "returns")
def test_in_spanish_one_rival_returns_in_the_singular():
    game = knobel.game("shizzle")
    state = shizzle(replace(opened(returns="at_end"), points=(3, 10), bank=27))
    said = game.words.text(game.label(state, 0, Stop((1,))), Voice(language="es"))
    assert said.startswith("Parar, tomar cero puntos y hacer devolver seis cada vez a ")
