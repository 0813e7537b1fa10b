"""Options are written once, as a struct: the flags, the form, the table in the docs and the checks all come from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
import msgspec.inspect
from msgspec.structs import fields

from knobel.core.errors import Malformed
from knobel.core.words import HOUSE, Argument, Say, is_text

Chosen = TypeVar("Chosen", bound=msgspec.Struct)
LISTS = (tuple, list, frozenset)

YES_OR_NO = {"yes": (True,), "on": (True,), "no": (False,), "off": (False,)}
"""How people say that something is so or not so, beside true and false."""

KINDS: dict[Any, str] = {int: "error.option-whole", float: "error.option-number", str: "error.option-text"}


class Unfit(ValueError):
    """Options that do not go together; `say` is the house's sentence for why."""

    def __init__(self, key: str, **args: Argument) -> None:
        self.say = Say(f"error.{key}", args)
        super().__init__(HOUSE.text(self.say))


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
    hints = _hints(struct)
    return [_option(field.name, hints[field.name], _default(field)) for field in fields(struct)]


def merged(struct: type[Chosen], *layers: Mapping[str, object]) -> Chosen:
    """The options that these layers give, later ones winning. Raises `Malformed`, naming what is wrong.

    Text is taken for what it means ("13" is a number), since it may have been typed.
    """
    return _merged(struct, layers, _hints(struct))


def agreed_before(struct: type[Chosen], given: Mapping[str, object]) -> Chosen:
    """The options of a record, or of a table that stands: they may be longer than what can be agreed on today.

    Raises `Malformed` for whatever else is wrong with them.
    """
    return _merged(struct, (given,), {name: _of_any_length(hint) for name, hint in _hints(struct).items()})


@lru_cache(256)
def _hints(struct: type[msgspec.Struct]) -> Mapping[str, Any]:
    """The types of a struct's fields. To work them out takes a hundred times as long as all else about options."""
    return get_type_hints(struct, include_extras=True)


def boundless(struct: type[msgspec.Struct]) -> list[str]:
    """The options whose type sets no limit to how much they may hold.

    >>> class Example(msgspec.Struct):
    ...     target: Annotated[int, by_rule("PIG-04", ge=2, le=1000)] = 100
    ...     motto: str = ""
    ...     faces: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=6)], ...], by_rule("PIG-01")] = ()
    >>> boundless(Example)
    ['motto', 'faces']
    """
    info = msgspec.inspect.type_info(struct)
    kinds = info.fields if isinstance(info, msgspec.inspect.StructType) else ()
    return [field.name for field in kinds if not _has_size(field.type)]


def _has_size(kind: msgspec.inspect.Type) -> bool:
    """Whether there is a limit to what values of a type hold."""
    match kind:
        case msgspec.inspect.Metadata(type=inner):
            return _has_size(inner)
        case msgspec.inspect.IntType():
            return None not in (kind.gt if kind.ge is None else kind.ge, kind.lt if kind.le is None else kind.le)
        case msgspec.inspect.StrType(max_length=most) | msgspec.inspect.BytesType(max_length=most):
            return most is not None
        case msgspec.inspect.CollectionType(item_type=item, max_length=most):
            return most is not None and _has_size(item)
        case msgspec.inspect.DictType(key_type=key, value_type=value, max_length=most):
            return most is not None and _has_size(key) and _has_size(value)
        case msgspec.inspect.UnionType(types=several) | msgspec.inspect.TupleType(item_types=several):
            return all(map(_has_size, several))
        case msgspec.inspect.StructType(fields=inside):
            return all(_has_size(field.type) for field in inside)
        case _:
            return isinstance(kind, _SIZED)


_SIZED = (
    msgspec.inspect.BoolType,
    msgspec.inspect.EnumType,
    msgspec.inspect.FloatType,
    msgspec.inspect.LiteralType,
    msgspec.inspect.NoneType,
)
"""Types whose values take no more room than they say."""


def _of_any_length(hint: Any) -> Any:
    """A type with everything that it asks but how long something may be."""
    if _annotated(hint):
        kind, *extras = get_args(hint)
        return Annotated[(_of_any_length(kind), *(_longer(extra) for extra in extras))]
    parts = get_args(hint)
    if get_origin(hint) in LISTS:
        return get_origin(hint)[tuple(part if part is ... else _of_any_length(part) for part in parts)]
    return Union[tuple(map(_of_any_length, parts))] if get_origin(hint) in (Union, UnionType) else hint  # noqa: UP007


