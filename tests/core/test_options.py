"""Options: described once, typed as text, and wrong ones told in words."""

from __future__ import annotations

from typing import Annotated, Literal, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel.core import options as module
from knobel.core.contract import Options
from knobel.core.errors import Malformed
from knobel.core.options import Option, agreed_before, boundless, by_rule, merged, options
from knobel.core.registry import all_games
from knobel.core.words import LANGUAGES


class Many(Options, frozen=True):
    target: Annotated[int, by_rule("X-01", ge=2, le=1000)] = 100
    ending: Annotated[Literal["soft", "hard"], by_rule("X-02")] = "soft"
    strict: Annotated[bool, by_rule("X-03")] = False
    extras: Annotated[tuple[Literal["a", "b", "c"], ...], by_rule("X-04")] = ()
    sizes: Annotated[tuple[int, ...], by_rule("X-05")] = (1, 2)
    most: Annotated[int | None, by_rule("X-06")] = None
    label: Annotated[str, by_rule("X-07")] = "none"
    mixed: Annotated[Literal[1, 2, "any"], by_rule("X-08")] = 1
    either: Annotated[bool | Literal["sometimes"], by_rule("X-09")] = False

    def __post_init__(self) -> None:
        if self.strict and self.ending == "soft":
            raise ValueError("strict play has no soft ending")


def test_options_describe_themselves():
    described = {option.name: option for option in options(Many)}
    assert described["target"] == Option(name="target", rule="X-01", default=100, exhaustive=False, least=2, most=1000)
    assert described["ending"].choices == ("soft", "hard")
    assert described["strict"].choices == (False, True)
    assert (described["extras"].choices, described["extras"].listed) == (("a", "b", "c"), True)
    assert (described["sizes"].choices, described["sizes"].default, described["sizes"].listed) == ((), (1, 2), True)
    assert described["most"].default is None
    assert described["mixed"].choices == (1, 2, "any")
    assert described["either"].choices == (False, True, "sometimes")
    assert {name for name, option in described.items() if option.exhaustive} == {
        "ending",
        "strict",
        "extras",
        "mixed",
        "either",
    }
    assert [option.rule for option in described.values()] == [f"X-0{number}" for number in range(1, 10)]


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("target", "13", 13),
        ("target", 13, 13),
        ("ending", "hard", "hard"),
        ("strict", "false", False),
        ("extras", "a,b", ("a", "b")),
        ("extras", " a , c ", ("a", "c")),
        ("extras", "a", ("a",)),
        ("extras", "", ()),
        ("extras", '["b"]', ("b",)),
        ("extras", ["c"], ("c",)),
        ("sizes", "3,4", (3, 4)),
        ("sizes", "5", (5,)),
        ("sizes", (7, 8), (7, 8)),
        ("most", "null", None),
        ("most", "9", 9),
        ("label", "13", "13"),
        ("label", "a,b", "a,b"),
        ("label", "", ""),
        ("mixed", "2", 2),
        ("mixed", "any", "any"),
        ("either", "true", True),
        ("either", "sometimes", "sometimes"),
    ],
)
def test_text_is_taken_for_what_it_means(name, text, value):
    assert getattr(merged(Many, {name: text}), name) == value


def test_later_layers_win():
    assert merged(Many, {"target": 5, "ending": "hard"}, {"target": "7"}) == Many(target=7, ending="hard")
    assert merged(Many) == Many()


@pytest.mark.parametrize(
    ("given_options", "why"),
    [
        ({"colour": "red"}, "There is no option “colour”. There are: target, ending, strict"),
        ({"target": "1"}, "The option target cannot be “1”: it is a number from 2 to 1000"),
        ({"target": 1001}, "The option target cannot be “1001”: it is a number from 2 to 1000"),
        ({"target": "many"}, "The option target cannot be “many”: it is a number from 2 to 1000"),
        ({"target": True}, "The option target cannot be “True”"),
        ({"target": None}, "The option target cannot be “None”"),
        ({"target": 3.5}, "The option target cannot be “3.5”"),
        ({"ending": "medium"}, "The option ending cannot be “medium”: it is one of soft, hard"),
        ({"strict": "maybe"}, "The option strict cannot be “maybe”: it is one of false, true"),
        ({"extras": "a,x"}, "The option extras cannot be “a,x”: it takes several of a, b, c"),
        ({"sizes": "1,x"}, "The option sizes cannot be “1,x”: "),
        ({"label": 3}, "The option label cannot be “3”"),
        ({"target": "\udcff"}, "can be written down"),
        ({"target": "[" * 100_000}, "The option target cannot be"),
        ({"strict": "true"}, "These options do not go together: strict play has no soft ending"),
    ],
    ids=range(15),
)
def test_a_wrong_option_is_told_in_words(given_options, why):
    with pytest.raises(Malformed, match=why):
        merged(Many, given_options)


