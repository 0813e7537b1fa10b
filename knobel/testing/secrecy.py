"""Views: a view answers for its seat as the position does, and a game without secrets hides nothing."""

from __future__ import annotations

from knobel.core.contract import Open, Seat, State
from knobel.core.timeline import Step
from knobel.testing.case import Case, named
from knobel.testing.values import unlisted_moves


def check_views(case: Case, state: State, at: int) -> None:
    """Covering twice covers nothing more; who is due, what a seat may do and why not are the same from its view."""
    for listener in case.listeners:
        view, whom = state.view(listener), named(listener)
        if type(view) is not type(state):
            raise case.broken(f"the view of {whom} is a {type(view).__name__}, not a position")
        if not case.game.secret and view != state:
            raise case.broken(f"the game says it has no secrets, yet hides something from {whom}")
        if view.view(listener) != view:
            raise case.broken(f"the view of {whom}, viewed again, is another one: views must be idempotent")
        if view.due() != state.due():
            raise case.broken(f"from the view of {whom}, due() is {view.due()}; really it is {state.due()}")
        if len(view.scores()) != case.seats:
            raise case.broken(f"from the view of {whom}, scores() is {view.scores()}")
        _check_guess(case, state, view, listener)
        if listener is None:
            continue
        if (seen := view.moves(listener, at)) != (real := state.moves(listener, at)):
            raise case.broken(f"from the view of {whom} its moves are {seen}; really they are {real}")
        listed = [move for move in real if not isinstance(move, Open)]
        for move in unlisted_moves(case.game, listener, listed, case.chance, 3):
            if view.objection(listener, move, at) != state.objection(listener, move, at):
                raise case.broken(f"from the view of {whom} there is another objection to {move} than really")


def _check_guess(case: Case, state: State, view: State, listener: Seat | None) -> None:
    """A view in which something is covered knows that it is one, and what it guesses looks to its seat the same."""
    if type(state).guess is State.guess:
        return  # a game need not say how to guess
    if state.is_view():
        raise case.broken("is_view() says that a whole position is a view")
    whom = named(listener)
    guess = view.guess(case.chance)
    if guess.state != view and not view.is_view():
        raise case.broken(f"the view of {whom} does not know that it is one, yet has something to guess")
    if guess.state.is_view() or guess.state.view(listener) != view:
        raise case.broken(f"the position guessed from the view of {whom} does not look like it: {guess.state}")
    if guess.weight is not None and not 0 < guess.weight <= 1:
        raise case.broken(f"the weight of a guess is {guess.weight}, and no chance")


def check_shown(case: Case, step: Step) -> None:
    """A game without secrets shows every move as it is."""
    if case.game.secret:
        return
    for listener in case.listeners:
        if step.before.shown(listener, step.actor, step.move) != step.move:
            raise case.broken(f"the game says it has no secrets, yet hides {step.move} from {named(listener)}")
