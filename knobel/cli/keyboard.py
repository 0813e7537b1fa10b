"""The keyboard changes hands, and nobody sees what is another's to know."""

from __future__ import annotations

from knobel.cli.asking import answer
from knobel.cli.changing import changed
from knobel.cli.sitting import Sitting
from knobel.cli.telling import tell_news
from knobel.core.words import Who


def handed_over(sitting: Sitting, seat: int) -> bool:
    """Gives a person the keyboard, if it has to be passed. False where a move was taken back instead."""
    if not sitting.passing or sitting.holder == seat:
        return True
    first = sitting.holder is None  # then all that was shown so far is for everybody
    if not put_down(sitting) or not _entered(sitting, "pass.to", seat):
        return False
    if not first:
        sitting.terminal.clear()
    sitting.holder, sitting.news = seat, False
    tell_news(sitting, "pass.since")
    return True


def put_down(sitting: Sitting) -> bool:
    """Clears the screen once its holder has read what is new on it. False where a move was taken back instead."""
    if sitting.holder is None:
        return True
    if sitting.news and not _entered(sitting, "pass.seen", sitting.holder):
        return False
    sitting.news = False
    sitting.terminal.clear()
    return True


def _entered(sitting: Sitting, key: str, seat: int) -> bool:
    sitting.terminal.forget_typed_ahead()
    prompt = sitting.terminal.text(key, sitting.voice(None), who=Who(seat))
    while typed := answer(sitting, prompt):
        if changed(sitting, typed, sitting.holder):
            return False
    return True
