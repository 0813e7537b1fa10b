"""A game that is over, looked at again: what every decision was worth, and how much of the result was luck.

At every moment each seat has a chance to win, from what it knew then. What changes it at a seat's own decision is that
seat's skill: the chance that its move left, less that of the best one. It goes to the rivals, in equal parts. All else
that changes it is luck: what nature did, and what came to light. So for each seat the chance that it began with, its
skill, that of its rivals and its luck add up to its result, whether the chances are exact or estimates.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

import msgspec

from knobel.coach.advice import NoAdvice, solution
from knobel.coach.win_chances import Valued, WinChances, judged, offered, tried
from knobel.core.contract import Actor, Move, Seat, State
from knobel.core.errors import KnobelError
from knobel.core.game import Game
from knobel.core.solution import Progress
from knobel.core.timeline import Step, Timeline
from knobel.lab.playout import won
from knobel.lab.simulate import wilson

DECIDING = 3
"""So many moments are named that decided the game."""


class ReviewedStep(msgspec.Struct, frozen=True, kw_only=True):
    """A move that was made, and each seat's chance to win before it and after it."""

    number: int
    by: Actor
    move: Move
    before: WinChances
    after: WinChances
    skill: WinChances
    """What of the change is somebody's skill: the mover's loss, and what rivals gained by it. The rest is luck."""
    choices: int = 0
    """Of how many moves it was chosen; 0 where nobody had a choice."""
    best: Move | None = None
    """The best of them, from the mover's own view."""
    lost: float = 0.0
    """How much winning chance the move cost, compared with the best one."""
    kept: float = 1.0
    """Which part of the chance it kept."""

    @property
    def decided(self) -> float:
        """The mover's chance once it had decided, before anything came to light by it."""
        return self.before[self.by] - self.lost if isinstance(self.by, int) else 0.0


class ReviewedSeat(msgspec.Struct, frozen=True, kw_only=True):
    """How a seat fared: `start`, `skill`, `rivals` and `luck` add up to `result`."""

    seat: Seat
    name: str
    start: float
    skill: float
    """What its own slips cost: never above 0, since nothing is better than the best move."""
    rivals: float
    """What rivals gave away."""
    luck: float
    result: float
    decisions: int
    accuracy: float | None
    """Which part of its chance its moves kept, on average; nothing where it had no choice."""


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A whole game, looked at again."""

    game: str
    exact: bool
    rounds: int
    """How often each moment and each move was tried out; 0 where nothing had to be."""
    error: float
    """How far off a single chance may be, 95 % sure; 0 where they are exact."""
    seats: tuple[ReviewedSeat, ...]
    steps: tuple[ReviewedStep, ...]
    deciding: tuple[int, ...]
    """The numbers of the moves after which the chances had changed most, the largest change first."""


def review(timeline: Timeline, progress: Progress = float) -> Review:
    """Looks at a game again. Raises `NoAdvice` where it is not over, or where nobody can tell what is hidden in it."""
    game, steps = timeline.game, list(timeline.steps)
    places = timeline.state.outcome()
    if places is None:
        raise NoAdvice("no-review-unfinished")
    if any(game.is_live(step.before) for step in steps):
        raise NoAdvice("no-review-live", game=game.title())
    if game.secret and game.coaching.imagine is None and solution(game, timeline.first) is None:
        raise NoAdvice("no-advice-secret", game=game.title())
    valued = _valued(game, timeline.first, steps, progress)
    reviewed = [_reviewed(valued, number, step) for number, step in enumerate(steps)]
    largest = sorted(reviewed, key=lambda step: -_change(step))
    return Review(
        game=game.name,
        exact=not valued.rounds,
        rounds=valued.rounds,
        error=_error(valued.rounds),
        seats=tuple(_seat(timeline, seat, reviewed, won(places, seat)) for seat in range(len(places))),
        steps=tuple(reviewed),
        deciding=tuple(step.number for step in largest[:DECIDING] if _change(step)),
    )


def _valued(game: Game, first: State, steps: Sequence[Step], progress: Progress) -> Valued:
    if searched := solution(game, first):
        try:
            return judged(searched.found.result(), first, steps, progress)
        except KnobelError:  # it cannot be had here: there is another way
            pass
    return tried(game, first, steps, progress)


def _reviewed(valued: Valued, place: int, step: Step) -> ReviewedStep:
    before, after = valued.chances[place], valued.chances[place + 1]
    seats = len(before)
    made = ReviewedStep(
        number=place + 1, by=step.actor, move=step.move, before=before, after=after, skill=(0.0,) * seats
    )
    worths = valued.worths.get(place)
    if worths is None:
        return made
    moves = offered(step)
    best, played = max(worths), worths[moves.index(step.move)]
    lost = best - played
    return msgspec.structs.replace(
        made,
        skill=tuple(-lost if seat == step.actor else lost / (seats - 1) for seat in range(seats)),
        choices=len(moves),
        best=moves[worths.index(best)] if lost else step.move,
        lost=lost,
        kept=played / best if best else 1.0,
    )


def _seat(timeline: Timeline, seat: Seat, steps: Sequence[ReviewedStep], result: float) -> ReviewedSeat:
    own = [step for step in steps if step.by == seat and step.choices]
    return ReviewedSeat(
        seat=seat,
        name=timeline.sitters[seat].name,
        start=steps[0].before[seat] if steps else result,
        skill=sum(step.skill[seat] for step in own),
        rivals=sum(step.skill[seat] for step in steps if step.by != seat),
        luck=sum(step.after[seat] - step.before[seat] - step.skill[seat] for step in steps),
        result=result,
        decisions=len(own),
        accuracy=fmean(step.kept for step in own) if own else None,
    )


def _change(step: ReviewedStep) -> float:
    return max(abs(after - before) for before, after in zip(step.before, step.after, strict=True))


def _error(rounds: int) -> float:
    """Half of the widest interval."""
    if not rounds:
        return 0.0
    low, high = wilson(0.5, rounds)
    return (high - low) / 2
