"""A hand that sways, in a pseudo-terminal: Enter takes the moment. And whole games, with and without it."""

import json
import re
from random import Random

import pexpect
import pytest

from tests.cli.house import MOVE, RESUME

SWAY = r"^\[.*\]$"
"""A line on which a mark sways."""


def asked(sitting, *patterns) -> re.Match[str] | None:
    """The next question; None once the game is over."""
    try:
        return sitting.wait(*patterns)
    except pexpect.EOF:
        return None


def steps(house, record) -> list[dict]:
    return json.loads(house.run("replay", record, "--json").stdout)


@pytest.fixture
def swaying(house):
    """A person whose hand sways over the tower."""
    sitting = house.sit("play", "stack-attack", "--seat", "Ann", "--seat", "casual", "--seed", "4")
    for _ in range(2):
        sitting.wait(MOVE)
        sitting.type("1")
    sitting.wait(SWAY)
    return sitting


def test_the_mark_moves_in_one_line_and_enter_lets_go(house, swaying):
    assert "Enter: Let go!" in swaying.shown
    seen = set()
    while len(seen) < 5:
        swaying._read()
        if re.fullmatch(r"\[·*[●|]·*[●|]?·*\]", swaying.here):
            seen.add(swaying.here)
            assert sum("●" in line for line in swaying.screen.display) == 1
    swaying.type("")
    swaying.wait(MOVE)
    assert re.search(r"You let go, \d\.\d mm off\.", swaying.said)
    swaying.type("q")
    assert swaying.end() == 0
    (record,) = house.records
    sway, let_go = steps(house, record)[3:5]
    assert let_go["made"] == {"type": "LetGo"}
    assert let_go["at"] > sway["at"]


def test_an_aim_and_a_shift_are_typed_and_what_is_none_is_explained(house):
    sitting = house.sit("play", "stack-attack", "--seat", "Ann", "--seat", "casual", "--seed", "4", "--pace", "0.1")
    sitting.wait(MOVE)
    sitting.type("1")
    sitting.wait(MOVE)
    sitting.type("aim")
    sitting.wait("10 turn”:$")
    sitting.type("5 left")
    sitting.hear("That is not a move")
    sitting.type("5 1.5 left")
    sitting.wait(SWAY)
    assert "aim 1.5 mm left" in sitting.said
    for typed, heard in [
        ("h", "near the middle"),
        ("? STK-15", "STK-15:"),
        ("9 left", "not a move"),
        ("/h", "q saves"),
        ("1 right", "You shift it, 1.0 mm right."),
    ]:
        sitting.type(typed)
        sitting.hear(heard)
        sitting.wait(SWAY)
    sitting.type("q")
    assert sitting.end() == 0
    assert steps(house, house.records[0])[-2]["made"] == {"type": "Shift", "x": 1000, "y": 0, "turn": 0}


def test_ctrl_c_over_the_tower_saves_and_leaves_the_terminal_as_it_was(house, swaying):
    swaying.press("c")
    assert swaying.end() == 130
    path = RESUME.search(swaying.said)[2]
    again = house.sit("resume", path)
    again.wait(SWAY)
    again.type("")
    again.hear("You let go")
    again.wait(MOVE)
    again.type("q")
    assert again.end() == 0


@pytest.mark.rule("STK-R8")
def test_a_hand_that_waits_too_long_opens_by_itself(house):
    sitting = house.sit("play", "stack-attack", "--seat", "Ann", "--seat", "casual", "--seed", "4", "--pace", "60")
    for _ in range(2):
        sitting.wait(MOVE)
        sitting.type("1")
    sitting.hear("Your hand gets tired and opens")
    sitting.wait(MOVE)
    sitting.type("q")
    assert sitting.end() == 0


def test_without_a_moving_screen_enter_lets_go_at_once(house):
    words = ("--seat", "Ann,casual", "--seed", "4")
    played = house.run("play", "stack-attack", *words, typed="1\n1\nh\n\nq\n", LC_ALL="C")
    assert played.returncode == 0
    assert "near the middle" in played.stdout
    assert re.search(r"\[-*[o|]-*[o|]?-*\]", played.stdout)
    assert "You let go" in played.stdout
    assert "\x1b" not in played.stdout
    assert played.stdout.isascii()


@pytest.mark.rule("STK-R9")
def test_a_whole_game_on_the_simulated_tower_with_hands_that_let_go(house):
    words = ("--seat", "Ann", "--seat", "Bo", "--pace", "4", "--option", "target=5", "--option", "hands=child,child")
    sitting = house.sit("play", "stack-attack", *words)
    chance = Random(1)
    while found := asked(sitting, MOVE, SWAY, r"”:$"):
        if found.re.pattern == MOVE:
            sitting.type(str(chance.randint(1, max(1, int(found[1] or 1) - 1))))
        else:
            sitting.type("")
    assert sitting.end() == 0
    assert "game is over" in sitting.everything
    (record,) = house.records
    made = [step["made"]["type"] for step in steps(house, record)]
    assert {"Sway", "LetGo", "Settled"} <= set(made)
    assert house.run("verify", record).returncode == 0


@pytest.mark.option("stack-attack", "dexterity")
def test_a_whole_game_without_dexterity(house):
    sitting = house.sit("play", "stack-attack", "--no-dexterity", "--seat", "Ann,casual,Bo")
    assert "dexterity" not in sitting.said
    assert sitting.play(Random(3))
    assert sitting.end() == 0
    assert "Let go" not in sitting.said
    assert house.run("verify", *house.records).returncode == 0


@pytest.mark.rule("STK-R4")
def test_a_whole_game_with_real_dice_in_which_people_say_what_the_tower_did(house):
    sitting = house.sit("play", "stack-attack", "--real-dice", "--seat", "Ann,Bo", "--option", "target=5")
    chance, corrected = Random(5), False
    while found := asked(sitting, MOVE, r"What fell\?$", r"What happened\?$", r"leave it\)$", r"you typed:$"):
        if found.re.pattern == MOVE:
            late = "It holds!" in sitting.said and not corrected
            corrected = corrected or late
            sitting.type("c" if late else str(chance.randint(1, int(found[1] or 1))))
        elif "fell" in found[0]:
            dice = int(re.findall(r"Type what fell, (\w+)", sitting.said)[-1].replace("one", "1"))
            sitting.type(" ".join(str(chance.randint(1, 6)) for _ in range(dice)))
        elif "typed" in found[0]:
            sitting.type("")
        else:
            sitting.type("fell" if "leave it" in found[0] else chance.choice(("stood", "stood", "stood", "fell")))
    assert sitting.end() == 0
    assert "Type what happened, one of: stood, fell" in sitting.said
    assert "Corrected." in sitting.said
    assert "game is over" in sitting.everything
    with_aims = house.run("play", "stack-attack", "--real-dice", "--dexterity")
    assert (with_aims.returncode, with_aims.stderr) == (2, "knobel: With real dice this game needs dexterity=false\n")


@pytest.mark.parametrize(("language", "typed"), [("de", "steht"), ("es", "aguanta"), ("fr", "tient"), ("en", "stood")])
def test_what_the_tower_did_is_typed_in_ones_own_language(house, language, typed):
    words = ("--real-dice", "--seat", "Ann,Bo", "--language", language)
    played = house.run("play", "stack-attack", *words, typed=f"1\n5 4 1 1 1\n1\n{typed}\nq\n")
    assert played.returncode == 0
    assert {"de": "Er hält!", "es": "¡Aguanta!", "fr": "Ça tient", "en": "It holds!"}[language] in played.stdout
