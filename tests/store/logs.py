"""Tables to put into stores."""

from __future__ import annotations

from typing import Any

import msgspec

from knobel.store.log import Listing

SEED = bytes(range(32))


def listing(table: str = "oak", **changed: Any) -> Listing:
    """What a list shows of a table."""
    about = msgspec.Raw(msgspec.json.encode({"title": "Würfel"}))
    plain = Listing(table=table, game="pig", public=True, stage="playing", about=about, changed=1000)
    return msgspec.structs.replace(plain, **changed)
