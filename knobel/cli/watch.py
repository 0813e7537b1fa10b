"""The command that lets the house play by itself: one game told as it happens, or many as a table of results."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence

import msgspec
from rich.progress import track
from rich.table import Table as Grid

from knobel.cli.arena import Tally, house_table, played, tallies
from knobel.cli.choices import first_position
from knobel.cli.common import PLAIN, Common
from knobel.cli.flags import Bots, BoxPreset, GameName, Games, HouseRules, Json, Seed
from knobel.cli.seating import bots_only, seated
from knobel.cli.stories import draw, head, result, sentence
from knobel.cli.terminal import Terminal
from knobel.cli.words import Mistake
from knobel.core.game import BOX, Game
from knobel.core.record import Header, SeededDice
from knobel.core.registry import game as game_called
from knobel.table.table import header_for


def watch(
    game: GameName,
    /,
    *,
    seat: Bots = None,
    option: HouseRules = None,
    preset: BoxPreset = BOX,
    games: Games = 1,
    seed: Seed = None,
    json: Json = False,
    common: Common = PLAIN,
) -> int:
    """The command `watch`: one game told, or the results of many."""
    terminal, found = common.terminal(), game_called(game)
    if games < 1:
        raise Mistake("games", n=games)
    sitters = seated(found, seat or (), None)
    bots_only(sitters)
    known = secrets.token_hex(8) if seed is None else seed
    state = first_position(found, len(sitters), preset, option or ())
    header = header_for(found, state, sitters, SeededDice(known), terminal.language)
    if games == 1 and not json:
        _tell(terminal, found, header, known)
        return 0
    fared = tallies(sitters, [played(found, header, known, number) for number in _counted(terminal, games)])
    if json:
        data = {"game": found.name, "games": games, "seed": known, "even": not games % len(sitters), "players": fared}
        terminal.json(msgspec.json.encode(data))
    else:
        _show(terminal, found, fared, games, known)
    return 0


def _tell(terminal: Terminal, game: Game, header: Header, seed: str) -> None:
    """One game as a spectator sees it."""
    voice = terminal.voice(terminal.names(header.seats), None)
    table, steps = house_table(game, header, seed)
    head(terminal, game.title(terminal.language), terminal.text("dice.seeded-how", seed=seed))
    for step in steps:
        terminal.show(sentence(terminal, game, step, voice))
    head(terminal, game.title(terminal.language), terminal.text("over"))
    draw(terminal, game, table.state.view(None), voice)
    result(terminal, game, table.state, voice)


def _counted(terminal: Terminal, games: int) -> Iterable[int]:
    """The games one by one, with a bar for whoever watches."""
    return track(
        range(games),
        description=terminal.text("watch.playing"),
        console=terminal.errors,
        transient=True,
        disable=not terminal.errors.is_terminal,
    )


def _show(terminal: Terminal, game: Game, fared: Sequence[Tally], games: int, seed: str) -> None:
    head(terminal, game.title(terminal.language), terminal.text("watch.played", n=games, seed=seed))
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for key in ("name", "player", "won", "shared", "place"):
        justify = "left" if key in ("name", "player") else "right"
        grid.add_column(terminal.text(f"watch.{key}"), justify=justify)
    grid.add_column(terminal.fit(game.words.template("points", terminal.language) or ""), justify="right")
    for one in fared:
        numbers = (str(one.won), str(one.shared), f"{one.place:.2f}", f"{one.points:.1f}")
        grid.add_row(terminal.fit(one.name), one.player, *numbers)
    terminal.show(grid)
    rest = games % len(fared)
    terminal.say("watch.uneven" if rest else "watch.even", "dim", n=games // len(fared), rest=rest, seats=len(fared))
