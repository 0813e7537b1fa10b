"""The manual: what every command and every flag of it does, in the player's language (`--help`)."""

from __future__ import annotations

from typing import Any

from cyclopts.help import DefaultFormatter, HelpEntry, HelpPanel
from rich.console import Console, ConsoleOptions
from rich.text import Text

from knobel.cli.terminal import Terminal
from knobel.cli.words import WORDS
from knobel.core.registry import all_games
from knobel.core.words import Catalogue

TITLES = {"Commands": "manual.commands", "Parameters": "manual.parameters", "Arguments": "manual.arguments"}
EVERYWHERE = ("help", "version", "language", "json")
"""Flags that mean the same also where a game's own command takes them."""


def command_help(command: str, language: str) -> str:
    """What a command does; the one without a name is `knobel` alone. Nothing where a game has no words for its own."""
    return _words_of(command).template(f"command.{_key(command) or 'knobel'}", language) or ""


def flag_help(command: str, name: str, language: str) -> str:
    """What a flag of a command takes; several commands share the words for a flag that means the same.

    Nothing where a game has no words for its own command: then its author's stand in the code.
    """
    words = _words_of(command)
    found = words.template(f"flag.{_key(command)}.{name}", language)
    if not found and (words is not WORDS or command_help(command, language)):
        found = words.template(f"flag.{name}", language)
    if not found and name in EVERYWHERE:
        found = WORDS.template(f"flag.{name}", language)
    return (found or "").replace("`", "")


def _words_of(command: str) -> Catalogue:
    """Whose words tell of a command: the game's that brings it, or the house's."""
    return next((game.words for game in all_games().values() if command in game.commands), WORDS)


def _key(command: str) -> str:
    return command.replace(" ", "-")


def flag_name(label: str) -> str:
    """What a flag is called in the catalogue.

    >>> flag_name("--dry-run"), flag_name("GAME")
    ('dry-run', 'game')
    """
    return label.lstrip("-").lower()


class Manual:
    """Shows help in one language. Commands of games that bring no words for them keep their authors'."""

    def __init__(self, terminal: Terminal, command: str = "") -> None:
        self.terminal = terminal
        self.command = command
        """The command that help is asked for, with the groups it is in before it."""
        self.plain = DefaultFormatter()

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        title = TITLES.get(str(panel.title))
        said = self.terminal.text(title) if title else panel.title
        self.plain(console, options, panel.copy(title=said, entries=[self.entry(entry) for entry in panel.entries]))

    def entry(self, entry: HelpEntry) -> HelpEntry:
        """A line of the manual: what it is, what it may be, and what it is without being given."""
        label = next(iter((*entry.positive_names, *entry.positive_shorts, entry.positional_label or "")))
        given = label.startswith("-") or bool(entry.positional_label)  # else it is a command
        about = flag_help(self.command, flag_name(label), self.terminal.language) if given else ""
        if not about:
            return entry
        facts = [
            self.terminal.text(f"manual.{key}", it=it)
            for key, it in (("choices", ", ".join(entry.choices or ())), ("default", entry.default))
            if it
        ]
        if entry.required:
            facts.append(self.terminal.text("manual.required"))
        words = " ".join([about, *(f"[{fact}]" for fact in facts)])
        return entry.copy(description=Text(self.terminal.fit(words)), choices=None, default=None, required=False)

    def render_usage(self, console: Console, options: ConsoleOptions, usage: Any) -> None:
        """How the command is typed."""
        typed = str(usage).strip().removeprefix("Usage:").strip()
        for sign in ("COMMAND", "OPTIONS", "ARGS"):
            typed = typed.replace(sign, self.terminal.text(f"manual.{sign.lower()}"))
        console.print(Text(self.terminal.text("manual.usage", it=typed) + "\n", style="bold"))

    def render_description(self, console: Console, options: ConsoleOptions, description: Any) -> None:
        """What the command does."""
        self.plain.render_description(console, options, description)
