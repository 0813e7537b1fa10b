"""How much is lost by playing for more than two as if whoever leads were the only rival (`duel`)?

Where both can play: for two it is perfect play itself, so nothing is lost, and some games are compared;
for three one seat plays so, against two who play by the tables for three. How far those are from everybody's best
moves is printed as well, and that best moves alone do not settle. Nobody knows perfect play for three.
"""

from __future__ import annotations

import argparse
import json
from random import Random

import knobel
from knobel.core.solution import Judge
from knobel.games.shizzle.options import ShizzleOptions
from knobel.games.shizzle.rules import BANK
from knobel.games.shizzle.solution.duel import DuelJudge
from knobel.games.shizzle.solution.trio import Trio
from knobel.lab.simulate import wilson
from knobel.players.perfect import drawn, listed
from knobel.players.solutions import judge as known_judge

GAME = knobel.game("shizzle")
SWEEPS = 40


def decided(judges: tuple[Judge, ...], seed: int) -> tuple[int, ...]:
    """A game in which each seat asks its own judge, and everybody's place."""
    chance, state = Random(seed), GAME.start(len(judges))
    while (places := state.outcome()) is None:
        if state.due().nature:
            state = state.play("nature", GAME.draw(state, chance.randrange, lambda: chance))
            continue
        (seat,) = state.due().must
        state = state.play(seat, drawn(judges[seat].worths(state, seat, listed(state.moves(seat))), chance))
    return places


def same_for_two(games: int) -> bool:
    """Whether the duel of two decides like perfect play, in every decision of so many games."""
    two = known_judge(GAME, 2, GAME.options())
    duel = DuelJudge(two, 2)  # pyright: ignore[reportArgumentType]
    return all(decided((two, two), seed) == decided((duel, duel), seed) for seed in range(games))


def share_among_three(games: int) -> tuple[float, float, float]:
    """The share of the wins of one who plays the leader alone, against two who reckon with all three."""
    three = known_judge(GAME, 3, GAME.options())
    duel = DuelJudge(known_judge(GAME, 2, GAME.options()), 3)  # pyright: ignore[reportArgumentType]
    won = 0.0
    for seed in range(games):
        seat = seed % 3
        places = decided(tuple(duel if at == seat else three for at in range(3)), seed)
        won += (places[seat] == 1) / places.count(1)
    return won / games, *wilson(won / games, games)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    share, low, high = share_among_three(arguments.games)
    found = {
        "same_for_two": same_for_two(20),
        "games": arguments.games,
        "share": round(share, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "residual": known_judge(GAME, 3, GAME.options()).certificate().bound,
        "circling": Trio(ShizzleOptions(), BANK[3]).circling(SWEEPS),
    }
    if arguments.json:
        print(json.dumps(found))
        return
    print("The leader alone, as the only rival (duel)")
    print(f"  for two: {'decides like perfect play' if found['same_for_two'] else 'DIFFERS from perfect play'}")
    print(f"  for three: wins {share:.1%} of {arguments.games} games ({low:.1%} to {high:.1%}; an even share is 33.3%)")
    print(
        f"Three: what the best move of a hold brings is up to {found['residual']:.1e} from what it is said to be worth"
    )
    print(
        f"  best moves alone still change chances by {found['circling']:.3f} after {SWEEPS} sweeps: they do not settle"
    )


if __name__ == "__main__":
    main()
