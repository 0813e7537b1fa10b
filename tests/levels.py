"""Levels of players: each beats the one below, and makes the mistakes it is said to make as often as it is said."""

from collections import Counter
from collections.abc import Mapping
from random import Random

import knobel
from knobel.core.levels import Lapse
from knobel.core.record import SeededDice, Sitter
from knobel.lab.simulate import simulate, wilson
from knobel.players.roster import player
from knobel.table.drive import steps_until_person
from knobel.table.nature import nature_for
from knobel.table.table import PlainClock, Table, header_for

SURE = 0.9999
"""How far a rate that was counted may be from the one that is written down."""


SEED = 2027
"""Of the games between levels. The rates of some games were chosen with it in sight, among other seeds."""


def surely_ahead(game: str, better: str, worse: str, games: int, **options) -> float:
    """The lower end of the interval around how often one level wins against another, a shared win counting half."""
    return simulate(game, [better, worse], games, seed=SEED, options=options, workers=1).players[0].low


class Counting:
    """Lets a player decide, and counts which mistakes it could have made and which it made."""

    def __init__(self, level: object, lapses: Mapping[str, Lapse]) -> None:
        self.level = level
        self.lapses = lapses
        self.could: Counter[str] = Counter()
        self.did: Counter[str] = Counter()

    def decide(self, view, seat, moves, chance: Random):
        before = chance.getstate()
        right = self.level.better.decide(view, seat, moves, chance)
        chance.setstate(before)
        intent = self.level.decide(view, seat, moves, chance)
        if right is None:
            assert intent is None
            return None
        for name, lapse in self.lapses.items():
            wrong = lapse.tempted(view, seat, moves, right.move)
            if wrong is None:
                continue
            self.could[name] += 1
            if intent.move == wrong:
                self.did[name] += 1
                return intent
        assert intent.move == right.move, "a wrong move that is no mistake of the table"
        return intent


def check_rates(game: str, level: str, lapses: Mapping[str, Lapse], games: int, seats: int = 2, **options) -> None:
    """Counts every decision of so many games between players of one level."""
    found = knobel.game(game)
    minds = {seat: Counting(player(found, level), lapses) for seat in range(seats)}
    for seed in range(games):
        sitters = tuple(Sitter(f"{level} {seat}", level) for seat in range(seats))
        header = header_for(found, found.start(seats, **options), sitters, SeededDice(str(seed)))
        table = Table.open(found, header, nature_for(header.dice), PlainClock())
        for _ in steps_until_person(table, minds, Random(seed)):
            pass
    for name, lapse in lapses.items():
        could = sum(mind.could[name] for mind in minds.values())
        did = sum(mind.did[name] for mind in minds.values())
        assert could >= 20, f"{name}: it could be made {could} times only"
        low, high = wilson(did / could, could, SURE)
        assert low <= lapse.rates[level] <= high, f"{name}: {did} of {could}"
