"""Who is due, and how it ends: somebody always is until the game is over, and then nobody is."""

from __future__ import annotations

from knobel.core.contract import State
from knobel.testing.case import Case


def check_due(case: Case, state: State, at: int) -> None:
    """The table never waits for nobody; places and points have one entry a seat."""
    due = state.due()
    waiting = due.must | due.may
    if not waiting <= set(range(case.seats)):
        raise case.broken(f"due() waits for seats that are not at the table: {sorted(waiting)}")
    if due.must & due.may:
        raise case.broken(f"due() says that seats {sorted(due.must & due.may)} must and also that they only may")
    if len(state.scores()) != case.seats:
        raise case.broken(f"scores() must have one entry a seat, not {state.scores()}")
    if state.outcome() != due.places:
        raise case.broken(f"outcome() is {state.outcome()}, but due() says {due.places}")
    if due.places is not None:
        _check_places(case, due.places)
        if waiting or due.nature or due.alarm:
            raise case.broken("the game is over, yet due() waits for somebody")
        return
    if not (due.must or due.nature or due.alarm):
        raise case.broken("the game is not over, yet the table waits for nobody: no seat must move, no dice, no alarm")
    late = due.alarm is not None and at >= due.alarm.at
    for seat in sorted(due.must):
        if not state.moves(seat, at) and not late:
            raise case.broken(f"seat {seat} must move and has no legal move")


def _check_places(case: Case, places: tuple[int, ...]) -> None:
    if len(places) != case.seats:
        raise case.broken(f"places must have one entry a seat, not {places}")
    if min(places) != 1 or max(places) > case.seats:
        raise case.broken(f"places count from 1, and somebody is first; not {places}")
