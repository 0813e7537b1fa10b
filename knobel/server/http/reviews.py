"""Games that are over, looked at again: each is worked out once, by a process of its own, and kept for whoever asks.

Whoever asks while it is worked out hears how far it is, and asks again.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future

from knobel.coach.review import Review, ReviewedStep
from knobel.coach.worker import ask_review, review_question
from knobel.core.timeline import Timeline
from knobel.core.words import Voice
from knobel.server.http.schemas import DecisionView, ReviewFound, ReviewView
from knobel.server.limits import Rate
from knobel.server.socket.projection import sentence
from knobel.server.socket.protocol import Drawn
from knobel.server.words import Denied

MAX_KEPT = 32
"""So many reviews stay in memory; those asked for longest ago go first."""
MIN_BURST = 3


class Reviewing:
    """A review that is being worked out, or is there."""

    def __init__(self, timeline: Timeline, address: str) -> None:
        self.address = address
        self.done = 0.0
        self.found: Future[Review] = ask_review(review_question(timeline), self._tell)

    def _tell(self, done: float) -> None:
        self.done = done


class Reviews:
    """The reviews of a house. Those who ask pay for what is worked out, and each address has one at a time."""

    def __init__(self, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = Rate(per_second, clock, MIN_BURST)
        self._all: OrderedDict[str, Reviewing] = OrderedDict()

    def of(self, table: str, timeline: Timeline, address: str) -> Reviewing:
        """The review of a table that is over, begun now if nobody has asked before.

        Raises `Denied` where an address wants too many, `NoAdvice` where too many want one.
        """
        known = self._all.pop(table, None) or self._begun(timeline, address)
        self._all[table] = known
        for old in [old for old, each in self._all.items() if each.found.done()][:-MAX_KEPT]:
            del self._all[old]
        return known

    def forget(self, table: str) -> None:
        """Whoever asks next begins anew: it came to nothing."""
        self._all.pop(table, None)

    def _begun(self, timeline: Timeline, address: str) -> Reviewing:
        if any(each.address == address and not each.found.done() for each in self._all.values()):
            raise Denied("too-fast", 429)
        self._rate.check(address)
        return Reviewing(timeline, address)


def review_view(timeline: Timeline, found: Review, language: str, drawn: Drawn) -> ReviewView:
    """A review in words."""
    voice = Voice(language=language, names=tuple(sitter.name for sitter in timeline.sitters))
    decisions = tuple(_decision(timeline, step, voice, drawn) for step in found.steps if step.choices)
    return ReviewView(
        done=1.0,
        found=ReviewFound(
            exact=found.exact,
            rounds=found.rounds,
            error=found.error,
            seats=found.seats,
            chances=(tuple(each.start for each in found.seats), *(step.after for step in found.steps)),
            decisions=decisions,
            deciding=tuple(number - 1 for number in found.deciding),
        ),
    )


def _decision(timeline: Timeline, step: ReviewedStep, voice: Voice, drawn: Drawn) -> DecisionView:
    game, seat = timeline.game, step.by if isinstance(step.by, int) else 0
    view = timeline.steps[step.number - 1].before.view(seat)
    made, best = (
        sentence(game.words.parts(game.label(view, seat, move), voice), drawn)
        for move in (step.move, step.best or step.move)
    )
    return DecisionView(
        step=step.number - 1,
        seat=seat,
        made=made,
        best=best,
        choices=step.choices,
        before=step.before[seat],
        after=step.decided,
        lost=step.lost,
    )
