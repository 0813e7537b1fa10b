"""What lies beside a rulebook and is found by its name: `solution`, `numbers` and `lane`, and a `lesson.toml`.

Where a game has a folder of its own, with its rules in `rules.py`, `game.py` or the package itself, these lie in it.
Beside a rulebook in any other module (`pig.py`, say) they have that module's name in front: `pig_solution.py`. Nothing
of it is loaded before somebody asks, as most of it needs NumPy or Numba.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from knobel.core.numbers import TableNumbers
from knobel.core.solution import Solver

FOUND = {"solver": "solution", "numbers": "numbers", "lane": "lane"}
"""The functions that are found, and the modules they are in."""

PROMISED: Mapping[str, type] = {"solver": Solver, "numbers": TableNumbers}
"""What such a function makes. A lane cannot be made without any of its parts."""

OWN_FOLDER = ("rules", "game")
"""What a module is called whose folder is all one game's."""


class Beside(msgspec.Struct, frozen=True):
    """A function of a module that is loaded when it is called."""

    module: str
    function: str

    def __call__(self, seats: int, options: Any) -> Any:
        made: Callable[[int, Any], Any] | None = getattr(import_module(self.module), self.function, None)
        if made is None:
            raise TypeError(f"{self.module} misses the function {self.function}(seats, options) (see docs/contract.md)")
        part = made(seats, options)
        kind = PROMISED.get(self.function, object)
        if missing := [name for name in _members(kind) if not hasattr(part, name)]:
            who = f"{self.module}.{self.function}"
            raise TypeError(f"{who} makes no {kind.__name__}: it misses {', '.join(missing)} (see docs/contract.md)")
        return part


def found(rulebook: type, part: str, function: str) -> Beside | None:
    """A function of the module of that name beside a rulebook; None where there is no such module."""
    name = _beside(rulebook.__module__, part)
    parent = name.rpartition(".")[0]
    if parent and parent not in sys.modules:  # a rulebook that was made by hand, and lies nowhere
        return None
    return Beside(name, function) if name in sys.modules or find_spec(name) else None


def lesson_file(rulebook: type) -> Path | None:
    """Where the lesson of a rulebook is; None where there is none."""
    home = sys.modules.get(rulebook.__module__)
    if home is None or not (file := getattr(home, "__file__", None)):
        return None
    folder = Path(file).parent
    in_front = "" if home.__package__ else f"{home.__name__}_"
    path = folder / f"{in_front}lesson.toml"
    return path if path.is_file() else None


def _members(kind: type) -> list[str]:
    """What a protocol asks for, values and methods alike."""
    methods = [name for name, part in vars(kind).items() if callable(part) and not name.startswith("_")]
    return [*getattr(kind, "__annotations__", ()), *methods] if kind is not object else []


def _beside(home: str, part: str) -> str:
    """The name of a module beside the one that a rulebook is in."""
    parent, _, last = home.rpartition(".")
    if parent and last in OWN_FOLDER:
        return f"{parent}.{part}"
    return f"{home}.{part}" if hasattr(sys.modules.get(home), "__path__") else f"{home}_{part}"
