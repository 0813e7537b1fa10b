"""Two people at one keyboard, each with something the other may not see."""

import re
from random import Random

import pexpect
import pytest

import knobel
from tests.cli.cups import ANIMALS
from tests.cli.house import MOVE

SECRET = [game.name for game in knobel.all_games().values() if game.secret and not game.realtime.live] + ["cups"]
TO = r"Pass the keyboard to (\w+)\."


@pytest.mark.parametrize("game", SECRET)
def test_the_screen_and_all_above_it_are_empty_when_the_keyboard_changes_hands(house, game):
    sitting = house.sit("play", game, "--seat", "Ann,Bo")
    chance, handed = Random(4), 0
    while handed < 6:
        try:
            found = sitting.wait(TO, MOVE, ":$", "when you have seen")
        except pexpect.EOF:
            break
        if found.re.pattern == TO:
            handed += 1
            if handed > 1:
                assert sitting.everything.strip() == f"{found[0]} {found[1]}, press Enter."
        number = str(chance.randint(1, int(found[1] or 1))) if found.re.pattern == MOVE else ""
        sitting.type("ant" if found.re.pattern == ":$" else number)
    assert handed > 1


def test_nobody_sees_anothers_animal_before_the_cups_are_lifted(house):
    sitting = house.sit("play", "cups", "--seat", "Ann,Bo", "--real-dice")
    hands = {"Ann": "bee", "Bo": "fox"}
    for name in hands:
        sitting.wait(f"Pass the keyboard to {name}")
        assert not any(animal in sitting.everything for animal in ANIMALS)
        sitting.type("")
        sitting.wait(MOVE)
        sitting.type("1")
        sitting.wait("What fell")
        sitting.type(hands[name])
        sitting.wait(MOVE)
        assert f"Under the cup is a {'◆' if name == 'Ann' else '✚'}{hands[name]}." in sitting.everything
        sitting.type("1")
        sitting.wait("Call out a word:")
        sitting.type("zebra")
    sitting.wait(MOVE)
    assert "◆" not in sitting.everything
    assert "▒▒▒" in sitting.shown
    sitting.type("1")
    sitting.wait("Bo, press Enter when you have seen this")
    assert "You lift the cups: ◆bee and ✚fox." in sitting.everything
    sitting.type("")
    assert sitting.end() == 0
    assert "lifts the cups: ◆bee and ✚fox." in sitting.everything


def test_the_story_since_a_person_last_looked_is_told_to_them(house):
    sitting = house.sit("play", "cups", "--seat", "Ann,Bo", "--seed", "1")
    for line, question in [("", "Pass the keyboard to Ann"), ("1", MOVE), ("1", MOVE), ("wolf", "Call out"), ("", TO)]:
        sitting.wait(question)
        sitting.type(line)
    sitting.wait(MOVE)
    told = sitting.everything.split("Meanwhile:")[1]
    assert "Ann shakes." in told
    assert "Something lands under the cup." in told
    assert "Ann calls wolf." in told


def test_through_a_pipe_everyone_is_told_only_what_is_theirs(house):
    typed = "\n1\n1\nwolf\n\n1\n1\nzebra\nq\n"
    played = house.run("play", "cups", "--seat", "Ann,Bo", "--seed", "1", typed=typed)
    pages = played.stdout.split("\f")
    assert len(pages) > 2
    (ann,) = re.findall(r"Under the cup is a .(\w+)\.", pages[0])
    assert all(ann not in page for page in pages[1:])


def test_leaving_clears_what_the_others_may_not_see(house):
    sitting = house.sit("play", "cups", "--seat", "Ann,Bo", "--seed", "1")
    for line, question in [("", "Pass the keyboard to Ann"), ("1", MOVE), ("q", MOVE)]:
        sitting.wait(question)
        sitting.type(line)
    assert sitting.end() == 0
    assert "Under the cup" not in sitting.everything
    assert "knobel resume" in sitting.everything


def test_a_person_alone_with_bots_never_passes_the_keyboard(house):
    played = house.run("play", "cups", "--seed", "1", typed="1\n1\nelk\n\n")
    assert "Pass the keyboard" not in played.stdout
    assert "press Enter" not in played.stdout


def test_a_spectator_of_bots_sees_no_hand_before_the_end(house):
    played = house.run("play", "cups", "--seat", "random,random", "--seed", "2")
    before = played.stdout.split("lifts the cups")[0]
    assert "Something lands under the cup." in before
    assert "Under the cup is" not in before
