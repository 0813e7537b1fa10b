"""Games by the hundred, at a command: how far they are, and what becomes of those that were played before it stops."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from knobel.cli.parameters import Common
from knobel.cli.saved_games import results_folder
from knobel.cli.terminal import Terminal, command_line
from knobel.lab.crew import NoCluster
from knobel.lab.simulate import Watcher

Found = TypeVar("Found")


def play_many(
    terminal: Terminal, total: int, play: Callable[[Path | None, Watcher], Found], plan: bytes, again: Sequence[str]
) -> Found | None:
    """Plays, and shows how far it is. None: it was stopped, and the line that goes on was said.

    What is played is kept until all is, in a file that only the same plan leads to. Where none can be written, it is
    played all the same.
    """
    kept = _find_file(plan)
    done = 0
    with terminal.progress("watch.playing", max(total, 0)) as bar:

        def count(more: int) -> None:
            nonlocal done
            done += more
            bar.add(more)

        try:
            found = play(kept, count)
        except (KeyboardInterrupt, NoCluster) as stopped:
            if kept is None or not (done or isinstance(stopped, KeyboardInterrupt)):
                raise
            lost = stopped if isinstance(stopped, NoCluster) else None
        else:
            if kept is not None:
                kept.unlink(missing_ok=True)
            return found
    say_how_to_go_on(terminal, done, total, again)
    if lost is not None:
        raise lost
    return None


def typed(
    command: str,
    game: str,
    asked: Mapping[str, list[str] | str | int | None],
    workers: int | None,
    scheduler: str | None,
    json: bool,
    common: Common,
) -> list[str]:
    """The words of a command that asks for the same games once more, by their seed."""
    words = [command, game]
    for flag, value in {**asked, "--workers": workers, "--scheduler": scheduler}.items():
        values: list[object] = [*value] if isinstance(value, list) else [value]
        words += [word for each in values if each is not None for word in (flag, str(each))]
    return [*words, *(["--json"] if json else []), *common.words()]


def say_how_to_go_on(terminal: Terminal, done: int, total: int, again: Sequence[str]) -> None:
    """Says how much is kept, and the line that goes on."""
    terminal.remark("compare.kept", done=done, n=total)
    terminal.show_exact(command_line(*again))


def _find_file(plan: bytes) -> Path | None:
    folder = results_folder()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{sha256(plan).hexdigest()[:16]}.jsonl" if os.access(folder, os.W_OK) else None
