"""The screen and the keyboard: how words reach a person, and how an answer comes back, by lines or key by key."""

from __future__ import annotations

import codecs
import getpass
import os
import shlex
import shutil
import signal
import sys
from collections.abc import Generator, Iterable, Iterator, Mapping
from concurrent.futures import Future, wait
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from select import select
from typing import NamedTuple, TextIO, TypeVar

from rich.console import Console, RenderableType
from rich.progress import Progress, TaskID
from rich.text import Text

from knobel.cli.render import Pen, only_letters, plain
from knobel.cli.words import TERMINAL_WORDS
from knobel.core.record import Sitter
from knobel.core.words import Argument, Catalogue, Say, Voice, language_of
from knobel.table.seats import level_name

try:
    import termios
    import tty
except ImportError:  # a system without them reads a line when it is finished, and keeps what was typed ahead
    termios = tty = None

T = TypeVar("T")


_JOINERS = "\u200c\u200d"
"""They shape what stands beside them (an emoji of several parts, a letter of Devanagari) and do nothing else."""


class EndOfInput(Exception):
    """There will be no more answers."""


class Bar(NamedTuple):
    """How far something is, as it is shown."""

    shown: Progress
    task: TaskID

    def reach(self, done: float) -> None:
        """So much is done by now."""
        self.shown.update(self.task, completed=done)

    def add(self, more: float) -> None:
        """So much more is done."""
        self.shown.advance(self.task, more)


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
        return self.own(Say(key, args), voice)

    def own(self, say: Say, voice: Voice | None = None) -> str:
        """Something to be said in the terminal's own words, which name no dice."""
        return self.fit(TERMINAL_WORDS.text(say, voice or Voice(language=self.language)))

    def spoken(self, words: Catalogue, says: Iterable[Say], voice: Voice) -> Text:
        """Sentences of a game as one listener hears them, with the dice in them drawn."""
        return Text(" ").join(self.pen.sentence(words.parts(say, voice)) for say in says)

    def voice(self, names: Iterable[str], you: int | None) -> Voice:
        """How words reach a seat at this terminal (None: a spectator)."""
        return Voice(language=self.language, names=tuple(names), you=you)

    def names(self, sitters: Iterable[Sitter]) -> tuple[str, ...]:
        """Everybody's name, as this screen can show it; of records from elsewhere, without what would do harm here."""
        return tuple(self.fit(printable(sitter.name)) for sitter in sitters)

    def level(self, level: str) -> str:
        """What a level is called here; to ask for it, its own name is typed."""
        return self.fit(level_name(level, self.language))

    def fit(self, text: str) -> str:
        """A text as well as this screen can show it."""
        return plain(text) if self.letters else text

    def _fitted(self, text: str | Text) -> Text:
        return Text(self.fit(text)) if isinstance(text, str) else text

    # The screen -----------------------------------------------------------------------------------------------------

    def say(self, key: str, style: str = "", voice: Voice | None = None, **args: Argument) -> None:
        """Prints the terminal's own words."""
        self.show(self.text(key, voice, **args), style)

    def show(self, line: str | RenderableType = "", style: str = "") -> None:
        """Prints a line, wrapped between words where it is too long."""
        if isinstance(line, str | Text):
            self.show_hung(line, 0, style=style)
        else:
            self.console.print(line, style=style or None)

    def show_hung(self, text: str | Text, indent: int, label: str = "", style: str = "") -> None:
        """Prints a text to the right of its label; every line of it begins at the same column."""
        words = self._fitted(text)
        for number, line in enumerate(words.wrap(self.console, max(20, self.console.width - indent)) or [Text()]):
            start = label if number == 0 else ""
            line.rstrip()
            labelled = Text().append(start.ljust(indent), style="bold").append_text(line)
            self.console.print(labelled, style=style or None)

    def warn(self, say: Say) -> None:
        """Prints why something did not work, and goes on."""
        self.show(self.own(say), "yellow")

    def show_exact(self, line: str) -> None:
        """Prints a line as it is, to be copied: a command, a path, a commitment."""
        self.console.print(Text(self.fit(line)), soft_wrap=True)

    def complain(self, line: str) -> None:
        """Prints a line for what went wrong."""
        self.errors.print(Text(f"knobel: {self.fit(line)}"), soft_wrap=True)

    def remark(self, key: str, **args: Argument) -> None:
        """Prints words of the terminal's own beside what was asked for, where no program reads them."""
        self.errors.print(Text(self.text(key, None, **args)), soft_wrap=True)

    def json(self, data: bytes) -> None:
        """Prints data for programs, which is the same on every screen."""
        sys.stdout.buffer.write(data + b"\n")

    def clear(self) -> None:
        """Leaves nothing of what was shown before: neither on the screen nor above it."""
        sys.stdout.write("\x1b[H\x1b[2J\x1b[3J" if self.real else "\f\n")
        sys.stdout.flush()

    @contextmanager
    def progress(self, key: str, total: float = 1) -> Generator[Bar]:
        """Shows how far something is, beside what was asked for and while it goes on."""
        with Progress(console=self.errors, transient=True, disable=not self.errors.is_terminal) as shown:
            yield Bar(shown, shown.add_task(self.text(key), total=total))

    # The keyboard ---------------------------------------------------------------------------------------------------

    def ask(self, prompt: str | Text) -> str:
        """What a person types. Raises `EndOfInput` when nothing more will come."""
        self.console.print(self._fitted(prompt), end=" ")
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
            self.show_exact(answer)
        return answer


