"""A seat that is taken over in mid-game: whoever comes gets it once it holds nothing that a spectator may not know."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from knobel.server.socket import protocol
from knobel.server.socket.session import Session
from knobel.server.tables import room_actions
from knobel.server.tables.events import body, event_of
from knobel.server.tables.rematch import rematch
from knobel.server.tables.state import Room, TableState, hashed
from tests.server.taking_over import HOST, SEAT, a_hand, arrive, hides_something, move_on, taken_over
from tests.server.twins import Pair, Twin, secret_games


@pytest.mark.parametrize("game", secret_games(), ids=lambda game: game.name)
def test_a_host_who_sits_down_in_a_rivals_seat_does_not_see_the_hand(game):
    waited, _ = taken_over(game)
    assert waited


def test_a_seat_that_was_handed_over_is_so_in_the_log_too():
    pair = a_hand(secret_games()[0])
    twin = pair.one
    twin.act(lambda draft: room_actions.remove(draft, HOST, SEAT, open_seat=True))
    twin.act(lambda draft: room_actions.sit(draft, "Nosy", SEAT, hashed("nosy")))
    while twin.hosted.room.places[SEAT].waiting:
        move_on(pair)
    again = TableState.folded("twin", [event_of(body(logged.event)) for logged in twin.hosted.events])
    assert again.room.places == twin.hosted.room.places


def told_of(client: Session, language: str) -> dict[str, Any]:
    """The last that somebody was sent of everything."""
    client.greet(protocol.Hello(protocol=protocol.PROTOCOL, tokens=("new",), language=language, seen=0))
    paper: Any = client.outbox
    return [frame for frame in map(msgspec.json.decode, paper.frames) if frame["type"] == "welcome"][-1]


WAITS = {
    "en": "Nora takes seat 2 over as soon as nothing is hidden there; until then a player of the house plays on.",
    "de": "Nora übernimmt Platz 2, sobald dort nichts mehr verdeckt ist; bis dahin spielt das Haus weiter.",
    "es": "Nora tomará el asiento 2 en cuanto allí no quede nada oculto; hasta entonces sigue jugando la casa.",
    "fr": "Nora prendra la place 2 dès que rien n’y sera plus caché ; d’ici là, un joueur de la maison continue.",
}


def test_whoever_waits_for_a_seat_is_told_so_and_so_is_everybody_else():
    pair = a_hand(secret_games()[0])
    twin = pair.one
    twin.act(lambda draft: room_actions.remove(draft, HOST, SEAT, open_seat=True))
    twin.act(lambda draft: room_actions.sit(draft, "Nora", SEAT, hashed("new")))
    came = twin.hosted.seq
    new = arrive(twin, "new")
    assert not new.watches, "whoever only watches may be sent away, and they may not"
    for language, sentence in WAITS.items():
        welcome = told_of(new, language)
        assert (welcome["yours"], welcome["waits"]) == ([], [SEAT])
        assert [each["words"] for each in welcome["missed"] if each["seq"] == came] == [[sentence]]
    while new.rights.waits:
        move_on(pair)
    welcome = told_of(new, "en")
    assert (welcome["yours"], welcome["waits"]) == ([SEAT], [])


def begun(game: Any) -> Twin:
    return Pair(game, game.seats[0] + 1, {}, 0, None).one


OPEN_AT_FIRST = [game for game in secret_games() if not hides_something(begun(game))]


@pytest.mark.parametrize("game", OPEN_AT_FIRST, ids=lambda game: game.name)
def test_where_nothing_is_hidden_a_seat_is_handed_over_at_once(game):
    twin = begun(game)
    twin.act(lambda draft: room_actions.remove(draft, HOST, SEAT, open_seat=True))
    twin.act(lambda draft: room_actions.sit(draft, "Cy", SEAT, hashed("cy")))
    assert arrive(twin, "cy").rights.seats == {SEAT}


def test_whoever_waits_for_a_seat_can_be_sent_away_again():
    pair = a_hand(secret_games()[0])
    for token in ("first", "second"):
        pair.one.act(lambda draft: room_actions.remove(draft, HOST, SEAT, open_seat=True))
        pair.one.act(lambda draft, token=token: room_actions.sit(draft, token, SEAT, hashed(token)))
    while not pair.one.hosted.room.rights([hashed("second")]).seats:
        move_on(pair)
    assert not pair.one.hosted.room.rights([hashed("first")]).seats


def test_whoever_still_waits_for_a_seat_when_the_table_is_ended_has_it_in_the_rematch():
    """Nothing is hidden at a new table: and whoever looked on for good there could neither leave nor play."""
    twin = a_hand(secret_games()[0]).one
    twin.act(lambda draft: room_actions.remove(draft, HOST, SEAT, open_seat=True))
    twin.act(lambda draft: room_actions.sit(draft, "Nora", SEAT, hashed("new")))
    twin.act(lambda draft: room_actions.end(draft, HOST))
    before = twin.hosted.room
    assert before.rights([hashed("new")]).waits == {SEAT}
    again = Room.opened(rematch(before, "twin", "", 0), len(before.places))
    rights = again.rights([hashed("new")])
    assert (rights.seats, rights.waits) == ({SEAT - 1}, frozenset())
