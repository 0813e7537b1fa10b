"""The fault campaign itself: it counts, it goes on where it was stopped, and it can lose."""

from __future__ import annotations

import logging
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from knobel.server.socket.session import Session
from knobel.server.tables import game_actions, room_actions
from tests.server import campaign
from tests.server.campaign import Campaign, Kind
from tests.server.fuzz import Lost, check_bodies, check_frames


async def test_frames_made_from_the_schema_are_answered_and_break_nothing(sized):
    frames = sized("frames", 1500, 20_000)
    counted = await check_frames(frames, seed=1)
    assert counted["frames"] == frames
    assert min(counted[kind] for kind in ("done", "refused", "unreadable", "welcome")) > 0, "too few kinds were tried"


async def test_bodies_made_from_the_description_are_answered_and_break_nothing(sized):
    bodies = sized("bodies", 200, 5000)
    counted = await check_bodies(bodies, seed=1)
    assert counted["2xx"] > 0
    assert counted["2xx"] + counted["4xx"] == bodies


def silent(*_: Any) -> None:
    """Says nothing."""


def broken(*_: Any) -> None:
    raise ZeroDivisionError


def anybody(draft: Any, _rights: Any, *given: Any) -> None:
    """Chats for whoever asks, a stranger too."""
    room_actions.chat(draft, draft.room.rights([draft.room.places[0].key]), 0, "boo")


@pytest.mark.parametrize(
    ("place", "fault", "told"),
    [
        ((Session, "refuse"), silent, "no answer"),
        ((game_actions, "undo"), broken, "a fault of the house"),
        ((game_actions, "object_to_throw"), anybody, "a stranger changed the table"),
    ],
)
async def test_what_is_broken_is_found(monkeypatch, place, fault, told):
    monkeypatch.setattr(*place, fault)
    with pytest.raises(Lost, match=told):
        await check_frames(4000, seed=2)


async def test_a_body_that_breaks_the_house_is_found(monkeypatch):
    monkeypatch.setattr(room_actions, "mute", broken)
    with pytest.raises(Lost, match="500"):
        await check_bodies(1000, seed=2)


@pytest.fixture
def counting(monkeypatch) -> list[tuple[int, int]]:
    """A part that only counts, and loses something in its third share."""
    done: list[tuple[int, int]] = []

    def count(share: int, size: int) -> Counter[str]:
        if len(done) == 5:
            raise KeyboardInterrupt
        done.append((share, size))
        if share == 2:
            raise Lost("a move")
        return Counter(counted=size)

    monkeypatch.setitem(campaign.PARTS, "kills", Kind(count, 10, 65, alone=True))
    return done


def test_it_goes_on_where_it_was_stopped_and_ends_with_an_error_where_something_was_lost(counting, tmp_path: Path):
    file, said = tmp_path / "state.json", list[str]()
    with pytest.raises(KeyboardInterrupt):
        Campaign(file, said.append).run({"kills": 65}, 1, time.monotonic() + 3600)
    again = Campaign(file, said.append)
    assert again.part("kills").tried == 50
    counting.clear()
    again.run({"kills": 65}, 1, time.monotonic() + 3600)
    assert counting == [(5, 10), (6, 5)]
    part = Campaign(file).part("kills")
    assert (part.tried, part.shares, part.counted) == (65, 7, {"counted": 55})
    assert len(part.lost) == 1
    assert part.lost[0].startswith("share 2: Lost: a move")
    assert logging.getLogger("knobel").propagate, "what the house logs is heard again"
    assert campaign.main(["--only", "kills", "--kills", "65", "--state", str(file)]) == 1


def test_time_that_is_up_ends_it_and_nothing_is_forgotten(counting, tmp_path: Path):
    file = tmp_path / "state.json"
    Campaign(file, lambda _: None).run({"kills": 65}, 1, time.monotonic() - 1)
    assert counting == []
    Campaign(file, lambda _: None).run({"kills": 20}, 1, time.monotonic() + 3600)
    assert counting == [(0, 10), (1, 10)]
