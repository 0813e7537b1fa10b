"""What every command understands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cyclopts import Parameter

from knobel.cli.terminal import Terminal
from knobel.core.words import Language


@Parameter(name="*")
@dataclass(frozen=True)
class Common:
    """How the terminal speaks and paints."""

    language: Language | None = None
    colour: Annotated[bool, Parameter(name="--colour", negative=("--no-colour", "--no-color"), show_default=False)] = (
        True
    )

    def terminal(self) -> Terminal:
        """The screen and the keyboard, as asked for."""
        return Terminal(self.language, self.colour)


PLAIN = Common()
