"""A typed line in the middle of a race or a sway: the move it means is made, or it is said why not."""

from __future__ import annotations

from collections.abc import Callable

from knobel.cli.sitting import Sitting
from knobel.core.contract import IllegalMove
from knobel.core.errors import Malformed
from knobel.core.move import Move


def attempt(sitting: Sitting, seat: int, typed: str, meant: Callable[[int, str], Move | None]) -> str | None:
    """Makes the move that a seat meant by what it typed. Where it is not made, why not."""
    terminal = sitting.terminal
    try:
        move = meant(seat, typed)
        if move is None:
            return terminal.text("live.unclear", typed=typed)
        sitting.table.move(seat, move)
    except Malformed as error:
        return terminal.spoken(sitting.game.words, error.say, sitting.voice(seat))
    except IllegalMove as error:
        why = terminal.spoken(sitting.game.words, error.objection.say(), sitting.voice(seat))
        return f"{why} ({error.objection.rule})"
    return None
