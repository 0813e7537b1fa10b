"""The wire's page: every message of a client with an example that is one, and a bot that plays as it says."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from msgspec.inspect import StructType, type_info
from msgspec.structs import fields

from knobel.server.socket.protocol import PROTOCOL, ClientMessage, Closing, client_message

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "wire.md").read_text("utf-8")
SECTION = PAGE.split("\n## Every message of a client\n")[1].split("\n## ")[0]
EXAMPLES = re.findall(r"^(\{.*\})$", SECTION, re.MULTILINE)


def tag(kind: type[msgspec.Struct]) -> str:
    info = type_info(kind)
    assert isinstance(info, StructType)
    return str(info.tag)


def read(example: str) -> ClientMessage:
    return client_message.decode(example.replace("PROTOCOL", str(PROTOCOL)))


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_a_message_of_this_wire(example):
    read(example)


@pytest.mark.parametrize("kind", get_args(ClientMessage), ids=tag)
def test_every_message_has_an_example_and_every_field_is_shown(kind):
    shown = [msgspec.json.decode(example.replace("PROTOCOL", "0")) for example in EXAMPLES]
    mine = [example for example in shown if example["type"] == tag(kind)]
    assert mine, f"docs/wire.md has no example of {tag(kind)}"
    assert {field.encode_name for field in fields(kind)} <= {name for example in mine for name in example}


def test_every_message_has_its_heading_in_the_order_of_the_wire():
    headings = re.findall(r"^### `(\w+)`", SECTION, re.MULTILINE)
    assert headings == [tag(kind) for kind in get_args(ClientMessage)]


TOO_LARGE = 1009
"""WebSocket's own, sent by the server beneath the house."""


def test_every_number_that_a_socket_is_closed_with_is_explained():
    (closing,) = re.findall(r"^\*\*Closing\.\*\*.*?(?=\n\n)", PAGE, re.MULTILINE | re.DOTALL)
    assert {int(number) for number in re.findall(r"\b\d{4}\b", closing)} == {TOO_LARGE, *Closing}


@pytest.mark.parametrize(("game", "level"), [("pig", "random"), ("liars-dice", "bold"), ("schocken", "casual")])
async def test_a_player_of_the_library_plays_a_whole_game_over_the_wire(url, game, level):
    script = ROOT / "examples" / "wire_bot.py"
    assert f"python examples/{script.name}" in PAGE
    ran = await asyncio.create_subprocess_exec(
        sys.executable, str(script), url, game, "--level", level, stdout=asyncio.subprocess.PIPE
    )
    said, _ = await ran.communicate()
    assert ran.returncode == 0
    assert re.fullmatch(r".+: place [12] of 2\n", said.decode())