def printable(text: str) -> str:
    """The text without anything that would move the cursor, ring a bell or break a record."""
    whole = text.encode("utf-8", "replace").decode()
    return "".join(
        char if char.isprintable() or char in _JOINERS else " " if char.isspace() else "\ufffd" for char in whole
    )


GLANCE_S = 0.2
"""So often it is looked whether Ctrl-C was pressed while something is worked out elsewhere."""


def outcome(future: Future[T]) -> T:
    """What is worked out elsewhere, once it is there. Ctrl-C is met whenever it is pressed.

    A wait without an end sleeps through one that comes just before it begins, or that another thread is woken by.
    """
    while not wait((future,), GLANCE_S).done:
        pass
    return future.result()


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


# Keys as they are pressed, without waiting for Enter -----------------------------------------------------------------


@contextmanager
def key_by_key(real: bool) -> Generator[None]:
    """Hands keys over as they are pressed, and leaves the terminal as it was."""
    if not real or termios is None or tty is None:
        yield
        return
    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        yield
    finally:
        with suppress(termios.error):
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


class TypedLine:
    """A line as it is being typed."""

    def __init__(self) -> None:
        self.text = ""
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._escape = ""

    def take(self, data: bytes) -> Iterator[str]:
        r"""Adds keys that were pressed; gives each line that Enter finished. Raises `EndOfInput` for Ctrl-D.

        >>> line = TypedLine()
        >>> list(line.take(b"crat")), line.text
        ([], 'crat')
        >>> list(line.take(b"es\x7f\ntoe")), line.text
        (['crate'], 'toe')
        """
        for key in self._decode(data):
            if key == "\x04" and not self.text:
                raise EndOfInput
            if self._in_escape(key):
                continue
            if key in "\r\n":
                finished, self.text = self.text, ""
                yield finished.strip()
            elif key in "\x7f\b":
                self.text = self.text[:-1]
            elif key == "\x15":  # Ctrl-U: the whole line away
                self.text = ""
            elif key.isprintable():
                self.text += key

    def _in_escape(self, key: str) -> bool:
        """Arrows and the like come as several signs; none of them is part of the line."""
        if not self._escape and key != "\x1b":
            return False
        self._escape += key
        if len(self._escape) > 1 and (key.isalpha() or key == "~") and self._escape not in ("\x1bO",):
            self._escape = ""
        return True


def command_line(*words: str) -> str:
    """A command line of this program, exactly as a person can type it here."""
    return " ".join([_program(), *map(shlex.quote, words)])


def _program() -> str:
    started = Path(sys.argv[0])
    if started.name == "__main__.py" or not started.exists():
        return f"{shlex.quote(sys.executable)} -m knobel"
    found = shutil.which(started.name)
    return started.name if found and Path(found).samefile(started) else shlex.quote(sys.argv[0])
