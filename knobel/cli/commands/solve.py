"""The command that says what a game is worth, and how sure that is; and how a solution is waited for anywhere here."""

from __future__ import annotations

from collections.abc import Iterable
from time import perf_counter
from typing import Any

import msgspec

from knobel.cli.parameters import (
    COMMON,
    BoxPreset,
    Common,
    GameName,
    HouseRules,
    Json,
    Players,
    PositionAsked,
    first_position,
)
from knobel.cli.telling import show_head
from knobel.cli.terminal import Terminal, outcome
from knobel.core.contract import Options
from knobel.core.game import BOX, Game
from knobel.core.record import PERSON, Sitter
from knobel.core.registry import game as game_called
from knobel.core.solution import Certificate, Judge, Solver, no_position
from knobel.core.words import percent
from knobel.players.roster import needed_solution
from knobel.players.solutions import Search, search
from knobel.players.solutions.finder import Source, solver_for

DIGITS = 9
"""How many digits of a chance are told."""


class Solved(msgspec.Struct, frozen=True, kw_only=True):
    """What a solution says of a game, or of one of its positions."""

    game: str
    seats: int
    options: dict[str, Any]
    position: tuple[int, ...]
    """Empty: the beginning."""
    value: float
    certificate: Certificate
    proven: bool
    source: Source
    """Whether it came with the game, was kept from before, or was worked out now."""
    seconds: float
    """How long it took to get it."""
    version: int
    """The solver's."""
    rules: int
    """The version of the game's rules."""


def solve(
    game: GameName,
    /,
    *,
    players: Players = None,
    option: HouseRules = None,
    preset: BoxPreset = BOX,
    position: PositionAsked = None,
    json: Json = False,
    common: Common = COMMON,
) -> int:
    """The command `solve`: the value of a game, and its certificate."""
    terminal, found = common.terminal(), game_called(game)
    seats = players if players is not None else 2 if 2 in found.seats else found.seats[0]
    options = first_position(found, seats, preset, option or ()).options
    solver = solver_for(found, seats, options)
    asked = _position(position, solver)
    begun = perf_counter()
    searched = search(found, seats, options)
    judge = wait_for(terminal, searched)
    solved = Solved(
        game=found.name,
        seats=seats,
        options=msgspec.to_builtins(options),
        position=asked,
        value=round(judge.value(asked), DIGITS),
        seconds=round(perf_counter() - begun, 3),
        certificate=judge.certificate(),
        proven=solver.proven,
        source=searched.source or "new",
        version=solver.version,
        rules=found.version,
    )
    if json:
        terminal.json(msgspec.json.encode(solved))
    else:
        _show(terminal, found, solver, solved)
    return 0


def _position(typed: str | None, solver: Solver) -> tuple[int, ...]:
    """The parts that were typed, with commas."""
    try:
        return tuple(int(part) for part in typed.split(",")) if typed is not None else ()
    except ValueError:
        raise no_position(typed or "", solver.position) from None


def _show(terminal: Terminal, game: Game, solver: Solver, solved: Solved) -> None:
    show_head(
        terminal,
        game.title(terminal.language),
        terminal.text(f"solve.{solved.source}", seconds=f"{solved.seconds:.1f}"),
    )
    chance = percent(solved.value, terminal.language, DIGITS - 2)
    if solved.position:
        terminal.say(
            "solve.position", chance=chance, parts=solver.position, position=",".join(map(str, solved.position))
        )
    else:
        terminal.say("solve.value", chance=chance)
    terminal.say(f"solve.{solved.certificate.kind}", "dim", bound=f"{solved.certificate.bound:.1e}")
    if not solved.proven:
        terminal.say("solve.unproven", "dim")


# Waiting for a solution: how far it is is shown beside, and Ctrl-C leaves nothing behind ------------------------------


def wait_for(terminal: Terminal, searched: Search) -> Judge:
    """What is searched for, once it is there. Raises `NoSolution`, saying why it cannot be had."""
    with terminal.progress("solve.working") as bar:
        searched.listen(bar.reach)
        judge = outcome(searched.found)
    if searched.unkept:
        terminal.errors.print(terminal.own(searched.unkept), soft_wrap=True, markup=False, highlight=False)
    return judge


def wait_for_players(terminal: Terminal, game: Game, sitters: Iterable[Sitter], options: Options) -> None:
    """Whoever sits down with a solution has it before the game begins.

    Raises `Malformed` where one of them cannot play at such a table, `NoSolution` where theirs cannot be had.
    """
    seats = [sitter.player for sitter in sitters]
    if needed := needed_solution(game, [name for name in seats if name != PERSON], len(seats), options):
        wait_for(terminal, needed)
