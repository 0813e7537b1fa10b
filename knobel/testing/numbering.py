"""Numbers: where a game brings them, every move has one and only one, and what is seen fits into the row it has."""

from __future__ import annotations

from knobel.core.contract import Move, Open, Seat, State
from knobel.core.numbers import TableNumbers
from knobel.testing.case import Case, named

TRIED = 12
"""So many numbers of moves that are not legal are tried in a position."""


def check_numbers(case: Case, state: State, at: int) -> None:
    """Number, move, number is exact; the legal numbers are those of legal moves; an observation has its length."""
    numbers = case.numbers(state)
    if numbers is None:
        return
    due = state.due()
    for seat in range(case.seats):
        view = state.view(seat)
        _check_observation(case, numbers, view, seat)
        listed = [move for move in view.moves(seat, at) if not isinstance(move, Open)]
        given = [_number(case, numbers, view, seat, move) for move in listed]
        legal = numbers.legal(view, seat, at)
        known = frozenset(legal)
        if legal != sorted(known):
            raise case.broken(f"the legal numbers of {named(seat)} are not in order: {legal}")
        if seat in due.must | due.may:
            for move in (move for move, number in zip(listed, given, strict=True) if number not in known):
                raise case.broken(f"{move} is legal for {named(seat)}, and its number is not")
            _check_moves(case, numbers, view, seat, at, legal, known)
        elif legal:
            raise case.broken(f"{named(seat)} may do nothing, yet has legal numbers: {legal}")


def _check_observation(case: Case, numbers: TableNumbers, view: State, seat: Seat) -> None:
    seen = numbers.observe(view, seat)
    if len(seen) != numbers.observed:
        raise case.broken(f"{named(seat)} observes {len(seen)} numbers, not {numbers.observed}")
    if not all(isinstance(value, float) and 0 <= value <= 1 for value in seen):
        raise case.broken(f"{named(seat)} observes what is no number from 0 to 1: {seen}")


def _check_moves(
    case: Case, numbers: TableNumbers, view: State, seat: Seat, at: int, legal: list[int], known: frozenset[int]
) -> None:
    few = legal if len(legal) <= TRIED else case.chance.sample(legal, TRIED)
    for number in (*few, *(case.chance.randrange(numbers.actions) for _ in range(TRIED))):
        move = numbers.move(view, seat, number)
        if (again := _number(case, numbers, view, seat, move)) != number:
            raise case.broken(f"number {number} is {move} to {named(seat)}, and the number of that is {again}")
        if (view.objection(seat, move, at) is None) != (number in known):
            raise case.broken(f"number {number} is {move} to {named(seat)}: legal as one of the two, not as the other")
        case.count(numbered=1)


def _number(case: Case, numbers: TableNumbers, view: State, seat: Seat, move: Move) -> int:
    try:
        number = numbers.number(view, seat, move)
    except (LookupError, ValueError) as error:
        raise case.broken(f"{move} of {named(seat)} has no number ({error!r})") from error
    if number not in range(numbers.actions):
        raise case.broken(f"the number of {move} is {number}; there are {numbers.actions}")
    return number
