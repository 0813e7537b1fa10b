"""`knobel words`: what letters can spell, for people and for programs."""

from __future__ import annotations

import json

import pytest
from cyclopts import App

from knobel.games.word_shout.commands import words_command
from knobel.games.word_shout.dictionary import dictionary


def run(capsys: pytest.CaptureFixture[str], *tokens: str) -> str:
    app = App(name="knobel", result_action="return_value")
    app.command(words_command, name="words")
    app(["words", *tokens], exit_on_error=False)
    return capsys.readouterr().out


def test_the_words_come_longest_first_with_their_meanings(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "ESEEG").splitlines()
    assert lines[0].startswith("4 words from e s e e g. Best together: geese.")
    assert lines[2] == " 5  geese"
    assert lines[3].startswith("      noun (from goose): web-footed")
    assert [line.split()[1] for line in lines[2:] if line[3] == " " and line[4] != " "] == dictionary().words_in(
        "eseeg"
    )


def test_meanings_can_be_left_out_and_short_words_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "eseeg", "--no-meanings", "--least", "5").splitlines()[2:] == [" 5  geese"]


def test_a_program_gets_json(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(run(capsys, "eseeg", "--least", "5", "--json"))
    assert told["letters"] == "eseeg"
    assert [row["word"] for row in told["words"]] == ["geese"]
    assert told["words"][0]["level"] in range(10, 71)
    assert told["words"][0]["meanings"][0]["of"] == "goose"
    assert "meanings" not in json.loads(run(capsys, "eseeg", "--json", "--no-meanings"))["words"][0]


def test_letters_that_spell_nothing_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "bcd") == "No word of 3 letters or more can be made from b c d.\n"


@pytest.mark.parametrize(
    ("letters", "said"),
    [("ab1", "type only a to z"), ("über", "type only a to z"), ("", "type only"), ("a" * 16, "16 letters")],
)
def test_what_are_no_letters_is_told_apart_clearly(letters: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        words_command(letters)
    assert left.value.code == 2
    assert said in capsys.readouterr().err


def test_the_answer_comes_in_other_languages_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "bcd", "--language", "de").startswith("Aus b c d lässt sich kein Wort")
    assert "sustantivo (de goose): web-footed" in run(capsys, "eseeg", "--language", "es")
