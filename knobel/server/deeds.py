"""What people may do with a table before and around the game: each deed tries itself on a draft, or is refused."""

from __future__ import annotations

from msgspec.structs import replace

from knobel.core.contract import Seat
from knobel.core.fair import Deal, Salt, commitment
from knobel.core.record import FairDice, RealDice, Sitter
from knobel.players.roster import default_player, player
from knobel.server.events import (
    Asked,
    Came,
    Continued,
    Ended,
    Handed,
    Muted,
    Paused,
    Place,
    Promised,
    Redealt,
    Rekeyed,
    Removed,
    Said,
    Salted,
    Went,
)
from knobel.server.hosted import Draft
from knobel.server.names import cleaned_chat
from knobel.server.room import PERSON, Who
from knobel.server.words import Refused
from knobel.table.seats import bot_name, name_from
from knobel.table.table import Table, header_for


def sit(draft: Draft, name: str, seat: Seat | None, key: str) -> Seat:
    """A person takes a seat: that one, or the first that is free."""
    chosen = _free_seat(draft, seat)
    _come(draft, chosen, Place(name=name_from(name, _others(draft, chosen)), key=key))
    return chosen


def sit_bot(draft: Draft, who: Who, level: str, seat: Seat | None, name: str | None) -> Seat:
    """The host lets a player of the house take a seat."""
    _only_host(who)
    _gathering(draft)
    player(draft.game, level)  # raises for one that the game does not have
    chosen = _free_seat(draft, seat)
    others = _others(draft, chosen)
    wanted = name_from(name, others) if name else bot_name(level, others)
    _come(draft, chosen, Place(name=wanted, player=level))
    return chosen


def leave(draft: Draft, who: Who, seat: Seat) -> None:
    """A player goes. While the game is on a player of the house sits in, and they can come back."""
    _own(who, seat)
    _not_over(draft)
    if draft.table is None:
        _free(draft, Went(at=draft.now, seat=seat), seat)
    else:
        _sit_in(draft, draft.table, seat)


def come_back(draft: Draft, who: Who, seat: Seat) -> None:
    """A player takes their seat over again from the player of the house that sat in."""
    _own(who, seat)
    table = _playing(draft)
    if table.sitters[seat].player == PERSON:
        raise Refused("seated")
    table.sit(seat, Sitter(table.sitters[seat].name))


def rekey(draft: Draft, who: Who, seat: Seat, key: str) -> None:
    """A player goes on on another device: a new token, and the old one is void."""
    _own(who, seat)
    draft.add(Rekeyed(at=draft.now, seat=seat, key=key))


def promise_salt(draft: Draft, who: Who, seat: Seat, promise: str) -> None:
    """A seated person commits to a salt. Raises `UnfairDeal` where they have already."""
    _own(who, seat)
    _gathering(draft)
    if draft.room.setup.dice != "fair":
        raise Refused("real-dice")
    draft.room.deal.commit(seat, promise)
    draft.add(Promised(at=draft.now, seat=seat, promise=promise))


def open_salt(draft: Draft, who: Who, seat: Seat, salt: Salt) -> None:
    """A person opens the salt they committed to. When all have, the game begins."""
    _own(who, seat)
    if not draft.room.asked or draft.table is not None:
        raise Refused("salt-early")
    draft.room.deal.open(seat, salt)
    draft.add(Salted(at=draft.now, seat=seat, salt=salt))
    if set(draft.room.deal.opened) == set(draft.room.deal.committed):
        _begin(draft)


def start(draft: Draft, who: Who) -> None:
    """The host starts. Whoever committed to a salt opens it first; asked again, the dice are fixed anew without it."""
    _only_host(who)
    _not_over(draft)
    if draft.table is not None:
        raise Refused("begun")
    if draft.room.asked:
        redeal(draft)
        return
    _enough(draft)
    if draft.room.deal.committed:
        draft.add(Asked(at=draft.now))
    else:
        _begin(draft)


def pause(draft: Draft, who: Who) -> None:
    """The host stops the game for a while."""
    _only_host(who)
    _playing(draft)
    if draft.room.paused is not None:
        raise Refused("paused")
    draft.add(Paused(at=draft.now))


def go_on(draft: Draft, who: Who) -> None:
    """The host lets the game go on."""
    _only_host(who)
    if draft.room.paused is None or draft.hosted.stage != "playing":
        raise Refused("not-paused")
    draft.add(Continued(at=draft.now))


def end(draft: Draft, who: Who) -> None:
    """The host ends the table before the game is over. Whatever was hidden is over too: the seed is shown."""
    _only_host(who)
    _not_over(draft)
    draft.add(Ended(at=draft.now))
    draft.reveal()


