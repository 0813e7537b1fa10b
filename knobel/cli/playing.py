"""A game from here to its end, or to where somebody leaves: nothing that was shown is ever lost."""

from __future__ import annotations

import signal
from contextlib import suppress

from knobel.cli.asking import Left
from knobel.cli.deciding import decide, time_is_up
from knobel.cli.keyboard import put_down
from knobel.cli.live import Race
from knobel.cli.main import INTERRUPTED, MISTAKEN
from knobel.cli.places import command
from knobel.cli.sitting import Sitting
from knobel.cli.stories import draw, head, result
from knobel.cli.swaying import Swaying
from knobel.cli.telling import tell_live, tell_news
from knobel.cli.terminal import EndOfInput
from knobel.cli.throwing import say_what_fell
from knobel.cli.welcome import welcome
from knobel.cli.words import WORDS
from knobel.core.errors import KnobelError
from knobel.core.record import FairDice, SeededDice
from knobel.core.words import Voice
from knobel.table.nature import RealNature


def play(sitting: Sitting, promised: bool = False) -> int:
    """Plays on and says how it ended, or how to go on later. The exit code tells which.

    `promised` says that everybody has already seen the house's promise.
    """
    terminal = sitting.terminal
    try:
        welcome(sitting, promised)
        while not _over_for_all(sitting):
            _go_on(sitting)
            tell_live(sitting)
        _finish(sitting)
    except (Left, EndOfInput):
        _say_how_to_resume(sitting)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        terminal.show()
        _say_how_to_resume(sitting)
        return INTERRUPTED
    except KnobelError as error:
        terminal.complain(terminal.spoken(WORDS, error.say, Voice(language=terminal.language)))
        terminal.say("unchanged")
        _say_how_to_resume(sitting)
        return MISTAKEN
    finally:
        with suppress(OSError):
            sitting.opened.close()
    return 0


def _go_on(sitting: Sitting) -> None:
    """The next thing happens: a person decides or says what fell, or else the house moves."""
    table = sitting.table
    due = table.state.due()
    people = set(sitting.people)
    if due.places is not None:
        return
    if people and sitting.game.live and sitting.game.live(table.state):
        (Race if sitting.game.marker is None else Swaying)(sitting).run()
    elif due.nature and isinstance(table.nature, RealNature):
        say_what_fell(sitting)
    elif asked := due.must & people:
        if not time_is_up(sitting):
            decide(sitting, min(asked), must=True)
    elif any(decide(sitting, seat, must=False) for seat in sorted(due.may & people)):
        return
    elif next(sitting.drive().until_person(), None) is None:
        raise RuntimeError(f"{sitting.game.name}: the table waits for nobody")


def _over_for_all(sitting: Sitting) -> bool:
    """The game has ended, and whoever saw it end has put the keyboard down."""
    return sitting.table.over and (not sitting.passing or put_down(sitting))


def _finish(sitting: Sitting) -> None:
    terminal, table, path = sitting.terminal, sitting.table, str(sitting.opened.path)
    sitting.opened.reveal()
    if sitting.passing:
        sitting.holder = None
        sitting.heard[None] = min(sitting.heard[seat] for seat in sitting.people)
        tell_news(sitting)
    voice = sitting.voice(sitting.holder)
    head(terminal, sitting.game.title(terminal.language), terminal.text("over"))
    draw(terminal, sitting.game, sitting.view(sitting.holder), voice)
    result(terminal, sitting.game, table.state, voice)
    terminal.show()
    terminal.say("end.record")
    terminal.exact(f"  {path}")
    terminal.say("end.replay")
    terminal.exact(f"  {command('replay', path)}")
    if isinstance(dice := table.timeline.header.dice, FairDice | SeededDice):
        terminal.say("end.verify" if isinstance(dice, FairDice) else "end.verify-seeded")
        terminal.exact(f"  {command('verify', path)}")


def _say_how_to_resume(sitting: Sitting) -> None:
    if sitting.passing:
        sitting.terminal.clear()
    sitting.terminal.say("saved")
    sitting.terminal.exact(f"  {command('resume', str(sitting.opened.path))}")
