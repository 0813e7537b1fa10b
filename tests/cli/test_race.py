"""Everybody at once, in a pseudo-terminal: others are heard while a person types, and the line is kept."""

import re

import pytest

from knobel.cli.terminal import EndOfInput, TypedLine
from tests.cli.house import LIVE, MOVE, RESUME


@pytest.fixture
def race(house):
    """A round that has just begun, against somebody quick."""
    return rolled(gathered(house, "4"))


@pytest.fixture
def slow_race(house):
    """The same with a clock so slow that the round is on for as long as anything takes here."""
    before = gathered(house, "60")
    before.type("q")
    assert before.end() == 0
    return rolled(house.sit("resume", RESUME.search(before.said)[2], "--pace", "0.02"))


def gathered(house, pace):
    """Everybody is ready, and Ann can roll."""
    sitting = house.sit("play", "word-shout", "--seat", "Ann", "--seat", "master", "--seed", "3", "--pace", pace)
    sitting.wait(MOVE)
    sitting.type("1")
    sitting.wait(MOVE)
    return sitting


def rolled(sitting):
    sitting.wait(MOVE)
    sitting.type("1")
    sitting.wait(LIVE)
    return sitting


def test_what_others_shout_appears_while_the_line_being_typed_is_kept(race):
    race.child.send("tooth")
    race.hear("goes to Master")
    while not race.here.endswith("You: tooth"):
        race._read()
    assert race.screen.display[0].startswith("Word Shout · everybody at once")
    assert "On the table" in race.screen.display[2]  # the dice stay on top
    race.child.send("\x7f\x7f\x7f\x7f\x7fq")
    race.type("")
    race.end()


def test_a_word_the_dice_cannot_spell_is_explained_with_its_rule(slow_race):
    slow_race.type("zzzz")
    slow_race.hear("do not spell ZZZZ (WSH-R3)")
    slow_race.type("it's")
    slow_race.hear("(WSH-19)")
    slow_race.type("? WSH-10")
    slow_race.hear("WSH-10:")
    slow_race.type("9")
    slow_race.hear("“9” is no move here")
    slow_race.type("h")
    slow_race.hear("Nobody waits for you!")
    slow_race.type("q")
    assert slow_race.end() == 0


def test_a_hint_names_the_best_words_where_nobody_waits_and_the_word_hint_is_a_word(slow_race):
    slow_race.type("/hint")
    slow_race.hear("Weighed by what a move brings and leaves")
    best = re.search(r"(\d+)% Shout (\w+)", slow_race.shown)
    assert best
    slow_race.type("hint")
    slow_race.hear("do not spell HINT (WSH-R3)")
    slow_race.type(best[2])
    slow_race.hear(f"You: {best[2].upper()}!")
    slow_race.type("q")
    assert slow_race.end() == 0


def test_where_hints_are_not_allowed_nobody_gets_one_in_a_round_either(house):
    said = house.run(
        *("play", "word-shout", "--seat", "Ann,casual", "--seed", "3", "--hints", "off"), typed="1\n1\n/hint\nq\n"
    ).stdout
    assert "Hints are not allowed at this table:" in said
    assert "Weighed" not in said


def test_a_round_goes_on_without_whoever_passes_and_ends_in_challenges_and_what_nobody_saw(race):
    race.type("1")
    race.hear("You pass")
    race.wait(MOVE)
    assert re.search(r"Challenge \w+ \(by Master\)", race.shown)
    race.type("No doubts")
    race.hear("Nobody saw")


def test_ctrl_c_in_the_middle_saves_and_leaves_the_terminal_as_it_was(house, race):
    race.child.send("hal")
    race.press("c")
    assert race.end() == 130
    path = RESUME.search(race.said)[2]
    again = house.sit("resume", path, "--pace", "4")
    again.wait(LIVE)
    again.type("q")
    assert again.end() == 0
    assert house.run("replay", path).returncode == 0


def test_it_can_be_played_through_pipes_too(house):
    played = house.run(
        "play", "word-shout", "--seat", "Ann", "--seat", "casual", "--seed", "3", typed="1\n1\nzzzz\n1\nq\n"
    )
    assert played.returncode == 0
    assert "do not spell ZZZZ" in played.stdout
    assert "You pass" in played.stdout
    assert "The game is saved" in played.stdout


def test_several_people_say_who_speaks(house):
    sitting = house.sit("play", "word-shout", "--seat", "Ann", "--seat", "Bo", "--seed", "3", "--pace", "60")
    for _ in range(3):
        sitting.wait(MOVE)
        sitting.type("1")
    sitting.wait(LIVE)
    sitting.type("tea")
    sitting.hear("Begin with the number or the name")
    sitting.type("bo 1")
    sitting.hear("Bo passes")
    sitting.type("1 1")
    sitting.hear("Ann passes")
    sitting.wait(MOVE)
    sitting.type("q")
    assert sitting.end() == 0


def test_keys_make_a_line_and_arrows_do_not():
    line = TypedLine()
    assert list(line.take(b"wor\x1b[D\x1b[3~\x1bOPds\r")) == ["words"]
    assert list(line.take("ñ".encode()[:1])) == []
    assert list(line.take("ñ".encode()[1:] + b"\n")) == ["ñ"]
    assert list(line.take(b"gone\x15here\b\b\n")) == ["he"]
    assert list(line.take(b"half\x04")) == []
    assert line.text == "half"
    with pytest.raises(EndOfInput):
        list(TypedLine().take(b"\x04"))
