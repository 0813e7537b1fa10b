"""At which addresses others reach this machine: what a link may name that is handed to a friend."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Literal, NamedTuple

EVERYWHERE = ""
"""The address to listen on that is every one this machine has, of both versions."""
EVERY_CARD = (EVERYWHERE, "0.0.0.0", "::")  # noqa: S104 - nothing is opened here
MADE_UP = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "cni", "flannel", "podman", "lxc", "lxd", "zt", "utun")
"""How the names of network cards begin that programs have made: a phone is hardly ever behind them."""
SOMEWHERE = ("192.0.2.1", "2001:db8::1")
"""Addresses that are nobody's. Nothing is sent to them; they only show which way out is the usual one."""

Ways = Literal["none", "one", "several", "sixth"]


class NetworkCard(NamedTuple):
    """A network card, and the addresses it has."""

    name: str
    addresses: tuple[str, ...]


def reachable(host: str, cards: Iterable[NetworkCard], usual: Iterable[str] = ()) -> tuple[str, ...]:
    """Where others reach a house that listens on `host`, the best first; nothing where nobody else can.

    The usual way out comes first, then the fourth version, then cards that are real. Addresses that mean only this
    machine, or only one cable, are left out.

    >>> reachable("0.0.0.0", [NetworkCard("lo", ("127.0.0.1",)), NetworkCard("wlan0", ("192.168.1.7", "fe80::1"))])
    ('192.168.1.7',)
    """
    if host not in EVERY_CARD:
        return () if for_this_machine_alone(host) else (host,)
    first = set(usual)
    found: dict[str, tuple[bool, bool, bool]] = {}
    for card in cards:
        for address in card.addresses:
            parsed = ip_address(address.partition("%")[0])
            sixth = isinstance(parsed, IPv6Address)
            if _serves_others(parsed) and (host == EVERYWHERE or sixth == (host == "::")):
                found[address] = card.name.startswith(MADE_UP), sixth, address not in first
    real = [address for address in found if not found[address][0]]
    return tuple(sorted(real or found, key=lambda address: (found[address][2], found[address][1])))


def for_this_machine_alone(host: str) -> bool:
    """Whether a house that listens there is open for its own machine only.

    >>> [for_this_machine_alone(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "", "192.168.1.7")]
    [True, True, True, False, False, False]
    """
    if host in EVERY_CARD:
        return False
    try:
        return not _serves_others(ip_address(host))
    except ValueError:  # a name
        return host == "localhost" or host.endswith(".localhost")


def _serves_others(address: IPv4Address | IPv6Address) -> bool:
    return not (address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast)


def ways(addresses: Iterable[str]) -> Ways:
    """What is to be said of them."""
    fourth = [address for address in addresses if ":" not in address]
    if not fourth:
        return "sixth" if any(addresses) else "none"
    return "one" if len(fourth) == 1 else "several"


def web_address(address: str, port: int) -> str:
    """What is typed into a browser.

    >>> web_address("192.168.1.7", 8000), web_address("fd00::2", 80)
    ('http://192.168.1.7:8000/', 'http://[fd00::2]/')
    """
    host = f"[{address}]" if ":" in address else address
    return f"http://{host}/" if port == 80 else f"http://{host}:{port}/"


def here(host: str) -> tuple[str, ...]:
    """Where others reach this very machine, if a house on it listens on `host`."""
    return reachable(host, _list_cards(), _find_usual_ways())


def _list_cards() -> tuple[NetworkCard, ...]:
    import ifaddr

    return tuple(
        NetworkCard(card.nice_name, tuple(ip.ip if isinstance(ip.ip, str) else ip.ip[0] for ip in card.ips))
        for card in ifaddr.get_adapters()
    )


def _find_usual_ways() -> tuple[str, ...]:
    found: list[str] = []
    for family, somewhere in zip((socket.AF_INET, socket.AF_INET6), SOMEWHERE, strict=True):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((somewhere, 9))
            found.append(asking.getsockname()[0])
    return tuple(found)
