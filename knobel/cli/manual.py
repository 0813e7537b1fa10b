"""The manual: what every command and every flag of it does, in the player's language (`--help`)."""

from __future__ import annotations

from typing import Any

from cyclopts.help import DefaultFormatter, HelpEntry, HelpPanel
from rich.console import Console, ConsoleOptions
from rich.text import Text

from knobel.cli.terminal import Terminal
from knobel.cli.words import WORDS

TITLES = {"Commands": "manual.commands", "Parameters": "manual.parameters", "Arguments": "manual.arguments"}
EVERYWHERE = ("help", "version", "language", "json")
"""Flags that mean the same also where a game's own command takes them."""


def command_help(name: str, language: str) -> str:
    """What a command of the house does; the one without a name is `knobel` alone."""
    return WORDS.template(f"command.{name or 'knobel'}", language) or ""


def flag_help(command: str, name: str, language: str) -> str:
    """What a flag of a command of the house takes; several share the words for a flag that means the same.

    Nothing where the command is a game's own: only its author knows what its flags mean.
    """
    if not command_help(command, language) and name not in EVERYWHERE:
        return ""
    found = WORDS.template(f"flag.{command}.{name}", language) or WORDS.template(f"flag.{name}", language) or ""
    return found.replace("`", "")


def flag_name(label: str) -> str:
    """What a flag is called in the catalogue.

    >>> flag_name("--dry-run"), flag_name("GAME")
    ('dry-run', 'game')
    """
    return label.lstrip("-").lower()


class Manual:
    """Shows help in one language. A game's own commands, which the house has no words for, keep theirs."""

    def __init__(self, terminal: Terminal, command: str = "") -> None:
        self.terminal = terminal
        self.command = command
        """The command that help is asked for."""
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
        console.print(Text(f"{self.terminal.text('manual.usage')}: {typed}\n", style="bold"))

    def render_description(self, console: Console, options: ConsoleOptions, description: Any) -> None:
        """What the command does."""
        self.plain.render_description(console, options, description)
