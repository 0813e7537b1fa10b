"""A seat that is taken over in mid-game: whoever comes gets it once it holds nothing that a spectator may not know."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from knobel.core.contract import Seat
from knobel.core.record import Sat
from knobel.server.socket import protocol
from knobel.server.socket.session import Session
from knobel.server.tables import actions
from knobel.server.tables.events import Entered, body, event_of
from knobel.server.tables.state import Rights, TableState, hashed
from knobel.testing.playing import chosen
from tests.server.twins import Pair, Paper, Twin, _moves, secret_games

HOST, SEAT = Rights(host=True), 1


def hides_something(twin: Twin) -> bool:
    state = twin.hosted.state
    assert state
    return state.view(SEAT) != state.view(None)


def a_hand(game: Any) -> Pair:
    """A table at which the seat holds something that a spectator may not know."""
    for seed in range(50):
        pair = Pair(game, game.seats[0] + 1, {}, seed, None)
        for _ in range(60):
            if hides_something(pair.one):
                return pair
            pair._happens()
    raise AssertionError("nobody ever held anything")


def arrive(twin: Twin, token: str) -> Session:
    """Somebody's socket."""
    client = Session(twin.house, twin.loaded, Paper())  # type: ignore[arg-type]
    client.greet(protocol.Hello(protocol=protocol.PROTOCOL, tokens=(token,)))
    twin.clients.append(client)
    return client


def move_on(pair: Pair) -> None:
    """Somebody moves who is due: people for themselves, the house for the seat that it holds."""
    twin, chance = pair.one, pair.case.chance
    timeline = twin.hosted.timeline
    assert timeline
    pair.now += 2000
    at, due = pair.house.time_at(twin.hosted), timeline.due
    if due.alarm and at >= due.alarm.at:
        twin.act(actions.ring)
        return
    for seat in chance.sample(sorted(due.must | due.may), len(due.must | due.may)):
        move = chosen(pair.game, timeline.state, seat, at, chance)
        if move is not None:
            by_house = timeline.sitters[seat].player != "person"
            twin.act(_by_house(seat, move, at) if by_house else _moves(seat, move))
            return


def _by_house(seat: Seat, move: Any, at: int) -> Any:
    return lambda draft: actions.move_of_house(draft, seat, move, at)


def is_sat(event: Any) -> bool:
    return isinstance(event, Entered) and isinstance(event.entry, Sat)


def seen(client: Session) -> list[Any]:
    """The views that a socket was sent."""
    paper: Any = client.outbox
    frames = [msgspec.json.decode(frame) for frame in paper.frames]
    return [frame["position"]["view"] for frame in frames if frame["type"] in ("welcome", "news")]


@pytest.mark.parametrize("game", secret_games(), ids=lambda game: game.name)
def test_a_host_who_sits_down_in_a_rivals_seat_does_not_see_the_hand(game):
    pair = a_hand(game)
    twin = pair.one
    twin.act(lambda draft: actions.remove(draft, HOST, SEAT, open_seat=True))
    twin.act(lambda draft: actions.sit(draft, "Nosy", SEAT, hashed("nosy")))
    nosy, spectator = arrive(twin, "nosy"), arrive(twin, "nobody")
    moves = 0
    while not nosy.rights.seats:
        assert hides_something(twin)
        assert seen(nosy) == seen(spectator)
        assert twin.hosted.room.places[SEAT].player != "person", "a player of the house plays it until then"
        assert moves < 2000
        moves += 1
        move_on(pair)
    assert nosy.rights.seats == {SEAT}
    handed = max(logged.seq for logged in twin.hosted.events if is_sat(logged.event))
    state = [logged.step.after for logged in twin.hosted.events[:handed] if logged.step][-1]
    assert state.view(SEAT) == state.view(None)
    assert moves
    assert twin.hosted.room.places[SEAT].player == "person"
    assert (nosy.looker.seat, twin.hosted.timeline.sitters[SEAT].name) == (SEAT, "Nosy")
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
    twin.act(lambda draft: actions.remove(draft, HOST, SEAT, open_seat=True))
    twin.act(lambda draft: actions.sit(draft, "Nora", SEAT, hashed("new")))
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
    twin.act(lambda draft: actions.remove(draft, HOST, SEAT, open_seat=True))
    twin.act(lambda draft: actions.sit(draft, "Cy", SEAT, hashed("cy")))
    assert arrive(twin, "cy").rights.seats == {SEAT}


def test_whoever_waits_for_a_seat_can_be_sent_away_again():
    pair = a_hand(secret_games()[0])
    for token in ("first", "second"):
        pair.one.act(lambda draft: actions.remove(draft, HOST, SEAT, open_seat=True))
        pair.one.act(lambda draft, token=token: actions.sit(draft, token, SEAT, hashed(token)))
    while not pair.one.hosted.room.rights([hashed("second")]).seats:
        move_on(pair)
    assert not pair.one.hosted.room.rights([hashed("first")]).seats
