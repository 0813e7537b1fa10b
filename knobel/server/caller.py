"""From where somebody reaches the house, and what they bring along: address, origin, tokens, language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from http.cookies import CookieError, SimpleCookie
from ipaddress import IPv6Address, ip_address
from typing import Any
from urllib.parse import urlsplit

from knobel.server.settings import Settings
from knobel.server.words import language_asked

COOKIE = "knobel_"
"""What the names of the cookies begin with that hold tokens."""
MAX_TOKENS = 32
PASSED_ON = ("x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via")
"""Proxies say by these that they ask for somebody else."""


class Caller:
    """One request, or one socket."""

    def __init__(self, scope: Mapping[str, Any]) -> None:
        self._headers: list[tuple[bytes, bytes]] = list(scope["headers"])
        client = scope.get("client")
        self.address = counted_as(client)
        self._loopback = bool(client) and _is_loopback(client[0])
        self.secure = scope.get("scheme") in ("https", "wss")

    def header(self, name: str) -> str:
        """A header's value, or nothing."""
        wanted = name.lower().encode()
        return next((value.decode("latin-1") for key, value in self._headers if key.lower() == wanted), "")

    @property
    def local(self) -> bool:
        """Whether a program on this machine asks for itself, and does not only pass on what others ask."""
        return self._loopback and not any(self.header(name) for name in PASSED_ON)

    @property
    def language(self) -> str:
        """What they would like to read."""
        return language_asked(self.header("accept-language"))

    @property
    def tokens(self) -> tuple[str, ...]:
        """What they hold: in the Authorization header, and in cookies."""
        scheme, _, token = self.header("authorization").partition(" ")
        bearer = [part.strip() for part in token.split(",")] if scheme.lower() == "bearer" else []
        cookies: SimpleCookie = SimpleCookie()
        try:
            cookies.load(self.header("cookie"))
        except CookieError:
            cookies.clear()
        held = [morsel.value for name, morsel in cookies.items() if name.startswith(COOKIE)]
        return tuple(found for found in (*bearer, *held) if found)[:MAX_TOKENS]

    def may(self, settings: Settings) -> bool:
        """Whether the page that asks (if it is one) may use this house: its own, or one that was allowed."""
        origin = self.header("origin")
        if not origin:
            return True
        allowed = [part.strip().rstrip("/") for part in settings.origins.split(",") if part.strip()]
        return origin in allowed or _host(origin) == (self.header("host") or None)


def _host(origin: str) -> str | None:
    """The host that a page's origin names; None for pages of no host, and for what is no origin at all."""
    try:
        return urlsplit(origin).netloc or None
    except ValueError:
        return None


def _is_loopback(address: str) -> bool:
    """Whether an address is this machine's own way to itself.

    >>> [_is_loopback(address) for address in ("127.0.0.1", "::1", "::ffff:127.0.0.1", "192.0.2.7", "somewhere")]
    [True, True, True, False, False]
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return (mapped or parsed).is_loopback


def counted_as(client: Sequence[Any] | None) -> str:
    """Who somebody is counted as, by the address and port that they come from."""
    return _household(client[0]) if client else "unknown"


@lru_cache(4096)
def _household(address: str) -> str:
    """Who is counted as one: an address, or of the sixth version the whole network that one household has.

    >>> _household("192.0.2.7"), _household("2001:db8:1:2:3:4:5:6"), _household("somewhere")
    ('192.0.2.7', '2001:db8:1:2::', 'somewhere')
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        return str(parsed.ipv4_mapped or IPv6Address(int(parsed) >> 64 << 64))
    return address
