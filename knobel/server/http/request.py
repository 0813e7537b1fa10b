"""A request: in whose name it comes, of which table, and what it wants done there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

from litestar import Request
from litestar.datastructures.state import State
from litestar.params import PathParameter

from knobel.server.caller import Caller
from knobel.server.tables.draft import Draft
from knobel.server.tables.house import House, LoadedTable
from knobel.server.tables.state import Rights, hashed

T = TypeVar("T")
Asking = Request[None, None, State]
TableName = Annotated[str, PathParameter(max_length=100, description="The table's name, which is also its link.")]


def house_of(request: Asking) -> House:
    """The house that is asked."""
    return request.app.state.house


async def load_table(request: Asking, table: str) -> LoadedTable:
    """A table; whoever asks answers for its being in memory."""
    return await house_of(request).load(table, Caller(request.scope).address)


def keys_of(caller: Caller) -> list[str]:
    """What the tokens that came along open, as tables know it."""
    return [hashed(token) for token in caller.tokens]


async def do_at(request: Asking, table: str, action: Callable[[Draft, Rights], T]) -> T:
    """Does something in the name of whoever asks."""
    caller = Caller(request.scope)
    keys = keys_of(caller)
    await load_table(request, table)
    result, _ = await house_of(request).act(table, lambda draft: action(draft, draft.room.rights(keys)), caller.address)
    return result
