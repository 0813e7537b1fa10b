"""All commands, and what becomes of a mistake: one clear line and exit code 2."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from cyclopts import App
from cyclopts.exceptions import CycloptsError
from rich.console import Console

from knobel import __version__
from knobel.cli.commands import (
    compare,
    completion,
    games,
    house,
    league,
    learn,
    party,
    play,
    records,
    review,
    serve,
    solve,
    upkeep,
    watch,
)
from knobel.cli.help import Manual, command_help, explain_misread
from knobel.cli.main import MISTAKEN
from knobel.cli.parameters import Common, flags_of, spelled_out
from knobel.cli.terminal import EndOfInput, Terminal
from knobel.cli.words import TERMINAL_WORDS, Mistake
from knobel.core.contract import IllegalMove
from knobel.core.errors import KnobelError, system_reason
from knobel.core.registry import all_games, broken_games
from knobel.core.words import LANGUAGES, Say, Voice

COMMANDS = (
    games.games,
    games.rules,
    learn.learn,
    play.play,
    play.resume,
    records.records,
    records.replay,
    records.verify,
    review.review,
    watch.watch,
    league.league,
    compare.compare,
    solve.solve,
    serve.serve,
    party.party,
    upkeep.backup,
    upkeep.prune,
    completion.completion,
)

OF_A_HOUSE = {
    "house end": house.end,
    "house away": house.send_away,
    "house addresses": house.list_addresses,
    "house read-only": house.change_read_only,
    "house drain": house.drain,
}
"""What whoever runs a house may ask of it."""

OPEN_TO_OPTIONS = ("play", "watch", "league", "compare", "solve")
"""The commands that take a game's options."""


def built(manual: Manual) -> tuple[App, list[Say]]:
    """The commands of the house and each game's own; and what is to be said of games that are broken."""
    language = manual.terminal.language
    broken = [game.say for game in broken_games().values()]
    app = App(
        name="knobel",
        version=__version__,
        help=command_help("", language),
        default_command=play.sit_down,
        help_format="markdown",
        help_formatter=manual,
    )
    for command in COMMANDS:
        app.command(command, help=command_help(command.__name__, language))
    for path, run_it in OF_A_HOUSE.items():
        group, name = path.split()
        _group(app, [group], language).command(run_it, name=name, help=command_help(path, language))
    for game in all_games().values():
        for path, run_it in game.commands.items():
            try:
                *groups, name = path.split()
                about = command_help(path, language)
                _group(app, groups, language).command(run_it, name=name, **({"help": about} if about else {}))
            except Exception as error:  # whatever a stranger's command is: all others are there
                why = " ".join(f"{type(error).__name__}: {error}".split())
                broken.append(Say("mistake.command-broken", {"game": game.name, "path": path, "why": why}))
    return app, broken


def _group(app: App, names: Sequence[str], language: str) -> App:
    """The group of commands of that name, new or already there: several games may have commands in one group."""
    for name in names:
        if name not in app:
            about = TERMINAL_WORDS.template(f"group-{name}", language)
            about = about or TERMINAL_WORDS.text(Say("group", {"name": name}), Voice(language=language))
            app.command(App(name=name, help=about))
        app = app[name]
    return app


def run(words: Sequence[str]) -> int:
    """Carries out a command line; the exit code says how it went."""
    terminal = Terminal(language_typed(words))
    manual = Manual(terminal)
    app, broken = built(manual)
    for unusable in broken:
        terminal.complain(terminal.own(unusable))
    manual.command = " ".join(word for word in app.parse_commands(words)[0] if not word.startswith("-"))
    try:
        command, bound, _ = app.parse_args(
            _with_options(app, words), exit_on_error=False, print_error=False, console=_console(terminal, words)
        )
    except CycloptsError as error:
        say = explain_misread(error, app, flags_of(words) if _takes_options(words) else (), terminal.language)
        terminal.complain(terminal.own(say))
        return MISTAKEN
    common = next((value for value in bound.arguments.values() if isinstance(value, Common)), None)
    terminal = common.terminal() if common else terminal
    try:
        code = command(*bound.args, **bound.kwargs)
    except (KnobelError, Mistake) as error:
        if error.say not in broken:  # else it stands there already
            terminal.complain(terminal.own(error.say))
    except IllegalMove as error:
        terminal.complain(str(error))
    except EndOfInput:
        return 0
    else:
        return code if isinstance(code, int) else 0
    return MISTAKEN


def explain_trouble(error: OSError, words: Sequence[str]) -> None:
    """Says what the system did not do, in the language of the command line."""
    terminal = Terminal(language_typed(words))
    path = error.filename
    why = system_reason(error)
    terminal.complain(terminal.text("mistake.system", named=path is not None, path=str(path), why=why))


def language_typed(words: Sequence[str]) -> str | None:
    """The language that a command line asks for, wherever in it, before anything else of it is understood."""
    for word, after in zip(words, (*words[1:], ""), strict=False):
        name, _, value = word.partition("=")
        if name == "--language" and (asked := value or after) in LANGUAGES:
            return asked
    return None


def _with_options(app: App, words: Sequence[str]) -> Sequence[str]:
    """Where a command takes a game's options, those that are on or off can be typed as flags."""
    if not _takes_options(words):
        return words
    own = {name for argument in app[words[0]].assemble_argument_collection() for name in argument.names}
    return spelled_out(words, own)


def _takes_options(words: Sequence[str]) -> bool:
    return bool(words) and words[0] in OPEN_TO_OPTIONS


def _console(terminal: Terminal, words: Sequence[str]) -> Console:
    """Help is as colourless as everything else where that is asked for."""
    plain = terminal.console.color_system is None or bool({"--no-colour", "--no-color"} & set(words))
    return Console(file=sys.stdout, color_system=None if plain else "auto", safe_box=True)
