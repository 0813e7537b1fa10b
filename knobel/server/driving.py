"""What happens at a table by itself: bots decide, clocks ring, towers settle. One process at a time sees to it.

Every process that has a table in memory would do it, but all except the table's owner only when the owner lets it lie.
Two at once are no harm: the numbers of the log decide, and what was decided for another position is put aside.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import msgspec

from knobel.core.contract import IllegalMove, Seat
from knobel.core.errors import KnobelError
from knobel.core.move import Move
from knobel.core.player import Intent
from knobel.core.timeline import Timeline
from knobel.players.random import RandomPlayer
from knobel.players.roster import default_player
from knobel.server.events import Adopted
from knobel.server.hosted import Draft
from knobel.server.kept import Kept
from knobel.server.playing import move_of_house, ring, work_out, worked_out
from knobel.server.projecting import deadlines
from knobel.server.real_dice import objectable
from knobel.server.room import PERSON
from knobel.server.words import Refused
from knobel.store.log import StoreTrouble
from knobel.table.clocks import PlainClock
from knobel.table.drive import NextStep, next_step, players_asked
from knobel.table.table import Table

if TYPE_CHECKING:
    from knobel.server.house import House

LET_LIE_S = 3.0
"""So long the owner may let something lie before another process takes the table over."""
QUIET_MS = 1000
"""A player of the house that must move but keeps quiet thinks again so much later."""
TROUBLE_S = 1.0
"""After trouble with the store it is tried again so much later."""

log = logging.getLogger("knobel.driving")


class Driver:
    """Lets happen what happens by itself."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.chance = Random()

    def look(self, kept: Kept) -> None:
        """The table is new or has changed: what comes next is thought over."""
        kept.changed.set()
        if kept.driver is None and not self.house.closing and self._may_happen(kept):
            kept.driver = self.house.spawn(self._run(kept))

    def stop(self, kept: Kept) -> None:
        """Nothing happens by itself any more, here."""
        if kept.driver:
            kept.driver.cancel()

    async def adopt(self, table: str) -> None:
        """Takes over a table whose owner is dead; the time it lay there costs nobody anything."""
        house = self.house
        if not await house.store.claim(table, house.process, house.settings.stale_ms):
            return
        kept = await house.kept(table)
        kept.owned = True
        long_ago = house.now() - house.settings.stale_ms / 2
        if self._may_happen(kept) and kept.hosted.room.paused is None and kept.hosted.room.last < long_ago:
            await house.act(table, lambda draft: draft.add(Adopted(at=draft.now)))
        self.look(kept)

    def _may_happen(self, kept: Kept) -> bool:
        """Whether anything could happen at a table that people do not do."""
        hosted = kept.hosted
        if hosted.timeline is None or hosted.stage != "playing":
            return False
        clocks = hosted.room.setup.move_ms is not None or bool(hosted.game.rulebook.CLOCK_MOVES)
        return clocks or hosted.timeline.due.nature or bool(hosted.room.bots())

    async def _run(self, kept: Kept) -> None:
        try:
            while not self.house.closing:
                kept.changed.clear()
                if kept.hosted.stage != "playing":
                    return
                coming = await self._coming(kept)
                if coming is None:
                    return
                if not kept.changed.is_set() and await self._unchanged(kept, coming):
                    await self._happen(kept, coming)
        finally:
            kept.driver = None
            if kept.changed.is_set() and not self.house.closing and kept.table in self.house.tables:
                self.look(kept)

    async def _unchanged(self, kept: Kept, coming: Coming) -> bool:
        """Waits until it is time; False if the table changes before."""
        if not kept.owned:
            kept.owned = await self._claim(kept, self.house.settings.stale_ms)
        early = (coming.at - self.house.time_at(kept.hosted)) / 1000 / self.house.settings.pace
        wait = max(0.0, early) + (0 if kept.owned else LET_LIE_S)
        if wait:
            try:
                async with asyncio.timeout(wait):
                    await kept.changed.wait()
            except TimeoutError:
                pass
        else:
            await asyncio.sleep(0)
        if kept.changed.is_set():
            return False
        if not kept.owned:
            kept.owned = await self._claim(kept, 0)
        return True

    async def _claim(self, kept: Kept, stale_ms: int) -> bool:
        try:
            return await self.house.store.claim(kept.table, self.house.process, stale_ms)
        except StoreTrouble:
            return False

    async def _happen(self, kept: Kept, coming: Coming) -> None:
        match coming.deed:
            case _Again(seat):
                kept.plans.pop(seat, None)
            case _Late(seat):
                kept.again[seat] = self.house.time_at(kept.hosted) + (kept.hosted.room.setup.move_ms or 0)
                if deed := await self._instead(kept, seat):
                    await self._act(kept, deed)
            case deed:
                await self._act(kept, deed)

    async def _act(self, kept: Kept, deed: Callable[[Draft], None]) -> None:
        before = kept.hosted.seq
        try:
            await self.house.act(kept.table, deed)
        except StoreTrouble:
            await asyncio.sleep(TROUBLE_S)
        except (Refused, IllegalMove, KnobelError) as error:
            if kept.hosted.seq == before:  # it would be refused again and again
                log.error(
                    "a move that the house decided on was refused at its own table; it thinks again. "
                    "If this repeats, the package of the game is at fault: update it, or end such tables",
                    extra={"data": {"game": kept.hosted.game.name, "fault": type(error).__name__}},
                )
                kept.plans.clear()
                await asyncio.sleep(TROUBLE_S)
            else:
                kept.owned = await self._claim(kept, self.house.settings.stale_ms)

    # What comes next ------------------------------------------------------------------------------------------------

    async def _coming(self, kept: Kept) -> Coming | None:
        hosted = kept.hosted
        timeline = hosted.timeline
        if timeline is None or hosted.room.paused is not None or hosted.room.reopened is not None:
            return None
        plans: dict[Seat, Coming] = {}
        bots = [seat for seat, sitter in enumerate(timeline.sitters) if sitter.player != PERSON]
        for seat in players_asked(timeline.due, bots):
            if plan := await self._plan(kept, timeline, seat):
                plans[seat] = plan
        match next_step(timeline.due, {seat: plan.at for seat, plan in plans.items()}, self._deadlines(kept)):
            case NextStep("nature"):
                return await self._nature(kept, timeline)
            case NextStep("player", seat=seat):
                return plans[seat]
            case NextStep("clock", at):
                return Coming(at, ring)
            case NextStep("deadline", at, seat):
                return Coming(at, _Late(seat))
            case _:
                return None

    async def _nature(self, kept: Kept, timeline: Timeline) -> Coming | None:
        """Nature's move, worked out beside: it may take a while."""
        table = Table(timeline.branch(), kept.vault.nature(timeline.header.dice, kept.hosted.room.deals), PlainClock())
        move = await asyncio.to_thread(work_out, table)
        if move is None:
            return None
        k = timeline.draws
        return Coming(0, lambda draft: worked_out(draft, k, move))

    async def _plan(self, kept: Kept, timeline: Timeline, seat: Seat) -> Coming | None:
        """What a player of the house will do, thought over once a position."""
        here = len(timeline.entries)
        known = kept.plans.get(seat)
        if known is None or known[0] != here:
            now = self.house.time_at(kept.hosted)
            intent = await self._decided(kept, timeline, seat, timeline.sitters[seat].player)
            known = kept.plans[seat] = here, self._planned(kept, timeline, seat, intent, now)
        return known[1]

    def _planned(self, kept: Kept, timeline: Timeline, seat: Seat, intent: Intent | None, now: int) -> Coming | None:
        if intent is not None:
            at = now + self._pause(kept, timeline, intent)
            if timeline.state.objection(seat, intent.move, at) is None:  # else it would come too late
                return Coming(at, _decided_here(timeline, seat, intent.move, at))
        return Coming(now + QUIET_MS, _Again(seat)) if seat in timeline.due.must else None

    def _pause(self, kept: Kept, timeline: Timeline, intent: Intent) -> int:
        """How long it takes. Where hands are hidden it must not tell anything of them, so it is chance alone."""
        game = kept.hosted.game
        if game.is_live(timeline.state):
            return intent.after
        least = self.house.settings.bot_ms
        if objectable(timeline, kept.hosted.room) is not None:
            least = max(least, self.house.settings.object_ms)
        pause = round(least * self.chance.uniform(1, 2))
        return pause if game.secret else max(pause, intent.after)

    async def _decided(self, kept: Kept, timeline: Timeline, seat: Seat, level: str) -> Intent | None:
        view = timeline.state.view(seat)
        moves = view.moves(seat, self.house.time_at(kept.hosted))
        try:
            return await asyncio.to_thread(kept.mind(seat, level).decide, view, seat, moves, self.chance)
        except Exception:  # a player that breaks down must not hold the table up
            log.exception(
                "a player of the house broke down; this move is chosen at random, and the table goes on. "
                "The package that the player comes from is at fault: update it, or seat another player",
                extra={"data": {"game": kept.hosted.game.name, "player": level}},
            )
            return RandomPlayer(kept.hosted.game).decide(view, seat, moves, self.chance)

    def _deadlines(self, kept: Kept) -> dict[Seat, int]:
        """When each person's time is over; whoever it was already over for, and nothing came of it, gets it again."""
        until = deadlines(kept.hosted)
        return {seat: max(at, kept.again.get(seat, 0)) for seat, at in until.items()}

    async def _instead(self, kept: Kept, seat: Seat) -> Callable[[Draft], None] | None:
        """The careful move for somebody whose time is up, or any; None where it is better to say nothing."""
        timeline = kept.hosted.timeline
        if timeline is None:
            return None
        at = self.house.time_at(kept.hosted)  # before it is thought over: how long that takes is nobody's business
        for level in (default_player(kept.hosted.game), "random"):
            if intent := await self._decided(kept, timeline, seat, level):
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
    deed: Callable[[Draft], None] | _Late | _Again


def _decided_here(timeline: Timeline, seat: Seat, move: Move, at: int) -> Callable[[Draft], None]:
    """A move that was decided on in this position, and counts in no other."""
    here = len(timeline.entries)

    def deed(draft: Draft) -> None:
        if draft.table is None or len(draft.table.timeline.entries) != here:
            raise Refused("late")
        move_of_house(draft, seat, move, at)

    return deed