def test_a_struct_without_options_says_that_there_are_none():
    with pytest.raises(Malformed, match="There are: –"):
        merged(Options, {"target": 5})


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(Many.__struct_fields__) | st.text(), anything, max_size=4))
def test_nothing_but_malformed_comes_of_a_wrong_option(layer):
    try:
        taken = merged(Many, layer)
    except Malformed:
        return
    assert msgspec.convert(msgspec.to_builtins(taken), Many) == taken


# The options of every registered game -------------------------------------------------------------

GAMES = [pytest.param(game, id=name) for name, game in all_games().items()]


@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_a_game_names_a_rule_of_its_ledger(game):
    for option in options(game.options):
        assert option.rule in game.ledger(), option.name


@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_a_game_has_a_label_and_so_have_its_named_choices(game):
    for language in LANGUAGES:
        for option in options(game.options):
            assert game.words.template(f"options.{option.name}.label", language)
            for choice in option.choices:
                if isinstance(choice, str):
                    assert game.words.template(f"options.{option.name}.{choice}", language), (option.name, choice)


@pytest.mark.parametrize("game", GAMES)
def test_every_default_and_every_preset_of_a_game_can_be_played(game):
    for preset in ("box", *game.presets):
        for seats in game.seats:
            assert game.start(seats, preset).outcome() is None
    for preset in game.presets:
        assert game.words.template(f"presets.{preset}", "en")


@pytest.mark.parametrize("game", GAMES)
def test_options_of_a_game_survive_the_way_through_a_record(game):
    for preset in ("box", *game.presets):
        taken = merged(game.options, game.preset(preset))
        assert merged(game.options, msgspec.json.decode(msgspec.json.encode(taken))) == taken


@pytest.mark.parametrize("game", GAMES)
def test_an_unknown_preset_or_too_many_seats_are_told_in_words(game):
    with pytest.raises(Malformed, match=r"no preset called “nope”\. There are: box"):
        game.start(game.seats[0], "nope")
    with pytest.raises(Malformed, match=f"is for {game.seats[0]} to {game.seats[-1]} players, not for 99"):
        game.start(99)


class Bounded(Options, frozen=True):
    motto: Annotated[str, by_rule("X-01", max_length=5)] = ""
    sizes: Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, le=9)], ...], by_rule("X-02", max_length=3)] = ()
    pairs: Annotated[tuple[tuple[bool, float], ...], by_rule("X-03", max_length=2)] = ()
    rates: Annotated[dict[Annotated[str, msgspec.Meta(max_length=3)], float], by_rule("X-04", max_length=2)] = {}


def test_an_option_without_a_size_in_its_type_is_found():
    assert boundless(Bounded) == []
    assert boundless(Many) == ["extras", "sizes", "most", "label"]


@pytest.mark.parametrize("large", [{"motto": "sixsix"}, {"sizes": (1, 2, 3, 4)}, {"pairs": ((True, 0.5),) * 3}])
def test_what_was_agreed_on_before_it_had_a_size_is_still_read_and_nothing_else_is(large):
    with pytest.raises(Malformed):
        merged(Bounded, large)
    assert agreed_before(Bounded, large) == Bounded(**large)
    for wrong in ({"sizes": [10]}, {"motto": 5}, {"nothing": 1}):
        with pytest.raises(Malformed):
            agreed_before(Bounded, wrong)


def test_the_types_of_options_are_worked_out_once_however_many_tables_are_opened(monkeypatch):
    class Lone(Options, frozen=True):
        target: int = 3

    asked = []
    monkeypatch.setattr(
        module, "get_type_hints", lambda kind, **more: asked.append(kind) or get_type_hints(kind, **more)
    )
    for _ in range(3):
        assert merged(Lone, {"target": "5"}).target == agreed_before(Lone, {"target": 5}).target == 5
        assert [option.name for option in options(Lone)] == ["target"]
    assert asked == [Lone]
