"""Which tables to try: every number of seats, every preset, each option at its ends, alone and in mixes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

from knobel.core.errors import Malformed
from knobel.core.game import Game
from knobel.core.options import Option, options
from knobel.testing.values import some_value


class Setting(msgspec.Struct, frozen=True):
    """One table: how many seats, and the options that differ from the box."""

    seats: int
    options: Mapping[str, Any]


def settings(game: Game, games: int, chance: Random) -> list[Setting]:
    """Each number of seats, each preset and each option's values at least once; then mixes, `games` tables or more.

    Where few are asked for, a table sets as many options as go together; else each value is tried alone, where nothing
    can hide what it does.
    """
    offered = {option.name: values_of(game, option) for option in options(game.options)}
    tables = [Setting(seats, {}) for seats in game.seats]
    for given in (game.preset(name) for name in game.presets):
        tables += _with_some_seats(game, given, chance)
    if games <= len(game.seats):
        tables += _covering(game, offered, chance)
    else:
        for given in ({name: value} for name, values in offered.items() for value in values):
            tables += _with_some_seats(game, given, chance)
    while len(tables) < games:
        mixed = {name: chance.choice(values) for name, values in offered.items() if values and chance.random() < 0.5}
        tables += _with_some_seats(game, mixed, chance)
    return tables


def _covering(game: Game, offered: Mapping[str, Sequence[Any]], chance: Random) -> list[Setting]:
    """Tables that have each value that any table can have, as many of them at one table as go together."""
    left = {name: chance.sample(values, len(values)) for name, values in offered.items()}
    tables = list[Setting]()
    while any(left.values()):
        table = Setting(game.seats[0], {})
        for name in chance.sample(sorted(left), len(left)):
            for value in left[name]:
                if larger := _with_some_seats(game, {**table.options, name: value}, chance):
                    table = larger[0]
                    left[name].remove(value)
                    break
        if not table.options:  # what is left goes with no number of seats
            break
        tables.append(table)
    return tables


def _with_some_seats(game: Game, given: Mapping[str, Any], chance: Random) -> list[Setting]:
    """A table with these options, if there is any number of seats for them: options may exclude each other."""
    seats = [seats for seats in game.seats if _possible(game, Setting(seats, given))]
    return [Setting(chance.choice(seats), given)] if seats else []


def values_of(game: Game, option: Option) -> list[Any]:
    """What an option is tried with: all its choices, both its ends, and whatever else its type allows."""
    ends = [value for value in (option.least, option.default, option.most) if value is not None]
    found = list(option.choices) or ends
    if option.listed:
        kind = next(field.type for field in _fields(game.options) if field.name == option.name)
        found += [some_value(kind, Random(f"{option.name} {index}")) for index in range(8)]
    distinct = [value for index, value in enumerate(found) if value not in found[:index]]
    return [value for value in distinct if _possible(game, Setting(game.seats[-1], {option.name: value}))]


def _possible(game: Game, setting: Setting) -> bool:
    """Whether a table can be opened like that."""
    try:
        game.start(setting.seats, **setting.options)
    except Malformed:
        return False
    except Exception:  # whoever plays this table will complain
        return True
    return True


@lru_cache(256)
def _fields(struct: type[msgspec.Struct]) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(struct)
    return info.fields if isinstance(info, inspect.StructType) else ()
