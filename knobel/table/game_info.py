"""A game told to programs: its rules, what a table may choose, and who plays it. Every surface says the same."""

from __future__ import annotations

from typing import Any

import msgspec

from knobel.core.contract import Options
from knobel.core.game import BOX, CardStep, Game
from knobel.core.lesson import read_lesson
from knobel.core.options import Option, merged, options
from knobel.core.stage import Stage
from knobel.core.words import Die, Voice
from knobel.players.roster import first_player, roster


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


class CardRowInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a rules card: dice that show it, what it is, and what it is worth (or nothing)."""

    what: str
    worth: str
    dice: tuple[Die, ...]


class CardInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A game on one card: what one is after, how a turn goes, and the table that one looks things up in."""

    goal: str
    turn: tuple[str, ...]
    table: tuple[CardRowInfo, ...]
    steps: tuple[CardStep, ...] = ()
    """A picture of each step of a turn; nothing where the game brings none."""


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
    first: str
    """The level that people meet first."""
    rules: dict[str, str]
    stage: Stage
    """Where what lies on the table is seen on a screen."""
    card: CardInfo | None = None
    """The rules card, under the rules of the box; null where the game has none."""
    lesson: bool = False
    """Whether it brings a lesson."""


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
        first=first_player(game),
        rules=game.ledger(language),
        stage=game.stage,
        card=card_of(game, merged(game.options, {}, {}), language),
        lesson=read_lesson(game) is not None,
    )


def card_of(game: Game, chosen: Options, language: str) -> CardInfo | None:
    """The rules card of a game, for a table that plays under these options."""
    words, voice = game.words, Voice(language=language)
    if (goal := words.template("card.goal", language)) is None:
        return None
    rows = game.card.rows(chosen) if game.card.rows else ()
    return CardInfo(
        goal=goal,
        turn=tuple(words.under("card.turn", language).values()),
        table=tuple(
            CardRowInfo(
                what=words.text(row.what, voice),
                worth=words.text(row.worth, voice) if row.worth else "",
                dice=row.dice,
            )
            for row in rows
        ),
        steps=game.card.steps,
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
