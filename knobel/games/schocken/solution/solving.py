"""Works a round out, from the positions that end it back to the one in which it begins.

`target`: in each single bout the best leader and the best follower gain less than this together.
"""

from __future__ import annotations

import numpy as np

from knobel.core.solution import Progress
from knobel.games.schocken.solution.learning import Skill, beginner, practise
from knobel.games.schocken.solution.plans import Floats
from knobel.games.schocken.solution.rounds import Round, Strategies

SPELL = 100
"""So many bouts are played with an empty middle before it is looked up what that is worth."""
BOUTS = 100_000
"""Far more than any position takes."""
LESS = 0.1
"""What was learned in a position counts for so much in the next one, which is much like it."""


def worked_out(game: Round, progress: Progress, target: float) -> tuple[Floats, list[Strategies]]:
    """What each position is worth to its leader, and how both play it."""
    chances = np.full(len(game.positions.all), 0.5)
    strategies = _endless(game, chances, progress, target)
    skills = tuple(map(beginner, game.form.plans))
    for position in range(game.positions.endless, len(chances)):
        for skill in skills:
            skill.regrets[:] *= LESS
        learned(game, position, chances, skills, target, BOUTS)
        strategies.append(game.polished(position, chances, Strategies(skills[0].made, skills[1].made), target))
        game.settle(chances, position, strategies[-1:])
        progress((position + 1) / len(chances))
    return chances, strategies


def _endless(game: Round, chances: Floats, progress: Progress, target: float) -> list[Strategies]:
    """The positions with an empty middle, together, until neither strategies nor chances change."""
    count = game.positions.endless
    if not count:
        return []  # with a single disc every bout decides the round
    skills = [tuple(map(beginner, game.form.plans)) for _ in range(count)]
    spell, done = SPELL, 0.0
    while True:
        gains = [learned(game, position, chances, skills[position], target, spell) for position in range(count)]
        strategies = [
            game.polished(position, chances, Strategies(skill[0].made, skill[1].made), target)
            for position, skill in enumerate(skills)
        ]
        before = chances[:count].copy()
        game.settle(chances, 0, strategies)
        done = max(done, target / max(target, *gains))
        progress(done * count / len(chances))
        spell += SPELL // 2
        if max(gains) <= target and np.abs(chances[:count] - before).max() <= target:
            return strategies


def learned(game: Round, position: int, chances: Floats, skills: tuple[Skill, ...], target: float, bouts: int) -> float:
    """Both players practise a position's bout; what their best rivals still gain."""
    win, lose = game.stakes(position, chances, 1 - chances)
    return practise(*game.form.plans, (skills[0], skills[1]), win, lose, target, bouts)
