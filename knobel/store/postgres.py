"""The store of many machines: the same logs in PostgreSQL, which every process of the house may write to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Raw

from knobel.store.log import MAX_EVENTS, STALE_MS, Listing, NoTable, TableStage, Taken
from knobel.store.postgres_appends import Appends, check_held, columns
from knobel.store.postgres_connections import AlreadyThere, Connections, Db

CREATE = """
    WITH told AS (INSERT INTO tables (name, game, public, stage, about, changed) VALUES ($1, $2, $3, $4, $5, $6)),
    kept AS (INSERT INTO seeds (name, seed) VALUES ($1, $7))
    INSERT INTO events (name, seq, body)
    SELECT $1, n, body FROM unnest($8::bytea[]) WITH ORDINALITY AS given (body, n)"""
READ = "SELECT body FROM events WHERE name = $1 AND seq > $2 ORDER BY seq LIMIT $3"
GROWN = """
    SELECT known.name FROM unnest($1::text[], $2::bigint[]) AS known (name, seq)
    WHERE EXISTS (SELECT FROM events WHERE events.name = known.name AND events.seq = known.seq + 1)"""
LISTED = """
    SELECT name, game, public, stage, about, changed FROM tables
    WHERE ($1::boolean IS NULL OR public = $1) AND ($2::text IS NULL OR stage = $2)
    AND ($3::bigint IS NULL OR (changed, name) < ($3, $4))
    ORDER BY changed DESC, name DESC LIMIT $5"""
BEAT = "INSERT INTO processes (name, beat) VALUES ($1, now()) ON CONFLICT (name) DO UPDATE SET beat = excluded.beat"
CLAIM = """
    UPDATE tables SET owner = $2, alarm = NULL WHERE name = $1 AND (owner IS NULL OR owner = $2 OR owner NOT IN
        (SELECT name FROM processes WHERE beat > now() - $3 * interval '1 millisecond'))
    RETURNING true"""
ORPHANS = """
    SELECT name FROM tables WHERE stage = 'playing' AND alarm IS NULL AND (owner IS NULL OR owner != $1 AND owner NOT IN
        (SELECT name FROM processes WHERE beat > now() - $2 * interval '1 millisecond'))
    ORDER BY name"""
PUT_AWAY = "UPDATE tables SET owner = NULL, alarm = $3 WHERE name = $1 AND owner = $2"
RINGING = "SELECT name, alarm FROM tables WHERE alarm <= $1 ORDER BY alarm LIMIT $2"
LEFT_OF_WRITTEN = (
    "greatest(0, written.bytes - {per_s} * extract(epoch FROM greatest(interval '0', now() - written.since)))"
)
COUNT_WRITTEN = f"""
    WITH counted AS (
        INSERT INTO written (address, bytes, since)
        SELECT address, more, now() FROM unnest($1::text[], $2::double precision[]) AS given (address, more)
        ON CONFLICT (address)
        DO UPDATE SET bytes = {LEFT_OF_WRITTEN.format(per_s="$3")} + excluded.bytes, since = excluded.since
        RETURNING address, bytes)
    SELECT address, bytes FROM counted UNION ALL
    SELECT address, {LEFT_OF_WRITTEN.format(per_s="$3")} FROM written WHERE address != ALL ($1::text[])"""  # noqa: S608
FORGET_WRITTEN = f"DELETE FROM written WHERE {LEFT_OF_WRITTEN.format(per_s='$1')} = 0"  # noqa: S608
RELEASE = """
    WITH gone AS (DELETE FROM processes WHERE name = $1)
    UPDATE tables SET owner = NULL WHERE owner = $1"""


class PostgresStore:
    """Logs of tables in a database of PostgreSQL's."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._appends = Appends(connections)

    @classmethod
    async def open(cls, url: str) -> PostgresStore:
        """The store at an address, made or brought up to date where that is needed. Raises `StoreTrouble` in words."""
        return cls(await Connections.open(url))

    async def hold(self) -> None:
        """Any number of houses may share it."""

    async def create(self, listing: Listing, bodies: Sequence[bytes], seed: bytes) -> None:
        """Begins a table's log."""

        async def work(db: Db, unsure: bool) -> None:
            try:
                await db.execute(CREATE, *columns(listing), seed, bodies)
            except AlreadyThere:
                if not (unsure and await check_held(db, listing.table, 1, bodies)):
                    raise Taken(listing.table, 1) from None

        await self._connections.ask(work)

    async def append(self, table: str, seq: int, bodies: Sequence[bytes], listing: Listing | None = None) -> None:
        """Writes bodies from a number on."""
        await self._appends.do(table, seq, bodies, listing)

    async def read(self, table: str, after: int = 0, limit: int = MAX_EVENTS) -> list[bytes]:
        """The bodies after a number."""

        async def work(db: Db, _unsure: bool) -> list[bytes]:
            bodies = [body for (body,) in await db.fetch(READ, table, after, limit)]
            if not bodies and not await db.fetchval("SELECT true FROM tables WHERE name = $1", table):
                raise NoTable(table)
            return bodies

        return await self._connections.ask(work)

    async def find_grown(self, known: Mapping[str, int]) -> list[str]:
        """The tables whose logs go on."""
        return [name for (name,) in await self._connections.fetch(GROWN, [*known], [*known.values()])]

    async def read_seed(self, table: str) -> bytes:
        """The secret seed."""

        async def work(db: Db, _unsure: bool) -> bytes:
            seed = await db.fetchval("SELECT seed FROM seeds WHERE name = $1", table)
            if seed is None:
                raise NoTable(table)
            return seed

        return await self._connections.ask(work)

    async def list_tables(
        self,
        *,
        public: bool | None = None,
        stage: TableStage | None = None,
        limit: int = 100,
        before: tuple[int, str] | None = None,
    ) -> list[Listing]:
        """Tables, the last changed first."""
        rows = await self._connections.fetch(LISTED, public, stage, *(before or (None, None)), limit)
        return [
            Listing(table=table, game=game, public=public, stage=stage, about=Raw(about.encode()), changed=changed)
            for table, game, public, stage, about, changed in rows
        ]

    async def beat(self, process: str) -> None:
        """Says that a process is alive."""
        await self._connections.fetch(BEAT, process)

    async def claim(self, table: str, process: str, stale_ms: int = STALE_MS) -> bool:
        """Whether this process now owns the table's clocks and bots."""
        return bool(await self._connections.fetch(CLAIM, table, process, stale_ms))

    async def put_away(self, table: str, process: str, alarm: int) -> None:
        """Gives a table up until its alarm rings."""
        await self._connections.fetch(PUT_AWAY, table, process, alarm)

    async def find_ringing(self, now: int, limit: int) -> list[tuple[str, int]]:
        """The tables that were put away and whose alarm has rung."""
        return [(name, alarm) for name, alarm in await self._connections.fetch(RINGING, now, limit)]

    async def find_orphans(self, process: str, stale_ms: int = STALE_MS) -> list[str]:
        """The tables being played that nobody living owns."""
        return [name for (name,) in await self._connections.fetch(ORPHANS, process, stale_ms)]

    async def count_written(self, more: Mapping[str, int], per_s: float) -> dict[str, float]:
        """Adds what addresses had written, and hands back all sums."""
        await self._connections.fetch(FORGET_WRITTEN, per_s)
        given = [*more], [float(size) for size in more.values()]
        return dict(await self._connections.fetch(COUNT_WRITTEN, *given, per_s))

    async def release(self, process: str) -> None:
        """Gives up everything a process owns."""
        await self._connections.fetch(RELEASE, process)

    async def check_ready(self) -> None:
        """Returns if something could be written now."""
        await self._connections.check_ready()

    async def close(self) -> None:
        """Finishes what is under way and lets go."""
        await self._appends.finish()
        await self._connections.close()
