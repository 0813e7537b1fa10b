"""Who can be asked to sit in: levels, players of every game, and those that old records still name."""

from itertools import islice

import pytest
from msgspec.structs import replace

import knobel
from knobel.core.errors import Malformed
from knobel.core.record import SeededDice, Sitter, read_record, wrote
from knobel.core.timeline import Timeline
from knobel.lab.simulate import house_table
from knobel.players.roster import default_player, first_player, levels, name_now, player, roster
from knobel.table.table import header_for

OURS = [game for game in knobel.all_games().values() if game.rulebook.__module__.startswith("knobel.games.")]


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_every_game_of_the_house_has_its_levels_and_no_others(game):
    known = tuple(roster(game))
    assert known[:4] == ("random", "beginner", "casual", "strong")
    assert known[4:] in (("master",), ("perfect",), ("master", "perfect"))
    assert known[1:] == levels(game)
    assert default_player(game) == "casual"
    assert first_player(game) in ("beginner", "casual")


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_who_is_gone_is_offered_to_nobody_and_known_all_the_same(game):
    assert game.former
    for gone, now in game.former.items():
        assert gone not in roster(game)
        assert name_now(game, gone) == now
        assert type(player(game, gone)) is type(player(game, now))


def test_a_function_that_makes_no_player_is_told_what_it_misses():
    game = replace(knobel.game("pig"), players={"idle": lambda: object()})
    with pytest.raises(TypeError, match=r"^the player idle of the game pig misses decide"):
        player(game, "idle")


def test_games_without_levels_keep_their_own():
    liars, pig = knobel.game("liars-dice"), knobel.game("pig")
    assert (default_player(liars), first_player(liars)) == ("careful", "careful")
    assert default_player(replace(pig, players={})) == "random"
    with pytest.raises(Malformed, match="nobody"):
        name_now(pig, "nobody")


def test_nobody_sits_down_for_one_who_is_gone_that_is_not_there():
    with pytest.raises(TypeError, match="replaces players by some it does not have: nobody"):
        replace(knobel.game("pig"), former={"careful": "nobody"})


def test_an_old_record_that_names_one_who_is_gone_opens_and_plays_on():
    """As a record was written when a careful player sat there, half a game long."""
    game = knobel.game("schocken")
    sitters = (Sitter("Careful", "careful"), Sitter("Careful 2", "careful"))
    header = header_for(game, game.start(2), sitters, SeededDice("1"))
    table, steps = house_table(game, header, "1")
    for _ in islice(steps, 20):
        pass
    kept = wrote(table.timeline.header, table.timeline.entries)
    again = Timeline.replay(game, read_record(kept))
    assert again.sitters == sitters
    assert again.state == table.state
    assert [type(player(game, sitter.player)) for sitter in again.sitters] == [type(player(game, "strong"))] * 2
    assert all(step for step in steps)
    assert table.over
