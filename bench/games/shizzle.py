"""How much is lost by playing as if whoever leads were the only rival, or the two who lead (`leaders`)?

Where both can play: for two it is perfect play itself, so nothing is lost, and some games are compared; for three one
seat reckons with the leader alone, against two who go by the tables for three. To reckon with two who lead is to play
by these tables there; so for four one seat does, against three who reckon with one. How far the tables for three are
from everybody's best moves is printed as well, and that best moves alone do not settle. Nobody knows perfect play for
three.
"""

from __future__ import annotations

import argparse
import json
from random import Random

import knobel
from knobel.core.solution import Judge
from knobel.games.shizzle.options import ShizzleOptions
from knobel.games.shizzle.rules import BANK
from knobel.games.shizzle.solution.leaders import LeadersJudge
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
    """Whether whoever plays the leader of one decides like perfect play, in every decision of so many games."""
    two = known_judge(GAME, 2, GAME.options())
    leader = LeadersJudge(two, 2, 2)
    return all(decided((two, two), seed) == decided((leader, leader), seed) for seed in range(games))


def gain(one: Judge, others: Judge, seats: int, games: int) -> tuple[float, float, float]:
    """By how much the share of the wins of one among others is above an even one, and what it may be, 95 % sure."""
    won = 0.0
    for seed in range(games):
        seat = seed % seats
        places = decided(tuple(one if at == seat else others for at in range(seats)), seed)
        won += (places[seat] == 1) / places.count(1)
    low, high = wilson(won / games, games)
    return won / games - 1 / seats, low - 1 / seats, high - 1 / seats


def said(gained: tuple[float, float, float], games: int) -> str:
    """A difference to an even share of the wins, in percentage points."""
    points, low, high = (f"{100 * part:+.1f}" for part in gained)
    return f"{points} percentage points of the wins ({low} to {high}; {games} games)"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    games, options = arguments.games, GAME.options()
    two, three, four = (known_judge(GAME, seats, options) for seats in (2, 3, 4))
    of_three = gain(LeadersJudge(two, 2, 3), three, 3, games)
    of_four = gain(four, LeadersJudge(two, 2, 4), 4, games)
    found = {
        "games": games,
        "same_for_two": same_for_two(20),
        "leader_alone_of_three": of_three,
        "two_leaders_of_four": of_four,
        "residual": three.certificate().bound,
        "circling": Trio(ShizzleOptions(), BANK[3]).circling(SWEEPS),
    }
    if arguments.json:
        print(json.dumps(found))
        return
    print("To reckon with whoever leads alone")
    print(f"  for two: {'decides like perfect play' if found['same_for_two'] else 'DIFFERS from perfect play'}")
    print(f"  for three, against two who reckon with all three: {said(of_three, games)}")
    print("To reckon with the two who lead")
    print("  for three: decides by the tables for three")
    print(f"  for four, against three who reckon with one: {said(of_four, games)}")
    print(
        f"Three: what the best move of a hold brings is up to {found['residual']:.1e} from what it is said to be worth"
    )
    print(
        f"  best moves alone still change chances by {found['circling']:.3f} after {SWEEPS} sweeps: they do not settle"
    )


if __name__ == "__main__":
    main()
