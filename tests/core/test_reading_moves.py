"""What comes from outside becomes a move of that actor, or is refused as malformed: nothing else can happen."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pig import Fell, Hold, Roll

from knobel.core.contract import IllegalMove
from knobel.core.errors import Malformed
from knobel.core.registry import all_games
from tests.core import kit
from tests.core.kit import PARLOUR, PIG

ACTORS = [0, 1, -1, 10**30, "nature", "clock"]


def test_a_move_is_read_for_the_actor_who_can_make_it():
    assert PIG.read(0, b'{"type":"Roll"}') == Roll()
    assert PIG.read(1, '{"type": "Hold"}') == Hold()
    assert PIG.read("nature", b'{"type":"Fell","pips":6}') == Fell(6)
    assert PARLOUR.read("clock", b'{"type":"Ring"}') == kit.Ring()


@pytest.mark.parametrize(
    ("actor", "raw"),
    [
        (0, b'{"type":"Fell","pips":6}'),
        (0, b'{"type":"Ring"}'),
        ("nature", b'{"type":"Roll"}'),
        ("clock", b'{"type":"Roll"}'),
        ("clock", b'{"type":"Fell","pips":6}'),
    ],
)
def test_nobody_can_even_say_another_s_move(actor, raw):
    with pytest.raises(Malformed):
        PIG.read(actor, raw)


MALFORMED = [
    b"",
    b" ",
    b"null",
    b"true",
    b"12",
    b'"Roll"',
    b"[]",
    b"{}",
    b'["Roll"]',
    b'{"type":null}',
    b'{"type":5}',
    b'{"type":""}',
    b'{"type":"roll"}',
    b'{"type":"Roll","pips":3}',
    b'{"type":"Roll"',
    b'{"type":"Roll"}}',
    b'{"type":"Roll"}{"type":"Roll"}',
    b"{'type':'Roll'}",
    b'{"type":"Fell"}',
    b'{"type":"Fell","pips":null}',
    b'{"type":"Fell","pips":"6"}',
    b'{"type":"Fell","pips":6.5}',
    b'{"type":"Fell","pips":NaN}',
    b'{"type":"Fell","pips":Infinity}',
    b'{"type":"Fell","pips":1e999}',
    b'{"type":"Fell","pips":true}',
    b'{"type":"Fell","pips":[6]}',
    b'{"type":"Fell","pips":6,"pipz":6}',
    b'{"type":"Fell","pips":' + b"9" * 5000 + b"}",
    b'{"type":"Fell","pips":' + b"[" * 100_000 + b"}",
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b"\xff\xfe\x00",
    b'{"type":"Ro\xffll"}',
    b"\x00" * 100,
    '{"type":"\udcff"}',
    "\ud800",
]


@pytest.mark.parametrize("raw", MALFORMED, ids=range(len(MALFORMED)))
@pytest.mark.parametrize("actor", ACTORS, ids=str)
def test_what_is_no_move_is_malformed(actor, raw):
    with pytest.raises(Malformed, match="That is not a move"):
        PIG.read(actor, raw)


@given(st.sampled_from(ACTORS), st.binary(max_size=200) | st.text(st.characters(), max_size=200))
def test_no_bytes_and_no_text_raise_anything_but_malformed(actor, raw):
    with pytest.raises(Malformed):
        PIG.read(actor, raw)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10) | st.sampled_from(["Roll", "Fell"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "pips", "thought", "x"]) | st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=10,
)

GAMES = [pytest.param(game, id=name) for name, game in all_games().items()]


@pytest.mark.parametrize("game", [*GAMES, PARLOUR])
@given(actor=st.sampled_from(ACTORS), value=values)
def test_no_json_reaches_the_rules_unless_it_is_a_move(game, actor, value):
    try:
        move = game.read(actor, json.dumps(value))
    except Malformed:
        return
    assert isinstance(move, game.kinds("seat" if isinstance(actor, int) else actor))


@st.composite
def almost_moves(draw: st.DrawFn) -> tuple[object, dict[str, object]]:
    """JSON of the right shape for some kind of Pig's or the parlour's moves, with wild values."""
    kind = draw(st.sampled_from(["Roll", "Hold", "Fell", "Think", "Shake", "Look", "Pass", "Buzz", "Ring"]))
    fields = draw(st.dictionaries(st.sampled_from(["pips", "face", "thought"]), st.integers() | st.text(), max_size=1))
    return draw(st.sampled_from(ACTORS)), {"type": kind, **fields}


@pytest.mark.parametrize("game", [PIG, PARLOUR], ids=["pig", "parlour"])
@given(almost_moves())
def test_whatever_is_said_only_the_actor_who_is_due_moves(game, said):
    actor, fields = said
    state = game.start(2)
    try:
        move = game.read(actor, json.dumps(fields))
        state.play(actor, move)
    except (Malformed, IllegalMove):
        return
    assert actor in state.due().must | state.due().may


@pytest.mark.parametrize("game", GAMES)
def test_every_game_reads_back_every_move_it_offers(game):
    import msgspec

    state = game.start(game.seats[0])
    for seat in range(game.seats[0]):
        for move in state.moves(seat):
            if isinstance(move, game.kinds("seat")):
                assert game.read(seat, msgspec.json.encode(move)) == move
