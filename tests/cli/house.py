"""`knobel` in a process of its own, driven as a person would: in a pseudo-terminal with a screen, or through pipes.

It is forked from a process that has everything loaded; `test_program.py` sees to it that the program as it is installed
does the same.
"""

from __future__ import annotations

import os
import pty
import re
import shutil
import subprocess
import sys
import termios
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pexpect
import pyte
from msgspec.structs import replace
from pexpect.fdpexpect import fdspawn

from tests.nursery import PATIENCE_S, Nursery, Order

ROOT = Path(__file__).parents[2]
PROGRAM = str(Path(sys.executable).with_name("knobel"))

MOVE = r"move \(1(?:–(\d+)|, or Enter)?\):"
PASS = r"press Enter"
LIVE = r"(You|Who, and what):$"
"""Where everybody acts at once."""
RESUME = re.compile(r"^ *(.*knobel resume (.+))$", re.MULTILINE)
PLUGINS = Path(__file__).parent / "plugins"
"""Where a game of another package is."""

Start = Callable[[list[str], dict[str, str]], Order]

nursery = Nursery("tests.cli.loaded", paths=[PLUGINS])


def forked(words: list[str], environment: dict[str, str]) -> Order:
    """A `knobel` with these words, from the one that has everything loaded."""
    return Order("tests.cli.loaded:knobel", [PROGRAM, *words], environment)


def installed(words: list[str], environment: dict[str, str]) -> Order:
    """The program as it is installed."""
    return Order("os:execve", [PROGRAM, [PROGRAM, *words], environment], environment)


def _all_of(file: int) -> str:
    with os.fdopen(file, encoding="utf-8", errors="replace") as said:
        return said.read()


class Screen(pyte.Screen):
    """A screen of 80 by 24 that remembers what has scrolled off its top.

    Lines are put together when somebody looks at them: most of what is drawn nobody does.
    """

    def __init__(self) -> None:
        self.above: list[Mapping[int, pyte.screens.Char]] = []
        super().__init__(80, 24)

    def row(self, line: Mapping[int, pyte.screens.Char]) -> str:
        """What a line of the screen says."""
        return "".join([line[x].data for x in range(self.columns)]).rstrip()

    @property
    def here(self) -> str:
        """The line the cursor is in."""
        return self.row(self.buffer[self.cursor.y])

    def index(self) -> None:
        top, bottom = self.margins or (0, self.lines - 1)
        if self.cursor.y == bottom:
            self.above.append(self.buffer[top])
        super().index()

    def erase_in_display(self, how: int = 0, *more: Any, **named: Any) -> None:
        super().erase_in_display(how, *more, **named)
        if how == 3:
            self.above.clear()

    def reset(self) -> None:
        super().reset()
        self.above.clear()


