"""A question at the table. Help, rules and leaving are always among the answers."""

from __future__ import annotations

from collections.abc import Callable

from knobel.cli.rulebook import show_rules
from knobel.cli.sitting import Sitting
from knobel.core.words import HOUSE, SYMBOLS, Say, Voice

COMMANDS = ("u", "c", "?", "h", "q")


class Left(Exception):
    """Somebody chose to save and leave."""


def answer(sitting: Sitting, prompt: str, meant: Callable[[str], bool] | None = None) -> str:
    """What a person answers, once it is neither help nor rules nor leaving. A slash makes any letter a command.

    `meant` says of an answer that looks like a command that it is one to the question.
    """
    while True:
        typed = sitting.terminal.ask(prompt)
        if meant and meant(typed):
            return typed
        command = typed.removeprefix("/")
        match command.lower():
            case "q":
                raise Left
            case "h":
                show_help(sitting)
            case _ if command.startswith("?"):
                show_rules(sitting.terminal, sitting.game, command[1:].strip())
            case _:
                return typed


def show_help(sitting: Sitting) -> None:
    """What can be typed at the table."""
    terminal = sitting.terminal
    terminal.say("help.move")
    for command in COMMANDS:
        terminal.show(f"  {command}  {terminal.text(f'help.{_KEYS.get(command, command)}')}")
    names = [terminal.spoken(HOUSE, Say(f"colour.{colour}"), Voice(language=terminal.language)) for colour in SYMBOLS]
    terminal.show("  " + "  ".join(f"{symbol} {name}" for symbol, name in zip(SYMBOLS.values(), names, strict=True)))


_KEYS = {"?": "rules"}
