"""Twin tables: they differ only in what one looker may not know, so every frame that it is sent must be the same.

One twin is played at random, with scripted dice and a clock that stands still unless it is told. At the other, whoever
else acts (nature too) does something that must look the same to the looker. Both go the whole way of a move through the
house: read, tried on a draft, folded, projected, written as it goes over the socket. Where the rules themselves show
the difference, by `shown` or by a binding move, the twins become one again; any other difference is a leak.

    python -m tests.server.twins --games 1000
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from copy import copy
from random import Random
from typing import Any

import msgspec

from knobel.core.contract import IllegalMove, Move, Open, Seat, State
from knobel.core.errors import KnobelError
from knobel.core.game import Game
from knobel.core.registry import all_games
from knobel.core.timeline import Step
from knobel.server.settings import Settings
from knobel.server.socket import protocol
from knobel.server.socket.projection import room_view
from knobel.server.socket.session import Session
from knobel.server.tables import game_actions, room_actions
from knobel.server.tables.draft import Draft, Vault
from knobel.server.tables.events import Opened, Setup
from knobel.server.tables.house import Broadcast, House, LoadedTable
from knobel.server.tables.listing import listing_of
from knobel.server.tables.state import Rights, TableState, hashed
from knobel.server.words import Denied
from knobel.testing.case import Case
from knobel.testing.playing import actors_due, chosen, drawn
from knobel.testing.spread import settings as spread
from knobel.testing.twins import _possible
from knobel.testing.values import unlisted_moves
from tests.server.inside import session_at

TOKENS = [f"token-of-seat-{seat}" for seat in range(64)]
PAUSES = (0, 1, 90, 250, 1000, 20_000)
MOST_MOVES = 2_000
SHARES = 20
EXPECTED = (Denied, IllegalMove, KnobelError)


class Act(msgspec.Struct):
    """What somebody did at one table and at its twin, and what nature then did there."""

    now: int
    seat: Seat
    moves: tuple[Move, Move]
    dice: tuple[list[Move], list[Move]]


class Leak(AssertionError):
    """Somebody could tell the twins apart by what they were sent."""


class Script:
    """Nature, as the test decides: what it does, and what it was asked."""

    def __init__(self) -> None:
        self.answers: Any = None
        self.asked: list[tuple[State, Move]] = []

    def draw(self, game: Game, state: State, k: int) -> Move:
        move = self.answers(state, k)
        self.asked.append((state, move))
        return move


class ScriptedVault(Vault):
    """A seed that is the same for both twins, and dice that are not drawn from it."""

    def __init__(self, script: Script) -> None:
        super().__init__(bytes(32))
        self.script = script

    def nature(self, dice: object, deal: int) -> Script:
        return self.script


class Paper:
    """What goes out on a socket, kept."""

    closed = waits = False

    def __init__(self) -> None:
        self.frames: list[str] = []

    def put(self, text: str) -> bool:
        self.frames.append(text)
        return True


class Twin:
    """One of the two tables, and the sockets of those who look on."""

    def __init__(self, hosted: TableState, house: House, lookers: list[Seat | None]) -> None:
        self.house = house
        self.script = Script()
        hosted.whole = True  # what was hidden at the beginning is looked at in the end
        listing = listing_of(hosted.table, hosted.game, hosted.room, hosted.stage, 0)
        self.loaded = LoadedTable(hosted, ScriptedVault(self.script), listing)
        self.lookers = lookers
        self.clients = [self._client(seat, plain) for plain in (False, True) for seat in lookers]
        others = [seat for seat, place in enumerate(hosted.room.places) if place and seat not in lookers]
        self.knowing = [self._client(seat, True) for seat in others]
        """Programs that may know what the twins do not share: what is put together for them is for nobody else."""

    def _client(self, seat: Seat | None, plain: bool) -> Session:
        client = session_at(self.house, self.loaded, Paper())
        tokens = () if seat is None else (TOKENS[seat],)
        client.greet(protocol.Hello(protocol=protocol.PROTOCOL, tokens=tokens, plain=plain))
        return client

    @property
    def hosted(self) -> TableState:
        return self.loaded.hosted

    def copied(self) -> Twin:
        """Another twin that is as this one is."""
        hosted = copy(self.hosted)
        if timeline := hosted.timeline:
            hosted.timeline = timeline.branch()
        hosted.events = self.hosted.events.branch()
        twin = Twin(hosted, self.house, self.lookers)
        self.taken()
        twin.taken()
        return twin

    def act(self, action: Any) -> list[Step]:
        """Lets something happen, and shows it. Says which moves were made."""
        self.script.asked.clear()
        draft = Draft(self.hosted, self.loaded.vault, self.house.now(), self.house.time_at(self.hosted))
        action(draft)
        draft.finish()
        logged = self.hosted.adopt(draft.timeline, draft.stage, draft.events, draft.rooms)
        news = Broadcast(logged, self.house.time_at(self.hosted))
        for client in (*self.knowing, *self.clients):
            client.show(news)
        return [one.step for one in logged if one.step]

    def ask(self, client: Session, action: Any) -> None:
        """Tries something that will be refused, and tells the client so."""
        draft = Draft(self.hosted, self.loaded.vault, self.house.now(), self.house.time_at(self.hosted))
        try:
            action(draft)
        except EXPECTED as error:
            client.refuse(1, error)

    def outside(self) -> bytes:
        """What anybody may ask for without a socket: the list, the table over HTTP."""
        hosted = self.hosted
        listing = listing_of(hosted.table, hosted.game, hosted.room, hosted.stage, self.house.now())
        return msgspec.json.encode([listing, room_view(hosted, "en")])

    def taken(self) -> list[list[str]]:
        """The frames since they were last taken."""
        frames = []
        for client in self.clients:
            paper: Any = client.outbox
            frames.append(paper.frames)
            paper.frames = []
        return frames


class Pair:
    """Two twins, and the one who must not be able to tell them apart. A spectator looks on too."""

    def __init__(
        self, game: Game, seats: int, options: dict[str, Any], seed: int, looker: Seat | None, most: int = MOST_MOVES
    ) -> None:
        self.most = most
        self.acts: list[Act] = []
        """What was done at both tables until the rules first showed a difference."""
        self.case = Case(game, seats, options, seed)
        self.game = game
        self.looker = looker
        self.now = 1_000_000
        house: Any = None
        self.house = _instant(House(house, None, Settings(bot_ms=0), lambda: self.now))
        self.one = Twin(_opened(game, seats, self.case.options), self.house, [looker, None])
        self.one.script.answers = lambda state, _k: drawn(game, state, self.case.chance)
        self.one.act(lambda draft: room_actions.start(draft, Rights(host=True)))
        self.two = self.one.copied()
        self.parted = self.frames = self.moves = self.merged = 0

    def play(self) -> None:
        """The whole game. Raises `Leak`."""
        while self.one.hosted.stage == "playing" and self.moves < self.most:
            self.now += self.case.chance.choice(PAUSES)
            if not self._happens():
                return
            self.moves += 1
            self._attempt()
        self._same(self.one.taken(), self.two.taken(), "at the end")

    def _happens(self) -> bool:
        timeline = self.one.hosted.timeline
        assert timeline
        state, at, chance = timeline.state, self.house.time_at(self.one.hosted), self.case.chance
        due = state.due()
        if due.alarm and (at >= due.alarm.at or not due.must):
            self.now += max(0, due.alarm.at - at)
            self._both(game_actions.ring, game_actions.ring)
            return True
        actors = [actor for actor in actors_due(due) if isinstance(actor, int)]
        chance.shuffle(actors)
        for seat in actors:
            move = chosen(self.game, state, seat, at, chance)
            if move is not None:
                other = self._counterpart(seat, state, move, at)
                self._both(_moves(seat, move), _moves(seat, other or move), told=other is None)
                if not self.merged:
                    dice = [move for _, move in self.one.script.asked], [move for _, move in self.two.script.asked]
                    self.acts.append(Act(self.now, seat, (move, other or move), dice))
                return True
        return False

    def _both(self, action: Any, other: Any, told: bool = False) -> None:
        """The same happens at both tables, as far as the looker may know. `told`: it will be seen that it is not."""
        parted = self.one.hosted.state != self.two.hosted.state
        steps = self.one.act(action)
        asked = self.one.script.asked.copy()
        self.two.script.answers = lambda state, k: self._same_dice(asked, state, k)
        try:
            twins = self.two.act(other)
        except EXPECTED:
            if not told:
                raise
            self._merge()
            return
        one, two = self.one.taken(), self.two.taken()
        if one == two:
            if parted or self.one.hosted.state != self.two.hosted.state:
                self.parted += 1
                self.frames += sum(map(len, one))
        elif told or self._shown(steps, twins):
            self._merge()
        else:
            self._same(one, two, f"after {steps[0].actor} made {steps[0].move} here and {twins[0].move} there")

    def _merge(self) -> None:
        self.merged += 1
        self.two = self.one.copied()

    def _same_dice(self, asked: list[tuple[State, Move]], state: State, k: int) -> Move:
        """What nature does at the twin: something else that looks the same, where there is such a thing."""
        n = len(self.two.script.asked)
        if n >= len(asked):
            return drawn(self.game, state, self.case.chance)
        before, move = asked[n]
        if (other := self._alike("nature", before, state, move, 0)) is not None:
            return other
        possible = state.objection("nature", move, 0) is None  # else the rules have just shown that the twins differ
        return move if possible else drawn(self.game, state, self.case.chance)

    def _counterpart(self, seat: Seat, state: State, move: Move, at: int) -> Move | None:
        there = self.two.hosted.state
        assert there
        if seat == self.looker:
            return move
        return self._alike(seat, state, there, move, at)

    def _alike(self, actor: Any, here: State, there: State, move: Move, at: int) -> Move | None:
        seen = [here.shown(looker, actor, move) for looker in (self.looker, None)]
        options = [move, *_possible(self.case, there, actor, at)]
        self.case.chance.shuffle(options)
        for other in options:
            same = [there.shown(looker, actor, other) for looker in (self.looker, None)] == seen
            if same and there.objection(actor, other, at) is None:
                return other
        return None

    def _shown(self, steps: list[Step], twins: list[Step]) -> bool:
        """Whether the rules themselves show the difference, at the first step at which they do anything different."""
        for step, twin in zip(steps, twins, strict=False):
            for looker in (self.looker, None):
                shown = step.before.shown(looker, step.actor, step.move)
                if shown != twin.before.shown(looker, twin.actor, twin.move):
                    return True
            if isinstance(step.actor, int) and step.before.binding(step.actor, step.move):
                return True
        return False

    def _attempt(self) -> None:
        """The looker tries what is not allowed. The reason must be the same, and so must what HTTP shows."""
        if self.one.outside() != self.two.outside():
            raise Leak(f"{self.game.name}: what HTTP shows differs")
        timeline = self.one.hosted.timeline
        if self.looker is None or timeline is None or self.case.chance.random() < 0.8:
            return
        at = self.house.time_at(self.one.hosted)
        listed = [move for move in timeline.state.moves(self.looker, at) if not isinstance(move, Open)]
        for move in unlisted_moves(self.game, self.looker, listed, self.case.chance, 2):
            for twin in (self.one, self.two):
                twin.ask(twin.clients[0], _moves(self.looker, move))
        for twin in (self.one, self.two):
            twin.ask(twin.clients[0], _undoes(self.looker))
        self._same(self.one.taken(), self.two.taken(), "by a refusal")

    def _same(self, one: list[list[str]], two: list[list[str]], when: str) -> None:
        if one != two:
            where = f"{self.game.name}, {self.case.seats} seats, seed {self.case.seed}, looker {self.looker}"
            raise Leak(f"{where}: {when}{_first_difference(str(one), str(two))}")


def _first_difference(one: str, two: str) -> str:
    at = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    around = slice(max(0, at - 150), at + 150)
    return f"\n  here  … {one[around]} …\n  there … {two[around]} …"


def _moves(seat: Seat, move: Move) -> Any:
    raw = msgspec.json.encode(move)
    return lambda draft: game_actions.play(draft, Rights(seats=frozenset({seat})), seat, raw, None)


def _undoes(seat: Seat) -> Any:
    def action(draft: Draft) -> None:
        game_actions.undo(draft, Rights(seats=frozenset({seat})), seat)
        raise Denied("late")

    return action


def _opened(game: Game, seats: int, options: dict[str, Any]) -> TableState:
    whole = msgspec.to_builtins(game.start(seats, **options).options)  # type: ignore[attr-defined]
    promise = room_actions.commitment(Vault(bytes(32)).seed(0))
    hosted = TableState(
        "twin", Opened(at=0, setup=Setup(game=game.name, options=whole), promise=promise, host=hashed("h"))
    )
    house: Any = None
    table = Twin(hosted, _instant(House(house, None, Settings(), lambda: 0)), [])
    for seat in range(seats):
        table.act(lambda draft, seat=seat: room_actions.sit(draft, f"Player {seat + 1}", seat, hashed(TOKENS[seat])))
    return hosted


def _instant(house: House) -> House:
    """A house in which nothing waits: what is told later is compared as it is told."""
    house.later = lambda _seconds, call: call()  # type: ignore[method-assign]
    return house


class Counted(msgspec.Struct):
    """How much was compared."""

    games: int = 0
    moves: int = 0
    parted: int = 0
    """Moves at which the twins differed in something that the lookers may not know."""
    frames: int = 0
    """Frames that were byte-equal there."""
    seconds: float = 0

    def __add__(self, other: Counted) -> Counted:
        return Counted(*(getattr(self, name) + getattr(other, name) for name in self.__struct_fields__))


def check_leaks(game: Game, games: int, seed: int = 0, max_moves: int = MOST_MOVES) -> Counted:
    """Plays pairs of twins of a game, over every number of seats and a spread of options. Raises `Leak`.

    Every tenth pair is played to its end, the others for so many moves at most.
    """
    counted, began = Counted(), time.perf_counter()
    for index, setting in enumerate(_settings(game, games, seed)):
        looker = [*range(setting.seats), None][index % (setting.seats + 1)]
        most = max_moves if index % 10 else MOST_MOVES
        pair = Pair(game, setting.seats, dict(setting.options), seed * 1_000_000 + index, looker, most)
        pair.play()
        counted += Counted(games=1, moves=pair.moves, parted=pair.parted, frames=pair.frames)
    counted.seconds = time.perf_counter() - began
    return counted


def _settings(game: Game, games: int, seed: int) -> Iterator[Any]:
    found = list(spread(game, games, Random(f"{game.name} {seed}")))
    return (found[index % len(found)] for index in range(games))


def secret_games() -> list[Game]:
    """The games in which a seat may know something that others may not."""
    return [game for game in all_games().values() if game.secret]


def main() -> None:
    """Prints how much was compared of every game with secrets; fails at the first leak."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--games", type=int, default=1000, help="pairs of games, of each game with secrets")
    parser.add_argument("--max-moves", type=int, default=150, help="of a pair that is not played to its end")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    print(f"{'game':<12}{'pairs':>8}{'moves':>10}{'apart':>10}{'frames':>10}{'CPU s':>9}   leaks")
    with ProcessPoolExecutor() as pool:
        for game in secret_games():
            shares = [pool.submit(_share, game.name, asked, share) for share in range(SHARES)]
            found = sum((share.result() for share in shares), Counted())
            print(
                f"{game.name:<12}{found.games:>8}{found.moves:>10}{found.parted:>10}{found.frames:>10}"
                f"{found.seconds:>9.0f}   none",
                flush=True,
            )


def _share(name: str, asked: argparse.Namespace, share: int) -> Counted:
    games = len(range(share, asked.games, SHARES))
    return check_leaks(all_games()[name], games, asked.seed * SHARES + share, asked.max_moves)


if __name__ == "__main__":
    main()
