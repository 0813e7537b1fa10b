"""The page that people play on: files of the package, kept in memory and sent as small as the browser can take.

Names under assets/ carry the hash of what is in them, so that they may be kept for ever; everything else is asked for
again each time, and answered with "still the same" where it is.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import MutableMapping
from functools import cache
from mimetypes import guess_type
from pathlib import Path
from typing import Any

import msgspec

from knobel.server.socket.transport import Send

FOLDER = Path(__file__).parent.parent / "page"
START = "index.html"
ASSETS = "assets/"
PACKED = (".bin", ".css", ".html", ".js", ".svg", ".txt", ".webmanifest")
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}

_VIEWS = re.compile(r"/(new|(?:table|learn)/[\w-]{1,100})?")
"""Addresses that the page itself understands: they all start with the same document."""

NOT_BUILT = b"<!doctype html><title>Knobel</title><p>This house was installed without its page. Build it: make page"


class File(msgspec.Struct, frozen=True):
    """A file of the page, ready to be sent."""

    plain: bytes
    packed: bytes | None
    headers: tuple[tuple[bytes, bytes], ...]
    tag: bytes


class Page:
    """All files of the page, by their path."""

    def __init__(self, folder: Path = FOLDER) -> None:
        paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and not path.name.startswith(".")]
        self._files = {path.relative_to(folder).as_posix(): _read_file(path, folder) for path in paths}

    def find(self, path: str) -> File | None:
        """What lies at an address; None where the page has nothing there."""
        if _VIEWS.fullmatch(path):
            return self._files.get(START, _document(NOT_BUILT))
        return self._files.get(path.removeprefix("/"))


async def send_file(file: File, scope: MutableMapping[str, Any], send: Send) -> None:
    """Sends a file, packed where the browser can unpack it, or only the word that it has not changed."""
    asked: dict[bytes, bytes] = dict(scope["headers"])
    packed = file.packed if b"gzip" in asked.get(b"accept-encoding", b"") else None
    body = file.plain if packed is None else packed
    headers = [*file.headers, (b"etag", file.tag), (b"vary", b"accept-encoding")]
    same = asked.get(b"if-none-match") == file.tag
    if not same:
        headers.append((b"content-length", b"%d" % len(body)))
        if packed is not None:
            headers.append((b"content-encoding", b"gzip"))
    await send({"type": "http.response.start", "status": 304 if same else 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if same or scope["method"] == "HEAD" else body})


def _read_file(path: Path, folder: Path) -> File:
    loaded = "max-age=31536000, immutable" if path.relative_to(folder).as_posix().startswith(ASSETS) else "no-cache"
    return _made(path.read_bytes(), path.suffix, loaded)


def _document(html: bytes) -> File:
    return _made(html, ".html", "no-cache")


@cache  # a process may open several houses
def _made(plain: bytes, suffix: str, loaded: str) -> File:
    kind = TYPES.get(suffix) or guess_type(f"a{suffix}")[0] or "application/octet-stream"
    charset = "; charset=utf-8" if kind.startswith("text/") else ""
    return File(
        plain=plain,
        packed=gzip.compress(plain, 9, mtime=0) if suffix in PACKED else None,
        headers=((b"content-type", f"{kind}{charset}".encode()), (b"cache-control", loaded.encode())),
        tag=f'"{hashlib.sha256(plain).hexdigest()[:24]}"'.encode(),
    )
