"""Which tests hold which rule: the marks `rule` and `option` of tests, held against the ledgers of games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
import pytest

from knobel.core.game import Game
from knobel.core.options import options

Tests = dict[tuple[str, ...], list[str]]
"""The tests that name a rule `(id,)` or an option `(game, name)`."""


class Marks(msgspec.Struct):
    """What the marks of tests name."""

    rules: Tests = {}
    options: Tests = {}
    malformed: list[str] = []
    """Tests with a mark that names no option."""


def noted(items: Iterable[pytest.Item]) -> Marks:
    """The marks of all these tests; one that is tried with several values counts once."""
    marks = Marks()
    for item in items:
        test = item.nodeid.split("[")[0]
        for mark in item.iter_markers("rule"):
            for rule in mark.args:
                _note(marks.rules, (str(rule),), test)
        for mark in item.iter_markers("option"):
            game, *names = map(str, mark.args) if mark.args else ("",)
            if not names:
                marks.malformed.append(test)
            for name in names:
                _note(marks.options, (game, name), test)
    return marks


def untested(games: Mapping[str, Game], marks: Marks) -> list[str]:
    """The rules and options of these games that no test is marked with."""
    return [
        f"{name}: {kind} {key[-1]} has no test"
        for name, game in games.items()
        for kind, keys, tests in (
            ("rule", [(rule,) for rule in game.ledger()], marks.rules),
            ("option", [(name, option.name) for option in options(game.options)], marks.options),
        )
        for key in keys
        if not tests.get(key)
    ]


def misnamed(games: Mapping[str, Game], marks: Marks) -> list[str]:
    """Marks that name a rule or an option that none of these games has."""
    rules = {(rule,) for game in games.values() for rule in game.ledger()}
    known = {(name, option.name) for name, game in games.items() for option in options(game.options)}
    return [
        *(
            f"{test}: there is no rule {key[0]}"
            for key, tests in marks.rules.items()
            if key not in rules
            for test in tests
        ),
        *(
            f"{test}: there is no option {key[1]} of {key[0]}"
            for key, tests in marks.options.items()
            if key not in known
            for test in tests
        ),
        *(f"{test}: a marker `option` names a game and its options" for test in marks.malformed),
    ]


def _note(tests: Tests, key: tuple[str, ...], test: str) -> None:
    named = tests.setdefault(key, [])
    if test not in named:
        named.append(test)
