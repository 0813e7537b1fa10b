"""The first words at a table: what is played, by whom, with which dice, and where the record is."""

from __future__ import annotations

from knobel.cli.rulebook import spelled
from knobel.cli.salting import show_promise
from knobel.cli.sitting import Sitting
from knobel.cli.stories import introduce
from knobel.core.options import merged, options
from knobel.core.record import PERSON, FairDice, RealDice, SeededDice


def welcome(sitting: Sitting, promised: bool) -> None:
    """Says all that is agreed before the first move."""
    terminal, game, header = sitting.terminal, sitting.game, sitting.table.timeline.header
    introduce(terminal, game)
    people = zip(sitting.names, sitting.table.sitters, strict=True)
    seats = [
        name if who.player == PERSON else terminal.text("seat", name=name, kind=who.player) for name, who in people
    ]
    terminal.say("seats", seats=", ".join(seats))
    chosen = [
        f"{option.name}={spelled(header.options[option.name])}"
        for option in options(game.options)
        if spelled(header.options.get(option.name)) != spelled(option.default)
    ]
    if chosen:
        preset = _named(sitting)
        terminal.say("chosen-preset" if preset else "chosen", chosen=", ".join(chosen), preset=preset)
    match header.dice:
        case FairDice(deal):
            if not promised:
                show_promise(terminal, deal)
        case RealDice():
            terminal.say("dice.real-how")
            if sitting.people and (bots := [sitting.names[seat] for seat in sitting.minds]):
                terminal.say("dice.real-bots", bots=", ".join(bots))
        case SeededDice(seed):
            terminal.say("dice.seeded-how", seed=seed)
    terminal.say("record")
    terminal.exact(f"  {sitting.opened.path}")
    if sitting.people:
        terminal.say("keys", "dim")
    terminal.show()


def _named(sitting: Sitting) -> str:
    """The preset that gives just these house rules; none, if they are the table's own."""
    game = sitting.game
    chosen = merged(game.options, sitting.table.timeline.header.options)
    return next((name for name in game.presets if merged(game.options, game.preset(name)) == chosen), "")
