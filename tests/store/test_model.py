"""Both stores behave like a dictionary of lists."""

from __future__ import annotations

import re
import uuid
from collections.abc import Awaitable, Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knobel.core.errors import KnobelError
from knobel.store.log import MAX_EVENTS, Listing, NoTable, Store, StoreTrouble, Taken
from tests.store.logs import SEED, listing

TABLES = st.sampled_from(["ash", "elm", "oak"])
BODIES = st.lists(st.binary(max_size=40), min_size=1, max_size=3)
STAGES = st.sampled_from(["gathering", "playing", "over"])
STEPS = st.one_of(
    st.tuples(st.just("create"), TABLES, BODIES, STAGES),
    st.tuples(st.just("append"), TABLES, st.integers(-1, 2), BODIES, st.none() | STAGES),
    st.tuples(st.just("read"), TABLES, st.integers(0, 6), st.integers(1, 6)),
)


class Model:
    """The store as one would write it without a disk."""

    def __init__(self) -> None:
        self.logs: dict[str, list[bytes]] = {}
        self.listings: dict[str, Listing] = {}

    def create(self, shown: Listing, bodies: list[bytes]) -> None:
        if shown.table in self.logs:
            raise Taken(shown.table, 1)
        self.logs[shown.table] = [*bodies]
        self.listings[shown.table] = shown

    def append(self, table: str, seq: int, bodies: list[bytes], shown: Listing | None) -> None:
        log = self.read(table, 0)
        if seq <= len(log):
            raise Taken(table, seq)
        if seq > len(log) + 1:
            raise StoreTrouble("log-gap", seq=seq)
        self.logs[table] = log + bodies
        if shown:
            self.listings[table] = shown

    def read(self, table: str, after: int, limit: int = MAX_EVENTS) -> list[bytes]:
        if table not in self.logs:
            raise NoTable(table)
        return self.logs[table][after : after + limit]


async def follow(store: Store, steps: list[tuple]) -> None:
    """Does the same to the store and to the model, and compares what each says."""
    model, example = Model(), uuid.uuid4().hex
    for when, (kind, name, *rest) in enumerate(steps):
        table = f"{name}-{example}"
        match kind, *rest:
            case "create", bodies, stage:
                shown = listing(table, stage=stage, changed=when)
                await agree(store.create(shown, bodies, SEED), model.create, shown, bodies)
            case "append", ahead, bodies, stage:
                seq = len(model.logs.get(table, [])) + ahead
                shown = listing(table, stage=stage, changed=when) if stage else None
                await agree(store.append(table, seq, bodies, shown), model.append, table, seq, bodies, shown)
            case _, after, limit:
                await agree(store.read(table, after, limit), model.read, table, after, limit)
    for table, log in model.logs.items():
        assert await store.read(table) == log
    ours = [row for row in await store.list_tables(limit=10_000) if row.table.endswith(example)]
    assert ours == sorted(model.listings.values(), key=lambda row: row.place, reverse=True)


async def agree(asking: Awaitable[object], model: Callable[..., object], *args: object) -> None:
    """The store answers, or refuses, as the model does."""
    try:
        expected = model(*args)
    except KnobelError as refused:
        with pytest.raises(type(refused), match=re.escape(str(refused))):
            await asking
    else:
        assert await asking == expected


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(steps=st.lists(STEPS, max_size=12))
async def test_a_store_behaves_like_a_dictionary_of_lists(store, steps):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("knobel.store.sqlite_logs.MAX_UNSORTED", 2)
        await follow(store, steps)
