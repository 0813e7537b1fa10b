"""A move: something that happens at the table."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec
from msgspec.structs import astuple, fields

from knobel.core.errors import Malformed

SeatNamed = Annotated[int, msgspec.Meta(ge=0)]
"""A seat that a move names, counted from 0. Whether the table has it, the rules say."""


class Part(msgspec.Struct, frozen=True):
    """What a move is made of (the face of a die, say): as with the move itself, each value fits its type.

    A kind states its limits once, in its types. JSON that breaks them is not read, and Python that breaks them makes
    nothing: either way it is `Malformed`, before any rule is asked.
    """

    def __post_init__(self) -> None:
        kind = type(self)
        if not self.__struct_fields__:
            return
        given = astuple(self)
        try:
            taken = msgspec.convert(given, _ROWS.get(kind) or _row(kind))
        except msgspec.ValidationError as error:
            raise Malformed("move", why=_named(str(error), self.__struct_fields__)) from error
        if astuple(taken) != given:  # a list instead of a tuple, say: equal in JSON, and nowhere else
            raise Malformed("move", why=repr(self))


class Move(Part, frozen=True, tag=True, forbid_unknown_fields=True):
    """Something that happens at the table. Each game defines its own kinds; a kind's name is its tag in JSON."""


_ROWS: dict[type[Part], type[msgspec.Struct]] = {}
"""Each kind's values in a row, as msgspec checks them. Parts among them were checked when they were made."""


def _row(kind: type[Part]) -> type[msgspec.Struct]:
    values = [(field.name, field.type) for field in fields(kind)]
    return _ROWS.setdefault(kind, msgspec.defstruct(kind.__name__, values, array_like=True, gc=False))


def _named(why: str, names: tuple[str, ...]) -> str:
    """The names of values that msgspec only counts.

    >>> _named("Expected `int` <= 5 - at `$[0]`", ("die",))
    'Expected `int` <= 5 - at `$.die`'
    """
    return re.sub(r"\$\[(\d+)\]", lambda place: f"$.{names[int(place[1])]}", why, count=1)
