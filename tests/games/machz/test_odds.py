"""Exact odds of a turn, against the rulebook itself and against plain counting, for all seven shapes of object set."""

import json
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from knobel.core.errors import Malformed
from knobel.core.words import Say, how_often
from knobel.games.machz.commands import odds_command, read_set
from knobel.games.machz.dice import COLOURS
from knobel.games.machz.game import GAME
from knobel.games.machz.moves import Bet, Fell, Reroll, Roll
from knobel.games.machz.odds import bet_values, falls, machz_chance, match_chance, turn_odds
from tests.games.machz.scripted import colours, opened, throw

SHAPES = ["roygb", "rroyg", "rrooy", "rrroy", "rrroo", "rrrro", "rrrrr"]


def overlap(one, other) -> int:
    return sum(min(one.count(colour), other.count(colour)) for colour in COLOURS)


@cache
def best(state) -> Fraction:
    """The chance that this turn ends in MACHZ, by playing the rulebook out in every way."""
    if state.games:
        return Fraction(1)
    due = state.due()
    if due.nature:
        return sum((chance * best(state.play("nature", Fell(fell))) for fell, chance in weighed(state)), Fraction(0))
    if state.phase == "turn" and state.roller != 1:
        return Fraction(0)
    seat = min(due.must)
    if state.phase == "betting":
        return best(state.play(seat, Bet("none")))
    return max(best(state.play(seat, move)) for move in state.moves(seat))


def weighed(state):
    """Nature's moves, those alike counted together."""
    return falls(len(state.chances().typed()))


@pytest.mark.rule("MCZ-17", "MCZ-18", "MCZ-20", "MCZ-21", "MCZ-22", "MCZ-R6", "MCZ-R7")
@pytest.mark.parametrize("shape", SHAPES)
def test_machz_in_a_turn_is_what_playing_the_rules_out_gives(shape):
    state = opened(2, shape, chips=(10, 10), pot=1000)
    assert machz_chance(state.object_set) == best(state)
    assert turn_odds(colours(shape)).machz == best(state)


@pytest.mark.parametrize("shape", SHAPES)
def test_matches_on_the_first_roll_by_plain_counting(shape):
    wanted = colours(shape)
    counts = [0] * 6
    for fell in product(COLOURS, repeat=5):
        counts[overlap(wanted, fell)] += 1
    odds = turn_odds(wanted)
    assert odds.matched == tuple(Fraction(count, 6**5) for count in counts)
    assert odds.near == Fraction(sum(counts[3:]), 6**5)
    assert sum(odds.matched) == 1


@pytest.mark.rule("MCZ-28", "MCZ-29", "MCZ-30", "MCZ-31", "MCZ-32", "MCZ-33")
@pytest.mark.parametrize("shape", SHAPES)
def test_every_bets_value_in_every_window_by_plain_counting(shape):
    wanted = colours(shape)
    windows = turn_odds(wanted).bets
    gaps = {(len(window.wanted), len(set(window.wanted))) for window in windows}
    expected = {(5, len(set(wanted))), (1, 1)}
    expected |= {(2, 2)} if len(set(wanted)) > 1 else set()
    expected |= {(2, 1)} if len(set(wanted)) < 5 else set()
    assert gaps == expected
    assert len(windows) == len(expected)
    assert [window.dice for window in windows] == sorted((window.dice for window in windows), reverse=True)
    for window in windows:
        pays, least = {5: (2, 3), 2: (4, 1), 1: (6, 1)}[window.dice]
        gains = {"match": 0, "no_match": 0}
        for fell in product(COLOURS, repeat=window.dice):
            hit = overlap(window.wanted, fell) >= least
            gains["match"] += pays if hit else -1
            gains["no_match"] += -1 if hit else 2
        ways = 6**window.dice
        assert window.match == Fraction(gains["match"], ways)
        assert window.no_match == Fraction(gains["no_match"], ways)
        assert bet_values(window.wanted) == (window.match, window.no_match)
        assert window.chance == match_chance(window.wanted)


def test_known_values():
    assert bet_values(colours("y")) == (Fraction(1, 6), Fraction(3, 2))
    assert bet_values(colours("gy")) == (Fraction(16, 9), Fraction(1, 3))
    assert bet_values(colours("gg")) == (Fraction(19, 36), Fraction(13, 12))
    assert sum(chance for _, chance in falls(5)) == 1
    assert len(falls(5)) == 252


def test_the_command_prints_the_odds(capsys):
    assert GAME.commands == {"odds machz": odds_command}
    odds_command(object="red,red,blue,green,yellow")
    said = capsys.readouterr().out
    assert "Three or more on the first roll: 54.21% (1405/2592)" in said
    assert "MACHZ in the turn, with best play: 8.50% (107135/1259712)" in said
    assert "four matched (a match in 16.67%): match +0.167 (1/6), no match +1.500 (3/2)" in said
    assert "one colour missing twice (a match in 30.56%): match +0.528 (19/36), no match +1.083 (13/12)" in said
    odds_command(object="r r b g y", language="de")
    assert "54,21 % (1405/2592)" in capsys.readouterr().out
    odds_command(object="rojo naranja amarillo verde azul", language="es")
    said = capsys.readouterr().out
    assert "Modelo: rojo, naranja, amarillo, verde y azul" in said
    assert "dos veces" not in said
    odds_command(object="rouge rouge bleu vert jaune", language="fr")
    said = capsys.readouterr().out
    assert "Modèle\xa0: rouge, rouge, jaune, vert et bleu" in said
    assert "54,21 % (1405/2592)" in said
    assert "réussi +0,167 (1/6), raté +1,500 (3/2)" in said


def test_the_command_prints_json(capsys):
    odds_command(object="red,red,blue,green,yellow", json=True)
    odds = json.loads(capsys.readouterr().out)
    assert odds["object_set"] == ["red", "red", "yellow", "green", "blue"]
    assert odds["near"] == "1405/2592"
    assert [Fraction(chance) for chance in odds["matched"]] == list(turn_odds(colours("rrbgy")).matched)
    assert odds["bets"][-1] == {"dice": 1, "wanted": ["red"], "chance": "1/6", "match": "1/6", "no_match": "3/2"}


def test_an_object_set_is_five_colours():
    assert read_set("Rot, red r ROJO r") == ("red",) * 5
    with pytest.raises(Malformed, match="5 dice were thrown, but you typed 4"):
        read_set("red red red red")
    with pytest.raises(Malformed, match="pink"):
        read_set("red red red red pink")


def test_the_coach_says_the_exact_odds_of_the_roll_that_is_bet_on_or_thought_of():
    """Before the turn, before a first roll, with a choice, and before another: against plain counting."""
    turn = opened(3, "roygb")
    before = turn_odds(colours("roygb"))
    assert tuple(GAME.coaching.odds(turn, 1)) == (
        Say("odds.turn", {"near": how_often(float(before.near)), "machz": how_often(float(before.machz))}),
    )
    betting = turn.play(1, Roll())
    assert tuple(GAME.coaching.odds(betting, 0)) == (Say("odds.bet", {"often": how_often(485 / 648)}),)
    choice = throw(turn, "royrr")
    assert tuple(GAME.coaching.odds(choice, 1)) == (Say("odds.again", {"n": 2, "often": how_often(5 / 9)}),)
    again = choice.play(1, Reroll(2))
    assert tuple(GAME.coaching.odds(again, 0)) == (Say("odds.bet", {"often": how_often(5 / 9)}),)