def _longer(extra: Any) -> Any:
    if not isinstance(extra, msgspec.Meta) or extra.max_length is None:
        return extra
    kept = {name: getattr(extra, name) for name in ("ge", "gt", "le", "lt", "min_length", "pattern")}
    return msgspec.Meta(**kept, extra_json_schema=extra.extra_json_schema)


def _merged(struct: type[Chosen], layers: Iterable[Mapping[str, object]], hints: Mapping[str, Any]) -> Chosen:
    given: dict[str, object] = {}
    for layer in layers:
        given |= layer
    known = struct.__struct_fields__
    for name in given:
        if name not in known:
            raise Malformed("option-unknown", name=name, known=", ".join(known) or "–")
    taken = {name: _taken(name, value, hints[name]) for name, value in given.items()}
    try:
        return struct(**taken)
    except ValueError as error:  # a check across options
        why = error.say if isinstance(error, Unfit) else str(error)
        raise Malformed("options-together", name=_to_blame(struct, taken), why=why) from error


def _to_blame(struct: type[msgspec.Struct], taken: Mapping[str, Any]) -> str:
    """The one option without which the others go together; none where it takes several."""
    blamed = [name for name in taken if _fit(struct, {other: taken[other] for other in taken if other != name})]
    return blamed[0] if len(blamed) == 1 else ""


def _fit(struct: type[msgspec.Struct], taken: Mapping[str, Any]) -> bool:
    try:
        struct(**taken)
    except ValueError:
        return False
    return True


def _taken(name: str, value: object, hint: Any) -> Any:
    if isinstance(value, str) and not is_text(value):
        raise Malformed("not-text")
    for attempt in _meanings(value) if isinstance(value, str) else [value]:
        try:
            return msgspec.convert(attempt, type=hint, strict=not isinstance(value, str))
        except msgspec.ValidationError:
            continue
    raise Malformed("option-value", name=name, value=str(value), why=limits(hint))


def _meanings(text: str) -> list[Any]:
    """What typed text may mean, the likeliest first: "13" a number, the text itself, "a,b" a list, "no" a no."""
    parts = [part.strip() for part in text.split(",")]
    meanings: list[Any] = [text, [part for part in parts if part], *YES_OR_NO.get(text.lower(), ())]
    try:
        return [msgspec.json.decode(text), *meanings]
    except (msgspec.DecodeError, RecursionError):
        return meanings


def limits(hint: Any) -> Say:
    """What an option or a setting of that type may be, in words.

    >>> HOUSE.text(limits(Annotated[int, msgspec.Meta(ge=2, le=9)])), HOUSE.text(limits(float))
    ('it is a number from 2 to 9', 'it is a number')
    """
    option = _option("", hint, None)
    if option.choices and option.exhaustive:
        known = ", ".join(str(choice).lower() if isinstance(choice, bool) else str(choice) for choice in option.choices)
        return Say("error.option-several-of" if option.listed else "error.option-one-of", {"known": known})
    if option.least is not None and option.most is not None:
        return Say("error.option-between", {"least": option.least, "most": option.most})
    if option.least is not None:
        return Say("error.option-least", {"least": option.least})
    if option.most is not None:
        return Say("error.option-most", {"most": option.most})
    if (more := next((extra.gt for extra in _metas(hint) if extra.gt is not None), None)) is not None:
        return Say("error.option-more", {"more": str(more)})
    return Say("error.option-list" if option.listed else next(KINDS[part] for part in _parts(hint) if part in KINDS))


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return field.default
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return None


def _option(name: str, hint: Any, default: Any) -> Option:
    meta = _metas(hint)
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
        listed=get_origin(core) in LISTS,
    )


def _metas(hint: Any) -> list[msgspec.Meta]:
    return [extra for extra in get_args(hint)[1:] if isinstance(extra, msgspec.Meta)] if _annotated(hint) else []


def _annotated(hint: Any) -> bool:
    return get_origin(hint) is Annotated


def _parts(hint: Any) -> tuple[Any, ...]:
    """The types an option (or, where it takes several values, each of them) may be of."""
    if get_origin(hint) is Annotated or get_origin(hint) in LISTS:
        return _parts(get_args(hint)[0])
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _open_ended(hint: Any) -> bool:
    return any(part is not bool and get_origin(part) is not Literal for part in _parts(hint))


def _choices(hint: Any) -> tuple[Any, ...]:
    choices: list[Any] = []
    for part in _parts(hint):
        if part is bool:
            choices += (False, True)
        elif get_origin(part) is Literal:
            choices += get_args(part)
    return tuple(choices)
