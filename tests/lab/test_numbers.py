"""Moves and views as numbers: complete under every option that changes them, and the kit sees what is not."""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random

import pytest
from msgspec.structs import replace

import knobel
from knobel.core.contract import Open
from knobel.core.numbers import ListedNumbers
from knobel.core.options import merged
from knobel.testing import Nonconforming, check_one

GAMES = {name: game for name, game in knobel.all_games().items() if game.numbers}


def numbers_of(name: str, seats: int, **options):
    game = knobel.game(name)
    return game.numbers(seats, merged(game.options, options))


def test_every_game_of_the_house_brings_numbers():
    ours = {name for name, game in knobel.all_games().items() if game.rulebook.__module__.startswith("knobel.games.")}
    assert ours <= set(GAMES)


def test_the_length_of_the_vocabulary_is_what_the_docs_say():
    assert numbers_of("pig", 2).actions == 2
    assert numbers_of("shizzle", 2).actions == 15
    assert numbers_of("shizzle", 6).actions == 19
    assert numbers_of("shizzle", 2, returns="at_end").actions == 13 + 8
    assert numbers_of("shizzle", 6, returns="at_end").actions == 13 + 51_035
    assert numbers_of("schocken", 2).actions == 16
    assert numbers_of("schocken", 2, flip_three=True).actions == 24
    assert numbers_of("schocken", 2, counted=True).actions == 4
    assert numbers_of("machz", 2).actions == 9
    assert numbers_of("machz", 2, bet_size="many", most_bet=25).actions == 57
    assert numbers_of("stack-attack", 2).actions == 8
    assert numbers_of("stack-attack", 2, dexterity=True).actions == 8 + 1 + 6 * 48 + 49


@pytest.mark.parametrize("seats", [2, 3])
def test_every_way_to_return_at_the_end_that_the_points_of_a_table_allow_has_a_number(seats):
    """By the rulebook itself: whatever points the rivals have, and however many Shizzles were made."""
    game = knobel.game("shizzle")
    numbers = numbers_of("shizzle", seats, returns="at_end")
    start = game.start(seats, returns="at_end")
    whole, rivals = start.bank, range(1, seats)
    from knobel.games.shizzle.moves import Stop

    found = set()
    held = [(first, whole - first) for first in range(0, whole + 1, 5)] if seats == 3 else [(whole,)]
    for points in held:
        state = replace(start, points=(0, *points), bank=0, shizzles=20, turn=0)
        for count in range(whole // 6 + seats):
            for returns in combinations_with_replacement(rivals, count):
                if state.against_returns(returns) is None:
                    found.add(numbers.number(state, 0, Stop(returns)))
    last = range(numbers.actions - len(found), numbers.actions) if seats == 2 else None
    assert found
    assert last is None or sorted(found) == list(last)


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_sees_the_same_wherever_it_sits(name):
    """Observations count seats from whoever looks: seat 1 of a turned table sees what seat 0 sees of this one."""
    game = GAMES[name]
    numbers = game.numbers(3, merged(game.options))
    state = game.start(3)
    seen = [numbers.observe(state.view(seat), seat) for seat in range(3)]
    assert {len(row) for row in seen} == {numbers.observed}
    if not state.due().must:  # nothing tells the seats apart yet
        assert len(set(seen)) == 1


def test_a_bluff_of_each_length_that_the_letters_give_is_legal_and_no_word():
    game = knobel.game("word-shout")
    numbers = numbers_of("word-shout", 2)
    state = game.start(2)
    for seat in (0, 1):
        state = state.play(seat, state.moves(seat)[0])
    state = state.play(0, state.moves(0)[0])
    state = state.play("nature", game.draw(state, Random(4).randrange, lambda: Random(4)))
    legal = numbers.legal(state.view(0), 0, 2000)
    words = [numbers.move(state, 0, number).word for number in legal if hasattr(numbers.move(state, 0, number), "word")]
    bluffs = [word for word in words if word not in state.dictionary()]
    assert sorted(map(len, bluffs)) == list(range(3, 11))
    assert set(words) - set(bluffs) == set(state.dictionary().words_in(state.table().lower(), 3))


# The kit sees what is wrong -------------------------------------------------------------------------------------------


class Wrong(ListedNumbers):
    """Numbers of Pig, with a fault."""

    def __init__(self, fault: str) -> None:
        pig = numbers_of("pig", 2)
        moves = {"missing": pig.moves[:1], "double": (*pig.moves, pig.moves[0])}.get(fault, pig.moves)
        super().__init__(moves, pig.observed)
        self.fault, self.right = fault, pig

    def observe(self, view, seat):
        row = self.right.observe(view, seat)
        return {"short": row[1:], "large": (2.0, *row[1:])}.get(self.fault, row)

    def legal(self, view, seat, at=0):
        legal = super().legal(view, seat, at)
        return (
            list(range(self.actions)) if self.fault == "all" and legal else legal[1:] if self.fault == "few" else legal
        )


@pytest.mark.parametrize(
    ("fault", "complaint"),
    [
        ("missing", "has no number"),
        ("double", "the number of that is"),
        ("short", "observes"),
        ("large", "no number from 0 to 1"),
        ("all", "legal as one of the two"),
        ("few", "its number is not"),
    ],
)
def test_the_kit_complains_of_numbers_that_do_not_fit(fault, complaint):
    game = replace(knobel.game("pig"), numbers=lambda *_table: Wrong(fault))
    with pytest.raises(Nonconforming, match=complaint):
        check_one(game, seats=2, seed=1)


def test_open_kinds_alone_have_moves_without_a_number():
    for game in GAMES.values():
        listed = [move for move in game.start(2).moves(0) if not isinstance(move, Open)]
        numbers = game.numbers(2, merged(game.options))
        assert [numbers.move(game.start(2), 0, numbers.number(game.start(2), 0, move)) for move in listed] == listed
