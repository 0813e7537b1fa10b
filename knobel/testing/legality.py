"""Legality: what is listed is allowed, what is not listed is refused, and nobody makes another's move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from knobel.core.contract import Actor, IllegalMove, Move, Open, Role, Seat, State
from knobel.core.errors import Malformed
from knobel.testing.case import Case
from knobel.testing.playing import chosen
from knobel.testing.values import some_move, unlisted_moves, unmakeable
from knobel.testing.wording import check_objection

_MOST_PLAYED = 6
_GIBBERISH = ("", "%%", "no such thing", "-1 99 x")


_ROLES: tuple[Role, ...] = ("seat", "nature", "clock")


def check_making(case: Case) -> None:
    """Nobody can make a move whose values do not fit its types, in Python as little as in JSON."""
    for kind in (kind for role in _ROLES for kind in case.game.kinds(role)):
        move = some_move(kind, case.chance)
        if move is None:  # its limits are too narrow to be hit upon
            continue
        for name, value in unmakeable(kind, case.chance):
            try:
                made = replace(move, **{name: value})
            except Malformed:
                case.count(refused=1)
            else:
                raise case.broken(f"anybody can make {made}, although {name} does not fit its type")


def check_legality(case: Case, state: State, at: int) -> None:
    """Every listed move is accepted; every other well-formed move is refused, with a reason."""
    for seat in range(case.seats):
        _check_seat(case, state, seat, at)
    _check_strangers(case, state, at)
    _check_clock(case, state, at)
    if not state.due().nature:
        refuse(case, state, "nature", unlisted_moves(case.game, "nature", (), case.chance), at)


def accept(case: Case, state: State, actor: Actor, moves: Sequence[Move], at: int) -> None:
    """Each of these moves can be made; some of them are."""
    for move in moves:
        if objection := state.objection(actor, move, at):
            raise case.broken(f"{actor} is offered {move}, yet it is refused: {objection}")
    for move in case.chance.sample(moves, min(len(moves), _MOST_PLAYED)):
        state.play(actor, move, at)


def refuse(case: Case, state: State, actor: Actor, moves: Iterable[Move], at: int) -> None:
    """None of these moves can be made, and a reason is given in words."""
    for move in moves:
        objection = state.objection(actor, move, at)
        if objection is None:
            raise case.broken(f"{actor} is not offered {move}, yet it is allowed at {at} ms")
        check_objection(case, objection)
        try:
            state.play(actor, move, at)
        except IllegalMove:
            case.count(refused=1)
        else:
            raise case.broken(f"{actor} plays {move} although there is an objection: {objection}")


def _check_seat(case: Case, state: State, seat: Seat, at: int) -> None:
    due, game, chance = state.due(), case.game, case.chance
    offered = state.moves(seat, at)
    listed = [move for move in offered if not isinstance(move, Open)]
    rich = [move for move in offered if isinstance(move, Open)]
    if offered and seat not in due.must | due.may:
        raise case.broken(f"seat {seat} is not due, yet is offered {offered}")
    if len(set(listed)) != len(listed):
        raise case.broken(f"seat {seat} is offered the same move twice: {listed}")
    accept(case, state, seat, listed, at)
    for kind in rich:
        _check_open(case, state, seat, kind, at)
    unlisted = unlisted_moves(game, seat, listed, chance, 6 if offered else 1)
    refuse(
        case, state, seat, [move for move in unlisted if type(move).__name__ not in {kind.kind for kind in rich}], at
    )
    _check_others_moves(case, state, seat, at)


def _check_others_moves(case: Case, state: State, seat: Seat, at: int) -> None:
    """A seat makes neither nature's moves nor the clock's, also not when the clock may."""
    game, alarm = case.game, state.due().alarm
    foreign = (*unlisted_moves(game, "nature", (), case.chance, 1), *unlisted_moves(game, "clock", (), case.chance, 1))
    refuse(case, state, seat, [move for move in foreign if not isinstance(move, game.kinds("seat"))], at)
    if alarm and not isinstance(alarm.move, game.kinds("seat")):
        refuse(case, state, seat, [alarm.move], max(at, alarm.at))


def _check_open(case: Case, state: State, seat: Seat, kind: Open, at: int) -> None:
    """A kind too rich to list names a kind of seat's move; gibberish typed for it is Malformed and nothing worse."""
    game = case.game
    if kind.kind not in {known.__name__ for known in game.kinds("seat")}:
        raise case.broken(f"seat {seat} is offered a kind of move that seats do not have: {kind.kind}")
    move = chosen(game, state, seat, at, case.chance)
    if move is not None:
        accept(case, state, seat, [move], at)
    if game.rich_moves.parse is None:
        return
    for typed in _GIBBERISH:
        try:
            game.rich_moves.parse(state.view(seat), seat, kind, typed)
        except Malformed:
            continue


def _check_strangers(case: Case, state: State, at: int) -> None:
    """Who does not sit at the table makes no move at all."""
    for seat in range(case.seats):
        for move in state.moves(seat, at)[:2]:
            if not isinstance(move, Open):
                refuse(case, state, case.seats, [move], at)
                refuse(case, state, -1, [move], at)


def _check_clock(case: Case, state: State, at: int) -> None:
    """The clock makes the move its alarm announced, not before its time, and no other."""
    alarm = state.due().alarm
    unlisted = unlisted_moves(case.game, "clock", (alarm.move,) if alarm else (), case.chance, 3)
    refuse(case, state, "clock", unlisted, max(at, alarm.at) if alarm else at)
    if alarm:
        refuse(case, state, "clock", [alarm.move], alarm.at - 1)
        accept(case, state, "clock", [alarm.move], alarm.at)
