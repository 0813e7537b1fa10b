"""The kit: plays a game in every way it can be set up, and checks every promise of the contract on the way."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from knobel.core.contract import Actor, Move, State
from knobel.core.game import Game, NatureSource
from knobel.core.options import boundless
from knobel.core.record import SeededDice, Sitter
from knobel.core.timeline import Step
from knobel.table.nature import nature_for
from knobel.table.table import PlainClock, Table, header_for
from knobel.testing.case import LOOKS, Case, Checked, Conserved, Nonconforming
from knobel.testing.endings import check_due
from knobel.testing.fortune import check_nature
from knobel.testing.legality import check_legality, check_making
from knobel.testing.numbering import check_numbers
from knobel.testing.playing import any_move
from knobel.testing.roundtrips import check_json, check_move_json, check_record, check_undo
from knobel.testing.secrecy import check_shown, check_views
from knobel.testing.spread import settings
from knobel.testing.twins import check_twins
from knobel.testing.wording import check_card, check_catalogue, check_labels_and_scene, check_lesson, check_telling

MAX_MOVES = 100_000
TWINS = 2


def check_game(
    game: Game,
    games: int = 40,
    seed: int = 0,
    *,
    conserved: Conserved | None = None,
    max_moves: int = MAX_MOVES,
    sources: Mapping[str, NatureSource] | None = None,
    twins: int = TWINS,
    looks: int = LOOKS,
) -> Checked:
    """Plays at least so many random games, over every number of seats and a spread of options, and checks them all.

    Raises `Nonconforming` with the first broken promise. `conserved` is a quantity that no move may change. `sources`
    stand in for those of the game's own that are too slow to be asked so often. For so many who look on, `twins` are
    played of each game with secrets. `looks` is how many positions are checked in full before only some of them are.
    """
    game = replace(game, sources={**game.sources, **(sources or {})})
    total = Checked()
    for index, setting in enumerate(settings(game, games, Random(f"{game.name} {seed}"))):
        total = total + check_one(
            game,
            seats=setting.seats,
            options=setting.options,
            seed=seed * 1_000_000 + index,
            conserved=conserved,
            max_moves=max_moves,
            twins=twins,
            looks=looks,
        )
    return total


def check_one(
    game: Game,
    *,
    seats: int,
    seed: int,
    options: Mapping[str, Any] | None = None,
    conserved: Conserved | None = None,
    max_moves: int = MAX_MOVES,
    sources: Mapping[str, NatureSource] | None = None,
    twins: int = TWINS,
    looks: int = LOOKS,
) -> Checked:
    """Plays one random game and checks everything on the way. Raises `Nonconforming`."""
    game = replace(game, sources={**game.sources, **(sources or {})})
    case = Case(game, seats, options or {}, seed, looks)
    try:
        _check_sizes(case)
        check_catalogue(case)
        check_card(case)
        check_lesson(case)
        check_making(case)
        start = game.start(seats, **case.options)
        _check_course(case, start, conserved, max_moves)
        if game.secret:
            for listener in case.chance.sample(case.listeners, twins):
                check_twins(case, start, listener, max_moves)
    except Nonconforming:
        raise
    except Exception as error:
        raise case.broken(f"something broke: {error!r}") from error
    return case.checked


def _check_sizes(case: Case) -> None:
    """Nobody can make a table as large as they like: every option says in its type how much it may hold."""
    if names := boundless(case.game.options):
        raise case.broken(
            f"the option {names[0]} has no size in its type: give whole numbers ge and le, and texts and lists"
            " max_length, in Annotated[..., by_rule(...)]"
        )


def _check_course(case: Case, start: State, conserved: Conserved | None, max_moves: int) -> None:
    """One game at a table, from the first move to the last, and its record."""
    table = _open_table(case, start)
    kept = conserved(start) if conserved else None
    while True:
        state, at = table.state, table.clock.now()
        thorough = case.worth_a_look() or table.over
        if thorough:
            _check_position(case, state, at)
        if conserved and conserved(state) != kept:
            raise case.broken(f"what no move may change was {kept} and is now {conserved(state)}")
        if table.over:
            break
        if len(case.made) >= max_moves:
            raise case.broken(f"the game is not over after {max_moves} moves")
        _advance(case, table, thorough)
    check_record(case, table)


def _check_position(case: Case, state: State, at: int) -> None:
    check_due(case, state, at)
    check_legality(case, state, at)
    check_nature(case, state, at)
    check_views(case, state, at)
    check_json(case, state)
    check_labels_and_scene(case, state, at)
    check_numbers(case, state, at)


def _advance(case: Case, table: Table, thorough: bool) -> None:
    planned = any_move(case.game, table.state, table.clock.now(), case.chance)
    if planned is None:
        raise case.broken("the game is not over, yet nobody can do anything")
    actor, move, at = planned
    if actor == "nature":
        move = table.nature.draw(case.game, table.state, table.timeline.draws) or move
    if thorough:
        _check_step(case, table.state, actor, move, at)
    table.clock.wait_until(at)
    table.move(actor, move, at)
    case.made.append((actor, move))
    case.count(moves=1)
    if thorough:
        check_undo(case, table)


def _check_step(case: Case, before: State, actor: Actor, move: Move, at: int) -> None:
    step = Step(n=0, at=at, actor=actor, move=move, before=before, after=before.play(actor, move, at))
    check_move_json(case, step)
    check_shown(case, step)
    check_telling(case, step)


def _open_table(case: Case, start: State) -> Table:
    sitters = tuple(Sitter(f"Player {seat + 1}", "random") for seat in range(case.seats))
    seed = str(case.seed)
    header = header_for(case.game, start, sitters, SeededDice(seed))
    table = Table.open(case.game, header, nature_for(header.dice), PlainClock())
    if table.state != start:
        raise case.broken("opened again with the options its first position holds, the game starts differently")
    return table
