"""Help and mistakes in the player's language: nothing is left in another."""

from __future__ import annotations

import re
from dataclasses import fields
from functools import cache, reduce
from random import Random

import pytest
from cyclopts import App

from knobel.cli import command_line
from knobel.cli.help import Manual, command_help, flag_help, flag_name
from knobel.cli.terminal import Terminal
from knobel.cli.words import TERMINAL_WORDS
from knobel.core.registry import all_games
from knobel.core.words import LANGUAGES
from knobel.server.settings import Settings

HOUSE = ["", *(command.__name__ for command in command_line.COMMANDS), *command_line.OF_A_HOUSE]
OWN = {command: game for game in all_games().values() for command in game.commands}


def line(text: str) -> str:
    """Text as one line with plain spaces, whatever it was wrapped at."""
    return " ".join(text.split())


def titles(language: str) -> tuple[str, str]:
    said = {name: TERMINAL_WORDS.template(f"manual.{name}", language) or "" for name in ("usage", "parameters")}
    return line(said["usage"].replace("{it}", "knobel")), f"─ {said['parameters']} ─"


def key(command: str) -> str:
    """What a command is called in the catalogue."""
    return command.replace(" ", "-") or "knobel"


@cache
def knobel() -> App:
    return command_line.built(Manual(Terminal("en")))[0]


