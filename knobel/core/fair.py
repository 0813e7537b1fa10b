"""Fair dice: nature's k-th draw is a keyed hash of a secret seed, the players' salts and k.

The house commits to its seed before anyone adds salt, and every salt is committed to before any is opened: so neither
the house nor a player can choose what will fall. When the seed is revealed, anyone can draw every roll again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from functools import lru_cache, partial
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from knobel.core.errors import KnobelError
from knobel.core.words import is_text

if TYPE_CHECKING:
    from knobel.core.contract import Move, State
    from knobel.core.game import Game

SEED_BYTES = 32
MAX_SALT = 200
MAX_DEALS = 3
"""So often dice are fixed anew: whoever knows the seed and the open salts must not look on for a better one."""
_BLOCK_BITS = 256


class UnfairDeal(KnobelError):
    """A step of the commitment that does not fit: a salt opened too early, changed, or missing."""


def new_seed() -> bytes:
    """A secret seed from the system's own source of randomness."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(secret: bytes) -> str:
    """What is shown of a secret before it is revealed. It gives nothing away and fixes it for good."""
    return hashlib.sha256(b"knobel commitment\0" + secret).hexdigest()


class Salt(msgspec.Struct, frozen=True):
    """A player's own addition to the dice: their text, and a nonce so that a short text cannot be guessed."""

    text: str
    nonce: str

    @classmethod
    def new(cls, text: str) -> Salt:
        """A salt with a fresh nonce."""
        if len(text) > MAX_SALT:
            raise UnfairDeal("salt-long", most=MAX_SALT)
        if not is_text(text):
            raise UnfairDeal("not-text")
        return cls(text, secrets.token_hex(16))

    def commitment(self) -> str:
        """What the player shows before all have committed. No other nonce and text have the same one."""
        return commitment(msgspec.json.encode((self.nonce, self.text)))


class Deal(msgspec.Struct, frozen=True):
    """How the dice of one table were fixed: commitments first, then the salts. All of it may be shown to anyone."""

    seed: str
    """The commitment to the house's seed."""
    committed: dict[int, str] = {}
    """Each seat's commitment to its salt, for those who add one."""
    opened: dict[int, Salt] = {}

    def commit(self, seat: int, promise: str) -> Deal:
        """A seat commits to a salt. Only before any salt is opened, and only once."""
        if self.opened:
            raise UnfairDeal("salt-late")
        if seat in self.committed:
            raise UnfairDeal("salt-twice")
        return msgspec.structs.replace(self, committed=self.committed | {seat: promise})

    def open(self, seat: int, salt: Salt) -> Deal:
        """A seat opens the salt it committed to."""
        if self.committed.get(seat) != salt.commitment():
            raise UnfairDeal("salt-changed")
        return msgspec.structs.replace(self, opened=self.opened | {seat: salt})

    def promises(self) -> tuple[str, ...]:
        """All commitments to salts, by seat."""
        return tuple(self.committed[seat] for seat in sorted(self.committed))

    def key(self, seed: bytes) -> bytes:
        """The key of all draws. Raises `UnfairDeal` unless the seed is the promised one and every salt is open."""
        if self.seed != commitment(seed):
            raise UnfairDeal("seed-changed")
        if set(self.opened) != set(self.committed):
            raise UnfairDeal("salt-missing")
        if any(self.committed[seat] != salt.commitment() for seat, salt in self.opened.items()):
            raise UnfairDeal("salt-changed")
        return hmac.digest(seed, _spelled(self.opened), "sha256")


def seeded_key(seed: int | str) -> bytes:
    """The key of a reproducible table. Anyone who knows the seed knows every roll to come: for tests and studies."""
    return hashlib.sha256(f"knobel seeded table\0{seed}".encode()).digest()


def draw_below(key: bytes, k: int, total: int) -> int:
    """Nature's k-th draw: a number from 0 to `total` - 1, each exactly as likely.

    The hash is read as a number; those too large to share out evenly are passed over (rejection sampling).

    >>> draw_below(seeded_key(1), 0, 6), draw_below(seeded_key(1), 1, 6)
    (1, 0)
    """
    blocks = total.bit_length() // _BLOCK_BITS + 1
    limit = (1 << (blocks * _BLOCK_BITS)) // total * total
    attempt = 0
    while True:
        number = 0
        for block in range(blocks):
            number = number << _BLOCK_BITS | int.from_bytes(_block(key, k, attempt, block))
        if number < limit:
            return number % total
        attempt += 1


def draw_stream(key: bytes, k: int) -> Random:
    """The k-th draw for a source that needs many numbers (a trembling hand): a generator seeded by the hash alone."""
    return Random(_block(key, k, 0, 0))


def _block(key: bytes, k: int, attempt: int, block: int) -> bytes:
    """The HMAC (RFC 2104) of a place in the stream of draws.

    >>> _block(b"key", 7, 0, 0) == hmac.digest(b"key", b"7:0:0", "sha256")
    True
    """
    inner, outer = _keyed(key)
    inner, outer = inner.copy(), outer.copy()
    inner.update(b"%d:%d:%d" % (k, attempt, block))
    outer.update(inner.digest())
    return outer.digest()


@lru_cache(4096)
def _keyed(key: bytes) -> tuple[Any, Any]:
    """Both hashes of an HMAC that have taken in its key (a hash, so shorter than their blocks): a game draws often."""
    padded = key.ljust(hashlib.sha256().block_size, b"\0")
    inner, outer = (bytes([byte ^ pad for byte in padded]) for pad in (0x36, 0x5C))
    return hashlib.sha256(inner), hashlib.sha256(outer)


def _spelled(salts: Mapping[int, Salt]) -> bytes:
    return msgspec.json.encode([(seat, salts[seat].nonce, salts[seat].text) for seat in sorted(salts)])


class KeyedNature:
    """Nature's k-th draw from a key: the same for everyone who knows it, and nobody else can tell."""

    def __init__(self, key: bytes) -> None:
        self.key = key

    def draw(self, game: Game, state: State, k: int) -> Move:
        """Nature's k-th move in this position."""
        return game.draw(state, partial(draw_below, self.key, k), partial(draw_stream, self.key, k))
