"""The program as it is installed: what the other tests fork says and does the same."""

import re

import pytest

from tests.cli.house import MOVE, forked, installed


@pytest.mark.parametrize(
    ("words", "typed"),
    [
        ([], ""),
        (["--help"], ""),
        (["rules", "cups", "--language", "de"], ""),
        (["play", "pig", "--seed", "7", "--record", "{how}.jsonl"], "1\nnonsense\n?\n1\n2\nZoë\n"),
        (["play", "pig", "--preset", "night"], ""),
        (["count", "cups", "3", "--loud"], ""),
    ],
)
def test_through_pipes_it_says_to_the_letter_what_a_fork_of_it_says(house, words, typed):
    told = [
        house.run(*(word.format(how=how.__name__) for word in words), typed=typed, how=how)
        for how in (installed, forked)
    ]
    program, fork = [(one.returncode, re.sub(r"(installed|forked)\.jsonl", "", one.stdout), one.stderr) for one in told]
    assert program == fork
    assert any(program)


@pytest.mark.parametrize("how", [installed, forked])
def test_in_a_terminal_it_is_played_left_by_ctrl_c_and_taken_up_again(house, how):
    sitting = house.sit("play", "pig", "--record", "game.jsonl", how=how)
    for _ in range(2):
        sitting.wait(MOVE)
        sitting.type("1")
    sitting.wait(MOVE)
    sitting.press("c")
    assert sitting.end() == 130
    assert "Traceback" not in sitting.raw
    again = house.sit("resume", "game.jsonl", how=how)
    again.wait(MOVE)
    again.type("q")
    assert again.end() == 0
