"""Where there is but one move, Enter makes it; not where Enter means something else, or a secret would come out."""

import pytest

from knobel.core.words import LANGUAGES
from tests.cli.house import MOVE

ONLY = r"\(1, or Enter\):"


def test_enter_makes_the_only_move_and_the_prompt_says_so(house):
    sitting = house.sit("play", "pig", "--seat", "Ann,Bo", "--seed", "1")
    sitting.wait(ONLY)
    sitting.type("")
    sitting.wait(r"Ann, your move \(1–2\):")
    assert "Ann rolls." in sitting.everything
    sitting.type("")
    sitting.wait(r"Ann, your move \(1–2\):")
    assert "Type a number from 1 to 2" in sitting.everything


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_every_language(house, language):
    asked = {
        "en": "Your move (1, or Enter):",
        "de": "Dein Zug (1 oder Enter):",
        "es": "Tu jugada (1, o Intro):",
        "fr": "Ton coup (1, ou Entrée)\xa0:",
    }[language]
    assert asked in house.run("play", "pig", "--language", language).stdout


def test_enter_alone_never_uncovers_what_is_hidden(house):
    """Lifting the cups is the only move, and it cannot be taken back."""
    played = house.run("play", "cups", "--seat", "random,Ann", "--seed", "1", typed="\n1\nelk\n\n")
    assert "You shake." in played.stdout
    assert "1  Lift all cups" in played.stdout
    assert "You lift the cups" not in played.stdout
    assert "Type 1, or h for help." in played.stdout


def test_enter_still_lets_pass_where_nobody_has_to_move(house):
    played = house.run("play", "cups", "--seat", "Ann,random", "--seed", "1", typed="1\n1\nelk\n\n")
    assert "or Enter to let it pass" in played.stdout
    assert "You cheer" not in played.stdout


def test_an_enter_too_many_when_the_keyboard_is_taken_makes_no_move(house):
    sitting = house.sit("play", "cups", "--seat", "Ann,Bo", "--seed", "1")
    sitting.wait("Pass the keyboard to Ann")
    sitting.child.send("\r\r\r")
    sitting.fresh = False
    sitting.wait(MOVE)
    sitting.type("h")
    sitting.wait(MOVE)
    assert "You shake." not in sitting.everything
