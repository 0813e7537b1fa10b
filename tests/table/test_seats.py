"""What people may be called: one rule, whatever they sit down with."""

import re
from pathlib import Path

import pytest

from knobel.core.errors import Malformed
from knobel.core.record import Sitter
from knobel.core.words import LANGUAGES
from knobel.table.seats import MAX_NAME, NameTaken, bot_name, name_from, people_among, person_name

NAMES = {
    "Ann": "Ann",
    "  Ann \u00a0  Lee ": "Ann Lee",
    "Zoë": "Zoë",
    "Zoe\u0308": "Zoë",
    "李小龍": "李小龍",
    "שלום": "שלום",
    "क्\u200dष": "क्\u200dष",
    "ﬁn": "fin",
    "🦊": "🦊",
    "👩\u200d🚀 Bo": "👩\u200d🚀 Bo",
    "👨🏽\u200d🌾": "👨🏽\u200d🌾",
    "❤\ufe0f": "❤\ufe0f",
    "🏳\ufe0f\u200d🌈": "🏳\ufe0f\u200d🌈",
    "x" * MAX_NAME: "x" * MAX_NAME,
}

NONE = [
    "",
    " \u00a0 ",
    "\u2800",
    "\u3164",
    "\u115f",
    "\u1160",
    "\uffa0",
    "\U0001d159",
    "\u3164 \u2800",
    "Ann\u034f",
    "A\u17b5nn",
    "A\U000e0041nn",
    "Ann\u202eEvil",
    "A\u200bnn",
    "Ann\u200d",
    "A\u200dnn",
    "a\u200d!",
    "A\ufe0fnn",
    "\u2066Ann",
    "Ann\u00ad",
    "a\tb",
    "a\nb",
    "a\x1b[31mb",
    "a\x07",
    "a\x00",
    "a\ud800",
    "a\ue000",
    "a\uffff",
    "A" + "\u0301" * 6,
    "x" * (MAX_NAME + 1),
]


@pytest.mark.parametrize(("typed", "name"), NAMES.items(), ids=ascii)
def test_names_of_every_alphabet_and_with_emoji_are_taken(typed, name):
    assert name_from(typed) == name
    assert name_from(name) == name


@pytest.mark.parametrize("typed", NONE, ids=ascii)
def test_what_nobody_can_see_or_what_misleads_is_no_name(typed):
    with pytest.raises(Malformed, match=f"one to {MAX_NAME} letters"):
        name_from(typed)


@pytest.mark.parametrize(
    ("taken", "typed"),
    [("Ann", "ANN"), ("Straße", "STRASSE"), ("Zoë", "Zoe\u0308"), ("Ann Lee", " ann  lee"), ("fin", "ﬁn")],
)
def test_two_names_that_differ_only_in_case_or_spelling_are_one(taken, typed):
    with pytest.raises(NameTaken, match="already called"):
        name_from(typed, ["Bo", taken])
    assert name_from(typed, ["Bo"])


ALIKE = [
    ("Ann", "\u0410nn"),  # with a Cyrillic A
    ("Ann", "\u0391\u039d\u039d"),  # in Greek capitals
    ("Ann", "Ａnn"),
    ("Max", "\u041c\u0430\u0445"),  # Cyrillic from the first letter to the last
    ("Bo", "B\u043e"),
    ("bo", "B\u041e"),
    ("Ian", "lan"),
    ("Ivo", "\u0406vo"),
    ("ivo", "\u0406vo"),
    ("Al", "AI"),
    ("Bill", "Bi\u01c1"),
    ("Player 1", "Player l"),
    ("क्ष", "क्\u200dष"),
]
APART = [("Amie", "Arnie"), ("Tom", "Torn"), ("Ian", "Lan"), ("Zoe", "Zoë"), ("Ann", "Anna"), ("Player 1", "Player 2")]


@pytest.mark.parametrize(("taken", "typed"), ALIKE, ids=ascii)
def test_two_names_that_look_alike_are_one(taken, typed):
    for one, other in ((taken, typed), (typed, taken)):
        with pytest.raises(NameTaken):
            name_from(one, ["Cy", other])


@pytest.mark.parametrize(("taken", "typed"), APART)
def test_names_that_everybody_can_tell_apart_share_a_table(taken, typed):
    assert name_from(typed, [taken]) == typed
    assert name_from(taken, [typed]) == taken


def test_players_of_the_house_do_not_look_like_anybody_either():
    assert person_name("casual", ["D\u043ettie"]) == person_name("casual", ["Dottie"])
    assert bot_name("casual", ["\u0421asual"], "en") == "Casual 2"


def test_players_of_the_house_are_numbered_where_their_name_is_taken():
    assert bot_name("casual", [], "en") == "Casual"
    assert bot_name("casual", ["CASUAL", "Casual 3"], "en") == "Casual 2"


def test_people_are_told_from_players_of_the_house():
    assert people_among([Sitter("Ann"), Sitter("Rob", "random"), Sitter("Bo")]) == (0, 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_level_brings_the_same_people_to_every_table_and_ten_find_a_name_each(language):
    sat: list[str] = []
    for _ in range(10):
        sat.append(name_from(person_name("casual", sat, language), sat))
    assert person_name("casual", [], language) == sat[0]
    assert not any(name[-1].isdigit() for name in sat)
    assert person_name("casual", sat[:1], language) == sat[1]
    assert person_name("strong", [], language) != sat[0]


def test_the_page_lets_nobody_type_a_longer_name_than_the_house_takes():
    source = Path(__file__).resolve().parents[2] / "web" / "src"
    said = re.findall(r"MAX_NAME = (\d+);", (source / "people" / "people.ts").read_text("utf-8"))
    assert said == [str(MAX_NAME)]
    for path in source.rglob("*.svelte"):
        assert not re.search(r'maxlength="\d+" (autocomplete="nickname"|required)', path.read_text("utf-8")), path.name
