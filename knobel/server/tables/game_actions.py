"""What may be done in the game at a table, by people, by the house and by the clock: tried on a draft, or refused."""

from __future__ import annotations

from collections.abc import Sequence

from knobel.core.chances import Chances
from knobel.core.contract import Draw, Move, Seat
from knobel.core.record import RealDice
from knobel.server.tables.draft import Draft
from knobel.server.tables.events import (
    Objected,
)
from knobel.server.tables.state import PERSON, Rights, can_undo, step_numbered
from knobel.server.words import Denied
from knobel.table.real_dice import awaited, objectable, said_by_people, thrower
from knobel.table.table import Table

MAX_BELLS = 1000
"""No clock of any rules rings so often at one time."""


def play(draft: Draft, rights: Rights, seat: Seat, raw: bytes, at: int | None) -> None:
    """A person makes a move. `at` is its fair time; it counts only where milliseconds do."""
    table = _going_on(draft)
    _in_person(table, rights, seat)
    move = draft.game.read(seat, raw)
    ring(draft)
    fair = at is not None and draft.game.is_live(table.state)
    table.move(seat, move, at if fair else None, known=True)
    draft.settle()


def undo(draft: Draft, rights: Rights, seat: Seat) -> None:
    """A person takes their last move back."""
    table = _going_on(draft)
    _in_person(table, rights, seat)
    draft.check_space()
    if table.timeline.undoable(seat) and not can_undo(table.timeline, seat):
        raise Denied("undo-late")
    table.undo(seat)


def throw(draft: Draft, rights: Rights, faces: Sequence[str]) -> None:
    """Real dice: whoever threw them, or the host, says what fell; anew where somebody objected."""
    table = _not_paused(draft)
    chances = awaited(table.timeline, draft.room.reopened)
    if chances is None:
        raise Denied("no-throw")
    if not rights.host and thrower(table.timeline) not in rights.seats:
        raise Denied("not-thrower", 403)
    move = chances.read(faces)
    if draft.room.reopened is not None:
        table.correct(draft.room.reopened, move)
    else:
        table.move("nature", move)
    draft.settle()


def object_to_throw(draft: Draft, rights: Rights, seat: Seat) -> None:
    """Real dice: somebody seated says that the last throw was typed in wrongly. It is typed in again."""
    table = _going_on(draft)
    rights.check_seat(seat)
    draft.check_space()
    entry = objectable(table.timeline, draft.room.reopened)
    if entry is None:
        raise Denied("object-late")
    draft.add(Objected(at=draft.now, seat=seat, of=entry))


def correct(draft: Draft, rights: Rights, entry: int, faces: Sequence[str]) -> None:
    """Real dice: the host puts an earlier throw right, and everything after it is played again."""
    rights.check_host()
    table = _going_on(draft)
    draft.check_space()
    step = step_numbered(table.timeline, entry)
    chances = step.before.chances() if step and said_by_people(table.timeline, step) else None
    if not isinstance(chances, Chances):
        raise Denied("no-such-throw", n=entry)
    table.correct(entry, chances.read(faces))
    draft.settle()


def ring(draft: Draft) -> None:
    """The rules' own clock makes every move whose time has come."""
    table = draft.table
    if table is None or draft.room.paused is not None or draft.room.reopened is not None:
        return
    for _ in range(MAX_BELLS):
        alarm = table.timeline.due.alarm
        if alarm is None or alarm.at > draft.time:
            return
        table.move("clock", alarm.move, max(alarm.at, table.timeline.time))
        draft.settle()


def move_of_house(draft: Draft, seat: Seat, move: Move, at: int) -> None:
    """A player of the house moves, or the house moves for a person whose time is up."""
    table = _going_on(draft)
    table.move(seat, move, max(at, table.timeline.time))
    draft.settle()


def worked_out(draft: Draft, k: int, move: Move) -> None:
    """Nature's k-th move, which took a while to work out."""
    table = _not_paused(draft)
    if not table.timeline.due.nature or table.timeline.draws != k:
        raise Denied("no-throw")
    table.move("nature", move)
    draft.settle()


def work_out(table: Table) -> Move | None:
    """Nature's move, worked out, where it cannot be listed or where real dice are not for people to say; else None."""
    if not table.timeline.due.nature:
        return None
    real = isinstance(table.timeline.header.dice, RealDice)
    return table.drawn() if real or isinstance(table.state.chances(), Draw) else None


def _not_paused(draft: Draft) -> Table:
    if draft.table is None:
        raise Denied("not-begun")
    if draft.hosted.stage == "over":
        raise Denied("over")
    if draft.room.paused is not None:
        raise Denied("paused")
    return draft.table


def _going_on(draft: Draft) -> Table:
    table = _not_paused(draft)
    if draft.room.reopened is not None:
        raise Denied("reopened")
    return table


def _in_person(table: Table, rights: Rights, seat: Seat) -> None:
    rights.check_seat(seat)
    if table.timeline.sitters[seat].player != PERSON:
        raise Denied("sat-in")
