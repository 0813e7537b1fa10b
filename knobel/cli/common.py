"""What every command understands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from cyclopts import Parameter

from knobel.cli.terminal import Terminal


@Parameter(name="*")
@dataclass(frozen=True)
class Common:
    """How the terminal speaks and paints."""

    language: Annotated[
        Literal["en", "de", "es"] | None,
        Parameter(help="What you read it in. Without it, the language of your system (LANG)."),
    ] = None
    colour: Annotated[
        bool,
        Parameter(
            name="--colour",
            negative=("--no-colour", "--no-color"),
            help="Colours; they are also off where NO_COLOR is set or the output goes into a pipe.",
            show_default=False,
        ),
    ] = True

    def terminal(self) -> Terminal:
        """The screen and the keyboard, as asked for."""
        return Terminal(self.language, self.colour)


PLAIN = Common()
