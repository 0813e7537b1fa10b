"""Real dice beside players of the house: people say what they may see, the house draws what no person may."""

from __future__ import annotations

from operator import ne
from random import Random

import pytest

import knobel
from knobel.core.chances import Chances
from knobel.core.fair import KeyedNature
from knobel.core.game import Game
from knobel.core.record import RealDice, SeededDice, Sitter
from knobel.core.timeline import NotPossible
from knobel.players.random import RandomPlayer
from knobel.server.http.replay import throws_typed
from knobel.server.tables.events import Opened, Setup
from knobel.server.tables.state import Room
from knobel.table.nature import RealNature
from knobel.table.real_dice import awaited, awaited_of, drawn_by_house, objectable, said_by_people, thrower
from knobel.table.table import PlainClock, Table, header_for
from tests.arena import played
from tests.cli.cups import CUPS, Fell, Shake

ANN, BOT = Sitter("Ann"), Sitter("Careful", "random")
SECRET = [game for game in knobel.all_games().values() if game.secret] + [CUPS]


def table_for(*sitters: Sitter, game: Game = CUPS, **options: object) -> Table:
    header = header_for(game, game.start(len(sitters), **options), sitters, RealDice())
    return Table.open(game, header, RealNature(), PlainClock())


def room() -> Room:
    return Room.opened(Opened(at=0, setup=Setup(game="cups", options={}, dice="real"), promise="", host=""), 2)


def test_what_a_bot_throws_in_secret_the_house_draws_and_nobody_is_asked():
    table = table_for(BOT, ANN)
    table.move(0, Shake())
    assert awaited(table.timeline, None) is None
    step = table.fall()
    assert step
    assert isinstance(step.move, Fell)
    assert step.after.view(1).hands == (None, None)
    assert not said_by_people(table.timeline, step)


def test_dice_are_of_the_last_person_who_moved_and_of_nobody_in_particular_where_a_bot_did():
    table = table_for(ANN, BOT)
    assert thrower(table.timeline) is None
    table.move(0, Shake())
    assert thrower(table.timeline) == 0
    table.sit(0, BOT)
    assert thrower(table.timeline) is None


def test_of_several_cups_it_is_told_which_is_lifted_and_so_is_one_that_was_objected_to():
    table = table_for(ANN, Sitter("Bo"), game=knobel.game("schocken"), starter=1, counted=True)
    for _ in range(2):
        seat = min(table.state.due().must)
        table.move(seat, next(move for move in table.state.moves(seat) if type(move).__name__ == "Throw"))
        while table.state.due().nature and awaited(table.timeline, None) is None:
            table.fall()
        table.move(seat, next(move for move in table.state.moves(seat) if type(move).__name__ == "Stand"))
    lifted: list[int | None] = []
    while awaited(table.timeline, None):
        lifted.append(awaited_of(table.timeline, None, 0))
        chances = table.state.chances()
        assert isinstance(chances, Chances)
        table.move("nature", chances.outcome(len(lifted)))
    assert sorted(lifted) == [0, 1]
    last = objectable(table.timeline, None)
    assert last
    assert awaited_of(table.timeline, last, 0) == lifted[-1]


def test_what_a_person_throws_in_secret_that_person_says():
    table = table_for(ANN, BOT)
    table.move(0, Shake())
    assert awaited(table.timeline, None)
    assert table.fall() is None
    step = table.move("nature", Fell(2))
    assert said_by_people(table.timeline, step)
    assert objectable(table.timeline, None) == step.n
    table.correct(step.n, Fell(3))
    assert len(throws_typed(table.timeline, "en", False)) == 1


def test_what_everybody_may_see_is_said_also_where_only_bots_sit():
    pig = knobel.game("pig")
    table = table_for(BOT, Sitter("Random", "random"), game=pig)
    table.move(0, table.state.moves(0)[0])
    assert table.fall() is None


def test_nobody_puts_right_or_objects_to_what_the_house_drew():
    table = table_for(BOT, ANN)
    table.move(0, Shake())
    step = table.fall()
    assert step
    assert objectable(table.timeline, None) is None
    assert throws_typed(table.timeline, "en", False) == ()
    with pytest.raises(NotPossible, match="typed"):
        table.correct(step.n, Fell(0))
    assert table.timeline.steps[-1] == step


def test_it_counts_who_sat_there_when_the_dice_fell():
    table = table_for(ANN, BOT)
    table.move(0, Shake())
    typed = table.move("nature", Fell(2))
    table.sit(0, BOT)
    assert said_by_people(table.timeline, typed)


def test_where_a_bot_sits_in_before_the_dice_are_said_the_house_draws_them():
    table = table_for(ANN, BOT)
    table.move(0, Shake())
    table.sit(0, BOT)
    assert awaited(table.timeline, None) is None
    assert table.fall()


@pytest.mark.parametrize("game", SECRET, ids=lambda game: game.name)
def test_no_person_is_ever_asked_for_dice_that_only_a_bot_may_see(game):
    """Whole games of bots beside one person: whatever is asked, the person or any spectator may see it."""
    for seed in range(3):
        chance, mind = Random(seed), RandomPlayer(game)
        table = table_for(ANN, BOT, game=game, **game.real_dice)
        for _ in range(200):
            due = table.state.due()
            if due.places is not None:
                break
            if due.nature:
                if table.fall() is None:
                    chances = table.state.chances()
                    fell = chances.outcome(chance.randrange(chances.total))
                    other = next(move for at in range(chances.total) if (move := chances.outcome(at)) != fell)
                    assert _tells_apart(table.state, fell, other, (None, 0))
                    table.move("nature", fell)
                continue
            if due.alarm and not due.must:
                table.move("clock", due.alarm.move, max(table.timeline.time, due.alarm.at))
                continue
            seat = min(due.must or due.may)
            view = table.state.view(seat)
            intent = mind.decide(view, seat, view.moves(seat, table.timeline.time), chance)
            if intent is None:
                break
            table.move(seat, intent.move)


def _tells_apart(state, one, other, seats):
    """Whether any of these could tell which of two throws it was, when it falls or from what lies there afterwards."""
    heard = [[state.shown(seat, "nature", move) for seat in seats] for move in (one, other)]
    seen = [[state.play("nature", move).view(seat) for seat in seats] for move in (one, other)]
    return any(map(ne, *heard)) or any(map(ne, *seen))


def test_dice_from_a_seed_are_never_the_houses_own_chance():
    header = header_for(CUPS, CUPS.start(2), (BOT, ANN), SeededDice("x"))
    fallen = set()
    for _ in range(3):
        table = Table.open(CUPS, header, KeyedNature(b"x"), PlainClock())
        table.move(0, Shake())
        fallen.add(table.fall().move)
    assert len(fallen) == 1


@pytest.mark.parametrize("game", knobel.all_games().values(), ids=lambda game: game.name)
def test_among_people_alone_every_throw_that_can_be_listed_is_said_by_people(game):
    """Also where a throw uncovers something else (bets that were placed), and so is told in other words."""
    bots = ("random",) * max(2, game.seats[0])
    steps = played(game.name, bots, 3, **game.real_dice).timeline.steps
    thrown = [step.before for step in steps if step.actor == "nature" and isinstance(step.before.chances(), Chances)]
    assert thrown
    assert not any(drawn_by_house(state, range(len(bots))) for state in thrown)
