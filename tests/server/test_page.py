"""The page as the house sends it: small, kept for ever where it may be, and never a file that is not of the page."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from knobel.server.http.static import Page, send_file


@pytest.fixture
def page(tmp_path: Path) -> Page:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Knobel</title>")
    (tmp_path / "assets" / "index-abc.js").write_text("play()" * 100)
    (tmp_path / ".stamp").write_text("not for anybody")
    return Page(tmp_path)


async def answer(page: Page, path: str, method: str = "GET", **asked: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of an answer."""
    file = page.find(path)
    assert file is not None
    messages: list[dict] = []

    async def send(message: dict) -> None:
        messages.append(message)

    headers = [(name.replace("_", "-").encode(), value.encode()) for name, value in asked.items()]
    await send_file(file, {"method": method, "headers": headers}, send)
    start, body = messages
    return start["status"], {name.decode(): value.decode() for name, value in start["headers"]}, body["body"]


@pytest.mark.parametrize("path", ["/", "/new", "/table/abc-123", "/learn/stack-attack"])
async def test_every_view_starts_with_the_same_document_and_is_asked_for_again(page: Page, path: str) -> None:
    status, headers, body = await answer(page, path)
    assert (status, headers["content-type"], headers["cache-control"]) == (200, "text/html; charset=utf-8", "no-cache")
    assert b"Knobel" in body


async def test_what_is_named_by_its_hash_is_kept_for_ever_and_sent_packed(page: Page) -> None:
    _, headers, body = await answer(page, "/assets/index-abc.js", accept_encoding="br, gzip")
    assert "immutable" in headers["cache-control"]
    assert headers["content-encoding"] == "gzip"
    assert gzip.decompress(body) == b"play()" * 100
    assert (await answer(page, "/assets/index-abc.js"))[2] == b"play()" * 100


async def test_what_has_not_changed_is_not_sent_again(page: Page) -> None:
    tag = (await answer(page, "/"))[1]["etag"]
    assert (await answer(page, "/", if_none_match=tag))[::2] == (304, b"")
    assert (await answer(page, "/", method="HEAD"))[2] == b""


@pytest.mark.parametrize(
    "path", ["/.stamp", "/../page.py", "/assets/", "/api/games", "/table/", "/table/a/b", "/learn/", "/x"]
)
def test_nothing_else_is_found(page: Page, path: str) -> None:
    assert page.find(path) is None


async def test_a_house_without_its_page_says_how_to_build_it(tmp_path: Path) -> None:
    assert b"make page" in (await answer(Page(tmp_path), "/"))[2]
