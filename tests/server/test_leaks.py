"""Nobody can tell what they may not know: not by a frame, a refusal, a list, a record, a log line or a bot's time."""

from __future__ import annotations

import io
import logging
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from knobel.core.game import Game
from knobel.core.player import Intent
from knobel.server.logs import JsonLines
from knobel.server.settings import Settings
from knobel.server.socket import projection
from knobel.server.socket.session import Session
from knobel.server.tables import room_actions
from knobel.server.tables.house import House
from knobel.server.tables.state import Rights
from tests.kit.bet import SECRET_BET, SecretBet
from tests.server.client import Player
from tests.server.tables import may_move, play_on, sitting
from tests.server.twin_houses import far_apart, house_of, opening_dice
from tests.server.twins import TOKENS, Leak, Pair, check_leaks, secret_games

SECRET = [pytest.param(game, id=game.name) for game in secret_games()]


def test_there_are_games_with_secrets():
    assert len(SECRET) >= 2


@pytest.mark.parametrize("game", SECRET)
def test_twins_that_differ_only_in_what_is_hidden_get_the_same_frames_to_the_letter(game, sized):
    found = check_leaks(game, sized("twins", 20, 500), seed=1, max_moves=60)
    assert found.parted > found.games * 5, "the twins were hardly ever apart: nothing was tested"


# The test itself can fail --------------------------------------------------------------------------------------------


@pytest.fixture
def bet(monkeypatch) -> Game:
    """A small game with secrets, as if it were installed."""
    monkeypatch.setattr("knobel.server.tables.state.game_called", lambda _name: SECRET_BET)
    return SECRET_BET


def test_a_game_that_hides_what_it_should_passes(bet):
    assert check_leaks(bet, 20).parted


def seen_through(self: SecretBet, seat: int | None) -> SecretBet:
    return self


def leaking_position(hosted: Any, looker: Any, sight: Any, now: int, *shared: Any) -> Any:
    """The right view, beside a number that comes from the real position."""
    found = REAL_POSITION(hosted, looker, sight, now, *shared)
    hands = getattr(hosted.state, "hands", ())
    return found and msgspec.structs.replace(found, scores=tuple(len(str(hand)) for hand in hands))


def leaking_words(self: Any, step: Any, _shown: Any = None) -> Any:
    """What is shown of the move is right, but its words come from the move itself."""
    game: Game = self.game
    return game.tell(step.before, step.actor, step.move, step.after)


def leaking_move(entry: Any, step: Any, *_more: Any) -> Any:
    """The move as it is in the log, to whoever looks."""
    return projection.Moved(entry=step.n, by=step.actor, move=entry.move, at=step.at)


def leaking_refusal(self: Session, asked: int | None, error: Exception) -> None:
    self.outbox.put(f"{error} {self.hosted.state}")


REAL_POSITION = projection.position


@pytest.mark.parametrize(
    ("place", "leaking"),
    [
        ("tests.kit.bet.SecretBet.view", seen_through),
        ("knobel.server.socket.session.position", leaking_position),
        ("knobel.table.table.Sight.told", leaking_words),
        ("knobel.server.socket.projection._moved", leaking_move),
        ("knobel.server.socket.projection.covers_nothing", lambda _rulebook: True),
        ("knobel.server.socket.session.Session.refuse", leaking_refusal),
    ],
)
def test_a_leak_is_found_wherever_it_is(bet, monkeypatch, place, leaking):
    monkeypatch.setattr(place, leaking)
    with pytest.raises(Leak):
        check_leaks(bet, 20)


# Over real sockets ---------------------------------------------------------------------------------------------------


async def frames_of(game: Game, pair: Pair, store: Path, n: int) -> list[list[str]]:
    """What the looker and a spectator are sent over their sockets while the acts of one twin are played."""
    pair.now = 1_000_000
    async with house_of(game, pair, store) as (url, house, script):
        dice = iter([*opening_dice(pair), *(move for act in pair.acts for move in act.dice[n])])
        script.answers = lambda *_: next(dice)
        looker = () if pair.looker is None else (TOKENS[pair.looker],)
        watching = [Player(url, "twin", *looker, seen=0), Player(url, "twin", seen=0)]
        seats = [Player(url, "twin", TOKENS[seat]) for seat in range(pair.case.seats)]
        for player in (*watching, *seats):
            await player.__aenter__()
        await house.act("twin", lambda draft: room_actions.start(draft, Rights(host=True)))
        for act in pair.acts:
            pair.now = act.now
            raw = msgspec.to_builtins(act.moves[n])
            answer = await seats[act.seat].play(act.seat, raw)
            assert answer["type"] == "done", answer
            for player in watching:
                await player.until(lambda player=player, answer=answer: player.seen == answer["seq"])
        for player in (*watching, *seats):
            await player.__aexit__()
        return [player.frames for player in watching]


@pytest.mark.parametrize("game", SECRET)
async def test_over_real_sockets_twins_send_the_same_bytes(game, tmp_path, sized):
    """The longest stretches without a reveal, played over real sockets at two real houses."""
    for number, pair in enumerate(far_apart(game, sized("socket_twins", 1, 15))):
        one, two = [await frames_of(game, pair, tmp_path / f"{number}-{n}", n) for n in (0, 1)]
        assert one == two
        assert min(map(len, one)) > len(pair.acts)


# Beside the frames ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game", [game for game in secret_games() if not game.realtime.live], ids=lambda game: game.name
)
def test_how_long_a_bot_takes_says_nothing_about_its_hand(game):
    """Whatever it decides, and however long it would like to think: chance alone says when."""
    pair = Pair(game, game.seats[0], {}, 1, 0, most=30)
    pair.play()
    nowhere: Any = None
    driver = House(nowhere, None, Settings()).driver
    pauses = set()
    for twin in (pair.one, pair.two):
        timeline = twin.hosted.timeline
        assert timeline
        for after in (0, 3_000, 60_000):
            driver.chance = Random(7)
            moves = timeline.state.candidates(0) or [None]
            pauses.add(driver._pause(twin.loaded, timeline, Intent(moves[0], after)))
    assert len(pauses) == 1


@pytest.mark.parametrize("game", SECRET)
async def test_the_record_of_a_game_that_goes_on_is_nobodys(url, game):
    async with sitting(url, game.name) as table:
        first = next(player for player in table.players if may_move(player))
        await play_on(first, Random(1), moves=1)
        for rights in (table.host, *table.people):
            for what in ("/record", "/verification"):
                answer = await rights.get(table.path(what))
                assert (answer.status_code, answer.json()["code"]) == (409, "not-over")
            looked = (await rights.get(table.path())).json()
            assert "position" not in looked
            assert "'view'" not in str(looked)


def test_a_fault_is_logged_without_what_it_was_about():
    """The message of an exception may hold anything, a hidden hand or a token too: only its kind and place are kept."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(JsonLines())
    log = logging.Logger("test")
    log.addHandler(handler)
    hidden = " ".join(("6", "6", "1"))
    try:
        raise ValueError(hidden)
    except ValueError:
        log.exception("a message could not be handled")
    assert "ValueError" in out.getvalue()
    assert "test_leaks" in out.getvalue()
    assert hidden not in out.getvalue()
