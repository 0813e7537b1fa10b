"""A hosted game that is over, looked at again: worked out elsewhere, once for all who ask, and paid for."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from random import Random

import pytest

from knobel.coach import worker
from knobel.coach.advice import NoAdvice
from knobel.server.http.reviews import MAX_KEPT, Reviews
from knobel.server.words import Denied
from tests.arena import played
from tests.server.client import Api
from tests.server.tables import play_on, sitting


async def reviewed(table, language="en"):
    """The review, as a page gets it: asked again until it is there."""
    async with Api(table.url, language=language) as anybody:
        while True:
            answer = await anybody.get(table.path("/review"))
            if answer.status_code != 200 or answer.json()["found"]:
                return answer
            assert 0 <= answer.json()["done"] <= 1
            await asyncio.sleep(0.02)


async def played_out(table):
    await asyncio.gather(*(play_on(player, Random(n)) for n, player in enumerate(table.players)))
    await table.players[0].until(lambda: table.players[0].room["stage"] == "over")


async def test_a_game_that_is_over_is_looked_at_again_in_every_language(url):
    async with sitting(url, "shizzle", options={"turns": 1}) as table:
        assert (await reviewed(table)).json()["code"] == "not-over"
        await played_out(table)
        answer = (await reviewed(table)).json()
        found, steps = answer["found"], (await table.host.get(table.path("/steps"))).json()
        german = (await reviewed(table, "de")).json()["found"]
    assert answer["done"] == 1
    assert found["exact"] is True
    assert len(found["chances"]) == len(steps) + 1
    assert [seat["name"] for seat in found["seats"]] == ["Ann", "Bo"]
    for seat in found["seats"]:
        whole = seat["start"] + seat["skill"] + seat["rivals"] + seat["luck"]
        assert whole == pytest.approx(seat["result"], abs=1e-9)
        assert found["chances"][-1][seat["seat"]] == seat["result"]
    assert found["decisions"]
    for each in found["decisions"]:
        assert 0 <= each["step"] < len(steps)
        assert each["lost"] == 0 or each["made"] != each["best"]
    changes = sum(before != after for before, after in pairwise(found["chances"]))
    assert len(found["deciding"]) == min(3, changes), "a short game need not have three"
    assert german["decisions"][0]["made"] != found["decisions"][0]["made"]
    assert german["chances"] == found["chances"]


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def idle(monkeypatch):
    """A coach that works only when it is let."""
    monkeypatch.setattr(worker, "REVIEWS", worker.Pool(at_once=0, waiting=100))
    return worker.REVIEWS.waiting


def test_an_address_has_one_at_a_time_and_pays_for_each(idle):
    timeline = played("pig", ("random", "random"), 3, target=12).timeline
    clock = Clock()
    reviews = Reviews(0.1, clock)
    first = reviews.of("a", timeline, "here")
    assert reviews.of("a", timeline, "there") is first  # whoever asks, it is worked out once
    with pytest.raises(Denied, match="too much"):
        reviews.of("b", timeline, "here")
    for name in ("b", "c"):
        idle.get_nowait().answered.set_result(None)
        assert reviews.of(name, timeline, "here") is not first
    idle.get_nowait().answered.set_result(None)
    with pytest.raises(Denied, match="too much"):
        reviews.of("d", timeline, "here")
    clock.now = 10
    reviews.of("d", timeline, "here")


def test_only_the_last_ones_are_kept_and_what_came_to_nothing_is_begun_anew(idle):
    timeline = played("pig", ("random", "random"), 3, target=12).timeline
    reviews = Reviews(0)
    begun = [reviews.of(str(number), timeline, str(number)) for number in range(3)]
    for each in begun:
        idle.get_nowait()
        each.found.set_exception(NoAdvice("no-advice-died"))
    reviews.forget("0")
    assert reviews.of("0", timeline, "x") is not begun[0]
    for number in range(3, MAX_KEPT + 3):
        reviews.of(str(number), timeline, str(number)).found.set_result(None)
        idle.queue.clear()
    assert len(reviews._all) == MAX_KEPT + 2  # one is being worked out, and the last has just come
    assert reviews.of("1", timeline, "y") is not begun[1]
