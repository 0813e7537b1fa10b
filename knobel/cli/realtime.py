"""Nobody waits for anybody: others act, or something sways, while a person types; the line being typed is kept."""

from __future__ import annotations

import os
import select
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

from rich.text import Text

from knobel.cli.prompt import Quit
from knobel.cli.reference import rule_in_words
from knobel.cli.session import TerminalSession, tell_news
from knobel.cli.telling import draw, objected, sentence, show_head
from knobel.cli.terminal import EndOfInput, TypedLine, key_by_key
from knobel.cli.turn import brief_hint, label
from knobel.core.contract import IllegalMove, Move, Open, State
from knobel.core.errors import Malformed
from knobel.core.words import Who

ASKS = "/hint"
"""What is typed for a hint where all that is typed may be a word."""

MAX_TOLD, MIN_TOLD = 8, 3
"""How many of the last sentences stand between the table and the line being typed, and for how many there is room."""

FOOT = 4
"""Lines at the bottom: what can be done, a remark, and the line being typed."""

FRAME = 0.05
"""Seconds between two pictures of the mark."""

MAX_HALF = 30
"""How many columns the line has on either side of its middle, where the screen has room for them."""

NEAR, FAR = 0.12, 0.35
"""Up to here the mark is painted as good, and from here on as bad."""

WIPE = "\r\x1b[K"


def run_live(session: TerminalSession) -> None:
    """Goes on for as long as the position is live: a race, or something that sways."""
    (Race if session.game.realtime.marker is None else Sway)(session).run()


class Live(ABC):
    """What every such stretch of a game has: a line being typed, and what happens by itself meanwhile."""

    help = ""
    """The key of what is said to whoever asks for help."""

    def __init__(self, session: TerminalSession) -> None:
        self.session = session
        self.line = TypedLine()
        self.drive = session.drive()

    def keys(self, wait: float | None) -> bytes:
        """The keys that are pressed within that many seconds; none is nothing. Raises `EndOfInput`."""
        ready, _, _ = select.select([sys.stdin], [], [], wait)
        if not ready:
            return b""
        data = os.read(sys.stdin.fileno(), 1024)
        if not data:
            raise EndOfInput
        return data

    def answer(self, typed: str) -> None:
        """A line that a person finished: a move, or a request."""
        terminal, request = self.session.terminal, typed.removeprefix("/")
        match request.lower():
            case "q":
                self.leave()
            case "h":
                self.note(terminal.text(self.help))
            case _ if request.startswith("?"):
                self.note(rule_in_words(terminal, self.session.game, request[1:].strip()))
            case _:
                self.act(typed)

    def try_move(self, seat: int, typed: str) -> bool:
        """Makes the move that a seat meant by what it typed, or says why not."""
        session, terminal = self.session, self.session.terminal
        try:
            move = self.meant(seat, typed)
            if move is not None:
                session.table.move(seat, move)
                return True
            why = terminal.text("live.unclear", typed=typed)
        except Malformed as error:
            why = terminal.spoken(session.game.words, [error.say], session.voice(seat))
        except IllegalMove as error:
            why = objected(terminal, session.game, error.objection, session.voice(seat))
        self.note(why)
        return False

    def meant(self, seat: int, typed: str) -> Move | None:
        """The move with a short name of its own, or the one that the text spells."""
        session = self.session
        view = session.view(seat)
        moves = view.moves(seat, session.table.clock.now())
        if self.is_short(typed):
            return self.listed(typed, [move for move in moves if isinstance(move, Move)])
        kinds = [move for move in moves if isinstance(move, Open)]
        parse = session.game.rich_moves.parse
        return parse(view, seat, kinds[0], typed) if kinds and parse else None

    def leave(self) -> None:
        """Somebody saves and leaves."""
        raise Quit

    @abstractmethod
    def is_short(self, typed: str) -> bool:
        """Whether what was typed names a listed move."""

    @abstractmethod
    def listed(self, typed: str, moves: list[Move]) -> Move | None:
        """The listed move of that name."""

    @abstractmethod
    def act(self, typed: str) -> None:
        """Somebody wants to make a move."""

    @abstractmethod
    def note(self, remark: str | Text) -> None:
        """Says something to whoever types, beside the game."""


