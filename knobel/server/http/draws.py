"""The draws of a game that is over, told so that anybody can draw them again without knowing its rules.

What falls is one even number among so many (docs/fair-dice.md). Here stands what that number means: for dice, what
each face becomes in the move as it is recorded; for what is listed, the moves and how many numbers each has.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from itertools import takewhile
from random import Random
from typing import Any, cast

import msgspec
from msgspec import Raw

from knobel.core.chances import Chances, Listed, Throw
from knobel.core.contract import Move
from knobel.core.timeline import Timeline
from knobel.server.http.schemas import DieDrawn, DrawKind, DrawsView, DrawView, MoveDrawn

TRIED = 20
"""On so many numbers it is tried whether a throw can be told by its dice."""

Place = tuple[str | int, ...]
"""Where something stands in a move as JSON: the names of fields, and numbers in lists."""


def draws_of(timeline: Timeline) -> DrawsView:
    """Every draw that stands, in the order of the game."""
    numbers: dict[Chances, int | None] = {}
    kinds: list[DrawKind] = []
    draws: list[DrawView] = []
    for step in timeline.steps:
        if step.draw is None:
            continue
        chances = step.before.chances()
        kind = None
        if isinstance(chances, Chances):
            if chances not in numbers:
                found = _kind(chances)
                numbers[chances] = None if found is None else len(kinds)
                kinds += [found] if found else []
            kind = numbers[chances]
        shown = step.before.shown(None, step.actor, step.move) == step.move
        draws.append(DrawView(k=step.draw, entry=step.n, kind=kind, open=shown))
    return DrawsView(kinds=tuple(kinds), draws=tuple(draws))


@lru_cache(256)
def _kind(chances: Chances) -> DrawKind | None:
    """What the numbers of a draw mean; None where that cannot be told."""
    match chances:
        case Throw():
            return _thrown(chances)
        case Listed():
            counts = ((str(int(part * chances.total)), move) for _, move, part in chances.moves)
            moves = tuple(MoveDrawn(count=count, move=Raw(msgspec.json.encode(move))) for count, move in counts)
            return DrawKind(total=str(chances.total), moves=moves)
        case _:
            return None


def _thrown(throw: Throw) -> DrawKind | None:
    """Each die, and where in the move it shows; None where dice do not show by themselves."""
    lowest = (0,) * len(throw.dice)
    first = _data(throw.make(lowest))
    dice: list[DieDrawn] = []
    for die, faces in enumerate(throw.dice):
        made = [_data(throw.make((*lowest[:die], face, *lowest[die + 1 :]))) for face in range(len(faces))]
        changes = [change for move in made for change in _changes(first, move)]
        place = _shared(changes) if changes else None
        values = [None if place is None else _at(move, place) for move in made]
        dice.append(DieDrawn(place=place, values=tuple(Raw(json.dumps(value).encode()) for value in values)))
    move = MoveDrawn(count="1", move=Raw(json.dumps(first).encode()))
    kind = DrawKind(total=str(throw.total), moves=(move,), dice=tuple(dice))
    chance = Random(throw.total)
    tried = [chance.randrange(throw.total) for _ in range(TRIED)]
    return kind if all(_composed(kind, index) == _data(throw.outcome(index)) for index in tried) else None


def _composed(kind: DrawKind, index: int) -> Any:
    """The move that a number means, put together as anybody would."""
    move = json.loads(bytes(kind.moves[0].move))
    for die in kind.dice:
        index, face = divmod(index, len(die.values))
        if die.place is not None:
            move = _put(move, die.place, json.loads(bytes(die.values[face])))
    return move


def _changes(one: Any, other: Any, place: Place = ()) -> Iterator[Place]:
    """Where two pieces of JSON differ."""
    parts, others = _parts(one), _parts(other)
    if parts and parts.keys() == others.keys():
        for step, part in parts.items():
            yield from _changes(part, others[step], (*place, step))
    elif one != other:
        yield place


def _parts(data: Any) -> dict[str | int, Any]:
    """What is in a piece of JSON, by the names of fields or by numbers; in a text, its letters."""
    if isinstance(data, list) or (isinstance(data, str) and len(data) > 1):
        return dict(enumerate(cast("list[Any] | str", data)))
    return cast("dict[str | int, Any]", data) if isinstance(data, dict) else {}


def _shared(places: list[Place]) -> Place:
    """The smallest part in which all of these lie."""
    return tuple(steps[0] for steps in takewhile(lambda steps: len(set(steps)) == 1, zip(*places, strict=False)))


def _at(data: Any, place: Place) -> Any:
    for step in place:
        data = data[step]
    return data


def _put(data: Any, place: Place, value: Any) -> Any:
    if not place:
        return value
    put = _put(data[place[0]], place[1:], value)
    if isinstance(data, str):
        return f"{data[: int(place[0])]}{put}{data[int(place[0]) + 1 :]}"
    data[place[0]] = put
    return data


def _data(move: Move) -> Any:
    return json.loads(msgspec.json.encode(move))
