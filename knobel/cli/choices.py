"""House rules as they are typed: `name=value`, and `--name` or `--no-name` for what is only on or off."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from knobel.cli.words import Mistake
from knobel.core.contract import State
from knobel.core.game import Game
from knobel.core.options import options
from knobel.core.registry import all_games
from knobel.table.options import agreed_options


def first_position(game: Game, seats: int, preset: str, given: Iterable[str], *, real_dice: bool = False) -> State:
    """The opening position under the house rules that were typed, over those of a preset."""
    chosen = dict(_pair(item) for item in given)
    return game.opening(seats, agreed_options(game, preset, chosen, real_dice=real_dice))


def flags_of(words: Sequence[str]) -> dict[str, str]:
    """For a command line that names a game: `--name` and `--no-name` of its options that are either on or off."""
    game = next((all_games()[word] for word in words if word in all_games()), None)
    flags: dict[str, str] = {}
    for option in options(game.options) if game else ():
        if option.choices == (False, True):
            flag = option.name.replace("_", "-")
            flags |= {f"--{flag}": f"{option.name}=true", f"--no-{flag}": f"{option.name}=false"}
    return flags


def spelled_out(words: Sequence[str], taken: Container[str]) -> list[str]:
    """A command line in which `--name` and `--no-name` are written as `--option name=true` and `=false`.

    Only those of a game's own options that are either on or off can be written so, once the game is named, and only
    where the command does not take that flag itself.
    """
    flags = flags_of(words)
    return [
        part
        for word in words
        for part in (("--option", flags[word]) if word in flags and word not in taken else (word,))
    ]


def _pair(item: str) -> tuple[str, str]:
    name, found, value = item.partition("=")
    if not found:
        raise Mistake("option", typed=item)
    return name.strip(), value.strip()