class Race(Live):
    """Everybody at once: what others do appears while a person types."""

    help = "live.help"

    def __init__(self, session: TerminalSession) -> None:
        super().__init__(session)
        self.remark: str | Text = ""
        self.seen = -1

    def run(self) -> None:
        """Goes on until the position is no longer live."""
        session = self.session
        with key_by_key(session.terminal.real):
            while session.is_live():
                self.notice()
                for typed in self.heard():
                    self.catch_up()
                    if session.is_live() and typed not in ("", "/"):
                        self.answer(typed)
                self.catch_up()
        if session.terminal.real:
            session.terminal.show()

    def notice(self) -> None:
        """When the position is new, the screen shows it."""
        steps = self.session.table.timeline.steps
        if self.seen != len(steps) and self.session.is_live():
            self.seen = len(steps)
            self.show()

    def heard(self) -> Iterator[str]:
        """Lines that are typed before anything happens by itself."""
        if not self.session.terminal.real:
            yield self.session.terminal.ask(self.prompt())
            return
        if keys := self.keys(self.drive.seconds()):
            self.remark = ""
            yield from self.line.take(keys)
            self.show_line()

    def catch_up(self) -> None:
        """Lets everything happen whose time has come, at its own time."""
        while self.session.is_live() and self.drive.catch_up():
            self.notice()

    # What was typed -------------------------------------------------------------------------------------------------

    def act(self, typed: str) -> None:
        """A person makes a move: the only one there, or whoever's number or name comes first."""
        seat, words = self.speaker(typed)
        if seat is None:
            self.note(self.session.terminal.text("live.who", n=self.session.people[0] + 1))
        elif self.try_move(seat, words):
            self.notice()

    def answer(self, typed: str) -> None:
        """A line that a person finished. A hint is asked for with a stroke before it: without, it is a word."""
        seat, words = self.speaker(typed)
        if seat is not None and words.lower() == ASKS:
            self.note(brief_hint(self.session, seat))
        else:
            super().answer(typed)

    def speaker(self, typed: str) -> tuple[int | None, str]:
        """Who speaks, and what they say."""
        people, names = self.session.people, self.session.names
        if len(people) == 1:
            return people[0], typed
        first, _, rest = typed.partition(" ")
        called = {str(seat + 1): seat for seat in people} | {names[seat].lower(): seat for seat in people}
        return called.get(first.lower()), rest.strip()

    def is_short(self, typed: str) -> bool:
        """Listed moves have numbers."""
        return typed.isdecimal()

    def listed(self, typed: str, moves: list[Move]) -> Move | None:
        """The move of that number."""
        return moves[int(typed) - 1] if 0 < int(typed) <= len(moves) else None

    # The screen -----------------------------------------------------------------------------------------------------

    def note(self, remark: str | Text) -> None:
        """Says something to whoever types, beside the game."""
        self.remark = remark
        if self.session.terminal.real:
            self.show()
        else:
            self.session.terminal.show(remark, "yellow")

    def show(self) -> None:
        """The table on top, what was said under it, and the line being typed at the bottom."""
        session, terminal = self.session, self.session.terminal
        steps = session.table.timeline.steps
        holder = session.holder
        news = steps[session.heard[holder] :]
        session.heard[holder] = len(steps)
        if not terminal.real:
            for step in news:
                terminal.show(sentence(terminal, session.game, step, session.voice(holder)))
            draw(terminal, session.game, session.view(holder), session.voice(holder))
            return
        sys.stdout.write("\x1b[H\x1b[2J")
        show_head(terminal, session.game.title(terminal.language), terminal.text("live.now"))
        used = 1 + draw(terminal, session.game, session.view(holder), session.voice(holder), beside=MIN_TOLD + FOOT)
        for line in self.told_last(terminal.console.height - used - FOOT):
            terminal.show(line)
        terminal.show(self.offers(), "dim")
        if self.remark:
            terminal.show(self.remark, "yellow")
        self.show_line()

    def told_last(self, room: int) -> list[Text]:
        """The last sentences, as many as there is room for below the table."""
        terminal, width = self.session.terminal, self.session.terminal.console.width
        told: list[Text] = []
        for step in reversed(self.session.table.timeline.steps[-MAX_TOLD:]):
            line = sentence(terminal, self.session.game, step, self.session.voice(self.session.holder))
            room -= 1 + len(line) // width
            if room < 0 and told:
                break
            told.insert(0, line)
        return told

    def offers(self) -> Text:
        """The moves that have a number."""
        session = self.session
        seat = session.people[0]
        listed = [move for move in session.view(seat).moves(seat, session.table.clock.now()) if isinstance(move, Move)]
        labels = [Text(f"{number} ").append_text(label(session, seat, move)) for number, move in enumerate(listed, 1)]
        return Text(session.terminal.fit(" · ")).join([*labels, Text(session.terminal.text("live.keys"))])

    def show_line(self) -> None:
        """The line being typed, as far as it is."""
        if self.session.terminal.real:
            sys.stdout.write(WIPE)
            self.session.terminal.console.print(self.prompt(), end=" ")
            sys.stdout.write(self.line.text)
            sys.stdout.flush()

    def prompt(self) -> str:
        """What stands before the line."""
        return self.session.terminal.text("live.ask" if len(self.session.people) == 1 else "live.ask-many")


