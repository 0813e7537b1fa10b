"""A lesson over HTTP: the same steps that the core teaches, in the picture that every table is seen by."""

from __future__ import annotations

import json

import httpx
import msgspec
import pytest

from knobel.core.lesson import read_lesson, taught
from knobel.core.registry import all_games
from knobel.core.words import LANGUAGES
from knobel.server.http.lessons import lesson_view
from tests.server.running import House

TAUGHT = [name for name, game in all_games().items() if read_lesson(game)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TAUGHT)
def test_every_move_and_every_slip_of_a_lesson_is_told_and_offered(name: str, language: str) -> None:
    game, lesson = all_games()[name], read_lesson(all_games()[name])
    assert lesson
    steps, parts = list(taught(game, lesson)), lesson_view(name, language, "named").parts
    made = [step for step in steps if step.move and not step.objection]
    assert sum(len(part.happenings) for part in parts) == len(made)
    assert [part.refused.rule for part in parts if part.refused] == [s.objection.rule for s in steps if s.objection]
    for part in parts:
        assert bool(part.position.guide) == (part.asks != "nothing")
        offered = [choice for choice in part.position.moves if choice.primary]
        if part.asks == "move":
            assert part.wanted is not None
            kind = json.loads(bytes(part.wanted))["type"]
            assert [bytes(each.move) for each in offered] == [bytes(part.wanted)] or kind in [
                each.kind for each in part.position.open
            ]
        else:
            assert not part.position.moves
            assert not part.position.open


@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_shows_its_learner_nothing_that_a_seat_may_not_know(name: str) -> None:
    game, lesson = all_games()[name], read_lesson(all_games()[name])
    assert lesson
    parts = lesson_view(name, "en", "named").parts
    befores = [step.before for step in taught(game, lesson)]
    views = [json.loads(bytes(part.position.view)) for part in parts]
    allowed = [json.loads(msgspec.json.encode(state.view(lesson.learner))) for state in befores]
    assert all(view in allowed for view in views)


async def test_the_rules_card_of_a_table_is_by_its_own_house_rules(house: House) -> None:
    async with httpx.AsyncClient(base_url=house.url) as http:
        asked = {"game": "schocken", "options": {"discs": 15}}
        table = (await http.post("/api/tables", json=asked)).json()["table"]
        card = (await http.get(f"/api/tables/{table}/card", headers={"Accept-Language": "de"})).json()
        assert card["table"][0]["worth"] == "15 Scheiben"


async def test_a_game_without_a_lesson_and_one_that_is_none_say_so(house: House) -> None:
    async with httpx.AsyncClient(base_url=house.url) as http:
        none = await http.get("/api/games/pig/lesson", headers={"Accept-Language": "de"})
        assert none.status_code == 404
        assert none.json()["code"] == "no-lesson"
        assert none.json()["why"] == "Pig hat noch keine eigene Lektion"
        unknown = await http.get("/api/games/nothing/lesson")
        assert unknown.status_code in (400, 404, 409)
        assert (await http.get("/learn/shizzle")).headers["content-type"].startswith("text/html")
