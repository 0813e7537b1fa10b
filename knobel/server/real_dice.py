"""Real dice at a hosted table: which throw is awaited, and until when anybody may object."""

from __future__ import annotations

from knobel.core.chances import Chances
from knobel.core.record import RealDice
from knobel.core.timeline import Timeline
from knobel.server.room import Room
from knobel.table.real_dice import drawn_by_house, said_by_people
from knobel.table.seats import people_among


def awaited(timeline: Timeline, room: Room) -> Chances | None:
    """The throw that somebody has to type in now: a new one, or one that somebody objected to."""
    if not isinstance(timeline.header.dice, RealDice):
        return None
    if room.reopened is not None:
        state = next(step.before for step in timeline.steps if step.n == room.reopened)
    elif timeline.due.nature and not drawn_by_house(timeline.state, people_among(timeline.sitters)):
        state = timeline.state
    else:
        return None
    chances = state.chances()
    return chances if isinstance(chances, Chances) else None


def objectable(timeline: Timeline, room: Room) -> int | None:
    """The entry of the last throw, until the next decision: so long anybody seated may object to it."""
    if not isinstance(timeline.header.dice, RealDice) or room.reopened is not None or not timeline.steps:
        return None
    last = timeline.steps[-1]
    return last.n if said_by_people(timeline, last) else None
