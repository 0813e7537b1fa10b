"""Twins: two games that differ only in what one seat may not know must look the same to it until that is shown.

One twin is played at random. In the other, whoever else moves does something else that looks the same to the seat.
Everything the seat gets must then be equal in both: its view, its moves, the objections to them, what it is shown and
told. The difference may come out in two ways only: by what `shown` tells of a move, or by a seat's `binding` move.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from knobel.core.chances import Chances
from knobel.core.contract import Actor, Move, Open, Seat, State
from knobel.core.timeline import Step
from knobel.table.drive import PlannedMove
from knobel.table.table import told
from knobel.testing.case import Case, named
from knobel.testing.playing import any_move, chosen, drawn
from knobel.testing.values import unlisted_moves

_FEW, _SOME = 36, 12


def check_twins(case: Case, start: State, listener: Seat | None, max_moves: int) -> None:
    """Plays a game and its twin, for one who looks on (None: a spectator)."""
    one = two = start
    at = 0
    case.made.clear()
    while one.outcome() is None and len(case.made) < max_moves:
        planned = any_move(case.game, one, at, case.chance)
        if planned is None:
            return
        actor, move, at = planned
        if actor != listener and case.worth_a_look():
            _check_shown_no_more_than_viewed(case, one, planned, listener)
        other = _counterpart(case, one, two, planned, listener)
        case.made.append((actor, move))
        step = _step(one, actor, move, at)
        if other is None or not _alike(case, step, twin := _step(two, actor, other, at), listener):
            one = two = step.after  # the difference has been shown: the twins are one again
            continue
        one, two = step.after, twin.after
        case.count(parted=one != two)


def _step(before: State, actor: Actor, move: Move, at: int) -> Step:
    return Step(n=0, at=at, actor=actor, move=move, before=before, after=before.play(actor, move, at))


def _counterpart(case: Case, one: State, two: State, planned: PlannedMove, listener: Seat | None) -> Move | None:
    """What the same actor does in the twin instead, looking the same to the listener; None where nothing does."""
    actor, move, at = planned
    if actor == listener:
        return move
    seen = one.shown(listener, actor, move)
    options = [move, *_possible(case, two, actor, at)]
    case.chance.shuffle(options)
    alike = (other for other in options if two.shown(listener, actor, other) == seen)
    return next((other for other in alike if two.objection(actor, other, at) is None), None)


def _possible(case: Case, state: State, actor: Actor, at: int) -> list[Move]:
    """What an actor may do in a position: all of it, or some of it where that is a lot."""
    game, chance = case.game, case.chance
    if actor == "nature":
        chances = state.chances()
        if isinstance(chances, Chances) and chances.total <= _FEW:
            return list(chances.weighed())
        return [drawn(game, state, chance) for _ in range(_SOME)]
    if actor == "clock":
        return []
    offered = state.moves(actor, at)
    listed = [move for move in offered if not isinstance(move, Open)]
    if len(listed) == len(offered):
        return listed
    made_up = (chosen(game, state, actor, at, chance) for _ in range(_SOME))
    return listed + [move for move in made_up if move is not None]


def _alike(case: Case, step: Step, twin: Step, listener: Seat | None) -> bool:
    """Whether the listener still cannot tell the twins apart; a complaint where it can and should not."""
    leak = next(_differences(case, step, twin, listener), None)
    if leak is None:
        return True
    if isinstance(step.actor, int) and step.before.binding(step.actor, step.move):
        return False
    raise case.broken(
        f"{named(listener)} can tell apart two games that differ only in what it may not know: by {leak}. "
        f"In one {step.actor} made {step.move}, in the other {twin.move}. Cover it in view(); or, if this is the "
        "moment it is revealed, tell it in shown(), or say that the move is binding"
    )


def _differences(case: Case, step: Step, twin: Step, listener: Seat | None) -> Iterator[str]:
    """By what the listener could tell the twins apart."""
    one, two, at = step.after, twin.after, step.at
    if _shown(step, listener) != _shown(twin, listener):
        yield "what it is shown of the move"
    if one.view(listener) != two.view(listener):
        yield "its view"
    if one.due() != two.due():
        yield "who is due"
    if told(case.game, step, listener) != told(case.game, twin, listener):
        yield "what it is told"
    if listener is None:
        return
    if (moves := one.moves(listener, at)) != two.moves(listener, at):
        yield "its moves"
    for move in islice(moves, 4):
        if not isinstance(move, Open) and one.binding(listener, move) != two.binding(listener, move):
            yield f"whether it could take back {move}"
    for attempt in _attempts(case, one, listener, at):
        if one.objection(listener, attempt, at) != two.objection(listener, attempt, at):
            yield f"the objection to {attempt}"


def _shown(step: Step, listener: Seat | None) -> Move:
    return step.before.shown(listener, step.actor, step.move)


def _attempts(case: Case, state: State, seat: Seat, at: int) -> list[Move]:
    if not case.worth_a_look():
        return []
    listed = [move for move in state.moves(seat, at) if not isinstance(move, Open)]
    return unlisted_moves(case.game, seat, listed, case.chance, 3)


def _check_shown_no_more_than_viewed(case: Case, state: State, planned: PlannedMove, listener: Seat | None) -> None:
    """Where two moves lead to positions that a seat may not tell apart, what it is shown of them is the same."""
    actor, move, at = planned
    after = state.after(actor, move, at)
    view, seen = after.view(listener), state.shown(listener, actor, move)
    for other in case.chance.sample(options := _possible(case, state, actor, at), min(len(options), 6)):
        rest = state.after(actor, other, at)
        if rest != after and rest.view(listener) == view and state.shown(listener, actor, other) != seen:
            raise case.broken(
                f"{named(listener)} may not know whether {actor} made {move} or {other}, as its view is the same, "
                "yet shown() tells them apart"
            )
