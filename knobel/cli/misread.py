"""A command line that cannot be read: one clear sentence, with what is allowed and what was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, get_args

from cyclopts import App, exceptions, validators

from knobel.cli.manual import flag_help, flag_name
from knobel.core.words import Argument, Say

KINDS = {int: "misread.whole", float: "misread.number", bool: "misread.on-off"}
BOUNDS = {"gt": "misread.more", "gte": "misread.least", "lt": "misread.less", "lte": "misread.most"}


def misread(error: exceptions.CycloptsError, app: App, more: Iterable[str], language: str) -> Say:
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
            name, what = error.keyword or error.argument.name, _what(error.argument, chain, language)
            return _say("value" if error.keyword else "missing", name=name, command=line, what=what)
        case exceptions.CoercionError() if error.argument and error.token:
            name = error.token.keyword or error.argument.name
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