def flags(command: str) -> list[str]:
    """The flags and arguments of a command."""
    found = reduce(lambda group, name: group[name], command.split(), knobel())
    names = [argument.name for argument in found.assemble_argument_collection()]
    return [flag_name(name) for name in names if name != "*"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", HOUSE)
def test_every_command_and_everything_it_takes_has_words_in_every_language(command, language):
    own = TERMINAL_WORDS.texts[language]
    assert own[f"command.{key(command)}"]
    taken = flags(command)
    assert "language" in taken
    for name in (*taken, "help", "version"):
        assert own.get(f"flag.{key(command)}.{name}") or own.get(f"flag.{name}"), name


def test_no_words_are_left_for_what_no_command_takes():
    known = {f"flag.{key(command)}.{name}" for command in HOUSE for name in flags(command)}
    known |= {f"flag.{name}" for command in HOUSE for name in (*flags(command), "help", "version")}
    assert {key for key in TERMINAL_WORDS.texts["en"] if key.startswith("flag.")} <= known
    assert {key for key in TERMINAL_WORDS.texts["en"] if key.startswith("command.")} == {
        f"command.{key(command)}" for command in HOUSE
    }


def test_a_setting_is_called_the_same_in_the_manual_and_where_it_is_defined():
    for setting in fields(Settings):
        assert flag_help("serve", setting.name.replace("_", "-"), "en") == setting.metadata["help"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", HOUSE)
def test_help_is_all_in_one_language(command, language, capsys):
    command_line.run([*command.split(), "--help", "--language", language])
    shown = line(capsys.readouterr().out.replace("│", " "))
    assert all(title in shown for title in titles(language))
    assert line(command_help(command, language).split("\n")[0]) in shown
    for name in flags(command):
        assert " ".join(flag_help(command, name, language).split()[:3]) in shown
    key = f"command.{command.replace(' ', '-') or 'knobel'}"
    about = TERMINAL_WORDS.template(key, language) or ""
    assert line(about.split("\n")[0]) in shown
    for other in set(LANGUAGES) - {language}:
        assert line((TERMINAL_WORDS.template(key, other) or "").split("\n")[0]) not in shown
        assert not any(title in shown for title in titles(other))


SIGNS = {"GAME", "LETTERS", "FILE", "WHO", "VALUE", "NUMBER", "CHOICE", "TIMES"}
"""What stands in an English manual for something of one’s own, and is no word of any other language of ours."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", [*HOUSE, *OWN])
def test_what_a_person_is_to_put_in_is_named_in_their_language_too(command, language, capsys):
    command_line.run([*command.split(), "--help", "--language", language])
    shown = set(re.findall(r"\w+", capsys.readouterr().out))
    assert not shown & {"STR", "INT", "FLOAT", "ARGS", "True", "False"}
    assert language == "en" or not shown & SIGNS


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", OWN)
def test_a_games_own_command_has_words_in_every_language(command, language, capsys):
    own = OWN[command].words.texts[language]
    assert own[f"command.{command.replace(' ', '-')}"] == command_help(command, language)
    command_line.run([*command.split(), "--help", "--language", language])
    shown = line(capsys.readouterr().out.replace("│", " "))
    assert all(title in shown for title in titles(language))
    assert line(command_help(command, language)) in shown
    for name in flags(command):
        assert flag_help(command, name, language), name
        assert " ".join(flag_help(command, name, language).split()[:3]) in shown


def test_a_command_that_its_game_has_no_words_for_keeps_its_authors():
    assert command_help("stranger", "de") == flag_help("stranger", "seed", "de") == ""
    assert "Programme" in flag_help("stranger", "json", "de")


MISTAKES = {
    "pley": (["misread.command"], "play", "verify"),
    "play pig --langage de": (["misread.option"], "--language", "--seat"),
    "play pig --pace": (["misread.value"], "--pace", "1"),
    "watch pig --games x": (["misread.wrong", "error.option-whole"], "--games", "x"),
    "play pig --pace fast": (["misread.wrong", "error.option-number"], "--pace", "fast"),
    "play pig --pace 0": (["misread.wrong", "misread.bounds", "misread.more", "and", "misread.most"], "--pace", "1000"),
    "prune x --days -3": (["misread.wrong", "misread.bounds", "misread.least"], "--days", "-3"),
    "rules": (["misread.missing", "sign.game"], "knobel rules", "knobel games"),
    "play pig --seed 1 --seed 2": (["misread.repeated"], "--seed", ""),
    "games pig": (["misread.extra"], "pig", "knobel games --help"),
    "rules pig --json=3": (["misread.on-off"], "--json", "3"),
    "serve --log loud": (["misread.wrong", "error.option-one-of"], "--log", "debug, info"),
}


def fixed(key: str, language: str) -> list[str]:
    """What a sentence always says, whatever fills its gaps."""
    template = TERMINAL_WORDS.template(key, language)
    assert template, key
    return [part.strip() for part in re.split(r"\{\w+\}|\[[^\]]*\]", template) if re.search(r"\w", part)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("typed", MISTAKES)
def test_a_line_that_cannot_be_read_is_explained_in_one_line_with_what_is_allowed(typed, language, capsys):
    keys, name, allowed = MISTAKES[typed]
    assert command_line.run([*typed.split(), "--language", language]) == 2
    shown = capsys.readouterr()
    (said,) = shown.err.strip().splitlines()
    expected = [part for key in keys for part in fixed(key, language)]
    assert expected
    assert [part for part in (*expected, name, allowed) if part not in said] == [], said
    assert shown.out == ""


def test_the_nearest_name_is_offered_also_among_a_games_own_flags(capsys):
    assert command_line.run(["watch", "stack-attack", "--slipz", "--language", "de"]) == 2
    assert "Meinst du --slips?" in capsys.readouterr().err


def test_the_language_of_the_system_counts_where_none_is_typed(house):
    assert "keinen Befehl" in house.run("pley", LANG="de_AT.UTF-8").stderr
    assert "Uso: knobel" in house.run("--help", LANG="es_ES.UTF-8").stdout
    assert "ninguna orden" in house.run("pley", "--language=es", LANG="de_AT.UTF-8").stderr


def test_no_line_whatever_is_typed_ends_in_a_traceback(capsys, sized):
    """Words of the house in any order: understood or refused in one line."""
    chance = Random(7)
    words = [
        "rules",
        "verify",
        "games",
        "pig",
        "--json",
        "--to",
        "--language",
        "de",
        "-x",
        "--",
        "=",
        "--seat=",
        "7",
        "--no-json",
    ]
    for _ in range(sized("typed_lines", 100, 1000)):
        line = ["rules", *chance.choices(words, k=chance.randint(0, 4))]
        assert command_line.run(line) in (0, 2)
        shown = capsys.readouterr()
        assert len(shown.err.strip().splitlines()) <= 1, line
