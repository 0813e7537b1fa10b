"""A rulebook says the whole contract or cannot be made; and nothing but a seat is taken for one."""

from __future__ import annotations

import types
from importlib.metadata import EntryPoint

import pytest
from msgspec.structs import replace
from pig import PIG, Fell, Pig, Roll

from knobel.core import registry
from knobel.core.contract import NOT_YOURS, State, covers_nothing
from knobel.core.errors import Malformed
from knobel.core.game import RealTime, Sizes
from knobel.core.registry import all_games

GAMES = [game for game in all_games().values() if game.rulebook.__module__.startswith("knobel.games.")]
NO_SEATS = [True, False, 0.0, 1.0, "0", b"\0"]
SAYS = ("SEAT_MOVES", "NATURE_MOVES", "WORDS", "start", "due", "candidates", "refusal", "after", "scores", "chances")
"""What Pig says of the contract; it hides nothing, so it needs no view of its own."""


def rulebook(*left_out: str) -> type[State]:
    """Pig again, without some of what it says."""
    said = {name: vars(Pig)[name] for name in SAYS if name not in left_out}
    return types.new_class("Lazy", (State,), {"frozen": True}, lambda body: body.update(said))


def test_a_rulebook_that_says_everything_is_made():
    assert issubclass(rulebook(), State)


@pytest.mark.parametrize("name", [name for name in SAYS if name != "NATURE_MOVES"])
def test_a_rulebook_that_misses_a_part_of_the_contract_is_not_made_and_the_error_names_it(name):
    with pytest.raises(TypeError) as caught:
        rulebook(name)
    assert str(caught.value) == f"the rulebook Lazy misses {name} (see docs/contract.md)"


def test_everything_that_is_missing_is_named_in_one_line():
    with pytest.raises(TypeError) as caught:
        rulebook("scores", "WORDS", "due", "chances")
    assert str(caught.value) == "the rulebook Lazy misses WORDS, due, scores, chances (see docs/contract.md)"


def test_chances_are_needed_only_where_nature_moves():
    assert issubclass(rulebook("NATURE_MOVES", "chances"), State)


def test_a_rulebook_built_on_a_whole_one_needs_to_say_nothing_again():
    assert issubclass(types.new_class("Again", (Pig,), {"frozen": True}), Pig)


def test_whoever_asks_for_a_game_whose_rulebook_misses_something_hears_what(monkeypatch, request):
    entry = EntryPoint("lazy", f"{__name__}:LAZY", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda **_: [entry])
    registry._loaded.cache_clear()
    request.addfinalizer(registry._loaded.cache_clear)
    with pytest.raises(registry.BrokenGame, match="the rulebook Lazy misses due, scores"):
        registry.game("lazy")


def __getattr__(name: str) -> object:
    if name == "LAZY":  # what a package does whose rulebook is half done
        return rulebook("due", "scores")
    raise AttributeError(name)


MISFITS = {
    "the game pig has no usable seats (see docs/contract.md)": {"seats": None},
    "the game pig has no usable seats, presets (see docs/contract.md)": {"seats": range(2, 2), "presets": ["box"]},
    "the game pig has no usable rulebook, options (see docs/contract.md)": {"rulebook": int, "options": dict},
    "the game pig offers a preset it does not have: quick": {"offered": "quick"},
    "the preset quick of the game pig cannot be played: There is no option “tarket”. There are: target": {
        "presets": {"quick": {"tarket": 10}}
    },
    "the player idle of the game pig misses decide (see docs/guide/players.md)": {"players": {"idle": object}},
    "the game pig throws dice with moves that no seat makes: Fell": {"throws": (Roll, Fell)},
    "the game pig checks sources it does not have: hand": {"checks": {"hand": lambda *_: True}},
    "the game pig has sizes and no way to change them, or the other way round": {"sizes": Sizes(box={"dice": 2})},
    "the game pig has a marker and never says when it is live": {"realtime": RealTime(marker=lambda *_: 0.0)},
}


@pytest.mark.parametrize(("why", "changes"), MISFITS.items())
def test_a_game_whose_parts_do_not_fit_together_is_not_made(why, changes):
    with pytest.raises(TypeError) as caught:
        replace(PIG, **changes)
    assert str(caught.value) == why


# Nothing but a seat is one ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", NO_SEATS, ids=repr)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_equal_to_a_seat_or_looks_like_one_is_none(game, given):
    state = game.start(game.seats[-1])
    with pytest.raises(Malformed, match="There is no seat"):
        state.moves(given)
    with pytest.raises(Malformed, match="There is no seat"):
        state.view(given)


@pytest.mark.parametrize("given", [2.0, True, "2", None], ids=repr)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_number_of_seats_is_a_whole_number(game, given):
    with pytest.raises(Malformed, match="is for"):
        game.start(given)


def test_true_makes_no_move_of_seat_1():
    state = PIG.start(2).play(0, Roll()).play("nature", Fell(1))
    assert state.objection(1, Roll()) is None
    assert state.objection(True, Roll()) == NOT_YOURS


def seen_anew(_self: Pig, *_asked: object) -> object:
    """A rulebook that says by itself who may know what."""
    raise NotImplementedError


def test_whatever_a_rulebook_covers_is_seen_by_what_it_says():
    """So that what all may be told alike never rests on what a game says of itself."""
    views = types.new_class("Views", (Pig,), {"frozen": True}, lambda body: body.update(view=seen_anew))
    shows = types.new_class("Shows", (Pig,), {"frozen": True}, lambda body: body.update(shown=seen_anew))
    assert [covers_nothing(book) for book in (Pig, views, shows)] == [True, False, False]
    assert not any(covers_nothing(game.rulebook) for game in GAMES if game.secret)