class Sway(Live):
    """Something sways until it is stopped, or stops by itself: a mark runs along a line, and Enter takes the moment."""

    help = "sway.help"

    def __init__(self, session: TerminalSession) -> None:
        super().__init__(session)
        asked = sorted(session.table.state.due().must & set(session.people))
        self.seat = asked[0] if asked else None
        """The person who stops it; None: a player of the house does."""

    def run(self) -> None:
        """Goes on until something has happened."""
        session, terminal = self.session, self.session.terminal
        tell_news(session)
        if self.seat is not None:
            terminal.show(self.prompt(), "dim")
        if not terminal.real:
            self.run_piped()
            return
        terminal.forget_typed_ahead()
        with key_by_key(terminal.real):
            while not self.is_over():
                self.show(session.table.state, session.table.clock.now())
                for typed in self.line.take(self.keys(self.until_next_picture())):
                    if session.is_live():
                        self.answer(typed)
            last = session.table.timeline.steps[-1]
            self.show(last.before, last.at)
        terminal.show()

    def run_piped(self) -> None:
        """Without a screen that moves: a person's line stops it at once, a player of the house takes its time."""
        table = self.session.table
        if self.seat is not None:
            self.answer(self.session.terminal.ask(self.picture(table.state, table.clock.now()).plain))
        elif self.drive.coming:
            table.clock.wait_until(self.drive.coming.at)
        self.is_over()

    def is_over(self) -> bool:
        """Whether it has stopped; if its time has come, what happens by itself happens now."""
        if self.session.is_live():
            self.drive.catch_up()
        return not self.session.is_live()

    def until_next_picture(self) -> float:
        """How many seconds there are to listen."""
        coming = self.drive.seconds()
        return FRAME if coming is None else min(FRAME, coming)

    # What was typed -------------------------------------------------------------------------------------------------

    def act(self, typed: str) -> None:
        """Whoever must stop it does."""
        if self.seat is not None:
            self.try_move(self.seat, typed)

    def leave(self) -> None:
        """Somebody saves and leaves."""
        self.wipe()
        super().leave()

    def is_short(self, typed: str) -> bool:
        """Enter alone is the moment."""
        return not typed

    def listed(self, typed: str, moves: list[Move]) -> Move | None:
        """The one listed move."""
        return moves[0]

    # The screen -----------------------------------------------------------------------------------------------------

    def prompt(self) -> str:
        """What Enter does, and for whom."""
        session, seat = self.session, self.seat or 0
        moves = session.view(seat).moves(seat, session.table.clock.now())
        stop = next(label(session, seat, move).plain for move in moves if isinstance(move, Move))
        key = "sway.one" if len(session.people) == 1 else "sway.many"
        return session.terminal.text(key, session.voice(None), who=Who(seat), stop=stop)

    def note(self, remark: str | Text) -> None:
        """Says something above the line."""
        self.wipe()
        self.session.terminal.show(remark, "yellow")

    def wipe(self) -> None:
        """Makes room for words where the mark was."""
        if self.session.terminal.real:
            sys.stdout.write(WIPE)

    def show(self, state: State, at: int) -> None:
        """The line with the mark where it is at a time, and what is being typed."""
        sys.stdout.write(WIPE)
        self.session.terminal.console.print(self.picture(state, at), end=" ")
        sys.stdout.write(self.line.text)
        sys.stdout.flush()

    def picture(self, state: State, at: int) -> Text:
        """A line with its middle and the mark."""
        terminal, marker = self.session.terminal, self.session.game.realtime.marker
        place = marker(state, at) if marker else 0.0
        return draw_mark(place, min(MAX_HALF, terminal.console.width // 2 - 4), terminal.fit)


def draw_mark(place: float, half: int, fit: Callable[[str], str]) -> Text:
    """A line with so many columns on either side of its middle, and a mark at a place from -1 to 1.

    >>> draw_mark(-0.5, 4, str).plain, draw_mark(0, 4, str).plain
    ('[··●·|····]', '[····●····]')
    """
    columns = ["·"] * half + ["|"] + ["·"] * half
    at = half + round(max(-1.0, min(1.0, place)) * half)
    style = "bold green" if abs(place) <= NEAR else "bold red" if abs(place) >= FAR else "bold yellow"
    before, after = "".join(columns[:at]), "".join(columns[at + 1 :])
    return Text().append(fit(f"[{before}")).append(fit("●"), style=style).append(fit(f"{after}]"))
