"""Words: every text in every language, with the same gaps to fill, and none that the code asks for in vain."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from inspect import getsourcefile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import knobel
from knobel.core.errors import KnobelError
from knobel.core.game import Game, label_by_kind, tell_by_kind
from knobel.core.options import options
from knobel.core.registry import all_games
from knobel.core.words import (
    HOUSE,
    LANGUAGES,
    SYMBOLS,
    Catalogue,
    Die,
    MissingWords,
    NamedDie,
    Say,
    Voice,
    Who,
    is_singular,
    is_text,
    plain,
)

HOME = Path(knobel.__file__).parent
FOLDERS = sorted(path for path in HOME.rglob("words") if path.is_dir())
GAMES = all_games()
OURS = {name: game for name, game in GAMES.items() if game.rulebook.__module__.startswith("knobel.")}
HOLE = re.compile(r"\{(\w+)\}|\[(\w+):([^\[\]]*)\]")


def gaps(template: str) -> set[str]:
    """The names that a template fills in or chooses by."""
    found = {plain or chooser for plain, chooser, _ in HOLE.findall(template)}
    return found.union(*(gaps(forms) for _, _, forms in HOLE.findall(template)))


def texts(folder: Path, language: str) -> dict[str, str]:
    return Catalogue({language: tomllib.loads((folder / f"{language}.toml").read_text("utf-8"))}).texts[language]


def sources(game: Game) -> list[Path]:
    """The Python files of a game: its folder, where it has one of its own."""
    file = Path(getsourcefile(game.rulebook) or "")
    return sorted(file.parent.rglob("*.py")) if file.with_name("__init__.py").is_file() else [file]


# Every catalogue of the package --------------------------------------------------------------------------------------


def telling_gaps(template: str) -> set[str]:
    """The gaps whose value is spoken. A choice by number alone (die, dice) may be one word in another language."""
    return {plain or chooser for plain, chooser, forms in HOLE.findall(template) if plain or "#" in forms}


def in_folders() -> list[object]:
    return [pytest.param(folder, id=str(folder.parent.relative_to(HOME))) for folder in FOLDERS]


@pytest.mark.parametrize("folder", in_folders())
def test_every_language_has_the_same_texts_with_the_same_gaps(folder):
    assert sorted(path.name for path in folder.iterdir()) == sorted(f"{language}.toml" for language in LANGUAGES)
    english = texts(folder, "en")
    for language in LANGUAGES:
        spoken = texts(folder, language)
        assert sorted(spoken) == sorted(english), language
        for key, template in spoken.items():
            assert gaps(template) <= gaps(english[key]), (language, key)
            assert telling_gaps(template) == telling_gaps(english[key]), (language, key)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", in_folders())
def test_every_text_says_something_and_is_well_formed(folder, language):
    for key, template in texts(folder, language).items():
        assert template.strip() == template != "", key
        assert not re.search(r"[\[\]{}]", HOLE.sub("", template)), key
        for _, chooser, forms in HOLE.findall(template):
            assert not chooser or forms.count("|") in (1, 2), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", in_folders())
def test_no_language_says_one_of_none(folder, language):
    """Where none is singular, the singular form names the number, or there is a form for none."""
    if not is_singular(0, language):
        return
    for key, template in texts(folder, language).items():
        for _, chooser, forms in HOLE.findall(template):
            first, *_, last = forms.split("|") if chooser else ("", "")
            assert forms.count("|") == 2 or "#" in first or "#" not in last, (key, forms)


FRENCH_SPACING = re.compile(r" [:;!?»%]|« |[^\s\[:«(][;!?»](?!\w)")


@pytest.mark.parametrize("folder", in_folders())
def test_french_never_breaks_a_line_before_its_signs(folder):
    """A no-break space stands before ; ! ? : % and inside the quotes."""
    wrong = {key: text for key, text in texts(folder, "fr").items() if FRENCH_SPACING.search(text)}
    assert wrong == {}


def test_the_house_and_its_games_are_among_the_catalogues():
    assert HOME / "core" / "words" in FOLDERS
    for game in OURS.values():
        assert (Path(getsourcefile(game.rulebook) or "").parent / "words") in FOLDERS


@pytest.mark.parametrize("folder", in_folders())
def test_what_is_translated_is_not_left_in_english(folder):
    """A text of several words is never the same in two languages: that would be one forgotten."""
    for key, english in texts(folder, "en").items():
        if len(re.findall(r"[a-z]{2,}", HOLE.sub("", english))) > 2:
            assert english not in [texts(folder, other)[key] for other in LANGUAGES if other != "en"], key


# Every text that the code asks for exists, and the other way round ----------------------------------------------------


def calls(files: list[Path], *names: str) -> Iterator[tuple[Path, ast.Call]]:
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in names:
                yield file, node


def literals(call: ast.Call) -> list[str | None]:
    """The first arguments of a call as far as they are plain text; None for one that is computed."""
    values = [arg.value if isinstance(arg, ast.Constant) and isinstance(arg.value, str) else None for arg in call.args]
    return values + [
        word.value.value
        for word in call.keywords
        if word.arg in ("rule", "variant", "key") and isinstance(word.value, ast.Constant)
    ]


ALL_FILES = sorted(HOME.rglob("*.py"))


def error_names() -> set[str]:
    found: set[str] = {KnobelError.__name__}
    while True:
        more = {
            node.name
            for file in ALL_FILES
            for node in ast.walk(ast.parse(file.read_text("utf-8")))
            if isinstance(node, ast.ClassDef) and found & {getattr(base, "id", "") for base in node.bases}
        }
        if more <= found:
            return found
        found |= more


def test_every_error_that_is_raised_has_its_words_and_every_such_text_is_used():
    names = error_names()
    raised = {key for _, call in calls(ALL_FILES, *names) if (key := next(iter(literals(call)), None))}
    assert "record-damaged" in raised
    assert raised <= set(HOUSE.under("error"))
    written = "".join(file.read_text("utf-8") for file in ALL_FILES)
    unused = [
        key
        for key in HOUSE.under("error")
        if key not in raised and f'"{key}"' not in written and f'"error.{key}"' not in written
    ]
    assert unused == []


def test_every_colour_has_its_symbol_and_its_name():
    assert set(HOUSE.under("colour")) == set(SYMBOLS)
    assert len(set(SYMBOLS.values())) == len(SYMBOLS)


def every_game() -> list[object]:
    return [pytest.param(game, id=name) for name, game in GAMES.items()]


def languages_of(game: Game) -> tuple[str, ...]:
    return LANGUAGES if game.name in OURS else ("en",)


def has(game: Game, key: str) -> bool:
    own = [game.words]
    while own[-1].beneath:
        own.append(own[-1].beneath)
    return all(any(key in words.texts.get(language, {}) for words in own) for language in languages_of(game))


@pytest.mark.parametrize("game", every_game())
def test_a_game_has_the_words_that_every_game_needs(game):
    needed = ["title", "tagline"]
    needed += [f"can.{kind.__name__}" for kind in game.kinds("seat") if game.label is label_by_kind]
    needed += [
        f"told.{kind.__name__}"
        for role in ("seat", "nature", "clock")
        for kind in game.kinds(role)
        if game.tell is tell_by_kind
    ]
    for option in options(game.options):
        needed.append(f"options.{option.name}.label")
        needed += [f"options.{option.name}.{choice}" for choice in option.choices if isinstance(choice, str)]
    needed += [f"presets.{preset}" for preset in game.presets]
    assert [key for key in needed if not has(game, key)] == []
    assert game.ledger()


@pytest.mark.parametrize("game", every_game())
def test_every_objection_of_a_game_has_its_words_and_the_other_way_round(game):
    raised: set[str] = set()
    for _, call in calls(sources(game), "Objection"):
        parts = literals(call)[:2]
        if None not in parts:
            raised.add(".".join(str(part) for part in parts))
    assert [key for key in raised if not has(game, f"why.{key}")] == []
    own = {key.removeprefix("why.") for key in game.words.texts["en"] if key.startswith("why.")}
    written = "".join(file.read_text("utf-8") for file in sources(game))
    assert [key for key in own - raised if not all(f'"{part}"' in written for part in key.split("."))] == []
    assert {key.split(".")[0] for key in own} <= set(game.ledger()) | {"TURN", "DICE"}


@pytest.mark.parametrize("game", every_game())
def test_whatever_a_game_says_has_its_words(game):
    said = {parts[0] for _, call in calls(sources(game), "Say") if (parts := literals(call)) and parts[0]}
    assert [key for key in said if not has(game, key)] == []


@pytest.mark.parametrize("game", every_game())
def test_no_text_of_a_game_is_left_over(game):
    lesson = Path(getsourcefile(game.rulebook) or "").with_name("lesson.toml")
    files = [*sources(game), *([lesson] if lesson.is_file() else [])]
    written = "".join(file.read_text("utf-8") for file in files)
    described = {option.name: option.choices for option in options(game.options)}
    left_over = []
    for key in game.words.texts["en"]:
        section, *rest = key.split(".")
        match section, rest:
            case "rules" | "why" | "title" | "tagline" | "points", _:
                continue
            case "card", ["goal"] | ["turn", _]:  # every rules card has them
                continue
            case "presets", [name]:
                used = name == "box" or name in game.presets
            case "options", [name, "label"]:
                used = name in described
            case "options", [name, value]:
                used = value in (str(choice).lower() for choice in described.get(name, ()))
            case _:
                parts = re.findall(r"[a-zA-Z_]+", (rest or [section])[-1])  # keys may be put together: round + 1
                used = all(re.search(rf"\b{part}(\b|\{{)", written) for part in parts)
        if not used:
            left_over.append(key)
    assert left_over == []


# How templates are filled --------------------------------------------------------------------------------------------


def said(template: str, voice: Voice | None = None, **args: object) -> str:
    return Catalogue({"en": {"x": template}}, HOUSE).text(Say("x", args), voice or Voice(names=("Ann", "Bo"), you=1))  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["0 dice", "one die", "2 dice", "1000000 dice"]),
        ("es", ["0 dice", "one die", "2 dice", "1000000 dice"]),
        ("fr", ["one die", "one die", "2 dice", "1000000 dice"]),
    ],
)
def test_which_numbers_are_singular_is_the_languages_own_rule(language, said):
    words = Catalogue({language: {"two": "[n:one die|# dice]", "three": "[n:none|one|# many]"}})
    voice = Voice(language=language)
    assert [words.text(Say("two", {"n": n}), voice) for n in (0, 1, 2, 1_000_000)] == said
    assert [words.text(Say("three", {"n": n}), voice) for n in (0, 1, -1, 2)] == ["none", "one", "one", "2 many"]


def test_a_text_that_is_only_in_english_counts_as_english_does():
    """A game may speak fewer languages than the house: its texts keep their own rule, for whoever listens."""
    words = Catalogue({"en": {"dice": "[n:one die|# dice]"}}, HOUSE)
    assert words.text(Say("dice", {"n": 0}), Voice(language="fr")) == "0 dice"


def test_a_coloured_die_is_named_in_the_order_of_the_language():
    words = Catalogue({"en": {"x": "{d}"}}, HOUSE)
    faces = (Die("5", "red"), Die("", "red"), Die("5"))
    assert words.text(Say("x", {"d": faces}), Voice(language="en")) == "red 5, red and 5"
    assert words.text(Say("x", {"d": faces}), Voice(language="fr")) == "5 rouge, rouge et 5"


@pytest.mark.parametrize(
    ("template", "args", "text"),
    [
        ("{n} and {t}", {"n": 5, "t": "x"}, "5 and x"),
        ("[n:one die|# dice]", {"n": 1}, "one die"),
        ("[n:one die|# dice]", {"n": 0}, "0 dice"),
        ("[n:one die|# dice]", {"n": -1}, "one die"),
        ("[n:none|one|# many]", {"n": 0}, "none"),
        ("[n:none|one|# many]", {"n": 1}, "one"),
        ("[n:none|one|# many]", {"n": 7}, "7 many"),
        ("[b:yes|no]", {"b": True}, "yes"),
        ("[b:yes|no]", {"b": False}, "no"),
        ("[who:You roll|{who} rolls]", {"who": Who(0)}, "Ann rolls"),
        ("[who:You roll|{who} rolls]", {"who": Who(1)}, "You roll"),
        ("{who}", {"who": Who(7)}, "#8"),
        ("{who}", {"who": Who(-1)}, "#0"),
        ("{d}", {"d": Die("5", "red")}, "red 5"),
        ("{d}", {"d": Die("5")}, "5"),
        ("{d}", {"d": Die()}, "?"),
        ("{d}", {"d": ()}, ""),
        ("{d}", {"d": (Die("1"),)}, "1"),
        ("{d}", {"d": (Die("1"), Die("2"))}, "1 and 2"),
        ("{d}", {"d": (Die("1"), Who(0), Say("points"))}, "1, Ann and Points"),
        ("{s}!", {"s": Say("why.TURN")}, "That is not yours to do now!"),
        ("{t}", {"t": "{who} [n:a|b] #"}, "{who} [n:a|b] #"),
    ],
)
def test_a_template_is_filled(template, args, text):
    assert said(template, **args) == text


def test_a_sentence_comes_apart_into_text_and_the_dice_that_it_names():
    words = Catalogue({"en": {"x": "[who:You lay|{who} lays] {dice}: {s}!", "s": "the {d}"}}, HOUSE)
    say = Say("x", {"who": Who(0), "dice": (Die("5", "red"), Die("4")), "s": Say("s", {"d": Die()})})
    parts = words.parts(say, Voice(names=("Ann",), language="de"))
    drawn = NamedDie("rot 5", "5", "red"), NamedDie("4", "4", ""), NamedDie("?", "", "")
    assert parts == ("Ann lays ", drawn[0], " und ", drawn[1], ": the ", drawn[2], "!")
    assert plain(parts) == words.text(say, Voice(names=("Ann",), language="de")) == "Ann lays rot 5 und 4: the ?!"


@given(st.text(), st.text())
def test_no_name_can_pass_for_a_die(name, mark):
    words = Catalogue({"en": {"x": "{who} lays {d}."}}, HOUSE)
    for called in (name, f"⟦{mark}|{name}|red⟧"):
        parts = words.parts(Say("x", {"who": Who(0), "d": Die("4")}), Voice(names=(called,)))
        assert [part for part in parts if not isinstance(part, str)] == [NamedDie("4", "4", "")]


@given(st.text())
def test_no_name_can_smuggle_in_a_template(name):
    voice = Voice(names=(name, "Bo"))
    assert said("[who:You|{who}] and {who}", voice, who=Who(0)) == f"{name} and {name}"


def test_a_missing_text_is_an_error_and_a_missing_translation_falls_back_to_english():
    words = Catalogue({"en": {"a": "A"}, "de": {}}, HOUSE)
    assert words.text(Say("a"), Voice(language="de")) == "A"
    assert words.text(Say("and"), Voice(language="de")) == "und"
    assert words.text(Say("and"), Voice(language="nl")) == "and"
    with pytest.raises(MissingWords, match="nothing here"):
        words.text(Say("nothing here"))
    with pytest.raises(KeyError):
        said("{missing}")
    with pytest.raises(TypeError):
        said("[t:a|b]", t="text")


@given(st.text(st.characters()))
def test_text_is_what_can_be_written_down(text):
    try:
        text.encode()
    except UnicodeEncodeError:
        assert not is_text(text)
    else:
        assert is_text(text)


def test_every_error_speaks_every_language():
    error = KnobelError("no-longer", n=3, why=Say("why.TURN"))
    spoken = {HOUSE.text(error.say, Voice(language=language)) for language in LANGUAGES}
    assert len(spoken) == len(LANGUAGES)


def test_what_was_said_of_a_number_is_not_said_of_a_truth() -> None:
    words = Catalogue({"en": {"left": "[n:none|one|# left]"}})
    assert words.text(Say("left", {"n": 1})) == "one"
    assert words.text(Say("left", {"n": True})) == "none"
    assert words.text(Say("left", {"n": 1})) == "one"