class Sitting:
    """A `knobel` in a pseudo-terminal, and what is on its screen."""

    def __init__(self, order: Order, folder: Path) -> None:
        self.screen = Screen()
        self.stream = pyte.Stream(self.screen)
        self.fresh = True
        self.raw = ""
        here, there = pty.openpty()
        termios.tcsetwinsize(there, (24, 80))
        self.process = nursery.start(replace(order, folder=str(folder), terminal=True), [there] * 3)
        os.close(there)
        self.child = fdspawn(here, encoding="utf-8", codec_errors="replace", timeout=PATIENCE_S)
        self.modes = termios.tcgetattr(here)

    @property
    def shown(self) -> str:
        """What is on the screen."""
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    @property
    def everything(self) -> str:
        """What is on the screen and what has scrolled off its top."""
        return "\n".join([*map(self.screen.row, self.screen.above), self.shown])

    @property
    def said(self) -> str:
        """Every line that was ever shown, however wide."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.raw).replace("\r", "")

    @property
    def here(self) -> str:
        """The line the cursor is in."""
        return self.screen.here

    def wait(self, *patterns: str) -> re.Match[str]:
        """Waits until one of these is asked where the cursor is."""
        while True:
            if self.fresh:
                here = self.here
                for pattern in patterns:
                    if found := re.search(pattern, here):
                        return found
            self._read()

    def hear(self, words: str) -> None:
        """Waits until these words have been shown."""
        while words not in self.said:
            self._read()

    def watch_until(self, happened: Callable[[], bool]) -> None:
        """Waits until something has happened that is not shown; what is shown meanwhile is read, else it would wait."""
        while not happened():
            try:
                self._read(0.01)
            except pexpect.TIMEOUT:
                assert self.process.poll() is None, self.said
            except pexpect.EOF:
                raise AssertionError(f"it ended before that: {self.said}") from None

    def type(self, text: str) -> None:
        """Types a line."""
        self.child.sendline(text)
        self.fresh = False

    def press(self, key: str) -> None:
        """Presses Ctrl and a key."""
        self.child.send(chr(ord(key) & 0x1F))

    def kill(self) -> None:
        """Kills it without a warning."""
        self.process.kill()
        self.end()

    def end(self) -> int:
        """Waits for it to end and gives its exit code."""
        while True:
            try:
                self._read()
            except pexpect.EOF:
                break
        self.child.close()
        return self.process.wait(PATIENCE_S)

    def play(self, chance: Random, most: int = 10_000) -> bool:
        """Makes up to `most` moves, any of those offered. True if the game ended."""
        for _ in range(most):
            try:
                found = self.wait(MOVE, PASS, LIVE, r"ou may speak up", r":$")
            except pexpect.EOF:
                return True
            if found.re.pattern == LIVE:
                self.pass_by(found[1] == "You", chance)
            elif found.re.pattern == MOVE:
                self.type(str(chance.randint(1, int(found[1] or 1))))
            else:
                self.type(chance.choice(("ant", "")) if found.re.pattern == ":$" else "")
        return False

    def pass_by(self, alone: bool, chance: Random) -> None:
        """Where nobody waits for anybody: one of the people lets it pass, as often as not after a word."""
        who = "" if alone else f"{chance.choice((1, 2, 3))} "
        self.type(who + chance.choice(("1", "1", "tea", "son")))

    def _read(self, seconds: float = PATIENCE_S) -> None:
        data = self.child.read_nonblocking(65536, seconds)
        self.raw += data
        self.stream.feed(data)
        self.fresh = self.fresh or "\n" in data


class House:
    """A person's own surroundings in a folder, in which `knobel` is started."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.plugins = folder / "plugins"
        """Where a test may put packages of its own."""
        self.plugins.mkdir()
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "XDG_DATA_HOME": str(self.data),
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            "PYTHONPATH": os.pathsep.join(map(str, (self.plugins, PLUGINS, ROOT))),
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def sit(self, *arguments: object, how: Start = forked, **environment: str) -> Sitting:
        """Starts it in a pseudo-terminal."""
        return Sitting(self._order(arguments, environment, how), self.folder)

    def run(
        self, *arguments: object, typed: str = "", how: Start = forked, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Runs it through pipes, with everything that will be typed."""
        order = self._order(arguments, environment, how)
        pipes = [os.pipe() for _ in range(3)]
        theirs = [pipes[0][0], pipes[1][1], pipes[2][1]]
        process = nursery.start(replace(order, folder=str(self.folder)), theirs)
        for file in theirs:
            os.close(file)
        with ThreadPoolExecutor() as reading:
            said = [reading.submit(_all_of, file) for file, _ in pipes[1:]]
            with suppress(BrokenPipeError), os.fdopen(pipes[0][1], "wb") as keyboard:
                keyboard.write(typed.encode())
        return subprocess.CompletedProcess(arguments, process.wait(), *(one.result() for one in said))

    def _order(self, arguments: Sequence[object], environment: dict[str, str], how: Start) -> Order:
        early = any(name.startswith("PYTHON") for name in environment) or any(self.plugins.iterdir())
        start = installed if early else how  # those count while Python starts
        return start([str(word) for word in arguments], self.environment | environment)

    @property
    def records(self) -> list[Path]:
        """The records in the data folder."""
        return sorted((self.data / "knobel" / "records").glob("*.knobel"))

    @property
    def seeds(self) -> list[Path]:
        """The secret seeds beside them."""
        return sorted((self.data / "knobel" / "records").glob("*.seed"))

    def copy(self, path: Path, name: str) -> Path:
        """A copy of a record under another name."""
        return Path(shutil.copy(path, self.folder / name))
