"""Everybody at once: what others do appears while a person types, and the line being typed is kept."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Iterator

from knobel.cli.asking import Left
from knobel.cli.attempting import attempt
from knobel.cli.deciding import label
from knobel.cli.key_by_key import key_by_key
from knobel.cli.rulebook import rule_in_words
from knobel.cli.sitting import Sitting
from knobel.cli.stories import draw, head, sentence
from knobel.cli.terminal import EndOfInput
from knobel.cli.typed_line import TypedLine
from knobel.core.contract import Open
from knobel.core.move import Move

MOST_TOLD, LEAST_TOLD = 8, 3
"""How many of the last sentences stand between the table and the line being typed, and for how many there is room."""

FOOT = 4
"""Lines at the bottom: what can be done, a remark, and the line being typed."""


class Race:
    """A stretch of a game in which nobody waits for anybody."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.line = TypedLine()
        self.remark = ""
        self.drive = sitting.drive()
        self.seen = -1

    def run(self) -> None:
        """Goes on until the position is no longer live."""
        with key_by_key(self.sitting.terminal.real):
            while self.is_live():
                self.notice()
                self.happen_or_hear()
        if self.sitting.terminal.real:
            self.sitting.terminal.show()

    def is_live(self) -> bool:
        """Whether everybody may act at once here."""
        game, state = self.sitting.game, self.sitting.table.state
        return game.live is not None and state.outcome() is None and game.live(state)

    def notice(self) -> None:
        """When the position is new, the screen shows it."""
        steps = self.sitting.table.timeline.steps
        if self.seen != len(steps) and self.is_live():
            self.seen = len(steps)
            self.show()

    def happen_or_hear(self) -> None:
        """Waits for whatever is first: a line that is typed, or what happens by itself."""
        for typed in self.heard(self.drive.seconds()):
            self.catch_up()
            if self.is_live():
                self.answer(typed)
        self.catch_up()

    def catch_up(self) -> None:
        """Lets everything happen whose time has come, at its own time."""
        while self.is_live() and self.drive.catch_up():
            self.notice()

    def heard(self, wait: float | None) -> Iterator[str]:
        """Lines that were typed, within that many seconds."""
        if not self.sitting.terminal.real:
            yield self.sitting.terminal.ask(self.prompt())
            return
        ready, _, _ = select.select([sys.stdin], [], [], wait)
        if not ready:
            return
        data = os.read(sys.stdin.fileno(), 1024)
        if not data:
            raise EndOfInput
        self.remark = ""
        yield from self.line.take(data)
        self.show_line()

    # What was typed -------------------------------------------------------------------------------------------------

    def answer(self, typed: str) -> None:
        """A line that a person finished: a word, the number of a move, or a request."""
        sitting, terminal = self.sitting, self.sitting.terminal
        request = typed.removeprefix("/")
        match request.lower():
            case "":
                return
            case "q":
                raise Left
            case "h":
                self.note(terminal.text("live.help"))
            case _ if request.startswith("?"):
                self.note(rule_in_words(terminal, sitting.game, request[1:].strip()))
            case _:
                self.act(*self.speaker(typed))

    def speaker(self, typed: str) -> tuple[int | None, str]:
        """Who speaks: the only person, or whoever's number or name comes first."""
        people, names = self.sitting.people, self.sitting.names
        if len(people) == 1:
            return people[0], typed
        first, _, rest = typed.partition(" ")
        called = {str(seat + 1): seat for seat in people} | {names[seat].lower(): seat for seat in people}
        return called.get(first.lower()), rest.strip()

    def act(self, seat: int | None, typed: str) -> None:
        """Makes the move that was meant, or says why not."""
        sitting, terminal = self.sitting, self.sitting.terminal
        if seat is None:
            self.note(terminal.text("live.who", n=sitting.people[0] + 1))
            return
        if why_not := attempt(sitting, seat, typed, self.meant):
            self.note(why_not)
        else:
            self.notice()

    def meant(self, seat: int, typed: str) -> Move | None:
        """The move of that number, or the one that the text spells."""
        sitting = self.sitting
        view = sitting.view(seat)
        moves = view.moves(seat, sitting.table.clock.now())
        listed = [move for move in moves if isinstance(move, Move)]
        if typed.isdecimal():
            return listed[int(typed) - 1] if 0 < int(typed) <= len(listed) else None
        kinds = [move for move in moves if isinstance(move, Open)]
        return sitting.game.reading(view, seat, kinds[0], typed) if kinds and sitting.game.reading else None

    # The screen -----------------------------------------------------------------------------------------------------

    def note(self, remark: str) -> None:
        """Says something to whoever types, beside the game."""
        self.remark = remark
        if self.sitting.terminal.real:
            self.show()
        else:
            self.sitting.terminal.show(remark, "yellow")

    def show(self) -> None:
        """The table on top, what was said under it, and the line being typed at the bottom."""
        sitting, terminal = self.sitting, self.sitting.terminal
        steps = sitting.table.timeline.steps
        holder = sitting.holder
        news = steps[sitting.heard[holder] :]
        sitting.heard[holder] = len(steps)
        if not terminal.real:
            for step in news:
                terminal.show(sentence(terminal, sitting.game, step, sitting.voice(holder)))
            draw(terminal, sitting.game, sitting.view(holder), sitting.voice(holder))
            return
        sys.stdout.write("\x1b[H\x1b[2J")
        head(terminal, sitting.game.title(terminal.language), terminal.text("live.now"))
        used = 1 + draw(terminal, sitting.game, sitting.view(holder), sitting.voice(holder), beside=LEAST_TOLD + FOOT)
        for line in self.told_last(terminal.console.height - used - FOOT):
            terminal.show(line)
        terminal.show(self.offers(), "dim")
        if self.remark:
            terminal.show(self.remark, "yellow")
        self.show_line()

    def told_last(self, room: int) -> list[str]:
        """The last sentences, as many as there is room for below the table."""
        terminal, width = self.sitting.terminal, self.sitting.terminal.console.width
        told: list[str] = []
        for step in reversed(self.sitting.table.timeline.steps[-MOST_TOLD:]):
            line = sentence(terminal, self.sitting.game, step, self.sitting.voice(self.sitting.holder))
            room -= 1 + len(line) // width
            if room < 0 and told:
                break
            told.insert(0, line)
        return told

    def offers(self) -> str:
        """The moves that have a number."""
        sitting = self.sitting
        seat = sitting.people[0]
        listed = [move for move in sitting.view(seat).moves(seat, sitting.table.clock.now()) if isinstance(move, Move)]
        labels = [f"{number} {label(sitting, seat, move)}" for number, move in enumerate(listed, start=1)]
        return " · ".join([*labels, sitting.terminal.text("live.keys")])

    def show_line(self) -> None:
        """The line being typed, as far as it is."""
        if self.sitting.terminal.real:
            sys.stdout.write("\r\x1b[K")
            self.sitting.terminal.console.print(self.prompt(), end=" ")
            sys.stdout.write(self.line.text)
            sys.stdout.flush()

    def prompt(self) -> str:
        """What stands before the line."""
        return self.sitting.terminal.text("live.ask" if len(self.sitting.people) == 1 else "live.ask-many")
