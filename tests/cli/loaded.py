"""`knobel` with everything loaded, which the tests fork: what `knobel.cli.main` would load when it is called."""

from __future__ import annotations

import sys

from knobel.cli import command_line as command_line
from knobel.cli.main import main
from knobel.core.registry import all_games

all_games()


def knobel(*words: str) -> None:
    """Runs a command line."""
    sys.argv = [*words]
    main()
