"""A hint at the keyboard: what each move is worth, the best one first. It is worked out elsewhere, so Ctrl-C leaves."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rich.progress import Progress
from rich.text import Text

from knobel.cli.session import TerminalSession
from knobel.cli.terminal import outcome
from knobel.coach.advice import Advice, NoAdvice
from knobel.coach.telling import sentences, shown_chance
from knobel.coach.worker import ask, question
from knobel.core.contract import Move, Open, Seat
from knobel.core.words import Say, percent

JSON = "--json"
HINT, HINT_JSON = ["hint"], ["hint", JSON]
"""What is typed for it, by people and by programs."""
BAR = 20
"""How many signs a sure win has."""


def show_hint(session: TerminalSession, seat: Seat, moves: Sequence[Move | Open], *, json: bool) -> None:
    """Says what each move of a person is worth, or why there is no advice."""
    terminal = session.terminal
    if not session.hints:
        terminal.warn(Say("hints.refused"))
        return
    try:
        advice = _waited_for(session, seat)
    except NoAdvice as error:
        terminal.warn(error.say)
        return
    if json:
        terminal.json(msgspec.json.encode(advice))
        return
    numbers = {str(move): number for number, move in enumerate(moves, 1)}
    for advised in advice.moves:
        chance = percent(advised.chance, terminal.language, shown_chance(advised).digits)
        bar = Text(terminal.fit("█" if not terminal.letters else "#") * round(BAR * advised.chance), "green")
        label = session.game.label(session.view(seat), seat, advised.move)
        line = Text(f"{chance:>7}  ").append_text(bar).append(" " * (BAR + 2 - len(bar)))
        line.append_text(terminal.pen.sentence(session.game.words.parts(label, session.voice(seat))))
        terminal.show_hung(line, 6, f"{numbers.get(str(advised.move), ''):>4}")
    for say in sentences(session.game, session.view(seat), advice):
        terminal.show_hung(terminal.spoken(session.game.words, [say], session.voice(seat)), 6, style="dim")


def _waited_for(session: TerminalSession, seat: Seat) -> Advice:
    terminal, table = session.terminal, session.table
    errors = terminal.errors
    asked = question(session.game, table.timeline.header.rules, session.view(seat), seat, table.clock.now())
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as bar:
        going = bar.add_task(terminal.text("hints.working"), total=1)
        return outcome(ask(asked, lambda done: bar.update(going, completed=done)))
