"""Options are written once, as a struct: the flags, the form, the table in the docs and the checks all come from it."""

from __future__ import annotations

from collections.abc import Mapping
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import fields

from knobel.core.errors import Malformed


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """One option of a game, as a form or a page would show it."""

    name: str
    rule: str
    """The rule or reading it belongs to."""
    default: Any
    choices: tuple[Any, ...] = ()
    """What it may be, as far as that can be listed."""
    exhaustive: bool = True
    """Whether it may be nothing but these."""
    least: int | None = None
    most: int | None = None
    listed: bool = False
    """Whether it takes several values."""


def by_rule(rule: str, **limits: Any) -> msgspec.Meta:
    """Ties an option to the rule or reading it belongs to, with limits on its value.

    >>> class Example(msgspec.Struct):
    ...     target: Annotated[int, by_rule("PIG-04", ge=2, le=1000)] = 100
    >>> options(Example)[0].rule, options(Example)[0].most
    ('PIG-04', 1000)
    """
    return msgspec.Meta(extra_json_schema={"x-rule": rule}, **limits)


def options(struct: type[msgspec.Struct]) -> list[Option]:
    """What a game's options struct offers."""
    hints = get_type_hints(struct, include_extras=True)
    return [_option(field.name, hints[field.name], _default(field)) for field in fields(struct)]


def merged(struct: type[msgspec.Struct], *layers: Mapping[str, Any]) -> Any:
    """The options that these layers give, later ones winning. Raises `Malformed`, naming what is wrong.

    Text is taken for what it means ("13" is a number), since it may have been typed.
    """
    given: dict[str, Any] = {}
    for layer in layers:
        given |= layer
    known = {field.name: field for field in fields(struct)}
    for name in given:
        if name not in known:
            raise Malformed("option-unknown", name=name, known=", ".join(known) or "–")
    hints = get_type_hints(struct, include_extras=True)
    taken: dict[str, Any] = {}
    for name, value in given.items():
        taken[name] = _taken(name, value, hints[name])
    try:
        return struct(**taken)
    except ValueError as error:  # a check across options
        raise Malformed("option-value", name=", ".join(given), value="", why=str(error)) from error


def _taken(name: str, value: Any, hint: Any) -> Any:
    attempts = [value]
    if isinstance(value, str):
        # "13" may mean a number and "a,b" a list: what JSON makes of it comes first, then the text itself
        try:
            attempts.insert(0, msgspec.json.decode(value))
        except msgspec.DecodeError:
            attempts.append(tuple(part.strip() for part in value.split(",")))
    why = ""
    for attempt in attempts:
        try:
            return msgspec.convert(attempt, type=hint, strict=not isinstance(value, str))
        except msgspec.ValidationError as error:
            why = why or str(error)
    raise Malformed("option-value", name=name, value=str(value), why=why)


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return field.default
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return None


def _option(name: str, hint: Any, default: Any) -> Option:
    meta = [extra for extra in get_args(hint)[1:] if isinstance(extra, msgspec.Meta)] if _annotated(hint) else []
    core: Any = get_args(hint)[0] if _annotated(hint) else hint
    schema: dict[str, Any] = {}
    for extra in meta:
        schema |= extra.extra_json_schema or {}
    return Option(
        name=name,
        rule=str(schema.get("x-rule", "")),
        default=default,
        choices=_choices(core),
        exhaustive=not _open_ended(core),
        least=next((extra.ge for extra in meta if extra.ge is not None), None),  # pyright: ignore[reportArgumentType]
        most=next((extra.le for extra in meta if extra.le is not None), None),  # pyright: ignore[reportArgumentType]
        listed=get_origin(core) in (tuple, list),
    )


def _annotated(hint: Any) -> bool:
    return get_origin(hint) is Annotated


def _open_ended(hint: Any) -> bool:
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    return any(part is not bool and get_origin(part) is not Literal for part in parts)


def _choices(hint: Any) -> tuple[Any, ...]:
    if hint is bool:
        return (False, True)
    if get_origin(hint) is Literal:
        return get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        return tuple(choice for part in get_args(hint) for choice in _choices(part))
    return ()
