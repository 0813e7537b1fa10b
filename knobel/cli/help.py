"""What every command does, in the player's language (`--help`), and what is said of a line that cannot be read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, get_args

from cyclopts import App, exceptions, validators
from cyclopts.help import DefaultFormatter, HelpEntry, HelpPanel
from rich.console import Console, ConsoleOptions
from rich.text import Text

from knobel.cli.terminal import Terminal
from knobel.cli.words import TERMINAL_WORDS
from knobel.core import options
from knobel.core.registry import all_games
from knobel.core.words import Argument, Catalogue, Say

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
    if not found and (words is not TERMINAL_WORDS or command_help(command, language)):
        found = words.template(f"flag.{name}", language)
    if not found and name in EVERYWHERE:
        found = TERMINAL_WORDS.template(f"flag.{name}", language)
    return (found or "").replace("`", "")


def sign(command: str, written: str, language: str) -> str:
    """What stands in the manual where a person puts something of their own, or a default that is on or off.

    >>> sign("play", "NAME=VALUE", "de"), sign("play", "True", "fr"), sign("play", "casual", "es")
    ('NAME=WERT', 'oui', 'casual')
    """
    key = "sign." + "-".join(re.findall(r"\w+", written.lower()))
    return _words_of(command).template(key, language) or TERMINAL_WORDS.template(key, language) or written


def _words_of(command: str) -> Catalogue:
    """Whose words tell of a command: the game's that brings it, or the house's."""
    return next((game.words for game in all_games().values() if command in game.commands), TERMINAL_WORDS)


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
        entry = entry.copy(positional_label=self.sign(entry.positional_label), metavar=self.sign(entry.metavar))
        if not about:
            return entry
        facts = [
            self.terminal.text(f"manual.{key}", it=it)
            for key, it in (("choices", ", ".join(entry.choices or ())), ("default", self.sign(entry.default)))
            if it
        ]
        if entry.required:
            facts.append(self.terminal.text("manual.required"))
        words = " ".join([about, *(f"[{fact}]" for fact in facts)])
        return entry.copy(description=Text(self.terminal.fit(words)), choices=None, default=None, required=False)

    def sign(self, written: str | None) -> str:
        """What stands where a person puts something, in their language."""
        return sign(self.command, written or "", self.terminal.language)

    def render_usage(self, console: Console, options: ConsoleOptions, usage: Any) -> None:
        """How the command is typed."""
        typed = str(usage).strip().removeprefix("Usage:").strip()
        typed = re.sub(r"\b[A-Z]{2,}\b", lambda found: self.sign(found[0]), typed)
        console.print(Text(self.terminal.text("manual.usage", it=typed) + "\n", style="bold"))

    def render_description(self, console: Console, options: ConsoleOptions, description: Any) -> None:
        """What the command does."""
        self.plain.render_description(console, options, description)


KINDS: dict[Any, str] = {**options.KINDS, bool: "misread.on-off"}
BOUNDS = {"gt": "misread.more", "gte": "misread.least", "lt": "misread.less", "lte": "misread.most"}


def explain_misread(error: exceptions.CycloptsError, app: App, more: Iterable[str], language: str) -> Say:
    """What to say of it. `more` are flags that the command line may have beside those of its command."""
    chain = tuple(error.command_chain or ())
    line = " ".join(("knobel", *chain))
    match error:
        case exceptions.UnknownCommandError() | exceptions.UnusedCliTokensError() if _of_commands(error):
            known = _commands(app, chain)
            typed = (error.unused_tokens or [""])[0]
            return _say("command", typed=typed, **_near(typed, known), known=", ".join(known))
        case exceptions.UnusedCliTokensError():
            return _say("extra", typed=" ".join(error.unused_tokens or ()), command=line)
        case exceptions.UnknownOptionError():
            typed = (error.token.keyword or error.token.value).partition("=")[0]
            known = [argument.name for argument in error.argument_collection if argument.name.startswith("--")]
            near = _near(typed, [*(name for one in error.argument_collection for name in one.names), *more])
            return _say("option", typed=typed, command=line, **near, known=", ".join(known))
        case exceptions.MissingArgumentError() if error.argument:
            name = error.keyword or sign(" ".join(chain), error.argument.name, language)
            what = _what(error.argument, chain, language)
            return _say("value" if error.keyword else "missing", name=name, command=line, what=what)
        case exceptions.CoercionError() if error.argument and error.token:
            name = error.token.keyword or sign(" ".join(chain), error.argument.name, language)
            return _say("wrong", name=name, typed=error.token.value, why=_kind(error.target_type))
        case exceptions.ValidationError() if error.argument and error.argument.tokens:
            token, why = error.argument.tokens[0], _bounds(error.argument)
            return _say("wrong", name=token.keyword or error.argument.name, typed=token.value, why=why)
        case exceptions.RepeatArgumentError():
            return _say("repeated", name=error.token.keyword or "")
        case _:
            return _say("other", command=line)


def _of_commands(error: exceptions.CycloptsError) -> bool:
    """Whether a command was due where something else stood."""
    return isinstance(error, exceptions.UnknownCommandError) or not error.command_chain


def _commands(app: App, chain: Iterable[str]) -> list[str]:
    for name in chain:
        app = app[name]
    return [name for name in app if not name.startswith("-")]


def _near(typed: str, known: Iterable[str]) -> dict[str, Argument]:
    close = get_close_matches(typed, list(known), 1, 0.6)
    return {"close": bool(close), "near": "".join(close)}


def _what(argument: Any, chain: tuple[str, ...], language: str) -> str:
    """What a flag is for: in the manual's words, or else in those of whoever made the command."""
    known = flag_help(" ".join(chain), flag_name(argument.name), language)
    return " ".join((known or argument.parameter.help or argument.name).split())


def _kind(kind: Any) -> Say:
    if choices := [str(choice) for choice in get_args(kind) if isinstance(choice, str)]:
        return Say("error.option-one-of", {"known": ", ".join(choices)})
    return Say(KINDS.get(kind, "misread.kind"))


def _bounds(argument: Any) -> Say:
    """What a number may be."""
    bounds: list[Say] = []
    for check in argument.parameter.validator:
        if isinstance(check, validators.Number):
            limits = ((key, getattr(check, name)) for name, key in BOUNDS.items())
            bounds += [Say(key, {"n": str(limit)}) for key, limit in limits if limit is not None]
    return Say("misread.bounds", {"bounds": tuple(bounds)}) if bounds else Say("misread.kind")


def _say(key: str, **args: Argument) -> Say:
    return Say(f"misread.{key}", args)
