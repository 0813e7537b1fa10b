"""Through pipes, without colours, in plain letters, in other languages, at 80 columns."""

import re

import pytest

import knobel
from knobel.core.record import SeededDice, Sitter, wrote
from knobel.table.table import header_for
from tests.cli.house import MOVE
from tests.core.kit import PIG

GAMES = [*knobel.all_games(), "cups"]
ESCAPE = "\x1b"


def test_a_script_of_answers_plays_a_game(house):
    played = house.run("play", "pig", "--option", "target=2", "--seed", "1", typed="1\n2\n" * 20)
    assert played.returncode == 0
    assert "the game is over" in played.stdout
    assert "Your move (1, or Enter): 1\n" in played.stdout
    assert played.stderr == ""


def test_when_the_answers_run_out_the_game_is_saved(house):
    played = house.run("play", "pig", "--record", "short.jsonl", typed="1\n")
    assert played.returncode == 0
    assert played.stdout.rstrip().endswith("knobel resume short.jsonl")


def test_there_is_no_colour_in_a_pipe(house):
    assert ESCAPE not in house.run("play", "shizzle", typed="1\n1\n").stdout
    assert ESCAPE not in house.run("rules", "shizzle").stdout
    assert ESCAPE not in house.run("play", "--help").stdout


@pytest.mark.parametrize(
    ("flags", "environment"), [(["--no-colour"], {}), (["--no-color"], {}), ([], {"NO_COLOR": "1"})]
)
def test_colours_can_be_turned_off_on_a_terminal(house, flags, environment):
    painted = house.sit("play", "shizzle")
    painted.wait(MOVE)
    assert ESCAPE in painted.raw
    painted.type("q")
    painted.end()
    plain = house.sit("play", "shizzle", *flags, **environment)
    for _ in range(2):
        plain.wait(MOVE)
        plain.type("1")
    plain.wait(MOVE)
    assert ESCAPE not in plain.raw
    plain.type("q")
    plain.end()


@pytest.mark.parametrize(
    ("language", "die", "environment"),
    [
        ("en", "Or 1", {"LC_ALL": "C"}),
        ("de", "Or 1", {"LC_ALL": "C", "PYTHONUTF8": "0"}),
        ("es", "Na 1", {"PYTHONIOENCODING": "ascii"}),
        ("fr", "Or 1", {"LC_ALL": "C"}),
    ],
)
def test_everything_can_be_said_in_plain_letters(house, language, die, environment):
    flags = ["--language", language, "--seed", "3"]
    played = house.run("play", "shizzle", *flags, typed="1\n1\nbanana\n1\n?\nh\n", **environment)
    assert played.stdout.isascii()
    assert f"| {die} |" in played.stdout
    assert house.run("rules", "shizzle", "--language", language, **environment).stdout.isascii()
    assert house.run("play", "chess", "--language", language, **environment).stderr.isascii()
    assert house.run("play", "--help", **environment).returncode == 0


def test_a_colour_is_never_without_its_symbol(house):
    played = house.run("play", "shizzle", "--seed", "3", typed="1\n1\n")
    assert "│ ◆ 1 │" in played.stdout
    assert "The Spark is the ◆1." in played.stdout


@pytest.mark.parametrize(
    ("language", "system", "words"),
    [("de", "de_DE.UTF-8", "Dein Zug"), ("es", "es_MX.UTF-8", "Tu jugada"), ("en", "nl_NL.UTF-8", "Your move")],
)
def test_the_language_is_the_systems_or_the_one_asked_for(house, language, system, words):
    assert words in house.run("play", "pig", typed="\n", LANG=system).stdout
    assert words in house.run("play", "pig", "--language", language, typed="\n").stdout


@pytest.mark.parametrize("game", GAMES)
def test_no_line_is_wider_than_eighty_columns(house, game, short_options):
    for played in (
        house.run("rules", game, "--language", "de"),
        house.run("play", game, *short_options, "--seat", "random,random", "--language", "es"),
        house.run("play", game, "--language", "de", typed="1\n1\n1\n1\n1\n1\n"),
        house.run("watch", game, *short_options, "--language", "es", "--games", "2"),
    ):
        assert played.returncode == 0, played.stderr
        wide = [line for line in played.stdout.splitlines() if len(line) > 80 and "/" not in line]
        assert wide == []


def test_names_in_any_alphabet_are_shown_and_kept(house):
    played = house.run("play", "pig", "--seat", "Zoë 李", "--seat", "👩\u200d🚀", "--record", "n.jsonl", typed="1\n")
    assert "Zoë 李" in played.stdout
    assert "👩\u200d🚀" in house.run("replay", "n.jsonl").stdout


@pytest.mark.parametrize("odd", ["Ann\u202eEvil", "a\x1b[31mb\x07", "A" + "\u0301" * 9])
def test_a_record_from_before_names_had_a_rule_opens_and_does_no_harm(house, odd):
    head = header_for(PIG, PIG.start(2, target=20), (Sitter(odd), Sitter("Bo")), SeededDice("old"))
    (house.folder / "old.jsonl").write_bytes(wrote(head, ()))
    for words in (["resume", "old.jsonl"], ["replay", "old.jsonl"], ["replay", "old.jsonl", "--seat", odd]):
        shown = house.run(*words, typed="1\n")
        assert shown.returncode == 0
        assert not {"\u202e", ESCAPE, "\x07"} & set(shown.stdout)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_game_twice(house, game):
    def played(*seed):
        told = house.run("play", game, "--preset", "box", *seed, "--seat", "random,random", typed="1\n" * 12).stdout
        return re.sub(r"\S*\.knobel\S*", "", told)

    assert played("--seed", "42") == played("--seed", "42")
    assert played("--seed", "42") != played()
