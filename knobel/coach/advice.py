"""What each legal move is worth to a seat: how likely it wins after it, exactly or with an interval.

Where the game is solved for such a table, the solution says it. Where the game weighs its moves by itself, it does.
Else every move is tried out: the game is played on many times, with what is hidden imagined as the view allows. All of
it comes from the view alone, chance too: whoever sees the same is told the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from random import Random
from statistics import fmean, stdev
from typing import Literal

import msgspec

from knobel.core.contract import Move, Open, Seat, State
from knobel.core.errors import KnobelError
from knobel.core.game import Game, Weighed
from knobel.core.solution import Progress
from knobel.core.words import Say
from knobel.lab.playout import play_out, won
from knobel.lab.simulate import wilson
from knobel.players.solutions import Search, search
from knobel.players.solutions.finder import solver_for

MIN_ROUNDS, MAX_ROUNDS = 16, 400
"""So often, at least and at most, a move is tried out."""
MAX_MOVES = 40_000
"""When all play-outs together have come to so many moves, no new round begins."""
SAME = 1e-9
"""Exact chances are the same if they differ by less than this."""
ERRORS_APART = 1.96
"""By so many standard errors two moves that were tried out have to differ to be told apart, 95 % sure."""
CLOSE_CALL = 6
"""Of more moves than this the worse half is left behind whenever the rounds have doubled."""


class NoAdvice(KnobelError):
    """Where the coach has nothing to say, and why."""


class Advised(msgspec.Struct, frozen=True, kw_only=True):
    """A move, and how likely its seat wins after it; a shared win counts in parts."""

    move: Move
    chance: float
    low: float
    high: float
    """Between these the chance lies, 95 % sure; both are the chance itself where it is exact."""
    rounds: int = 0
    """How often it was tried out; 0 where nothing had to be."""
    share: float = 0.0
    """Where the game is solved: how often perfect play makes this move here."""
    even: bool = False
    """Whether it may be as good as the best one, as far as is known: the difference is nothing, or may be chance."""


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat's moves are worth, the best one first."""

    seat: Seat
    source: Literal["solution", "weighing", "playouts"]
    moves: tuple[Advised, ...]
    odds: tuple[Say, ...] = ()
    """The exact odds of what the seat is about to dare, in the game's words."""

    @property
    def exact(self) -> bool:
        """Whether the chances are no estimates."""
        return self.source == "solution"

    def of(self, move: Move) -> Advised | None:
        """What is said of a move."""
        return next((advised for advised in self.moves if advised.move == move), None)


def advise(game: Game, view: State, seat: Seat, at: int = 0, progress: Progress = float) -> Advice:
    """What each move of a seat is worth, the table's time being `at`. Raises `NoAdvice`, saying why there is none."""
    view = view.view(seat)  # whatever is handed in: nothing else is known here
    moves = [move for move in view.moves(seat, at) if not isinstance(move, Open)]
    check_advisable(game, view, seat)
    searched = solution(game, view)
    odds = tuple(game.coaching.odds(view, seat)) if game.coaching.odds else ()
    if searched:
        searched.listen(progress)
        try:
            worths = searched.found.result().worths(view, seat, moves)
        except KnobelError:  # it cannot be had here: there is another way
            pass
        else:
            most = max((each.chance for each in worths), default=0.0)
            advised = [
                Advised(
                    move=each.move,
                    chance=each.chance,
                    low=each.chance,
                    high=each.chance,
                    share=each.share,
                    even=most - each.chance < SAME,
                )
                for each in worths
            ]
            return Advice(seat=seat, source="solution", moves=ordered(advised), odds=odds)
    if game.coaching.weigh:
        return Advice(seat=seat, source="weighing", moves=weighed(game.coaching.weigh(view, seat)), odds=odds)
    advised = tried_out(game, view, seat, moves, at, progress)
    return Advice(seat=seat, source="playouts", moves=ordered(advised), odds=odds)


def advises(game: Game) -> bool:
    """Whether anything can be said in a game at all."""
    return reviews(game) or game.coaching.weigh is not None


def reviews(game: Game) -> bool:
    """Whether a game can be looked at again: nothing is hidden, or what is can be imagined or reckoned."""
    return not game.secret or game.coaching.imagine is not None or game.solver is not None


