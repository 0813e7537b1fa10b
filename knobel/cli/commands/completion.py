"""The command that teaches a shell to complete what is typed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from cyclopts import App, Parameter
from cyclopts.completion import ShellDetectionError, detect_shell

from knobel.cli.help import Manual
from knobel.cli.parameters import COMMON, Common
from knobel.cli.words import Mistake

Shell = Literal["bash", "zsh", "fish"]


def completion(
    shell: Shell | None = None,
    /,
    *,
    install: Annotated[bool, Parameter(negative=(), show_default=False)] = False,
    common: Common = COMMON,
) -> int:
    """The command `completion`: a script for the shell, shown or put where the shell finds it."""
    from knobel.cli.command_line import built  # it is one of those commands itself

    terminal = common.terminal()
    app, _ = built(Manual(terminal))
    chosen = shell or _detected()
    script = _script(app, chosen)
    if not install:
        terminal.json(script.encode().rstrip(b"\n"))
        return 0
    path = app.install_completion(shell=chosen)
    path.write_text(script, "utf-8")
    terminal.say("completion.done")
    terminal.show_exact(f"  {path}")
    return 0


def _script(app: App, shell: Shell) -> str:
    script = app.generate_completion(shell=shell)
    if shell != "bash":
        return script
    # as made, it takes any word that names some command for one: but a game may be called like a command of a group
    paths = f"  local all_paths='|{'|'.join(_paths(app))}|'\n"
    return script.replace(_ANY_COMMAND, _NEXT_COMMAND).replace(_COMMANDS, paths + _COMMANDS)


_COMMANDS = "  local all_commands="
_ANY_COMMAND = 'if [[ " $all_commands " =~ " $word " ]]; then'
_NEXT_COMMAND = 'if [[ "$all_paths" == *"|${cmd_path[*]:+${cmd_path[*]} }$word|"* ]]; then'


def _paths(app: App, before: str = "") -> Iterator[str]:
    """Every command with the groups before it."""
    for name in app:
        if not name.startswith("-"):
            yield before + name
            yield from _paths(app[name], f"{before}{name} ")


def _detected() -> Shell:
    try:
        found = detect_shell()
    except ShellDetectionError:
        found = ""
    if found not in ("bash", "zsh", "fish"):
        raise Mistake("shell", known="bash, zsh, fish")
    return found
