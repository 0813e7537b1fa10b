"""What happens at a table by itself: nature, the clock and the house's players move, each at its time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from random import Random
from typing import Literal, NamedTuple

from knobel.core.contract import Actor, Due, Move, Seat, State
from knobel.core.game import Game
from knobel.core.player import Intent, Player
from knobel.core.timeline import Step
from knobel.table.table import Table


class NextStep(NamedTuple):
    """What comes next by itself, and from which table time on: of a player or at a deadline, of which seat."""

    cause: Literal["nature", "player", "clock", "deadline"]
    at: int = 0
    seat: Seat = 0


def players_asked(due: Due, players: Collection[Seat]) -> list[Seat]:
    """Which players of the house are asked what they want to do: nobody is while dice are in the air."""
    return [] if due.nature else sorted((due.must | due.may) & set(players))


def next_step(due: Due, players: Mapping[Seat, int], deadlines: Mapping[Seat, int] | None = None) -> NextStep | None:
    """What comes next by itself, by when players of the house want to move and until when people may think.

    Dice in the air fall first. Else it is the earliest; of several at once, players come before the clock and the
    clock before deadlines. None: the table waits for people, or the game is over.

    >>> next_step(Due(nature=True), {1: 500})
    NextStep(cause='nature', at=0, seat=0)
    >>> next_step(Due(must=frozenset({0, 1})), {1: 500}, {0: 400})
    NextStep(cause='deadline', at=400, seat=0)
    """
    if due.nature:
        return NextStep("nature")
    coming = [NextStep("player", at, seat) for seat, at in players.items()]
    if due.alarm:
        coming.append(NextStep("clock", due.alarm.at))
    coming += [NextStep("deadline", at, seat) for seat, at in (deadlines or {}).items()]
    return min(coming, key=lambda step: step.at, default=None)


class PlannedMove(NamedTuple):
    """A move that somebody is going to make, at a time of the table."""

    actor: Actor
    move: Move
    at: int


class Drive:
    """Lets happen what happens by itself. What comes next is thought over once a position, not more often."""

    def __init__(self, table: Table, minds: Mapping[Seat, Player], chance: Callable[[], Random]) -> None:
        self._table = table
        self._minds = minds
        self._chance = chance
        self._thought: tuple[int, PlannedMove | None] = -1, None

    @property
    def coming(self) -> PlannedMove | None:
        """What will happen next by itself, nature apart; None where the table waits for people."""
        here = len(self._table.timeline.entries)
        if self._thought[0] != here:
            self._thought = here, next_move(self._table.state, self._minds, self._chance(), self._table.clock.now())
        return self._thought[1]

    def seconds(self) -> float | None:
        """How long it takes until then, in real time; None where nothing will happen."""
        return None if self.coming is None else self._table.clock.seconds_until(self.coming.at)

    def catch_up(self) -> Step | None:
        """The next thing happens, if its time has come."""
        if self.coming is None or self.coming.at > self._table.clock.now():
            return None
        return self._happen(self.coming)

    def until_person(self) -> Iterator[Step]:
        """Plays on, step by step, until a person must decide or say what fell, or the game is over."""
        table = self._table
        while not table.over:
            due = table.state.due()
            if due.nature:
                step = table.fall()
                if step is None:
                    return
                yield step
                continue
            if due.must - set(self._minds) or self.coming is None:
                return
            table.clock.wait_until(self.coming.at)
            yield self._happen(self.coming)

    def _happen(self, planned: PlannedMove) -> Step:
        return self._table.move(*planned)


def steps_until_person(table: Table, minds: Mapping[Seat, Player], chance: Random) -> Iterator[Step]:
    """Plays on without people, step by step, until a person must decide or say what fell, or the game is over."""
    return Drive(table, minds, lambda: chance).until_person()


def next_move(state: State, minds: Mapping[Seat, Player], chance: Random, at: int) -> PlannedMove | None:
    """What a player of the house or the clock does next, nature apart. It is `at` o'clock at the table."""
    due = state.due()
    intents = {seat: decision(state, seat, minds[seat], chance, at) for seat in players_asked(due, minds)}
    wanted = {seat: PlannedMove(seat, intent.move, at + intent.after) for seat, intent in intents.items() if intent}
    match next_step(due, {seat: planned.at for seat, planned in wanted.items()}):
        case NextStep("player", seat=seat):
            return wanted[seat]
        case NextStep("clock", rings) if due.alarm:
            return PlannedMove("clock", due.alarm.move, max(at, rings))
        case _:
            return None


class Transition(NamedTuple):
    """A move that was made at no table, and the positions before it and after it."""

    before: State
    move: PlannedMove
    after: State


def moves_until_over(
    game: Game, state: State, minds: Mapping[Seat, Player], chance: Random, at: int = 0
) -> Iterator[Transition]:
    """Plays on from a whole position without a table, move by move, until the game is over. It is `at` o'clock there.

    Nothing is recorded and no rule is asked: nature and players of the house move as they may.
    """
    while (due := state.due()).places is None:
        if due.nature:
            planned = PlannedMove("nature", game.draw(state, chance.randrange, lambda: chance), at)
        elif (wanted := next_move(state, minds, chance, at)) is not None:
            planned = wanted
        else:
            raise RuntimeError(f"{game.name}: nobody plays on")
        played = Transition(state, planned, state.after(*planned))
        state, at = played.after, planned.at
        yield played


def decision(state: State, seat: Seat, mind: Player, chance: Random, at: int) -> Intent | None:
    """What a player of the house wants to do, from its seat's view alone."""
    view = state.view(seat)
    return mind.decide(view, seat, view.moves(seat, at), chance)
