"""What a list of tables shows of one."""

from __future__ import annotations

import msgspec

from knobel.core.game import Game
from knobel.server.tables.draft import Draft
from knobel.server.tables.state import Room
from knobel.store.log import Listing, TableStage


class About(msgspec.Struct, frozen=True, kw_only=True):
    """The little that a list shows: who sits there, and how it is played."""

    names: tuple[str, ...]
    free: int
    """Seats that can be taken."""
    dice: str
    language: str


def listing_of(table: str, game: Game, room: Room, stage: TableStage, changed: int) -> Listing:
    """A table as the list shows it."""
    about = About(
        names=tuple(place.name for place in room.places if place),
        free=0 if stage == "over" else len(room.free()),
        dice=room.setup.dice,
        language=room.setup.language,
    )
    return Listing(
        table=table,
        game=game.name,
        public=room.setup.public,
        stage=stage,
        about=msgspec.Raw(msgspec.json.encode(about)),
        changed=changed,
    )


def changed_listing(listing: Listing, draft: Draft) -> Listing | None:
    """What a list would show of a table after a draft, if that is anything new."""
    new = listing_of(listing.table, draft.game, draft.room, draft.stage, draft.now)
    return None if (new.stage, bytes(new.about)) == (listing.stage, bytes(listing.about)) else new
