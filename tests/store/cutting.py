"""A line to PostgreSQL that can be cut at the worst instants."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Literal

SOCKET = ".s.PGSQL.5432"


class Cutter:
    """Stands between the store and PostgreSQL, and cuts the line once: before a request arrives, or its answer."""

    def __init__(self, folder: Path, sockets: Path) -> None:
        self.folder = folder
        self._sockets = sockets
        self.cut: Literal["", "request", "answer"] = ""
        self.cuts = 0

    async def __aenter__(self) -> Cutter:
        self._server = await asyncio.start_unix_server(self._carry, self.folder / SOCKET)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_unix_connection(self._sockets / SOCKET)
        both = (writer, there_writer)
        await asyncio.gather(
            self._pump("request", reader, there_writer, both), self._pump("answer", there_reader, writer, both)
        )

    async def _pump(
        self,
        kind: str,
        source: asyncio.StreamReader,
        target: asyncio.StreamWriter,
        both: tuple[asyncio.StreamWriter, ...],
    ) -> None:
        while data := await source.read(65536):
            if self.cut == kind:
                self.cut = ""
                self.cuts += 1
                break
            target.write(data)
        for writer in both:
            writer.close()
