"""What people may do with a table around its game: each action tries itself on a draft, or is refused."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from knobel.core.contract import Seat
from knobel.core.errors import Malformed
from knobel.core.fair import MAX_DEALS, Deal, Salt, commitment
from knobel.core.options import agreed_before
from knobel.core.record import FairDice, RealDice, Sitter
from knobel.players.roster import check_player, default_player, name_now
from knobel.server.tables.chat import cleaned_chat
from knobel.server.tables.draft import Draft, hides
from knobel.server.tables.events import (
    Asked,
    Came,
    Continued,
    Ended,
    Handed,
    Linked,
    Muted,
    Occupant,
    Paused,
    Promised,
    Redealt,
    Rekeyed,
    Removed,
    Said,
    Salted,
    Went,
)
from knobel.server.tables.state import PERSON, Rights
from knobel.server.words import Denied
from knobel.table.seats import name_from, person_name
from knobel.table.table import Table, header_for

MAX_CHATTED = 5_000
"""After so many events nobody chats any more: the log has an end, though it is never the game that does not fit."""


def sit(draft: Draft, name: str, seat: Seat | None, key: str, promise: str | None = None) -> Seat:
    """A person takes a seat: that one, or the first that is free. So they may commit to a salt, while it counts."""
    chosen = _free_seat(draft, seat)
    _come(draft, chosen, Occupant(name=name_from(name, _others(draft, chosen)), key=key))
    if promise and draft.table is None and draft.room.setup.dice == "fair":
        draft.add(Promised(at=draft.now, seat=chosen, promise=promise))
    return chosen


def sit_bot(
    draft: Draft, rights: Rights, level: str, seat: Seat | None, name: str | None, language: str = "en"
) -> Seat:
    """The host lets a player of the house take a seat."""
    rights.check_host()
    _gathering(draft)
    level = name_now(draft.game, level)
    _check_level(draft, level)
    chosen = _free_seat(draft, seat)
    others = _others(draft, chosen)
    wanted = name_from(name, others) if name else person_name(level, others, language)
    _come(draft, chosen, Occupant(name=wanted, player=level))
    return chosen


def leave(draft: Draft, rights: Rights, seat: Seat) -> None:
    """A player goes. While the game is on a player of the house sits in, and they can come back."""
    rights.check_seat(seat)
    _not_over(draft)
    if draft.table is None:
        _free(draft, Went(at=draft.now, seat=seat))
    else:
        draft.check_space()
        _sit_in(draft, draft.table, seat)


def come_back(draft: Draft, rights: Rights, seat: Seat) -> None:
    """A player takes their seat over again from the player of the house that sat in."""
    rights.check_seat(seat)
    table = _playing(draft)
    if table.sitters[seat].player == PERSON:
        raise Denied("seated")
    table.sit(seat, Sitter(table.sitters[seat].name))


LINK_MS = 10 * 60 * 1000
"""So long a link takes a seat along to another device."""


def link_device(draft: Draft, rights: Rights, seat: Seat, key: str) -> int:
    """A player wants to go on on another device: a link that works once, and not for long. Until when it does."""
    rights.check_seat(seat)
    draft.check_space()
    until = draft.now + LINK_MS
    draft.add(Linked(at=draft.now, seat=seat, key=key, until=until))
    return until


def take_along(draft: Draft, link: str, key: str) -> Seat:
    """Whoever brings a link has its seat from now on. The link is used up, and the token of before is void."""
    seat = draft.room.linked(link, draft.now)
    if seat is None:
        raise Denied("link-over")
    draft.check_space()
    draft.add(Rekeyed(at=draft.now, seat=seat, key=key, why="moved"))
    return seat


def rekey(draft: Draft, rights: Rights, seat: Seat, key: str) -> None:
    """A player wants to be the only one with their seat: a new token, and the old one, wherever it is, is void."""
    rights.check_seat(seat)
    draft.check_space()
    draft.add(Rekeyed(at=draft.now, seat=seat, key=key, why="alone"))


def promise_salt(draft: Draft, rights: Rights, seat: Seat, promise: str) -> bool:
    """A seated person commits to a salt, or to another one: none is open yet. Whether it counts.

    Where the host has started meanwhile it does not, and nobody has done anything wrong: pages commit by themselves.
    """
    rights.check_seat(seat)
    if draft.room.setup.dice != "fair":
        raise Denied("real-dice")
    if draft.hosted.stage != "gathering" or draft.room.asked:
        return False
    draft.check_space()
    draft.add(Promised(at=draft.now, seat=seat, promise=promise))
    return True


def open_salt(draft: Draft, rights: Rights, seat: Seat, salt: Salt) -> None:
    """A person opens the salt they committed to. When all have, the game begins.

    A second page of theirs may open it too: that changes nothing.
    """
    rights.check_seat(seat)
    if draft.room.deal.opened.get(seat) == salt:
        return
    if not draft.room.asked or draft.table is not None:
        raise Denied("salt-early")
    draft.room.deal.open(seat, salt)
    draft.add(Salted(at=draft.now, seat=seat, salt=salt))
    if set(draft.room.deal.opened) == set(draft.room.deal.committed):
        _begin(draft)


def start(
    draft: Draft,
    rights: Rights,
    salts: Mapping[Seat, Salt] = {},
    without: Collection[Seat] = (),
    promises: Sequence[str] | None = None,
) -> None:
    """The host starts. Whoever committed to a salt opens it first; asked again, the dice are fixed anew without it.

    Some may be opened at once; with `promises`, only where just these commitments count. `without`: whose commitments
    do not count, since they are away. Nobody knows a salt yet, so that whoever chooses among them chooses nothing.
    """
    rights.check_host()
    _not_over(draft)
    if draft.table is not None:
        raise Denied("begun")
    if draft.room.asked:
        redeal(draft)
        return
    _enough(draft)
    committed = draft.room.deal.committed
    if not committed:
        _begin(draft)
        return
    draft.add(Asked(at=draft.now, without=tuple(seat for seat in without if seat in committed)))
    if promises is not None and (*promises,) != draft.room.deal.promises():
        raise Denied("salt-others")
    for seat, salt in salts.items():
        if seat in draft.room.deal.committed and draft.table is None:
            open_salt(draft, rights, seat, salt)
    if not draft.room.deal.committed:
        _begin(draft)


def pause(draft: Draft, rights: Rights) -> None:
    """The host stops the game for a while."""
    rights.check_host()
    _playing(draft)
    draft.check_space()
    if draft.room.paused is not None:
        raise Denied("paused")
    draft.add(Paused(at=draft.now))


def go_on(draft: Draft, rights: Rights) -> None:
    """The host lets the game go on."""
    rights.check_host()
    if draft.room.paused is None or draft.hosted.stage != "playing":
        raise Denied("not-paused")
    draft.add(Continued(at=draft.now))


def end(draft: Draft, rights: Rights) -> None:
    """The host ends the table before the game is over. Whatever was hidden is over too: the seed is shown."""
    rights.check_host()
    _not_over(draft)
    draft.add(Ended(at=draft.now))
    draft.reveal()


def end_by_house(draft: Draft) -> None:
    """Whoever runs the house ends a table."""
    _not_over(draft)
    draft.add(Ended(at=draft.now, by_house=True))
    draft.reveal()


def remove(draft: Draft, rights: Rights, seat: Seat, open_seat: bool) -> None:
    """The host sends whoever has a seat away. While the game is on, a player of the house sits in."""
    rights.check_host()
    _not_over(draft)
    draft.check_space()
    _taken(draft, seat)
    removed = Removed(at=draft.now, seat=seat, open=open_seat)
    if draft.table is None:
        _free(draft, removed)
        return
    draft.add(removed)
    if draft.table.sitters[seat].player == PERSON:
        _sit_in(draft, draft.table, seat)


def mute(draft: Draft, rights: Rights, seat: Seat, muted: bool) -> None:
    """The host decides whether a seat may chat."""
    rights.check_host()
    draft.check_space()
    _taken(draft, seat)
    draft.add(Muted(at=draft.now, seat=seat, muted=muted))


def hand_on(draft: Draft, rights: Rights, seat: Seat) -> None:
    """The host hands the role on to a person at the table."""
    rights.check_host()
    draft.check_space()
    if not _taken(draft, seat).key:
        raise Denied("not-a-person")
    draft.add(Handed(at=draft.now, seat=seat))


def chat(draft: Draft, rights: Rights, seat: Seat | None, text: str) -> None:
    """Somebody seated, or the host, says something to all."""
    if seat is None:
        rights.check_host()
    else:
        rights.check_seat(seat)
        if _taken(draft, seat).muted:
            raise Denied("muted", 403)
    draft.check_space(MAX_CHATTED)
    draft.add(Said(at=draft.now, seat=seat, text=cleaned_chat(text)))


def redeal(draft: Draft) -> None:
    """The dice are fixed anew: nobody can choose which salts count, or who sits where, once the first is open.

    After the third time everything stays as it is until the dice are dealt: raises `Denied`.
    """
    if draft.room.deals >= MAX_DEALS:
        raise Denied("dealt-often", n=MAX_DEALS)
    deal = draft.room.deals + 1
    draft.add(Redealt(at=draft.now, deal=deal, promise=commitment(draft.vault.seed(deal))))


# What they have in common -------------------------------------------------------------------------------------------


def _begin(draft: Draft) -> None:
    _enough(draft)
    order = tuple(seat for seat, place in enumerate(draft.room.places) if place)
    sitters = tuple(Sitter(place.name, place.player) for place in draft.room.places if place)
    setup, game = draft.room.setup, draft.game
    first = game.opening(len(order), agreed_before(game.options, setup.options))
    dice = RealDice() if setup.dice == "real" else FairDice(_renumbered(draft.room.deal, order))
    draft.begin(header_for(game, first, sitters, dice, setup.language, setup.hints), order)
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
        raise Denied("seats", least=draft.game.seats[0], most=draft.game.seats[-1], n=seated)
    options = agreed_before(draft.game.options, draft.room.setup.options)
    for place in draft.room.places:
        if place and place.player != PERSON:
            check_player(draft.game, place.player, seated, options)


def _check_level(draft: Draft, level: str) -> None:
    """Raises `Malformed` where the game has a player for no number of people that may still come."""
    options = agreed_before(draft.game.options, draft.room.setup.options)
    refused: Malformed | None = None
    for seats in draft.game.seats:
        if seats <= len(draft.room.places):
            try:
                return check_player(draft.game, level, seats, options)
            except Malformed as error:
                refused = error
    if refused:
        raise refused
    return None


def _come(draft: Draft, seat: Seat, place: Occupant) -> None:
    table = draft.table
    if table is not None and hides(table.state, seat):
        place = replace(place, player=table.sitters[seat].player, waiting=True)
    draft.add(Came(at=draft.now, seat=seat, place=place))
    if table is not None and not place.waiting:
        table.sit(seat, Sitter(place.name))


def _free(draft: Draft, event: Went | Removed) -> None:
    """A seat becomes free while people gather. If salts are being opened, the dice are fixed anew."""
    asked = draft.room.asked
    draft.add(event)
    if asked:
        redeal(draft)


def _sit_in(draft: Draft, table: Table, seat: Seat) -> None:
    sitter = table.sitters[seat]
    if sitter.player != PERSON:
        raise Denied("away")
    table.sit(seat, Sitter(sitter.name, default_player(draft.game)))


def _free_seat(draft: Draft, seat: Seat | None) -> Seat:
    _not_over(draft)
    draft.check_space()
    if draft.room.asked:
        raise Denied("starting")
    free = draft.room.free()
    if seat is None and free:
        return free[0]
    if seat is None:
        raise Denied("full")
    if seat not in range(len(draft.room.places)):
        raise Denied("no-seat", 404, n=seat + 1)
    if seat not in free:
        raise Denied("taken", n=seat + 1)
    return seat


def _others(draft: Draft, seat: Seat) -> list[str]:
    """What everybody else at the table is called."""
    return [place.name for other, place in enumerate(draft.room.places) if place and other != seat]


def _taken(draft: Draft, seat: Seat) -> Occupant:
    place = draft.room.places[seat] if seat in range(len(draft.room.places)) else None
    if place is None:
        raise Denied("no-seat", 404, n=seat + 1)
    return place


def _gathering(draft: Draft) -> None:
    _not_over(draft)
    if draft.table is not None:
        raise Denied("begun")
    if draft.room.asked:
        raise Denied("starting")


def _playing(draft: Draft) -> Table:
    _not_over(draft)
    if draft.table is None:
        raise Denied("not-begun")
    return draft.table


def _not_over(draft: Draft) -> None:
    if draft.hosted.stage == "over":
        raise Denied("over")
