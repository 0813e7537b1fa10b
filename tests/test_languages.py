"""A language is one line in one list, and its own files."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import get_args

import pytest

from knobel.core.words import HOUSE, LANGUAGES, SYMBOLS, Language

ROOT = Path(__file__).parents[1]
THE_LIST = ROOT / "knobel" / "core" / "words.py"
MADE = ("web/src/protocol/", "docs/wire.schema.json", "docs/openapi.json")
"""What a command writes from the list, and `make check` compares."""
CODE = (".py", ".ts", ".svelte", ".js", ".mjs", ".html", ".webmanifest", ".toml")
TRACKED = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.splitlines()
SOURCES = [
    path
    for path in map(Path, TRACKED)
    if path.suffix in CODE and path.parts[0] in ("knobel", "web", "tools", "bench") and (ROOT / path).is_file()
    if not str(path).startswith(MADE) and path.stem not in LANGUAGES
]
QUOTED = "|".join(LANGUAGES)


def lists_languages(text: str) -> bool:
    """Whether a text goes through the languages: three of them in a row, or as the keys of a table.

    >>> lists_languages("('en', 'de', 'es')"), lists_languages('{"en": 1,\\n "de": 2,\\n "fr": 3}')
    (True, True)
    >>> lists_languages('language="de"')
    False
    """
    return bool(
        re.search(rf"""(["'](?:{QUOTED})["'][\s,|]+){{2}}["'](?:{QUOTED})["']""", text)
        or len(set(re.findall(rf"""^\W*["']?({QUOTED})["']?\s*[:=]\s""", text, re.MULTILINE))) >= 3
    )


def test_the_list_of_languages_stands_in_one_place():
    assert SOURCES
    assert lists_languages(THE_LIST.read_text("utf-8"))
    assert [str(path) for path in SOURCES if lists_languages((ROOT / path).read_text("utf-8"))] == [
        str(THE_LIST.relative_to(ROOT))
    ]
    assert THE_LIST.read_text("utf-8").count('"es"') == 1


@pytest.mark.parametrize("english", [path for path in map(Path, TRACKED) if path.stem == "en"], ids=str)
def test_wherever_there_are_english_words_there_are_those_of_every_language_and_of_no_other(english):
    if english.parts[0] == "tests":  # what a test's own game says need not be translated
        return
    files = {path.stem for path in (ROOT / english.parent).glob(f"??{english.suffix}")}
    assert files == set(LANGUAGES)


@pytest.mark.parametrize("made", ["web/src/protocol/socket.ts", "web/src/protocol/http.ts"])
def test_the_page_knows_the_languages_of_the_house(made):
    (union,) = {*re.findall(r'language\?: ((?:"\w\w"(?: \| )?)+)', (ROOT / made).read_text("utf-8"))}
    assert set(re.findall(r'"(\w\w)"', union)) == set(get_args(Language)) == set(LANGUAGES)


WORDS = [path for path in map(Path, TRACKED) if path.stem in LANGUAGES and path.parent.name in ("words", "lines")]
"""Every file of words, of the house, its games and the page; also what examples say."""


def page_words(language: str) -> dict[str, str]:
    """What the page says, by key."""
    text = (ROOT / "web" / "src" / "words" / f"{language}.ts").read_text("utf-8")
    return dict(re.findall(r"^  '?([\w.]+)'?: '((?:[^'\\]|\\.)*)',$", text, re.MULTILINE))


@pytest.mark.parametrize("path", [path for path in WORDS if path.stem == "fr"], ids=str)
def test_no_line_of_french_can_begin_with_a_mark_that_has_a_space_before_it(path):
    lines = (ROOT / path).read_text("utf-8").splitlines()
    assert [line for line in lines if re.search(r"[\w’…%»})\]] [:;!?»]|« ", line)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_and_house_call_dice_and_levels_the_same(language):
    page, house = page_words(language), HOUSE.texts[language]
    assert page["die.coloured"] == house["coloured"]
    assert [page[f"colour.{colour}"] for colour in SYMBOLS] == [house[f"colour.{colour}"] for colour in SYMBOLS]
    levels = [key for key in house if key.startswith("level.")]
    assert levels
    assert [page[key].split(":")[0].strip() for key in levels] == [house[key] for key in levels]
    assert [page[key.replace("level", "plays")].lower() for key in levels] == [house[key].lower() for key in levels]
