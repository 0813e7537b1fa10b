"""Values made up from the types of a kind's fields: moves that nobody listed, and values that make no move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from knobel.core.contract import Actor, Move
from knobel.core.errors import Malformed
from knobel.core.game import Game

_NUMBERS = (*range(-1, 9), 12, 100, -100, 10**9)
_TEXTS = ("", "a", "no", "zebra", "ÄÖ ü", "x" * 40)
_LONGEST = 4
_TRIES = 100


def some_value(kind: inspect.Type, chance: Random) -> Any:
    """Something of that type; small, plain, and now and then silly."""
    match kind:
        case inspect.Metadata(type=inner):
            return some_value(inner, chance)
        case inspect.BoolType():
            return chance.random() < 0.5
        case inspect.IntType():
            return chance.choice(_within(kind))
        case inspect.FloatType():
            return float(chance.choice(_NUMBERS)) / chance.choice((1, 2, 10))
        case inspect.StrType():
            return chance.choice(_TEXTS)
        case inspect.LiteralType(values):
            return chance.choice(values)
        case inspect.EnumType(cls):
            return chance.choice(list(cls))
        case inspect.UnionType(types):
            return some_value(chance.choice(types), chance)
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return tuple(some_value(item, chance) for _ in range(chance.randint(0, _LONGEST)))
        case inspect.FrozenSetType(item_type=item):
            return frozenset(some_value(item, chance) for _ in range(chance.randint(0, _LONGEST)))
        case inspect.TupleType(item_types):
            return tuple(some_value(item, chance) for item in item_types)
        case inspect.StructType(cls, fields=fields):
            return cls(**{field.name: some_value(field.type, chance) for field in fields})
        case _:
            return None


def unlisted_moves(game: Game, actor: Actor, listed: Iterable[Move], chance: Random, each: int = 6) -> list[Move]:
    """Well-formed moves of the actor's kinds that are not among the listed ones."""
    known = set(listed)
    kinds = game.kinds("seat" if isinstance(actor, int) else actor)
    found: dict[Move, None] = {}
    for kind in kinds:
        alike = [move for move in known if type(move) is kind]
        for _ in range(each if _fields(kind) else 1):
            try:
                move = game.read(actor, msgspec.json.encode(_made_up(kind, alike, chance)))
            except Malformed:
                continue
            if move not in known:
                found[move] = None
    return list(found)


def unmakeable(kind: type[Move], chance: Random) -> Iterator[tuple[str, Any]]:
    """Values that do not fit a kind's fields, each with the field's name: of another type, or beyond its limits."""
    for name, type_ in _fields(kind):
        for value in _unfit(type_, chance):
            yield name, value


def some_move(kind: type[Move], chance: Random) -> Move | None:
    """A well-formed move of this kind; None where none was hit upon."""
    for _ in range(_TRIES):
        try:
            return _made_up(kind, (), chance)
        except Malformed:
            continue
    return None


def _unfit(kind: inspect.Type, chance: Random) -> Iterator[Any]:
    yield object()
    match kind:
        case inspect.Metadata(type=inner):
            yield from _unfit(inner, chance)
        case inspect.IntType():
            yield from (True, 1.0, "1", None)
            yield from _beyond(kind)
        case inspect.BoolType() | inspect.LiteralType():
            yield from (1.0, "no such thing", None)
        case inspect.FloatType():
            yield from (True, "1", None)
        case inspect.StrType(max_length=most):
            yield from (1, None)
            if most is not None:
                yield "x" * (most + 1)
        case inspect.VarTupleType(item_type=item):
            yield [some_value(item, chance)]
            yield from ((value,) for value in _unfit(item, chance))
        case inspect.StructType(cls, fields=fields):
            yield from _unfit_parts(cls, fields, chance)
        case _:
            return


def _unfit_parts(cls: type, fields: Sequence[inspect.Field], chance: Random) -> Iterator[Any]:
    """Structs with a value that does not fit, as far as they let themselves be made so."""
    for field in fields:
        for value in _unfit(field.type, chance):
            try:
                others = {other.name: some_value(other.type, chance) for other in fields}
                yield cls(**(others | {field.name: value}))
            except Malformed:
                continue


@cache
def _fields(kind: type[Move]) -> tuple[tuple[str, inspect.Type], ...]:
    info = inspect.type_info(kind)
    return tuple((field.name, field.type) for field in info.fields) if isinstance(info, inspect.StructType) else ()


def _made_up(kind: type[Move], alike: Sequence[Move], chance: Random) -> Move:
    fields = _fields(kind)
    if alike and fields and chance.random() < 0.5:
        name, slipped = chance.choice(fields)
        return replace(chance.choice(alike), **{name: some_value(slipped, chance)})
    return kind(**{name: some_value(type_, chance) for name, type_ in fields})


def _beyond(kind: inspect.IntType) -> list[int]:
    limits = ((kind.ge, -1), (kind.gt, 0), (kind.le, 1), (kind.lt, 0))
    return [int(limit) + step for limit, step in limits if limit is not None]


def _within(kind: inspect.IntType) -> list[int]:
    least = kind.ge if kind.ge is not None else kind.gt
    most = kind.le if kind.le is not None else kind.lt
    limits = [limit for limit in (least, most) if limit is not None]
    fit = [n for n in _NUMBERS if (least is None or n >= least) and (most is None or n <= most)]
    return [*fit, *limits]
