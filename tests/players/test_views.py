"""A player sees a view, and moves the same whatever is hidden."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest

from knobel.core.errors import Malformed
from knobel.core.record import SeededDice, Sitter
from knobel.core.registry import all_games
from knobel.players.perfect import SolutionPlayer
from knobel.players.roster import check_player, levels, player
from knobel.table.drive import steps_until_person
from knobel.table.nature import nature_for
from knobel.table.table import PlainClock, Table, header_for

OURS = [game for game in all_games().values() if game.rulebook.__module__.startswith("knobel.games.")]
ENOUGH = 12
"""So many decisions, each with something hidden, are looked at; or as many as a game has that hides less."""


def tables():
    """All levels at a table for three, and whoever plays for two alone."""
    for game in OURS:
        if game.secret:
            three, two = (set(able(game, seats)) for seats in (3, 2))
            yield from ((game, level, 3) for level in levels(game) if level in three)
            yield from ((game, level, 2) for level in levels(game) if level in two - three)


def able(game, seats: int):
    """The levels that play at a table for so many."""
    for level in levels(game):
        try:
            check_player(game, level, seats, game.options())
        except Malformed:
            continue
        yield level


class Beside:
    """Lets a player decide, and the same player once more for each position that its view might be."""

    def __init__(self, game, level: str) -> None:
        self.game, self.mind, self.apart = game, player(game, level), 0
        self.table: Table

    def decide(self, view, seat, moves, chance):
        whole = self.table.state
        assert view == whole.view(seat)  # and not a bit more
        twins = {whole.view(seat).guess(Random(seed)).state for seed in range(3)} - {whole}
        self.apart += bool(twins)
        before, copies = chance.getstate(), [self._copy() for _ in twins]
        intent = self.mind.decide(view, seat, moves, chance)
        after = chance.getstate()
        for twin, mind in zip(twins, copies, strict=True):
            assert twin.view(seat) == view
            chance.setstate(before)
            assert mind.decide(twin.view(seat), seat, moves, chance) == intent
            assert chance.getstate() == after
        return intent

    def _copy(self):
        return self.mind if isinstance(self.mind, SolutionPlayer) else deepcopy(self.mind)


@pytest.mark.parametrize(
    ("game", "level", "seats"),
    [pytest.param(game, level, seats, id=f"{game.name}-{level}-{seats}") for game, level, seats in tables()],
)
def test_a_player_moves_the_same_whatever_is_hidden(game, level, seats, sized):
    minds = {seat: Beside(game, level) for seat in range(seats)}
    sitters = tuple(Sitter(f"{level} {seat}", level) for seat in range(seats))
    header = header_for(game, game.start(seats), sitters, SeededDice("1"))
    table = Table.open(game, header, nature_for(header.dice), PlainClock())
    for mind in minds.values():
        mind.table = table
    enough, apart = sized("hidden", ENOUGH, 400), 0
    for _ in steps_until_person(table, minds, Random(1)):
        apart = sum(mind.apart for mind in minds.values())
        if apart >= enough:
            break
    assert apart >= 5
