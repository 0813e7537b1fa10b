"""What happened, as the wire tells it: of every event of a log, and of every entry of a record, what all may know.

An event is written once, where the log keeps it. Here stands only what becomes of it on its way out: its name on the
wire, which of its fields go along, and its sentence. The wire's own types are made from that, so nothing can be told
that is not listed, and nothing listed can be missing or of another type. A move is told by itself: what anybody may
know of it is the rulebook's to say.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any, Union, get_type_hints

import msgspec
from msgspec import Meta, Raw

from knobel.core import record
from knobel.core.contract import Actor
from knobel.core.moment import MomentSound
from knobel.core.words import Argument, Die, Say, Who
from knobel.server.tables import events

AMove = Annotated[
    Raw,
    Meta(
        description="A move as the game writes it: `type` names its kind.",
        extra_json_schema={
            "type": "object",
            "properties": {"type": {"type": "string"}},
            "required": ["type"],
            "additionalProperties": True,
        },
    ),
]


class SceneGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Things that lie together."""

    id: str
    """Which group it is. Nothing else in the scene, no group and no die, has the same id."""
    caption: str
    dice: tuple[Die, ...] = ()
    count: int | None = None
    words: tuple[str, ...] = ()
    """Words that belong to it, to be listed where there is room."""


class SceneView(msgspec.Struct, frozen=True, kw_only=True):
    """What lies on the table: in the middle, and before each seat."""

    middle: tuple[SceneGroup, ...]
    drawing: tuple[str, ...]
    places: tuple[tuple[SceneGroup, ...], ...]


class MomentView(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A moment that everybody looks up for: words for a banner, its sound, and the colours of the chips that rain."""

    words: str
    sound: MomentSound
    rains: tuple[str, ...]


class What(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag=str.lower):
    """What happened, as far as the looker may know it."""


class Moved(What, frozen=True, kw_only=True):
    """A move was made."""

    entry: int
    """Its number in the game's record."""
    by: Actor
    move: AMove
    """As far as the looker may know it."""
    at: int
    dice: tuple[str, ...] = ()
    """The ids of the dice that fell with it, as they lie in the scene then."""
    lying: SceneView | None = None
    """What lay there when they had fallen, where the position has gone on without them: to be shown before it."""
    moment: MomentView | None = None
    """Where it is one of the game's great moments."""


class Corrected(What, frozen=True, kw_only=True):
    """Dice that had been typed in were put right."""

    entry: int
    move: AMove


class Told(msgspec.Struct, frozen=True):
    """How something is told: its name on the wire, and the fields there, each with where it stands in the event."""

    name: str
    fields: dict[str, str] = {}
    says: Callable[[Any], str] | None = None
    """The key of its sentence, where that is not its name; an empty one: it needs no sentence."""


SEAT = {"seat": "seat"}

TOLD: dict[type[events.Event | record.Entry], Told] = {
    events.Opened: Told("opened"),
    events.Came: Told(
        "sat",
        {"seat": "seat", "name": "place.name", "player": "place.player"},
        lambda it: "waits" if it.place.waiting else "sat",
    ),
    events.Went: Told("left", SEAT),
    events.Linked: Told("linked", SEAT, lambda _: ""),
    events.Rekeyed: Told("rekeyed", SEAT, lambda it: "alone" if it.why == "alone" else "rekeyed"),
    # Every page does these by itself: they are no story.
    events.Promised: Told("promised", {"seat": "seat", "promise": "promise"}, lambda _: ""),
    events.Asked: Told("asked", {}, lambda _: ""),
    events.Salted: Told("salted", {"seat": "seat", "text": "salt.text", "nonce": "salt.nonce"}, lambda _: ""),
    events.Redealt: Told("redealt", {"promise": "promise"}),
    events.Began: Told("began", {"order": "order"}),
    events.Objected: Told("objected", {"seat": "seat", "entry": "of"}),
    events.Said: Told("said", {"seat": "seat", "text": "text"}, lambda _: ""),
    events.Paused: Told("paused"),
    events.Continued: Told("continued"),
    events.Adopted: Told("adopted"),
    events.Ended: Told("ended", {}, lambda it: "ended-by-house" if it.by_house else "ended"),
    events.Removed: Told("removed", SEAT),
    events.Muted: Told("muted", {"seat": "seat", "muted": "muted"}, lambda it: "muted" if it.muted else "unmuted"),
    events.Handed: Told("handed", SEAT),
    events.Rematched: Told("rematched", {"table": "table"}),
    record.Undone: Told("undone", {"by": "by"}),
    record.Sat: Told(
        "sat",
        {"seat": "seat", "name": "sitter.name", "player": "sitter.player"},
        lambda it: "unsolved" if it.why else "back" if it.sitter.player == record.PERSON else "sits-in",
    ),
    record.Revealed: Told("revealed", {"seed": "seed"}),
}
"""Whatever can happen but a move and its correction, and what everybody may know of it."""


def _type_at(kind: Any, path: str) -> Any:
    return reduce(lambda inside, name: get_type_hints(inside, include_extras=True)[name], path.split("."), kind)


def _wire_type(kind: type, told: Told) -> type[What]:
    fields: Any = [(field, _type_at(kind, path)) for field, path in told.fields.items()]
    made: Any = msgspec.defstruct(
        told.name.capitalize(),
        fields,
        bases=(What,),
        tag=told.name,
        frozen=True,
        kw_only=True,
        gc=False,
        namespace={"__doc__": kind.__doc__},
        module=__name__,
    )
    return made


def _wire_types() -> dict[str, type[What]]:
    made: dict[str, type[What]] = {}
    for kind, told in TOLD.items():
        made.setdefault(told.name, _wire_type(kind, told))
    return made


WIRE_TYPES = _wire_types()
if TYPE_CHECKING:
    AnyWhat = What
else:
    AnyWhat = Union[(Moved, Corrected, *WIRE_TYPES.values())]  # noqa: UP007

_READ: dict[type, dict[str, Callable[[Any], Any]]] = {
    kind: {field: attrgetter(path) for field, path in told.fields.items()} for kind, told in TOLD.items()
}


def what_of(happened: events.Event | record.Entry) -> What:
    """What everybody may know of something that happened."""
    kind = type(happened)
    return WIRE_TYPES[TOLD[kind].name](**{field: read(happened) for field, read in _READ[kind].items()})


def sentence_of(happened: events.Event | record.Entry) -> Say | None:
    """The same as a sentence of the house; None where it needs none."""
    told, read = TOLD[type(happened)], _READ[type(happened)]
    key = told.name if told.says is None else told.says(happened)
    if not key:
        return None
    args: dict[str, Argument] = {}
    if seat_of := read.get("seat") or read.get("by"):
        args |= {"who": Who(seat_of(happened)), "n": seat_of(happened) + 1}
    if name_of := read.get("name"):
        args["name"] = name_of(happened)
    return Say(f"told.{key}", args)
