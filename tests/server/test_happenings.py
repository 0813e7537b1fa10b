"""What the wire tells of what happened: everything that can happen, and of each no more than is listed."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from knobel.core.fair import Salt
from knobel.core.record import AnyEntry, Corrected, Moved, Revealed, Sat, Sitter, Undone
from knobel.core.words import LANGUAGES, Voice
from knobel.server.socket.happenings import TOLD, AnyWhat, sentence_of, what_of
from knobel.server.tables import events
from knobel.server.words import WORDS

KEY = "a hash that opens a seat"
SETUP = events.Setup(game="pig", options={})
TELLING: list[tuple[Any, dict[str, Any]]] = [
    (events.Opened(at=1, setup=SETUP, promise="p", host=KEY), {"type": "opened"}),
    (
        events.Came(at=1, seat=2, place=events.Occupant(name="Ann", key=KEY)),
        {
            "type": "sat",
            "seat": 2,
            "name": "Ann",
            "player": "person",
        },
    ),
    (events.Went(at=1, seat=0), {"type": "left", "seat": 0}),
    (events.Rekeyed(at=1, seat=0, key=KEY), {"type": "rekeyed", "seat": 0}),
    (events.Linked(at=1, seat=0, key=KEY, until=9), {"type": "linked", "seat": 0}),
    (events.Promised(at=1, seat=0, promise="p"), {"type": "promised", "seat": 0, "promise": "p"}),
    (events.Salted(at=1, seat=0, salt=Salt("luck", "n")), {"type": "salted", "seat": 0, "text": "luck", "nonce": "n"}),
    (events.Redealt(at=1, deal=7, promise="p"), {"type": "redealt", "promise": "p"}),
    (events.Objected(at=1, seat=0, of=9), {"type": "objected", "seat": 0, "entry": 9}),
    (events.Said(at=1, seat=None, text="hello"), {"type": "said", "seat": None, "text": "hello"}),
    (events.Removed(at=1, seat=1, open=True), {"type": "removed", "seat": 1}),
    (events.Muted(at=1, seat=1, muted=False), {"type": "muted", "seat": 1, "muted": False}),
    (Undone(n=3, at=1, by=1), {"type": "undone", "by": 1}),
    (
        Sat(n=3, at=1, seat=1, sitter=Sitter("Bo", "careful")),
        {
            "type": "sat",
            "seat": 1,
            "name": "Bo",
            "player": "careful",
        },
    ),
    (
        Sat(n=3, at=1, seat=1, sitter=Sitter("Bo", "strong"), why="unsolved"),
        {"type": "sat", "seat": 1, "name": "Bo", "player": "strong"},
    ),
    (Revealed(n=3, at=1, seed="00"), {"type": "revealed", "seed": "00"}),
]


def test_everything_that_can_happen_can_be_told():
    """Moves and their corrections are told by themselves: what may be known of them is the rulebook's to say."""
    happens = {*get_args(events.AnyEvent), *get_args(AnyEntry)} - {events.Entered, Moved, Corrected}
    assert set(TOLD) == happens


@pytest.mark.parametrize(("happened", "listed"), TELLING, ids=[type(happened).__name__ for happened, _ in TELLING])
def test_no_more_is_told_than_is_listed(happened, listed):
    told = msgspec.json.encode(what_of(happened))
    assert msgspec.json.decode(told) == listed
    assert msgspec.json.decode(told, type=AnyWhat) == what_of(happened)


def test_what_every_page_does_by_itself_is_no_story():
    """Whose words are in the dice stands in the room: told as well, it would bury what people do."""
    for done in (
        events.Promised(at=1, seat=0, promise="p"),
        events.Asked(at=1),
        events.Salted(at=1, seat=0, salt=Salt("luck", "n")),
    ):
        assert sentence_of(done) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_has_all_that_it_names(language):
    voice = Voice(language=language, names=("Ann", "Bo", "Cem"), you=0)
    for happened, _ in TELLING:
        if say := sentence_of(happened):
            assert WORDS.text(say, voice)
    muted, heard = (sentence_of(events.Muted(at=1, seat=1, muted=muted)) for muted in (True, False))
    assert muted != heard
