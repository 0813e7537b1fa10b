"""What every moment of a game that is over was worth to everybody, and every move that could have been made.

Where the game is solved, the solution says it. Else it is tried out: the game is played on many times. A long game is
played on less often from each of its moments, so that no review takes for ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

from knobel.coach.advice import NoAdvice, imagined, luck_of
from knobel.core.contract import Move, Open, Seat, State
from knobel.core.game import Game
from knobel.core.solution import Judge, Progress
from knobel.core.timeline import Step
from knobel.lab.playout import play_out, won

MIN_ROUNDS, MAX_ROUNDS = 8, 40
"""So often, at least and at most, each moment and each move is tried out where nothing is solved."""
WORK = 1_200_000
"""About so many moves are played for a review altogether."""
MAX_WORK = 4 * WORK
"""A game that takes more even if each moment is tried out least often is not reviewed."""

WinChances = tuple[float, ...]
"""Each seat's chance to win, from what it knows."""


class Valued(NamedTuple):
    """The worth of a game's moments."""

    chances: list[WinChances]
    """Everybody's chance before each step, and after the last."""
    worths: dict[int, list[float]]
    """For each step with a choice, the mover's chance after each of the moves that were offered."""
    rounds: int = 0
    """How often each was tried out; 0 where nothing had to be."""


def offered(step: Step) -> list[Move]:
    """The moves among which a step was a choice; none where it was none."""
    if not isinstance(step.actor, int):
        return []
    moves = [move for move in _legal(step) if not isinstance(move, Open)]
    return moves if len(moves) > 1 and step.move in moves else []


def _legal(step: Step) -> Sequence[Move | Open]:
    return step.before.view(step.actor).moves(step.actor, step.at) if isinstance(step.actor, int) else []


# Where the game is solved ---------------------------------------------------------------------------------------------


def judged(judge: Judge, first: State, steps: Sequence[Step], progress: Progress) -> Valued:
    """As the solution says."""

    def chances(state: State) -> WinChances:
        return tuple(judge.chance(state.view(seat), seat) for seat in range(len(state.scores())))

    found, worths = [chances(first)], dict[int, list[float]]()
    for place, step in enumerate(steps):
        if isinstance(step.actor, int) and (moves := offered(step)):
            view = step.before.view(step.actor)
            worths[place] = [worth.chance for worth in judge.worths(view, step.actor, moves)]
        found.append(chances(step.after))
        progress((place + 1) / len(steps))
    return Valued(found, worths)


# Where it is tried out ------------------------------------------------------------------------------------------------


class TryingValuer:
    """Plays on, so many times; with luck that depends on nothing but what a seat sees."""

    def __init__(self, game: Game, rounds: int) -> None:
        self.game, self.rounds = game, rounds

    def worths(self, state: State, seat: Seat, moves: Sequence[Move], at: int) -> list[float]:
        """A seat's chance after each of its moves."""
        return [after[seat] for after in self.after_each(state, seat, moves, at)]

    def after_each(self, state: State, seat: Seat, moves: Sequence[Move], at: int) -> list[WinChances]:
        """Everybody's chance after each move of a seat, as far as that seat can tell."""
        return [self._chances(state, seat, at, move) for move in moves]

    def chances(self, state: State, seat: Seat, at: int) -> WinChances:
        """Everybody's chance, as far as a seat can tell."""
        return self._chances(state, seat, at, None)

    def _chances(self, state: State, seat: Seat, at: int, move: Move | None) -> WinChances:
        ends = list(self._ends(state.view(seat), seat, at, move))
        return tuple(fmean(won(places, one) for places in ends) for one in range(len(ends[0])))

    def _ends(self, view: State, seat: Seat, at: int, move: Move | None) -> Iterator[tuple[int, ...]]:
        for number in range(self.rounds):
            luck = luck_of(view, seat, number)
            whole = imagined(self.game, view, seat, Random(luck))
            after = whole if move is None else whole.after(seat, move, at)
            yield play_out(self.game, after, Random(luck), at).places


