"""`knobel party`: the house is open for the network, says where, and leaves nothing behind but its tables."""

from __future__ import annotations

import json
import signal
import socket
import subprocess

import httpx
import pytest

from knobel.cli.commands import party
from knobel.cli.terminal import Terminal
from knobel.core.words import LANGUAGES
from knobel.server.reach import here
from tests.cli.house import PROGRAM


def test_the_house_is_open_at_every_address_it_names_and_closes_politely(house):
    opened = subprocess.Popen(
        [PROGRAM, "party", "--port", "0", "--store", "house.db", "--json"],
        env=house.environment,
        cwd=house.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert opened.stdout
    try:
        told = json.loads(opened.stdout.readline())
        assert len(told["addresses"]) == len(here(""))
        for address in (*told["addresses"], told["here"]):
            assert httpx.get(address, trust_env=False).status_code == 200
    finally:
        opened.send_signal(signal.SIGINT)
        rest, complaints = opened.communicate()
    assert (opened.returncode, rest, complaints) == (0, "", "")
    assert {path.name for path in house.folder.glob("house.db*")} == {"house.db"}


def test_a_port_that_is_taken_is_named_with_another(house):
    with socket.socket() as taken:
        taken.bind(("", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused = house.run("party", "--port", str(port), "--store", "house.db")
    assert refused.returncode == 2
    assert str(port) in refused.stderr
    assert "knobel party --port 0" in refused.stderr
    assert not (house.folder / "house.db").exists()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("addresses", "key"),
    [
        ((), "party.none"),
        (("192.168.1.7",), "party.one"),
        (("192.168.1.7", "10.0.0.5"), "party.several"),
        (("fd00::2",), "party.sixth"),
    ],
)
def test_what_the_network_is_like_gets_a_plain_word(addresses, key, language, capsys):
    terminal = Terminal(language)
    party.invite(terminal, addresses, 8000)
    shown = capsys.readouterr().out
    assert " ".join(terminal.text(key).split()) in " ".join(shown.split())
    assert [
        link
        for link in ("http://192.168.1.7:8000/", "http://10.0.0.5:8000/", "http://[fd00::2]:8000/")
        if link in shown
    ] == [f"http://{f'[{each}]' if ':' in each else each}:8000/" for each in addresses]
    assert ("▄" in shown) == (bool(addresses) and not terminal.letters)


def test_the_picture_is_the_link(monkeypatch, capsys):
    """Read back square by square from what the screen shows: the very code of that link."""
    import segno

    terminal = Terminal("en")
    terminal.letters = False
    party.draw_code(terminal, "http://192.168.1.7:8000/")
    squares: list[list[bool]] = []
    for line in capsys.readouterr().out.splitlines():
        squares += [[sign not in "█▀" for sign in line], [sign not in "█▄" for sign in line]]
    code = [
        [bool(each) for each in row]
        for row in segno.make("http://192.168.1.7:8000/", error="m", micro=False).matrix_iter(border=2)
    ]
    assert squares[: len(code)] == code
