"""Real dice: which throws people say, and which the house draws itself.

People roll what they may see and say what fell. What no person at the table may see (the dice under a bot's cup) nobody
can say without seeing it: the house draws it, with even chances of its own. So it does with what nobody could say at
all, because it cannot be listed (a tower settling). Terminal and server ask here, and so decide alike.
"""

from __future__ import annotations

from collections.abc import Iterable

from knobel.core.chances import Chances
from knobel.core.contract import Draw, Seat, State
from knobel.core.game import Game
from knobel.core.record import RealDice, Sat
from knobel.core.timeline import Step, Timeline
from knobel.core.words import Who
from knobel.table.seats import people_among


def drawn_by_house(state: State, people: Iterable[Seat]) -> bool:
    """Whether the house draws what falls next: nobody could say it, or no person (nor any spectator) may see it."""
    return isinstance(state.chances(), Draw) or not any(_sees(state, seat) for seat in (None, *people))


def thrower(timeline: Timeline) -> Seat | None:
    """Whose dice they are: the last seat that moved, if a person sits there now. None: nobody's in particular."""
    moved = next((step.actor for step in reversed(timeline.steps) if isinstance(step.actor, int)), None)
    return moved if moved in people_among(timeline.sitters) else None


def said_by_people(timeline: Timeline, step: Step) -> bool:
    """Whether a step is a throw of real dice that people said, by who sat there then, and so may put right."""
    if step.actor != "nature" or not isinstance(timeline.header.dice, RealDice):
        return False
    sitters = list(timeline.header.seats)
    for entry in timeline.entries:
        if isinstance(entry, Sat) and entry.n < step.n:
            sitters[entry.seat] = entry.sitter
    return not drawn_by_house(step.before, people_among(sitters))


def _sees(state: State, seat: Seat | None) -> bool:
    """Whether a seat may see what falls next: different throws look different to it, in whatever words they are told.

    What is covered is covered whatever it is, so two throws tell.
    """
    chances = state.chances()
    if isinstance(chances, Draw):
        return False
    one, other = (state.shown(seat, "nature", chances.outcome(index)) for index in (0, chances.total - 1))
    return one != other


def awaited(timeline: Timeline, reopened: int | None) -> Chances | None:
    """The throw that somebody has to type in now: a new one, or one that somebody objected to."""
    state = _awaiting(timeline, reopened)
    chances = state.chances() if state else None
    return chances if isinstance(chances, Chances) else None


def awaited_of(timeline: Timeline, reopened: int | None, at: int) -> Seat | None:
    """Of which seat the dice are that have to be typed in now, if that is told: of several cups, which is lifted."""
    state = _awaiting(timeline, reopened)
    return whose_dice(timeline.game, state, at) if state else None


def whose_dice(game: Game, state: State, at: int) -> Seat | None:
    """The one seat that the first sentence names, whatever falls; None: it names none, or not always the same."""
    chances = state.chances()
    if not isinstance(chances, Chances):
        return None
    told: set[Seat | None] = set()
    for fell in (chances.outcome(0), chances.outcome(chances.total - 1)):
        after, move = state.after("nature", fell, at), state.shown(None, "nature", fell)
        first = next(iter(game.tell(state.view(None), "nature", move, after.view(None))), None)
        seats = {said.seat for said in first.args.values() if isinstance(said, Who)} if first else set[Seat]()
        told.add(seats.pop() if len(seats) == 1 else None)
    return told.pop() if len(told) == 1 else None


def _awaiting(timeline: Timeline, reopened: int | None) -> State | None:
    """The position in which people say what fell."""
    if not isinstance(timeline.header.dice, RealDice):
        return None
    if reopened is not None:
        return next(step.before for step in timeline.steps if step.n == reopened)
    asked = timeline.due.nature and not drawn_by_house(timeline.state, people_among(timeline.sitters))
    return timeline.state if asked else None


def objectable(timeline: Timeline, reopened: int | None) -> int | None:
    """The entry of the last throw, until the next decision: so long anybody seated may object to it."""
    if not isinstance(timeline.header.dice, RealDice) or reopened is not None or not timeline.steps:
        return None
    last = timeline.steps[-1]
    return last.n if said_by_people(timeline, last) else None
