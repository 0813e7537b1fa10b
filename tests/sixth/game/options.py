"""The house rules of High Die. The defaults are the box rules."""

from __future__ import annotations

from typing import Annotated

from knobel.core.contract import Options
from knobel.core.options import by_rule


class HighDieOptions(Options, frozen=True):
    """What a table may agree on before the first roll."""

    rounds: Annotated[int, by_rule("HID-03", ge=1, le=9)] = 1
