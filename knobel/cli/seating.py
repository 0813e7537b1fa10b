"""Who sits where: people by their names, players of the house by theirs, in any mix."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from knobel.cli.words import Mistake
from knobel.core.game import Game
from knobel.core.record import PERSON, Sitter
from knobel.players.roster import default_player, player, roster
from knobel.table.seats import bot_name, name_from


def seated(game: Game, seats: Iterable[str], guest: str | None) -> tuple[Sitter, ...]:
    """The sitters that people asked for; empty seats a game needs are filled with players of the house.

    A seat is a person's name (`Ann`), a player of the house (`careful`), or both (`Bo=careful`, `careful=person`).
    Where nobody is named, `guest` sits down alone; without a guest only players of the house do.
    """
    asked = [part.strip() for seat in seats for part in seat.split(",") if part.strip()]
    sitters: list[Sitter] = []
    for seat in asked or ([f"{guest}={PERSON}"] if guest else []):
        sitters.append(_sitter(game, seat, sitters))
    while len(sitters) < game.seats[0]:
        sitters.append(_sitter(game, default_player(game), sitters))
    return tuple(sitters)


def bots_only(sitters: Iterable[Sitter]) -> None:
    """Raises `Mistake` where a person sits among them."""
    for sitter in sitters:
        if sitter.player == PERSON:
            raise Mistake("bots-only", name=sitter.name)


def _sitter(game: Game, seat: str, sitters: Iterable[Sitter]) -> Sitter:
    typed, _, kind = (part.strip() for part in seat.partition("="))
    taken = [sitter.name for sitter in sitters]
    if not kind and (found := _known(game, typed)):
        return Sitter(bot_name(found, taken), found)
    name = name_from(typed, taken)
    if kind and kind != PERSON:
        player(game, kind)  # raises for a player the game does not have
        return Sitter(name, kind)
    if not kind and (close := get_close_matches(name.lower(), roster(game), 1, 0.8)):
        raise Mistake("name-close", name=name, close=close[0])
    return Sitter(name)


def _known(game: Game, name: str) -> str | None:
    return next((known for known in roster(game) if known == name.lower()), None)