def tried(game: Game, first: State, steps: Sequence[Step], progress: Progress) -> Valued:
    """By playing on. Raises `NoAdvice` where that would take too long."""
    plan = _Plan(game, first, steps)
    least = max(1, sum(plan.costs()))
    if least * MIN_ROUNDS > MAX_WORK:
        raise NoAdvice("no-review-long", game=game.title())
    valuer = TryingValuer(game, min(MAX_ROUNDS, max(MIN_ROUNDS, WORK // least)))
    done = 0
    afters: dict[int, list[WinChances]] = {}
    for place, moves in plan.choices.items():
        step = steps[place]
        if isinstance(step.actor, int):
            afters[place] = valuer.after_each(step.before, step.actor, moves, step.at)
        done += plan.cost(place) * len(moves)
        progress(done / least)
    found: dict[tuple[int, Seat], float] = {}
    for place, seat in plan.tries:
        chances = valuer.chances(plan.positions[place], seat, steps[place - 1].at if place else 0)
        for one in (seat,) if game.secret else plan.seats:
            found[place, one] = chances[one]
        done += plan.cost(place)
        progress(done / least)
    worths = {
        place: [after[step.actor] for after in afters[place]]
        for place, step in enumerate(steps)
        if place in afters and isinstance(step.actor, int)
    }
    plan.fill(found, afters, worths)
    return Valued(
        [tuple(found[place, seat] for seat in plan.seats) for place in range(len(plan.positions))],
        worths,
        valuer.rounds,
    )


class _Plan:
    """Which moments have to be tried out; what all others are worth follows from them.

    Before a choice a game is worth what its best move is, and after it what the move that was made is. Where somebody
    has only one move, it changes nothing. Where things are hidden, that holds for whoever moves; all others learn what
    somebody's turn has brought when it is over.
    """

    def __init__(self, game: Game, first: State, steps: Sequence[Step]) -> None:
        self.game, self.steps = game, steps
        self.positions = [first, *(step.after for step in steps)]
        self.seats = range(len(first.scores()))
        self.choices = {place: moves for place, step in enumerate(steps) if (moves := offered(step))}
        self.forced = {place for place, step in enumerate(steps) if self._is_forced(step)}
        self.turns = list(self._turns())
        """Whose turn it was at each position."""
        tries = [
            (place, seat)
            for place in range(len(steps))
            for seat in self.seats
            if self._source(place, seat) == (place, "tried")
        ]
        self.tries = tries if game.secret else [(place, seat) for place, seat in tries if not seat]

    def cost(self, place: int) -> int:
        """How long the game went on from a position: about so many moves it takes to play on."""
        return len(self.positions) - place

    def costs(self) -> Iterator[int]:
        """What each thing costs that is to be tried out once."""
        yield from (self.cost(place) * len(moves) for place, moves in self.choices.items())
        yield from (self.cost(place) for place, _ in self.tries)

    def fill(
        self,
        found: dict[tuple[int, Seat], float],
        afters: dict[int, list[WinChances]],
        worths: dict[int, list[float]],
    ) -> None:
        """Adds what follows from what was tried out."""
        last = len(self.steps)
        places = self.positions[-1].outcome()
        found |= {(last, seat): won(places, seat) for seat in self.seats if places}
        missing = [(place, seat) for place in range(last) for seat in self.seats if (place, seat) not in found]
        while missing:
            for place, seat in missing:
                match self._source(place, seat):
                    case there, "best":
                        found[place, seat] = afters[there][worths[there].index(max(worths[there]))][seat]
                    case there, "made":
                        found[place, seat] = afters[there][self.choices[there].index(self.steps[there].move)][seat]
                    case there, _ if (there, seat) in found:
                        found[place, seat] = found[there, seat]
                    case _:
                        pass
            missing = [each for each in reversed(missing) if each not in found]

    def _source(self, place: int, seat: Seat) -> tuple[int, str]:
        """Where a seat's chance at a position comes from: of which position, and how it is known."""

        def moves(step: int) -> bool:
            return not self.game.secret or self.steps[step].actor == seat

        if place in self.choices and moves(place):
            return place, "best"
        if place - 1 in self.choices and moves(place - 1):
            return place - 1, "made"
        if place in self.forced and moves(place):
            return place + 1, "same"
        if self.game.secret and place and self.turns[place] == self.turns[place - 1] and seat not in self.turns[place]:
            return place - 1, "same"
        return place, "tried"

    def _turns(self) -> Iterator[frozenset[Seat]]:
        turn: frozenset[Seat] = frozenset()
        for position in self.positions:
            turn = frozenset(position.due().must) or turn
            yield turn

    def _is_forced(self, step: Step) -> bool:
        return step.actor in step.before.due().must and len(_legal(step)) == 1
