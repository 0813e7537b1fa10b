"""A move: something that happens at the table."""

from __future__ import annotations

import msgspec


class Move(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Something that happens at the table. Each game defines its own kinds; a kind's name is its tag in JSON."""