def check_advisable(game: Game, view: State, seat: Seat) -> None:
    """Raises `NoAdvice` where there is nothing to advise, or nothing that could be said from a view alone."""
    due = view.due()
    if seat not in due.must and seat not in due.may:
        raise NoAdvice("no-advice-turn")
    if game.coaching.weigh:
        return
    if game.is_live(view):
        raise NoAdvice("no-advice-live")
    if game.secret and game.coaching.imagine is None and solution(game, view) is None:
        raise NoAdvice("no-advice-secret", game=game.title())


def solution(game: Game, view: State) -> Search | None:
    """The search for the solution of the game at such a table, where there is one that is proven."""
    if game.solver is None:
        return None
    try:
        proven = solver_for(game, len(view.scores()), view.options).proven
        return search(game, len(view.scores()), view.options) if proven else None
    except KnobelError:
        return None


def ordered(advised: Sequence[Advised]) -> tuple[Advised, ...]:
    """The best first: what perfect play does, and of everything else what wins most often."""
    return tuple(sorted(advised, key=lambda each: (-each.share, -each.rounds, -each.chance)))


def weighed(worths: Sequence[Weighed]) -> tuple[Advised, ...]:
    """As the game weighs them, with how far off that may be. Raises `NoAdvice` where it weighs none."""
    if not worths:
        raise NoAdvice("no-advice-turn")
    return tuple(
        Advised(
            move=each.move,
            chance=each.chance,
            low=max(0.0, each.chance - each.error),
            high=min(1.0, each.chance + each.error),
            even=worths[0].chance - each.chance < SAME,
        )
        for each in worths
    )


# Trying moves out -----------------------------------------------------------------------------------------------------


def tried_out(game: Game, view: State, seat: Seat, moves: Sequence[Move], at: int, progress: Progress) -> list[Advised]:
    """What came of every move when the game was played on.

    In a round all moves meet the same hidden hands and the same luck, so that they differ by what they are worth.
    """
    trials = [Trial(move) for move in moves]
    going, played, rounds = trials, 0, 0
    while rounds < MAX_ROUNDS and (played < MAX_MOVES or rounds < MIN_ROUNDS):
        luck = luck_of(view, seat, rounds)
        whole = imagined(game, view, seat, Random(luck))
        for trial in going:
            ended = play_out(game, whole.after(seat, trial.move, at), Random(luck), at)
            trial.results.append(won(ended.places, seat))
            played += ended.moves
        rounds += 1
        if rounds >= MIN_ROUNDS and rounds & (rounds - 1) == 0 and len(going) > CLOSE_CALL:
            going = sorted(going, key=lambda trial: -trial.chance)[: max(CLOSE_CALL, len(going) // 2)]
        progress(max(rounds / MAX_ROUNDS, min(1.0, played / MAX_MOVES)))
    best = max(trials, key=lambda trial: (len(trial.results), trial.chance))
    return [trial.advised(best) for trial in trials]


class Trial:
    """A move that is being tried out."""

    def __init__(self, move: Move) -> None:
        self.move = move
        self.results: list[float] = []

    @property
    def chance(self) -> float:
        """How much of the wins it has brought."""
        return fmean(self.results)

    def advised(self, best: Trial) -> Advised:
        """What is to be said of it, beside the best one."""
        chance, rounds = self.chance, len(self.results)
        low, high = wilson(chance, rounds)
        return Advised(
            move=self.move,
            chance=chance,
            low=min(low, chance),
            high=max(high, chance),
            rounds=rounds,
            even=self.is_even_with(best),
        )

    def is_even_with(self, best: Trial) -> bool:
        """Whether chance may be all that makes it worse: both met the same luck in every round."""
        apart = [one - other for one, other in zip(best.results, self.results, strict=False)]
        return fmean(apart) <= ERRORS_APART * (stdev(apart) / len(apart) ** 0.5 if len(apart) > 1 else 1.0)


def imagined(game: Game, view: State, seat: Seat, chance: Random) -> State:
    """A whole position that looks to a seat like its view. Raises `NoAdvice` where nobody can tell one."""
    whole = game.coaching.imagine(view, seat, chance) if game.coaching.imagine else None if game.secret else view
    if whole is None:
        raise NoAdvice("no-advice-secret", game=game.title())
    return whole


def luck_of(view: State, seat: Seat, number: int) -> int:
    """The luck of a round: it depends on nothing that the seat does not know."""
    known = sha256(msgspec.json.encode(view)).hexdigest()
    return int.from_bytes(sha256(f"{known}/{seat}/{number}".encode()).digest()[:8])
