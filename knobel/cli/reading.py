"""What people type for dice that fell on a real table."""

from __future__ import annotations

from collections.abc import Sequence

from knobel.cli.asking import answer
from knobel.cli.sitting import Sitting
from knobel.cli.terminal import Terminal
from knobel.core.chances import Chances, Listed
from knobel.core.contract import State
from knobel.core.errors import Malformed
from knobel.core.move import Move

_MOST_SPELLED = 40


def words_of(typed: str, chances: Chances) -> list[str]:
    """The dice in what a person typed: apart by spaces or commas, or close together where each is one letter.

    >>> from knobel.core.chances import PIPS, Throw
    >>> three = Throw((PIPS,) * 3, lambda up: Move())
    >>> words_of("3, 1 6", three), words_of("316", three), words_of("31", three)
    (['3', '1', '6'], ['3', '1', '6'], ['31'])
    """
    words = typed.replace(",", " ").split()
    dice = chances.typed()
    if len(words) == 1 and len(words[0]) == len(dice) > 1 and all(len(face) == 1 for die in dice for face in die):
        return list(words[0])
    return words


def read_throw(sitting: Sitting, before: State, key: str) -> Move | str:
    """What fell, typed by a person; or what else they typed that is no throw (Enter alone, a wish to undo)."""
    chances = before.chances()
    if not isinstance(chances, Chances):
        return ""
    terminal = sitting.terminal
    names = spoken_names(sitting, chances)
    show_how(terminal, chances, tuple(names))
    while True:
        typed = answer(sitting, terminal.text(f"{key}-which" if names else key), lambda typed: _reads(typed, chances))
        try:
            return chances.read(words_of(names.get(typed.lower(), typed), chances))
        except Malformed as error:
            if typed.removeprefix("/").lower() in ("", "u", "c"):
                return typed
            terminal.warn(error.say)


def spoken_names(sitting: Sitting, chances: Chances) -> dict[str, str]:
    """For what is no throw of dice but one of a few events: what people here call each, and its name."""
    if not isinstance(chances, Listed):
        return {}
    words, terminal = sitting.game.words, sitting.terminal
    spoken = {name: words.template(f"typed.{name}", terminal.language) or name for name in chances.typed()[0]}
    return {terminal.fit(said).lower(): name for name, said in spoken.items()}


def show_how(terminal: Terminal, chances: Chances, events: Sequence[str]) -> None:
    """How the dice are typed: how many words, what each may be, and an example; or which events there are."""
    dice = chances.typed()
    if events:
        terminal.say("throw.which", known=", ".join(events))
        return
    kinds = list(dict.fromkeys(dice))
    example = " ".join(die[index % len(die)] for index, die in enumerate(dice))
    terminal.say("throw.how", n=len(dice), example=example)
    for faces in kinds:
        if len(faces) <= _MOST_SPELLED:
            terminal.show(f"  {' '.join(faces)}", "dim")


def _reads(typed: str, chances: Chances) -> bool:
    try:
        chances.read(words_of(typed, chances))
    except Malformed:
        return False
    return True
