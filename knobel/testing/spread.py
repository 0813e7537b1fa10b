"""Which tables to try: every number of seats, every preset, each option at its ends, and mixes of them all."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

from knobel.core.errors import Malformed
from knobel.core.game import BOX, Game
from knobel.core.options import Option, options
from knobel.testing.values import some_value


class Setting(msgspec.Struct, frozen=True):
    """One table: how many seats, and the options that differ from the box."""

    seats: int
    options: Mapping[str, Any]


def settings(game: Game, games: int, chance: Random) -> list[Setting]:
    """Each number of seats, each preset and each option's values at least once; then mixes, `games` tables or more."""
    offered = {option.name: values_of(game, option) for option in options(game.options)}
    named = [game.preset(name) for name in (BOX, *game.presets)]
    ends = [{name: value} for name, values in offered.items() for value in values]
    tables = [Setting(seats, {}) for seats in game.seats]
    for given in (*named, *ends):
        tables += _with_some_seats(game, given, chance)
    while len(tables) < games:
        mixed = {name: chance.choice(values) for name, values in offered.items() if values and chance.random() < 0.5}
        tables += _with_some_seats(game, mixed, chance)
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
        kind = next(field.type for field in _fields(game) if field.name == option.name)
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


def _fields(game: Game) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(game.options)
    return info.fields if isinstance(info, inspect.StructType) else ()
