"""A seat of a game with secrets that is taken over in mid-game, for the tests of the house and of each such game."""

from __future__ import annotations

from typing import Any

import msgspec

from knobel.core.contract import Seat, State
from knobel.core.record import Sat
from knobel.server.socket import protocol
from knobel.server.socket.session import Session
from knobel.server.tables import game_actions, room_actions
from knobel.server.tables.events import Entered
from knobel.server.tables.state import Rights, hashed
from knobel.testing.playing import chosen
from tests.server.inside import session_at
from tests.server.twins import Pair, Paper, Twin, _moves

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
    client = session_at(twin.house, twin.loaded, Paper())
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
        twin.act(game_actions.ring)
        return
    for seat in chance.sample(sorted(due.must | due.may), len(due.must | due.may)):
        move = chosen(pair.game, timeline.state, seat, at, chance)
        if move is not None:
            by_house = timeline.sitters[seat].player != "person"
            twin.act(_by_house(seat, move, at) if by_house else _moves(seat, move))
            return


def _by_house(seat: Seat, move: Any, at: int) -> Any:
    return lambda draft: game_actions.move_of_house(draft, seat, move, at)


def is_sat(event: Any) -> bool:
    return isinstance(event, Entered) and isinstance(event.entry, Sat)


def seen(client: Session) -> list[Any]:
    """The views that a socket was sent."""
    paper: Any = client.outbox
    frames = [msgspec.json.decode(frame) for frame in paper.frames]
    return [frame["position"]["view"] for frame in frames if frame["type"] in ("welcome", "news")]


def taken_over(game: Any) -> tuple[list[State], State]:
    """Somebody sits down in a rival's seat that holds something: the positions while they wait, and when it is theirs.

    Until then they are sent what a spectator is sent, and a player of the house plays the seat.
    """
    pair = a_hand(game)
    twin = pair.one
    twin.act(lambda draft: room_actions.remove(draft, HOST, SEAT, open_seat=True))
    twin.act(lambda draft: room_actions.sit(draft, "Nosy", SEAT, hashed("nosy")))
    nosy, spectator = arrive(twin, "nosy"), arrive(twin, "nobody")
    waited: list[State] = []
    while not nosy.rights.seats:
        assert hides_something(twin)
        assert seen(nosy) == seen(spectator)
        assert twin.hosted.room.places[SEAT].player != "person", "a player of the house plays it until then"
        assert len(waited) < 2000
        waited.append(twin.hosted.state)
        move_on(pair)
    assert nosy.rights.seats == {SEAT}
    handed = max(logged.seq for logged in twin.hosted.events if is_sat(logged.event))
    state = [logged.step.after for logged in twin.hosted.events[:handed] if logged.step][-1]
    assert state.view(SEAT) == state.view(None)
    assert twin.hosted.room.places[SEAT].player == "person"
    assert (nosy.looker.seat, twin.hosted.timeline.sitters[SEAT].name) == (SEAT, "Nosy")
    return waited, state
