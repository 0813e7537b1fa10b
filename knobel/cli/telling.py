"""Moves in words and positions in pictures, for one listener."""

from __future__ import annotations

from collections.abc import Collection

from rich.cells import cell_len
from rich.rule import Rule
from rich.text import Text

from knobel.cli.render import Easel, drawn
from knobel.cli.terminal import Terminal
from knobel.core.contract import Objection, State
from knobel.core.game import Game
from knobel.core.timeline import Step
from knobel.core.words import Voice, Who
from knobel.table.table import told

_MIN_ROOM = 9
"""So many lines a scene may always take."""


def sentence(terminal: Terminal, game: Game, step: Step, voice: Voice) -> Text:
    """One move in words, as one listener hears it."""
    return terminal.spoken(game.words, told(game, step, voice.you), voice)


def draw(terminal: Terminal, game: Game, view: State, voice: Voice, turn: Collection[int] = (), beside: int = 8) -> int:
    """Draws what lies on the table, and says how many lines that took.

    `beside` is how many lines the screen must have left for other things.
    """
    easel = Easel(
        pen=terminal.pen,
        width=terminal.console.width,
        height=max(_MIN_ROOM, terminal.console.height - beside),
        caption=lambda say: terminal.spoken(game.words, [say], voice),
    )
    lines = drawn(game.scene(view), voice.names, turn, easel)
    terminal.show()
    for line in lines:
        terminal.console.print(line)
    terminal.show()
    return len(lines) + 2


def show_head(terminal: Terminal, title: str, right: str = "") -> None:
    """A line across the screen that says what is below it."""
    line = Text(terminal.fit(title), style="bold")
    if right:
        line.append(terminal.fit(f" · {right}"), style="not bold")
    terminal.show(Rule(line, characters="-" if terminal.letters else "─", align="left", style="dim"))


def introduce(terminal: Terminal, game: Game) -> None:
    """A game's name, and what it feels like."""
    show_head(terminal, game.title(terminal.language))
    if tagline := game.words.template("tagline", terminal.language):
        terminal.show(tagline, "italic")


def show_refusal(terminal: Terminal, game: Game, objection: Objection, voice: Voice) -> None:
    """Why a move is not allowed: the reason, the rule's number, and the rule itself."""
    terminal.show(objected(terminal, game, objection, voice), "yellow")
    if rule := game.ledger(terminal.language).get(objection.rule):
        terminal.show(f"  {objection.rule}: {rule}", "dim")


def objected(terminal: Terminal, game: Game, objection: Objection, voice: Voice) -> Text:
    """Why a move is not allowed, with the rule's number."""
    return terminal.spoken(game.words, [objection.say()], voice).append(f" ({objection.rule})")


def show_result(terminal: Terminal, game: Game, state: State, voice: Voice) -> None:
    """How it ended, in words: who won, and everybody's place."""
    places = state.outcome() or ()
    winners = tuple(Who(seat) for seat, place in enumerate(places) if place == 1)
    if len(winners) == 1:
        terminal.say("won", "bold green", voice, who=winners[0])
    elif winners:
        terminal.say("won-together", "bold green", voice, who=winners)
    width = max(map(cell_len, voice.names))
    points = terminal.fit(game.words.template("points", terminal.language) or "")
    for place, seat in sorted((place, seat) for seat, place in enumerate(places)):
        name = voice.names[seat] + " " * (width - cell_len(voice.names[seat]))
        terminal.show(f"  {place}.  {name}  {points}: {state.scores()[seat]}")
