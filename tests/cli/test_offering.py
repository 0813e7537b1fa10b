"""What a game offers: its own preset first, options as flags, and what real dice need."""

import json

import pytest

from knobel.cli.choices import spelled_out
from knobel.cli.dice import Pen
from knobel.cli.swaying import drawn
from knobel.core.errors import Malformed
from knobel.core.options import merged
from knobel.core.registry import game


def test_playing_begins_with_what_the_game_offers_and_says_so(house):
    offered = house.run("play", "stack-attack", typed="q\n")
    assert "House rules: dexterity=true (the preset tower)" in offered.stdout
    boxed = house.run("play", "stack-attack", "--preset", "box", typed="q\n")
    assert "House rules" not in boxed.stdout
    own = house.run("play", "stack-attack", "--slips", typed="q\n")
    assert "House rules: slips=true, dexterity=true\n" in own.stdout
    assert "(what “knobel play” offers first)" in house.run("rules", "stack-attack").stdout
    assert "offers first" not in house.run("rules", "shizzle").stdout


def test_bots_are_watched_by_the_box_rules_unless_asked_otherwise(house):
    watched = house.run("watch", "stack-attack", "--games", "3", "--seed", "1", "--json")
    assert json.loads(watched.stdout)["games"] == 3
    told = house.run("watch", "stack-attack", "--seed", "1", "--target", "5")
    assert told.returncode == 2  # only what is on or off can be a flag
    assert "target" in told.stderr
    told = house.run("watch", "stack-attack", "--seed", "1", "--option", "target=5")
    assert "sways" not in told.stdout


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("play stack-attack --no-dexterity", "play stack-attack --option dexterity=false"),
        ("play --slips stack-attack", "play --option slips=true stack-attack"),
        ("play stack-attack --dexterity --seat Ann", "play stack-attack --option dexterity=true --seat Ann"),
        ("play stack-attack --no-such", "play stack-attack --no-such"),
        ("play shizzle --no-dexterity", "play shizzle --no-dexterity"),
        ("play nothing --no-dexterity", "play nothing --no-dexterity"),
        (
            "play schocken --leader-caps --no-flip-last",
            "play schocken --option leader_caps=true --option flip_last=false",
        ),
    ],
)
def test_options_that_are_on_or_off_can_be_flags(typed, meant):
    assert spelled_out(typed.split(), ()) == meant.split()


def test_a_flag_that_the_command_has_itself_is_left_to_it():
    assert spelled_out(["play", "stack-attack", "--slips"], ("--slips",)) == ["play", "stack-attack", "--slips"]


def test_a_flag_that_nobody_knows_is_a_mistake_in_one_line(house):
    wrong = house.run("play", "stack-attack", "--no-such-thing")
    assert wrong.returncode == 2
    assert "--no-such-thing" in wrong.stderr
    assert wrong.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("typed", "meant"), [("yes", True), ("No", False), ("on", True), ("off", False), ("true", True)]
)
def test_yes_and_no_are_understood(typed, meant):
    assert merged(game("stack-attack").options, {"dexterity": typed}).dexterity is meant
    with pytest.raises(Malformed):
        merged(game("stack-attack").options, {"dexterity": "perhaps"})
    with pytest.raises(Malformed):
        merged(game("stack-attack").options, {"playoff": typed})


@pytest.mark.parametrize(
    ("place", "line"),
    [(0, "[····●····]"), (-1, "[●···|····]"), (1, "[····|···●]"), (7, "[····|···●]"), (-0.3, "[···●|····]")],
)
def test_the_mark_is_where_it_is_said_to_be_and_never_off_the_line(place, line):
    assert drawn(place, 4, str).plain == line


def test_the_mark_is_painted_by_how_far_off_it_is():
    styles = [drawn(place, 20, str).spans[0].style for place in (0.05, -0.2, 0.9)]
    assert styles == ["bold green", "bold yellow", "bold red"]


def test_a_drawing_keeps_its_width_in_plain_letters():
    line = "  │     ★ 5      │ ═┴"
    plain = Pen(True).sketched(line).plain
    assert plain == "  |     Ye5      | =^"
    assert len(plain) == len(line)
    painted = Pen().sketched(line)
    assert painted.plain == line
    assert [span.style for span in painted.spans] == ["bold yellow"]
