"""The screen and the keyboard: how words reach a person, and how an answer comes back."""

from __future__ import annotations

import getpass
import os
import signal
import sys
from collections.abc import Iterable, Mapping
from io import TextIOWrapper
from select import select
from typing import TextIO

from rich.console import Console, RenderableType
from rich.text import Text

from knobel.cli.dice import Pen, painted, unmarked
from knobel.cli.letters import only_letters, plain, printable
from knobel.cli.words import WORDS
from knobel.core.record import Sitter
from knobel.core.words import Argument, Catalogue, Say, Voice, language_of

try:
    import termios
except ImportError:  # a system without them keeps what was typed ahead
    termios = None


class EndOfInput(Exception):
    """There will be no more answers."""


class Terminal:
    """One screen and one keyboard, in one language."""

    def __init__(self, language: str | None = None, colour: bool = True, environment: Mapping[str, str] = os.environ):
        self.language = language or language_of(environment)
        self.letters = only_letters(sys.stdout.encoding, environment)
        self.typed_live = _live(sys.stdin)
        colourless = not colour or bool(environment.get("NO_COLOR"))
        self.console = _console(sys.stdout, colourless)
        self.errors = _console(sys.stderr, colourless)
        self.real = self.typed_live and _live(sys.stdout) and not self.console.is_dumb_terminal
        """Whether a person sits before it who sees the screen change."""
        self.pen = Pen(self.letters, self.language)
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")

    # Words ----------------------------------------------------------------------------------------------------------

    def text(self, key: str, voice: Voice | None = None, **args: Argument) -> str:
        """The terminal's own words, as they will be shown."""
        return self.spoken(WORDS, Say(key, args), voice or Voice(language=self.language))

    def spoken(self, words: Catalogue, say: Say, voice: Voice) -> str:
        """Words of any catalogue, as they will be shown; dice in them are still marked."""
        return self.fit(self.pen.sentence(words.parts(say, voice)))

    def voice(self, names: Iterable[str], you: int | None) -> Voice:
        """How words reach a seat at this terminal (None: a spectator)."""
        return Voice(language=self.language, names=tuple(names), you=you)

    def names(self, sitters: Iterable[Sitter]) -> tuple[str, ...]:
        """Everybody's name, as this screen can show it; of records from elsewhere, without what would do harm here."""
        return tuple(self.fit(printable(sitter.name)) for sitter in sitters)

    def fit(self, text: str) -> str:
        """A text as well as this screen can show it."""
        return plain(text) if self.letters else text

    # The screen -----------------------------------------------------------------------------------------------------

    def say(self, key: str, style: str = "", voice: Voice | None = None, **args: Argument) -> None:
        """Prints the terminal's own words."""
        self.show(self.text(key, voice, **args), style)

    def show(self, line: str | RenderableType = "", style: str = "") -> None:
        """Prints a line, wrapped between words where it is too long."""
        if isinstance(line, str):
            self.hung(line, 0, style=style)
        else:
            self.console.print(line, style=style or None)

    def hung(self, text: str, indent: int, label: str = "", style: str = "") -> None:
        """Prints a text to the right of its label; every line of it begins at the same column."""
        lines = painted(self.fit(text)).wrap(self.console, max(20, self.console.width - indent)) or [Text()]
        for number, line in enumerate(lines):
            start = label if number == 0 else ""
            line.rstrip()
            self.show(Text().append(start.ljust(indent), style="bold").append_text(line), style)

    def warn(self, say: Say) -> None:
        """Prints why something did not work, and goes on."""
        self.show(self.spoken(WORDS, say, Voice(language=self.language)), "yellow")

    def exact(self, line: str) -> None:
        """Prints a line as it is, to be copied: a command, a path, a commitment."""
        self.console.print(Text(self.fit(line)), soft_wrap=True)

    def complain(self, line: str) -> None:
        """Prints a line for what went wrong."""
        self.errors.print(Text(f"knobel: {self.fit(unmarked(line))}"), soft_wrap=True)

    def remark(self, key: str, **args: Argument) -> None:
        """Prints words of the terminal's own beside what was asked for, where no program reads them."""
        self.errors.print(Text(unmarked(self.text(key, None, **args))), soft_wrap=True)

    def json(self, data: bytes) -> None:
        """Prints data for programs, which is the same on every screen."""
        sys.stdout.buffer.write(data + b"\n")

    def clear(self) -> None:
        """Leaves nothing of what was shown before: neither on the screen nor above it."""
        sys.stdout.write("\x1b[H\x1b[2J\x1b[3J" if self.real else "\f\n")
        sys.stdout.flush()

    # The keyboard ---------------------------------------------------------------------------------------------------

    def ask(self, prompt: str) -> str:
        """What a person types. Raises `EndOfInput` when nothing more will come."""
        self.console.print(painted(self.fit(prompt)), end=" ")
        sys.stdout.flush()
        return self._answer(echo=not self.typed_live)

    def ask_unseen(self, prompt: str) -> str:
        """What a person types without its being shown."""
        if self.typed_live:
            try:
                return printable(getpass.getpass(self.fit(prompt) + " ", sys.stdout))
            except EOFError:
                self.show()
                raise EndOfInput from None
        self.console.print(Text(self.fit(prompt)))
        return self._answer(echo=False)

    def forget_typed_ahead(self) -> None:
        """Drops keys that were pressed before the question was asked."""
        if self.typed_live and termios:
            termios.tcflush(sys.stdin, termios.TCIFLUSH)

    def _answer(self, echo: bool) -> str:
        if self.typed_live and termios:
            wait_for_key(sys.stdin)
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            self.show()
            raise EndOfInput
        answer = printable(line.strip())
        if echo:
            self.exact(answer)
        return answer


def wait_for_key(keyboard: TextIO) -> None:
    """Returns when there is something to read. Ctrl-C is met whenever it is pressed.

    A plain read sleeps through a Ctrl-C that comes just before the system is asked for keys: the question is on the
    screen by then, so people do press it. The signal itself wakes this up.
    """
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    before = signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
    try:
        select([keyboard, woken], [], [])
    finally:
        signal.set_wakeup_fd(before)
        os.close(woken)
        os.close(wakes)


def _live(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _console(file: TextIO, colourless: bool) -> Console:
    return Console(file=file, color_system=None if colourless else "auto", highlight=False, markup=False, emoji=False)
