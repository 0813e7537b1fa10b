"""What happens at a table by itself: bots decide, clocks ring, towers settle. One process at a time sees to it.

Every process that has a table in memory would do it, but all except the table's owner only when the owner lets it lie.
Two at once are no harm: the numbers of the log decide, and what was decided for another position is put aside.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

import msgspec

from knobel.core.contract import IllegalMove, Move, Seat
from knobel.core.errors import KnobelError
from knobel.core.player import Intent
from knobel.core.timeline import Timeline
from knobel.players.perfect import SolutionPlayer
from knobel.players.random import RandomPlayer
from knobel.players.roster import best_player, default_player
from knobel.players.solutions import Search
from knobel.server.tables.draft import Draft
from knobel.server.tables.events import Adopted
from knobel.server.tables.game_actions import move_of_house, ring, work_out, worked_out
from knobel.server.tables.state import PERSON
from knobel.server.words import Denied
from knobel.store.log import StoreTrouble
from knobel.table.drive import NextStep, next_step, players_asked
from knobel.table.real_dice import objectable
from knobel.table.table import PlainClock, Table

if TYPE_CHECKING:
    from knobel.server.tables.house import House, LoadedTable

LET_LIE_S = 3.0
"""So long the owner may let something lie before another process takes the table over."""
QUIET_MS = 1000
"""A player of the house that must move but keeps quiet thinks again so much later."""
TROUBLE_S = 1.0
"""After trouble with the store it is tried again so much later."""

NEVER = 2**53 - 1
"""The alarm of a table where nothing happens by itself: it is taken up when somebody looks."""

log = logging.getLogger("knobel.driver")


class Driver:
    """Lets happen what happens by itself."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.chance = Random()

    def start(self, loaded: LoadedTable) -> None:
        """Something may happen by itself at this table."""
        if loaded.driver is None and not self.house.closing and not self.house.read_only:
            loaded.driver = self.house.spawn(self._run(loaded))

    def stop(self, loaded: LoadedTable) -> None:
        """Nothing happens by itself any more, here."""
        if loaded.driver:
            loaded.driver.cancel()

    async def adopt(self, table: str) -> bool:
        """Takes over a table that nobody living owns; the time it lay there costs nobody anything.

        False: it had not lain there, since another was quicker, or since it has only just been started.
        """
        house = self.house
        if not await house.store.claim(table, house.process, house.settings.stale_ms):
            return False
        loaded = await house.load(table)
        loaded.owned = True
        lay = loaded.hosted.last < house.now() + loaded.hosted.ahead - house.settings.stale_ms
        await self._give_time_back(loaded)
        self.house.drive(loaded)
        return lay

    async def ring(self, table: str, alarm: int) -> None:
        """Takes up a table whose alarm has rung. If that was before the house opened, it costs nobody anything."""
        house = self.house
        if alarm < house.since - house.settings.stale_ms:
            await self.adopt(table)
        elif await house.store.claim(table, house.process, house.settings.stale_ms):
            loaded = await house.load(table)
            loaded.owned = True
            house.drive(loaded)

    async def put_away(self, loaded: LoadedTable, alone: bool = False) -> bool:
        """Gives a table up where nothing is to be done for a while; the store has its alarm. False: it goes on here.

        `alone`: nobody has been there for so long that it does not go on, whatever is to be done. Then bots wait until
        somebody looks, and people's clocks ring at the earliest when they would have been asked after anyway.
        """
        house, alarm = self.house, loaded.alarm if loaded.driver else NEVER
        later = house.now() + round(house.settings.idle_s * 1000)
        if alone and (alarm is None or alarm < later):
            alarm = max(later, self._peoples_alarm(loaded))
        if alarm is None or alarm < later:
            return False
        if loaded.hosted.stage == "playing":
            await house.store.put_away(loaded.table, house.process, alarm)
        if (
            loaded.audience or loaded.lock.locked() or (loaded.changed.is_set() and loaded.driver)
        ):  # somebody came meanwhile
            loaded.owned = await self._claim(loaded, house.settings.stale_ms)
            return False
        return True

    def _peoples_alarm(self, loaded: LoadedTable) -> int:
        """When the time of a person, or of the rules, is up, in milliseconds since 1970; `NEVER` where it is not."""
        hosted = loaded.hosted
        if hosted.timeline is None or hosted.room.paused is not None or hosted.room.reopened is not None:
            return NEVER
        alarm = hosted.timeline.due.alarm
        times = [*self._deadlines(loaded).values(), *([alarm.at] if alarm else [])]
        early = min(times, default=NEVER) - self.house.time_at(hosted)
        return min(NEVER, self.house.now() + round(early / self.house.settings.pace))

    async def _give_time_back(self, loaded: LoadedTable) -> bool:
        """Of a table that was taken over: the time that it lay there costs nobody anything. Whether it had lain."""
        house, hosted = self.house, loaded.hosted
        long_ago = house.now() + hosted.ahead - house.settings.stale_ms / 2
        if not hosted.moves_by_itself() or hosted.room.paused is not None or hosted.last >= long_ago:
            return False
        lay_s = (house.now() + hosted.ahead - hosted.last) // 1000
        await house.act(loaded.table, lambda draft: draft.add(Adopted(at=draft.now)))
        log.info(
            "a table that nobody had goes on where it was: the time that it lay there, or that the machine's clock was"
            " set on by meanwhile, costs nobody anything",
            extra={"data": {"seconds": lay_s}},
        )
        return True

    async def _run(self, loaded: LoadedTable) -> None:
        try:
            while not self.house.closing and not self.house.read_only:
                loaded.changed.clear()
                if loaded.hosted.stage != "playing":
                    return
                coming = await self._find_coming(loaded)
                if coming is None:
                    return
                if not loaded.changed.is_set() and await self._wait_unchanged(loaded, coming):
                    await self._happen(loaded, coming)
        finally:
            loaded.driver = None
            if loaded.changed.is_set() and not self.house.closing and loaded.table in self.house.tables:
                self.house.drive(loaded)

    async def _wait_unchanged(self, loaded: LoadedTable, coming: Coming) -> bool:
        """Waits until it is time; False if the table changes before."""
        if not loaded.owned:
            loaded.owned = await self._claim(loaded, self.house.settings.stale_ms)
            if loaded.owned and loaded.hosted.last < self.house.since and await self._try_giving_time_back(loaded):
                return False
        early = (coming.at - self.house.time_at(loaded.hosted)) / 1000 / self.house.settings.pace
        wait = max(0.0, early) + (0 if loaded.owned else LET_LIE_S)
        if wait:
            loaded.alarm = self.house.now() + round(wait * 1000)
            try:
                async with asyncio.timeout(wait):
                    await loaded.changed.wait()
            except TimeoutError:
                pass
            finally:
                loaded.alarm = None
        else:
            await asyncio.sleep(0)
        if loaded.changed.is_set():
            return False
        if not loaded.owned:
            loaded.owned = await self._claim(loaded, 0)
            return not (loaded.owned and await self._try_giving_time_back(loaded))
        return True

    async def _try_giving_time_back(self, loaded: LoadedTable) -> bool:
        """The same; where the store is in trouble, it is tried again."""
        try:
            return await self._give_time_back(loaded)
        except StoreTrouble:
            loaded.owned = False
            await asyncio.sleep(TROUBLE_S)
            return True

    async def _claim(self, loaded: LoadedTable, stale_ms: int) -> bool:
        try:
            return await self.house.store.claim(loaded.table, self.house.process, stale_ms)
        except StoreTrouble:
            return False

    async def _happen(self, loaded: LoadedTable, coming: Coming) -> None:
        match coming.action:
            case _Again(seat):
                loaded.plans.pop(seat, None)
            case _Late(seat):
                loaded.again[seat] = self.house.time_at(loaded.hosted) + (loaded.hosted.room.setup.move_ms or 0)
                if action := await self._move_instead(loaded, seat):
                    await self._act(loaded, action)
            case action:
                await self._act(loaded, action)

    async def _act(self, loaded: LoadedTable, action: Callable[[Draft], None]) -> None:
        before = loaded.hosted.seq
        try:
            await self.house.act(loaded.table, action)
        except StoreTrouble:
            await asyncio.sleep(TROUBLE_S)
        except (Denied, IllegalMove, KnobelError) as error:
            if loaded.hosted.seq == before:  # it would be refused again and again
                log.error(
                    "a table refuses what a bot or the clock wants to do there: it is decided anew in %g s; if this"
                    " line comes again, that game is at fault: update its package or report it",
                    TROUBLE_S,
                    extra={"data": {"game": loaded.hosted.game.name, "refused": type(error).__name__}},
                )
                loaded.plans.clear()
                await asyncio.sleep(TROUBLE_S)
            else:
                loaded.owned = await self._claim(loaded, self.house.settings.stale_ms)

    # What comes next ------------------------------------------------------------------------------------------------

    async def _find_coming(self, loaded: LoadedTable) -> Coming | None:
        hosted = loaded.hosted
        timeline = hosted.timeline
        if timeline is None or hosted.room.paused is not None or hosted.room.reopened is not None:
            return None
        plans: dict[Seat, Coming] = {}
        bots = [seat for seat, sitter in enumerate(timeline.sitters) if sitter.player != PERSON]
        for seat in players_asked(timeline.due, bots):
            if plan := await self._plan(loaded, timeline, seat):
                plans[seat] = plan
        match next_step(timeline.due, {seat: plan.at for seat, plan in plans.items()}, self._deadlines(loaded)):
            case NextStep("nature"):
                return await self._work_out_nature(loaded, timeline)
            case NextStep("player", seat=seat):
                return plans[seat]
            case NextStep("clock", at):
                return Coming(at, ring)
            case NextStep("deadline", at, seat):
                return Coming(at, _Late(seat))
            case _:
                return None

    async def _work_out_nature(self, loaded: LoadedTable, timeline: Timeline) -> Coming | None:
        """Nature's move, worked out beside: it may take a while."""
        table = Table(
            timeline.branch(), loaded.vault.nature(timeline.header.dice, loaded.hosted.room.deals), PlainClock()
        )
        move = await asyncio.to_thread(work_out, table)
        if move is None:
            return None
        k = timeline.draws
        return Coming(0, lambda draft: worked_out(draft, k, move))

    async def _plan(self, loaded: LoadedTable, timeline: Timeline, seat: Seat) -> Coming | None:
        """What a player of the house will do, thought over once a position."""
        here = len(timeline.entries)
        known = loaded.plans.get(seat)
        if known is None or known[0] != here:
            if search := self._search(loaded, timeline, seat):
                loaded.plans[seat] = here, None
                self.house.spawn(self._think_again(loaded, seat, search))
                return None
            now = self.house.time_at(loaded.hosted)
            intent = await self._decide(loaded, timeline, seat, timeline.sitters[seat].player)
            if self._lacks_solution(loaded, timeline, seat):
                return Coming(now, _replaced(timeline, seat))
            known = loaded.plans[seat] = here, self._planned(loaded, timeline, seat, intent, now)
        return known[1]

    def _search(self, loaded: LoadedTable, timeline: Timeline, seat: Seat) -> Search | None:
        """The search for a solution that a player of the house has to wait for, if there is one."""
        try:
            mind = loaded.mind(seat, timeline.sitters[seat].player)
        except KnobelError:  # it is told when it should decide
            return None
        return mind.waits_for(timeline.state.view(seat)) if isinstance(mind, SolutionPlayer) else None

    def _lacks_solution(self, loaded: LoadedTable, timeline: Timeline, seat: Seat) -> bool:
        """Whether another player has to sit down for one whose solution cannot be had: all at the table see that."""
        try:
            mind = loaded.mind(seat, timeline.sitters[seat].player)
        except KnobelError:
            return False
        return isinstance(mind, SolutionPlayer) and mind.has_none

    async def _think_again(self, loaded: LoadedTable, seat: Seat, search: Search) -> None:
        """Until a search has ended its player plans nothing, and the table goes on without; then it does."""
        loaded.searches[seat] = search
        with suppress(KnobelError):  # it is told when it should decide
            await asyncio.wrap_future(search.found)
        loaded.searches.pop(seat, None)
        loaded.plans.pop(seat, None)
        if self.house.tables.get(loaded.table) is loaded:
            self.house.drive(loaded)

    def _planned(
        self, loaded: LoadedTable, timeline: Timeline, seat: Seat, intent: Intent | None, now: int
    ) -> Coming | None:
        if intent is not None:
            at = now + self._pause(loaded, timeline, intent)
            if timeline.state.objection(seat, intent.move, at) is None:  # else it would come too late
                return Coming(at, _decided_here(timeline, seat, intent.move, at))
        return Coming(now + QUIET_MS, _Again(seat)) if seat in timeline.due.must else None

    def _pause(self, loaded: LoadedTable, timeline: Timeline, intent: Intent) -> int:
        """How long it takes. Where hands are hidden it must not tell anything of them, so it is chance alone."""
        game = loaded.hosted.game
        if game.is_live(timeline.state):
            return intent.after
        least = self.house.settings.bot_ms
        if objectable(timeline, loaded.hosted.room.reopened) is not None:
            least = max(least, self.house.settings.object_ms)
        pause = round(least * self.chance.uniform(1, 2))
        return pause if game.secret else max(pause, intent.after)

    async def _decide(self, loaded: LoadedTable, timeline: Timeline, seat: Seat, level: str) -> Intent | None:
        view = timeline.state.view(seat)
        moves = view.moves(seat, self.house.time_at(loaded.hosted))
        try:
            return await asyncio.to_thread(loaded.mind(seat, level).decide, view, seat, moves, self.chance)
        except Exception:  # a player that breaks down must not hold the table up
            log.exception(
                "a bot broke down while it thought: it moves at random this time; update the package of its game, or"
                " report it",
                extra={"data": {"game": loaded.hosted.game.name, "bot": level}},
            )
            return RandomPlayer(loaded.hosted.game).decide(view, seat, moves, self.chance)

    def _deadlines(self, loaded: LoadedTable) -> dict[Seat, int]:
        """When each person's time is over; whoever it was already over for, and nothing came of it, gets it again."""
        until = loaded.hosted.deadlines()
        return {seat: max(at, loaded.again.get(seat, 0)) for seat, at in until.items()}

    async def _move_instead(self, loaded: LoadedTable, seat: Seat) -> Callable[[Draft], None] | None:
        """A sensible move for somebody whose time is up, or any; None where it is better to say nothing."""
        timeline = loaded.hosted.timeline
        if timeline is None:
            return None
        at = self.house.time_at(loaded.hosted)  # before it is thought over: how long that takes is nobody's business
        for level in (default_player(loaded.hosted.game), "random"):
            if intent := await self._decide(loaded, timeline, seat, level):
                return _decided_here(timeline, seat, intent.move, at)
        return None


class _Late(msgspec.Struct, frozen=True):
    """A person's time is up."""

    seat: Seat


class _Again(msgspec.Struct, frozen=True):
    """A player of the house that kept quiet thinks again."""

    seat: Seat


class Coming(msgspec.Struct, frozen=True):
    """Something that will happen by itself at a time of the table."""

    at: int
    action: Callable[[Draft], None] | _Late | _Again


def _replaced(timeline: Timeline, seat: Seat) -> Callable[[Draft], None]:
    """The best player that needs no solution sits down for one whose solution cannot be had."""
    here = len(timeline.entries)

    def action(draft: Draft) -> None:
        if draft.table is None or len(draft.table.timeline.entries) != here:
            raise Denied("late")
        draft.table.sit_in_unsolved(seat, best_player(draft.game))

    return action


def _decided_here(timeline: Timeline, seat: Seat, move: Move, at: int) -> Callable[[Draft], None]:
    """A move that was decided on in this position, and counts in no other."""
    here = len(timeline.entries)

    def action(draft: Draft) -> None:
        if draft.table is None or len(draft.table.timeline.entries) != here:
            raise Denied("late")
        move_of_house(draft, seat, move, at)

    return action