def remove(draft: Draft, who: Who, seat: Seat, open_seat: bool) -> None:
    """The host sends whoever has a seat away. While the game is on, a player of the house sits in."""
    _only_host(who)
    _not_over(draft)
    _taken(draft, seat)
    removed = Removed(at=draft.now, seat=seat, open=open_seat)
    if draft.table is None:
        _free(draft, removed, seat)
        return
    draft.add(removed)
    if draft.table.sitters[seat].player == PERSON:
        _sit_in(draft, draft.table, seat)


def mute(draft: Draft, who: Who, seat: Seat, muted: bool) -> None:
    """The host decides whether a seat may chat."""
    _only_host(who)
    _taken(draft, seat)
    draft.add(Muted(at=draft.now, seat=seat, muted=muted))


def hand_on(draft: Draft, who: Who, seat: Seat) -> None:
    """The host hands the role on to a person at the table."""
    _only_host(who)
    if not _taken(draft, seat).key:
        raise Refused("not-a-person")
    draft.add(Handed(at=draft.now, seat=seat))


def chat(draft: Draft, who: Who, seat: Seat | None, text: str) -> None:
    """Somebody seated, or the host, says something to all."""
    if seat is None:
        _only_host(who)
    else:
        _own(who, seat)
        if _taken(draft, seat).muted:
            raise Refused("muted", 403)
    draft.add(Said(at=draft.now, seat=seat, text=cleaned_chat(text)))


def redeal(draft: Draft) -> None:
    """The dice are fixed anew: nobody can choose which salts count by opening theirs or not."""
    deal = draft.room.deals + 1
    draft.add(Redealt(at=draft.now, deal=deal, promise=commitment(draft.vault.seed(deal))))


# What they have in common -------------------------------------------------------------------------------------------


def _begin(draft: Draft) -> None:
    _enough(draft)
    order = tuple(seat for seat, place in enumerate(draft.room.places) if place)
    sitters = tuple(Sitter(place.name, place.player) for place in draft.room.places if place)
    setup, game = draft.room.setup, draft.game
    first = game.start(len(order), **setup.options)
    dice = RealDice() if setup.dice == "real" else FairDice(_renumbered(draft.room.deal, order))
    draft.begin(header_for(game, first, sitters, dice, setup.language), order)
    draft.settle()


def _renumbered(deal: Deal, order: tuple[Seat, ...]) -> Deal:
    """The deal, with the seats that the game knows."""
    return replace(
        deal,
        committed={order.index(seat): promise for seat, promise in deal.committed.items()},
        opened={order.index(seat): salt for seat, salt in deal.opened.items()},
    )


def _enough(draft: Draft) -> None:
    seated = sum(place is not None for place in draft.room.places)
    if seated not in draft.game.seats:
        raise Refused("seats", least=draft.game.seats[0], most=draft.game.seats[-1], n=seated)


def _come(draft: Draft, seat: Seat, place: Place) -> None:
    draft.add(Came(at=draft.now, seat=seat, place=place))
    if draft.table is not None:
        draft.table.sit(seat, Sitter(place.name))


def _free(draft: Draft, event: Went | Removed, seat: Seat) -> None:
    """A seat becomes free while people gather. If its salt was to be opened, the dice are fixed anew."""
    salted = draft.room.asked and seat in draft.room.deal.committed
    draft.add(event)
    if salted:
        redeal(draft)


def _sit_in(draft: Draft, table: Table, seat: Seat) -> None:
    sitter = table.sitters[seat]
    if sitter.player != PERSON:
        raise Refused("away")
    table.sit(seat, Sitter(sitter.name, default_player(draft.game)))


def _free_seat(draft: Draft, seat: Seat | None) -> Seat:
    _not_over(draft)
    if draft.room.asked:
        raise Refused("starting")
    free = draft.room.free()
    if seat is None and free:
        return free[0]
    if seat is None:
        raise Refused("full")
    if seat not in range(len(draft.room.places)):
        raise Refused("no-seat", 404, n=seat + 1)
    if seat not in free:
        raise Refused("taken", n=seat + 1)
    return seat


def _others(draft: Draft, seat: Seat) -> list[str]:
    """What everybody else at the table is called."""
    return [place.name for other, place in enumerate(draft.room.places) if place and other != seat]


def _taken(draft: Draft, seat: Seat) -> Place:
    place = draft.room.places[seat] if seat in range(len(draft.room.places)) else None
    if place is None:
        raise Refused("no-seat", 404, n=seat + 1)
    return place


def _own(who: Who, seat: Seat) -> None:
    if seat not in who.seats:
        raise Refused("not-yours", 403, n=seat + 1)


def _only_host(who: Who) -> None:
    if not who.host:
        raise Refused("host-only", 403)


def _gathering(draft: Draft) -> None:
    _not_over(draft)
    if draft.table is not None:
        raise Refused("begun")
    if draft.room.asked:
        raise Refused("starting")


def _playing(draft: Draft) -> Table:
    _not_over(draft)
    if draft.table is None:
        raise Refused("not-begun")
    return draft.table


def _not_over(draft: Draft) -> None:
    if draft.hosted.stage == "over":
        raise Refused("over")
