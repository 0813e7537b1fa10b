"""The appends of one process to PostgreSQL: what waits goes there in one transaction, and each gets its own answer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from knobel.core.errors import KnobelError
from knobel.store.log import Listing, Taken, no_successor
from knobel.store.postgres_connections import DATABASE_AWAY, AlreadyThere, Connections, DatabaseError, Db

MAX_TOGETHER = 500

APPEND = """
    WITH log AS (
        SELECT name, seq, (SELECT max(seq) FROM events WHERE events.name = asked.name) AS last
        FROM unnest($1::text[], $2::bigint[]) AS asked (name, seq)),
    wrote AS (
        INSERT INTO events (name, seq, body)
        SELECT given.name, given.seq, body
        FROM unnest($3::text[], $4::bigint[], $5::bytea[]) AS given (name, seq, body) JOIN log USING (name)
        WHERE last = log.seq - 1 ORDER BY given.name, given.seq),
    told AS (
        UPDATE tables SET game = shown.game, public = shown.public, stage = shown.stage, about = shown.about,
            changed = shown.changed
        FROM unnest($6::text[], $7::text[], $8::boolean[], $9::text[], $10::text[], $11::bigint[])
            AS shown (name, game, public, stage, about, changed) JOIN log USING (name)
        WHERE tables.name = shown.name AND last = log.seq - 1)
    SELECT name, last FROM log"""
HELD = "SELECT body FROM events WHERE name = $1 AND seq >= $2 ORDER BY seq LIMIT $3"


class _Append:
    """What is to be written, and who waits for it."""

    def __init__(self, table: str, seq: int, bodies: Sequence[bytes], listing: Listing | None) -> None:
        self.table = table
        self.seq = seq
        self.bodies = bodies
        self.shown = columns(listing) if listing else None
        self.future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def answer(self, refused: Exception | None) -> None:
        """Tells whoever waits, unless they have gone."""
        if self.future.done():
            return
        if refused:
            self.future.set_exception(refused)
        else:
            self.future.set_result(None)


class _OneByOne(Exception):
    """Something in a group was refused, and so all of it: each has to be tried alone."""

    def __init__(self, unsure: bool) -> None:
        self.unsure = unsure


class Appends:
    """One lane to the database. While it is busy, what comes in waits, and then goes together."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._waiting: list[_Append] = []
        self._lane: asyncio.Task[None] | None = None

    async def do(self, table: str, seq: int, bodies: Sequence[bytes], listing: Listing | None) -> None:
        """Writes bodies from a number on: all or none of them, and safe on disk when this returns."""
        append = _Append(table, seq, bodies, listing)
        self._waiting.append(append)
        if self._lane is None or self._lane.done():
            self._lane = asyncio.create_task(self._run())
        await append.future

    async def finish(self) -> None:
        """Returns when nothing is under way any more."""
        if self._lane:
            await self._lane

    async def _run(self) -> None:
        while self._waiting:
            await self._append_together(self._gathered())

    def _gathered(self) -> list[_Append]:
        """The first append of each table that waits."""
        first: dict[str, _Append] = {}
        for append in self._waiting:
            if len(first) < MAX_TOGETHER:
                first.setdefault(append.table, append)
        self._waiting = [append for append in self._waiting if first.get(append.table) is not append]
        return list(first.values())

    async def _append_together(self, appends: list[_Append], unsure: bool = False) -> None:
        async def work(db: Db, lost: bool) -> list[KnobelError | None]:
            return await _write(db, appends, unsure or lost)

        try:
            answers = await self._connections.ask(work)
        except _OneByOne as found:
            for append in appends:
                await self._append_together([append], found.unsure)
            return
        except Exception as error:
            for append in appends:
                append.answer(error)
            return
        for append, refused in zip(appends, answers, strict=True):
            append.answer(refused)


async def _write(db: Db, appends: list[_Append], unsure: bool) -> list[KnobelError | None]:
    """Writes what may be written, and says of each append whether it was, or why not."""
    try:
        last = dict(await db.fetch(APPEND, *_columns(appends)))
    except DATABASE_AWAY:
        raise
    except DatabaseError as error:
        if len(appends) > 1:
            raise _OneByOne(unsure) from error
        if not isinstance(error, AlreadyThere):
            raise
        last = {appends[0].table: appends[0].seq}  # somebody was a little faster
    return [await _answer(db, append, last[append.table], unsure) for append in appends]


async def _answer(db: Db, append: _Append, last: int | None, unsure: bool) -> KnobelError | None:
    if last == append.seq - 1:
        return None
    refused = no_successor(append.table, append.seq, last)
    written = isinstance(refused, Taken) and unsure and await check_held(db, append.table, append.seq, append.bodies)
    return None if written else refused


async def check_held(db: Db, table: str, seq: int, bodies: Sequence[bytes]) -> bool:
    """Whether exactly these bodies stand there: then an attempt whose answer was lost has written them."""
    return [body for (body,) in await db.fetch(HELD, table, seq, len(bodies))] == list(bodies)


def columns(listing: Listing) -> tuple[str, str, bool, str, str, int]:
    """What the database keeps of a listing."""
    about = bytes(listing.about).decode()
    return listing.table, listing.game, listing.public, listing.stage, about, listing.changed


def _columns(appends: list[_Append]) -> list[list[object]]:
    asked = [(append.table, append.seq) for append in appends]
    given = [(append.table, seq, body) for append in appends for seq, body in enumerate(append.bodies, append.seq)]
    shown = [append.shown for append in appends if append.shown]
    return [*_turned(asked, 2), *_turned(given, 3), *_turned(shown, 6)]


def _turned(rows: Sequence[Sequence[object]], width: int) -> list[list[object]]:
    """Rows as columns."""
    return [[row[place] for row in rows] for place in range(width)]
