"""Waiting for a solution at the terminal: how far it is is shown beside, and Ctrl-C leaves nothing behind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.progress import Progress

from knobel.cli.terminal import Terminal, outcome
from knobel.core.game import Game
from knobel.core.record import PERSON, Sitter
from knobel.core.solution import Judge
from knobel.players.roster import needed_solution
from knobel.players.solutions import Search


def wait_for(terminal: Terminal, search: Search) -> Judge:
    """What is searched for, once it is there. Raises `NoSolution`, saying why it cannot be had."""
    errors = terminal.errors
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as bar:
        going = bar.add_task(terminal.text("solve.working"), total=1)
        search.listen(lambda share: bar.update(going, completed=share))
        judge = outcome(search.found)
    if search.unkept:
        errors.print(terminal.own(search.unkept), soft_wrap=True, markup=False, highlight=False)
    return judge


def wait_for_players(terminal: Terminal, game: Game, sitters: Iterable[Sitter], options: Any) -> None:
    """Whoever sits down with a solution has it before the game begins.

    Raises `Malformed` where one of them cannot play at such a table, `NoSolution` where theirs cannot be had.
    """
    seats = [sitter.player for sitter in sitters]
    if search := needed_solution(game, [name for name in seats if name != PERSON], len(seats), options):
        wait_for(terminal, search)
