"""Many games between players of the house."""

from random import Random

import knobel
from knobel.core.record import SeededDice, Sitter
from knobel.players.roster import player
from knobel.table.drive import steps_until_person
from knobel.table.nature import nature_for
from knobel.table.table import PlainClock, Table, header_for

MOST_STEPS = 50_000
"""Far more than any game between players takes."""


def played(name: str, players: tuple[str, ...], seed: int, **options) -> Table:
    """A whole game between players, by a seed."""
    game = knobel.game(name)
    sitters = tuple(Sitter(f"{who} {seat + 1}", who) for seat, who in enumerate(players))
    header = header_for(game, game.start(len(players), **options), sitters, SeededDice(str(seed)))
    table = Table.open(game, header, nature_for(header.dice), PlainClock())
    minds = {seat: player(game, who) for seat, who in enumerate(players)}
    for count, _ in enumerate(steps_until_person(table, minds, Random(seed))):
        assert count < MOST_STEPS, "the game does not end"
    return table


def share_of_wins(name: str, who: str, rivals: tuple[str, ...], games: int, **options) -> float:
    """How often a player comes first (a shared first place counts by halves, thirds, ...), the seats taking turns."""
    won = 0.0
    for seed in range(games):
        seat = seed % (len(rivals) + 1)
        players = (*rivals[:seat], who, *rivals[seat:])
        places = played(name, players, seed, **options).state.outcome()
        won += (places[seat] == 1) / places.count(1)
    return won / games
