"""What a person is shown to look at: which sheets can be asked for."""

from __future__ import annotations

import pytest

from tests.page.look import SHEETS, words_of


def test_whoever_asks_for_help_is_told_which_games_and_sheets_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        words_of(["--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert [kind for kind in ("--docs", "pig", *(suffix[1:] for suffix in SHEETS)) if kind not in told] == []


def test_a_game_that_is_not_there_is_named_before_anything_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        words_of(["pig", "pgi"])
    assert ended.value.code == 2
    assert "pgi" in capsys.readouterr().err


def test_one_sheet_of_one_game_can_be_asked_for() -> None:
    asked = words_of(["pig", "--kind", "flat-dark"])
    assert (asked.games, asked.kind, asked.docs) == (["pig"], ["flat-dark"], False)
    assert words_of([]).kind == [suffix[1:] for suffix in SHEETS]
