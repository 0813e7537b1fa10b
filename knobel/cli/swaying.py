"""Something sways, and one move stops it: a mark runs along a line, and Enter takes the moment."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable

from rich.text import Text

from knobel.cli.asking import Left
from knobel.cli.attempting import attempt
from knobel.cli.deciding import label
from knobel.cli.key_by_key import key_by_key
from knobel.cli.rulebook import rule_in_words
from knobel.cli.sitting import Sitting
from knobel.cli.telling import tell_news
from knobel.cli.terminal import EndOfInput
from knobel.cli.typed_line import TypedLine
from knobel.core.contract import Open, State
from knobel.core.move import Move
from knobel.core.words import Who

FRAME = 0.05
"""Seconds between two pictures of the mark."""

WIDEST = 30
"""How many columns the line has on either side of its middle, where the screen has room for them."""

NEAR, FAR = 0.12, 0.35
"""Up to here the mark is painted as good, and from here on as bad."""


class Swaying:
    """A stretch of a game in which something sways, until whoever must stop it does, or it stops by itself."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.line = TypedLine()
        state = sitting.table.state
        asked = sorted(state.due().must & set(sitting.people))
        self.seat = asked[0] if asked else None
        """The person who stops it; None: a player of the house does."""
        self.drive = sitting.drive()

    def run(self) -> None:
        """Goes on until something has happened."""
        sitting, terminal = self.sitting, self.sitting.terminal
        tell_news(sitting)
        if self.seat is not None:
            terminal.show(self.prompt(), "dim")
        if not terminal.real:
            self.run_piped()
            return
        terminal.forget_typed_ahead()
        with key_by_key(terminal.real):
            while not self.happened():
                self.show(sitting.table.state, sitting.table.clock.now())
                self.hear()
            last = sitting.table.timeline.steps[-1]
            self.show(last.before, last.at)
        terminal.show()

    def run_piped(self) -> None:
        """Without a screen that moves: a person's line stops it at once, a player of the house takes its time."""
        if self.seat is None:
            if self.drive.coming:
                self.sitting.table.clock.wait_until(self.drive.coming.at)
        else:
            table = self.sitting.table
            self.answer(self.sitting.terminal.ask(self.picture(table.state, table.clock.now()).plain))
        self.happened()

    def happened(self) -> bool:
        """Whether it is over; if its time has come, what happens by itself happens now."""
        if self.is_on():
            self.drive.catch_up()
        return not self.is_on()

    def is_on(self) -> bool:
        """Whether it still sways."""
        state, game = self.sitting.table.state, self.sitting.game
        return state.outcome() is None and game.live is not None and game.live(state)

    def hear(self) -> None:
        """Listens until the next picture is due."""
        coming = self.drive.seconds()
        wait = FRAME if coming is None else min(FRAME, coming)
        ready, _, _ = select.select([sys.stdin], [], [], wait)
        if not ready:
            return
        data = os.read(sys.stdin.fileno(), 1024)
        if not data:
            raise EndOfInput
        for typed in self.line.take(data):
            if self.is_on():
                self.answer(typed)

    # What was typed -------------------------------------------------------------------------------------------------

    def answer(self, typed: str) -> None:
        """Enter alone is the moment; everything else is a request, or a move that is typed."""
        sitting, terminal = self.sitting, self.sitting.terminal
        request = typed.removeprefix("/")
        match request.lower():
            case "q":
                self.wipe()
                raise Left
            case "h":
                self.note(terminal.text("sway.help"))
            case _ if request.startswith("?"):
                self.note(rule_in_words(terminal, sitting.game, request[1:].strip()))
            case _ if self.seat is not None:
                self.act(self.seat, typed)
            case _:
                return

    def act(self, seat: int, typed: str) -> None:
        """Makes the move that was meant, or says why not."""
        if why_not := attempt(self.sitting, seat, typed, self.meant):
            self.note(why_not)

    def meant(self, seat: int, typed: str) -> Move | None:
        """The one listed move for Enter alone; else what the text spells."""
        sitting = self.sitting
        view = sitting.view(seat)
        moves = view.moves(seat, sitting.table.clock.now())
        if not typed:
            return next(move for move in moves if isinstance(move, Move))
        rich = [move for move in moves if isinstance(move, Open)]
        return sitting.game.reading(view, seat, rich[0], typed) if rich and sitting.game.reading else None

    # The screen -----------------------------------------------------------------------------------------------------

    def prompt(self) -> str:
        """What Enter does, and for whom."""
        sitting, seat = self.sitting, self.seat or 0
        moves = sitting.view(seat).moves(seat, sitting.table.clock.now())
        stop = next(label(sitting, seat, move) for move in moves if isinstance(move, Move))
        key = "sway.one" if len(sitting.people) == 1 else "sway.many"
        return sitting.terminal.text(key, sitting.voice(None), who=Who(seat), stop=stop)

    def note(self, remark: str) -> None:
        """Says something above the line."""
        self.wipe()
        self.sitting.terminal.show(remark, "yellow")

    def wipe(self) -> None:
        """Makes room for words where the mark was."""
        if self.sitting.terminal.real:
            sys.stdout.write("\r\x1b[K")

    def show(self, state: State, at: int) -> None:
        """The line with the mark where it is at a time, and what is being typed."""
        sys.stdout.write("\r\x1b[K")
        self.sitting.terminal.console.print(self.picture(state, at), end=" ")
        sys.stdout.write(self.line.text)
        sys.stdout.flush()

    def picture(self, state: State, at: int) -> Text:
        """A line with its middle and the mark."""
        terminal, marker = self.sitting.terminal, self.sitting.game.marker
        place = marker(state, at) if marker else 0.0
        return drawn(place, min(WIDEST, terminal.console.width // 2 - 4), terminal.fit)


def drawn(place: float, half: int, fit: Callable[[str], str]) -> Text:
    """A line with so many columns on either side of its middle, and a mark at a place from -1 to 1.

    >>> drawn(-0.5, 4, str).plain, drawn(0, 4, str).plain
    ('[··●·|····]', '[····●····]')
    """
    columns = ["·"] * half + ["|"] + ["·"] * half
    at = half + round(max(-1.0, min(1.0, place)) * half)
    style = "bold green" if abs(place) <= NEAR else "bold red" if abs(place) >= FAR else "bold yellow"
    before, after = "".join(columns[:at]), "".join(columns[at + 1 :])
    return Text().append(fit(f"[{before}")).append(fit("●"), style=style).append(fit(f"{after}]"))
