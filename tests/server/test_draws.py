"""What the house tells of its draws is enough to draw every one of them again, without knowing any game."""

from __future__ import annotations

import json
import os
from pathlib import Path

import msgspec
import pytest

from knobel.core.fair import draw_below, seeded_key
from knobel.core.record import SeededDice, read_record
from knobel.core.registry import all_games
from knobel.core.timeline import Timeline
from knobel.server.http.draws import _composed, draws_of
from knobel.table.export import write_record
from tests.core.kit import SEED, fair_deal, opened, played_out, whole_game

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.knobel"))
PROOF = Path(__file__).parents[2] / "web" / "tests" / "proof.json"
"""A game that the page's own check is held to."""


def replayed(path: Path) -> Timeline:
    record = read_record(path.read_bytes())
    return Timeline.replay(all_games()[record.header.game], record)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_draw_can_be_drawn_again_by_what_its_numbers_mean(path):
    timeline = replayed(path)
    assert isinstance(timeline.header.dice, SeededDice)
    key, told = seeded_key(timeline.header.dice.seed), draws_of(timeline)
    steps = {step.n: step for step in timeline.steps}
    assert [draw.k for draw in told.draws] == list(range(len(told.draws)))
    assert {draw.entry for draw in told.draws} == {n for n, step in steps.items() if step.actor == "nature"}
    for draw in told.draws:
        if draw.kind is None:
            assert "tower" in path.stem, "only what cannot be listed is not told"
            continue
        kind = told.kinds[draw.kind]
        number = draw_below(key, draw.k, int(kind.total))
        if kind.dice:
            move = _composed(kind, number)
        else:
            for listed in kind.moves:
                number -= int(listed.count)
                if number < 0:
                    move = json.loads(bytes(listed.move))
                    break
        assert move == json.loads(msgspec.json.encode(steps[draw.entry].move))
    assert any(draw.open for draw in told.draws)


def test_the_page_is_held_to_a_game_of_the_house():
    head, _ = whole_game()
    table = opened(head)
    played_out(table)
    table.reveal(SEED)
    proof = {
        "record": write_record(table.timeline).decode(),
        "draws": json.loads(msgspec.json.encode(draws_of(table.timeline))),
        "key": fair_deal().key(SEED).hex(),
        "far": str(draw_below(fair_deal().key(SEED), 7, 6**200)),
    }
    if os.environ.get("ACCEPT"):
        PROOF.write_text(json.dumps(proof, indent=1, ensure_ascii=False) + "\n")
    assert json.loads(PROOF.read_text()) == json.loads(json.dumps(proof))
