"""A game told to programs: its rules, what a table may choose, and who plays it. Every surface says the same."""

from __future__ import annotations

from typing import Any

import msgspec

from knobel.core.game import BOX, Game
from knobel.core.options import Option, options
from knobel.core.stage import Stage
from knobel.players.roster import roster


class PresetInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A named set of house rules."""

    name: str
    label: str
    options: dict[str, Any]


class OptionInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A house rule, as a form would show it."""

    option: Option
    label: str
    labels: dict[str, str]
    """What its choices are called."""


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A game that can be played here."""

    name: str
    title: str
    tagline: str
    version: int
    """Of its rules: records of another may play differently."""
    least: int
    most: int
    secret: bool
    """Whether hands are hidden."""
    offered: str
    """The preset that people are offered first."""
    presets: tuple[PresetInfo, ...]
    options: tuple[OptionInfo, ...]
    players: tuple[str, ...]
    """The levels of the house's players."""
    rules: dict[str, str]
    stage: Stage
    """Where what lies on the table is seen on a screen."""


def game_info(game: Game, language: str) -> GameInfo:
    """All that a program may want to know of a game before a table is opened."""
    return GameInfo(
        name=game.name,
        title=game.title(language),
        tagline=game.words.template("tagline", language) or "",
        version=game.version,
        least=game.seats[0],
        most=game.seats[-1],
        secret=game.secret,
        offered=game.offered,
        presets=tuple(_preset(game, name, language) for name in preset_names(game)),
        options=tuple(_option(game, option, language) for option in options(game.options)),
        players=tuple(roster(game)),
        rules=game.ledger(language),
        stage=game.stage,
    )


def preset_names(game: Game) -> tuple[str, ...]:
    """The ready-made house rules; those of the box are always among them, and first."""
    return tuple(dict.fromkeys((BOX, *game.presets)))


def _preset(game: Game, name: str, language: str) -> PresetInfo:
    label = game.words.template(f"presets.{name}", language) or name
    return PresetInfo(name=name, label=label, options=dict(game.preset(name)))


def _option(game: Game, option: Option, language: str) -> OptionInfo:
    words = game.words.under(f"options.{option.name}", language)
    return OptionInfo(option=option, label=words.pop("label", option.name), labels=words)
