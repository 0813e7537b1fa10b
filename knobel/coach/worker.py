"""Advice, reviews and checks from processes of their own, so that whoever asks goes on meanwhile.

A worker is told in a line what to advise on, which game to look at again or which record to check, and answers with
lines: how far it is, and at last the advice, the review or what came of the check, or why there is none. It stays for
the next one.
"""

from __future__ import annotations

import atexit
import os
import sys
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, Queue
from threading import Lock, Thread, Timer
from typing import IO, Any

import msgspec

from knobel.coach.advice import Advice, Advised, NoAdvice, advise
from knobel.coach.review import Review, ReviewedSeat, ReviewedStep, review
from knobel.core.contract import Seat, State
from knobel.core.errors import KnobelError
from knobel.core.game import Game
from knobel.core.process import WorkerProcess, in_steps, module_command, open_answers
from knobel.core.record import RecordError, read_record, wrote
from knobel.core.registry import BrokenGame
from knobel.core.registry import game as game_called
from knobel.core.solution import Progress
from knobel.core.timeline import Timeline
from knobel.core.verify import Verification, checked
from knobel.core.words import Say

NICE = 2
"""By so much it stands back for everybody else on the machine."""
PATIENCE_S = 60
"""A worker that nobody needs for so long goes home."""
MOVES, CHANCES = ("move", "best"), ("before", "after", "skill")
"""What of a step in a review is a move, and what everybody's chances."""
STEP = 0.01
"""How much more must be done before it tells again."""


class Question(msgspec.Struct, frozen=True, tag="advice"):
    """What a seat wants advice on: its view, and the table's time."""

    game: str
    rules: int
    seat: Seat
    at: int
    view: msgspec.Raw


class ReviewQuestion(msgspec.Struct, frozen=True, tag="review"):
    """Which game is to be looked at again: its record, as it is in its file."""

    game: str
    record: str


class CheckQuestion(msgspec.Struct, frozen=True, tag="check"):
    """Which record is to be checked: the bytes that somebody sent, whatever they are."""

    record: bytes


AnyQuestion = Question | ReviewQuestion | CheckQuestion


class RawAdvised(msgspec.Struct, frozen=True):
    """A move with its worth, as it goes through a pipe."""

    move: msgspec.Raw
    chance: float
    low: float
    high: float
    rounds: int
    share: float
    even: bool


class CoachAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a worker says: how far it is; the advice, the review or what came of a check; or why there is none."""

    done: float = 0
    source: str = ""
    moves: tuple[RawAdvised, ...] = ()
    odds: tuple[Say, ...] = ()
    review: dict[str, Any] | None = None
    verification: Verification | None = None
    none: Say | None = None
    broken: str = ""
    """Which game is broken here, where that is why."""


def question(game: Game, rules: int, view: State, seat: Seat, at: int) -> Question:
    """What to ask about a view."""
    known = view.view(seat)
    return Question(game.name, rules, seat, at, msgspec.Raw(msgspec.json.encode(known)))


def rulebook_of(game: Game, rules: int) -> type[State]:
    """The rulebook of a version of a game's rules."""
    return game.rulebook if rules == game.version else game.earlier[rules]


def review_question(timeline: Timeline) -> ReviewQuestion:
    """What to ask about a game that is over."""
    return ReviewQuestion(timeline.game.name, wrote(timeline.header, timeline.entries).decode())


class PendingQuestion:
    """A question on its way through a worker."""

    def __init__(self, asked: AnyQuestion, progress: Progress) -> None:
        self.question = asked
        self.progress = progress
        self.answered: Future[Any] = Future()


class Pool:
    """Workers for one kind of question: at most so many at once, and so many questions that wait for them.

    What strangers ask for must not pile up, and what takes long must not hold up what is quick.
    """

    def __init__(self, at_once: int, waiting: int, longest_s: float | None = None) -> None:
        self.at_once, self.most_waiting = at_once, waiting
        self.longest_s = longest_s
        """After so long a worker is ended that is not done; None: it may take as long as it likes."""
        self.lock = Lock()
        self.waiting: Queue[PendingQuestion] = Queue()
        self.hands: set[CoachThread] = set()

    def put(self, wanted: PendingQuestion) -> None:
        """Hands a question in. Raises `NoAdvice` where too many wait already."""
        with self.lock:
            if self.waiting.qsize() >= self.most_waiting:
                raise NoAdvice("no-advice-busy")
            self.waiting.put(wanted)
            if len(self.hands) < self.at_once and self.waiting.qsize() > sum(hand.idle for hand in self.hands):
                hand = CoachThread(self)
                self.hands.add(hand)
                hand.start()


ADVICE = Pool(at_once=2, waiting=32)
REVIEWS = Pool(at_once=1, waiting=16)
CHECKS = Pool(at_once=2, waiting=2, longest_s=60)


def ask(asked: Question, progress: Progress = float) -> Future[Advice]:
    """Advice, as soon as a worker has it; or `NoAdvice`. Any thread may ask, and nobody who asks is held up.

    Raises `NoAdvice` where too many want advice already.
    """
    wanted = PendingQuestion(asked, progress)
    ADVICE.put(wanted)
    return wanted.answered


def ask_review(asked: ReviewQuestion, progress: Progress = float) -> Future[Review]:
    """A review, as soon as a worker has it; or `NoAdvice`. Raises `NoAdvice` where too many want one already."""
    wanted = PendingQuestion(asked, progress)
    REVIEWS.put(wanted)
    return wanted.answered


def ask_check(record: bytes) -> Future[Verification]:
    """What comes of checking a record that somebody sent, as soon as a worker has it.

    It ends with `RecordError` where the record cannot be read or played, and with `NoAdvice` where that took too long.
    Raises `NoAdvice` where too many are being checked.
    """
    wanted = PendingQuestion(CheckQuestion(record), float)
    CHECKS.put(wanted)
    return wanted.answered


class CoachThread(Thread):
    """Hands questions to a worker of its own, one after the other."""

    def __init__(self, pool: Pool) -> None:
        super().__init__(name="coach", daemon=True)
        self.pool = pool
        self.idle = True
        self.worker: WorkerProcess | None = None

    def run(self) -> None:
        """Until nobody has asked for a while."""
        while (wanted := self._next()) is not None:
            if wanted.answered.set_running_or_notify_cancel():  # else whoever asked has gone
                try:
                    wanted.answered.set_result(self._answered(wanted))
                except KnobelError as error:
                    wanted.answered.set_exception(error)
                except Exception:  # whatever became of the worker: the next question has another
                    self.stop()
                    wanted.answered.set_exception(NoAdvice("no-advice-died"))
        self.stop()

    def stop(self) -> None:
        """Ends the worker, whatever it is doing."""
        worker, self.worker = self.worker, None
        if worker:
            worker.stop()

    def _next(self) -> PendingQuestion | None:
        self.idle = True
        try:
            return self.pool.waiting.get(timeout=PATIENCE_S)
        except Empty:
            with self.pool.lock:
                self.pool.hands.discard(self)
            with suppress(Empty):  # somebody asked just now
                return self.pool.waiting.get_nowait()
            return None
        finally:
            self.idle = False

    def _answered(self, wanted: PendingQuestion) -> Advice | Review | Verification:
        worker = self.worker
        if worker is None or not worker.alive:
            self.stop()
            worker = self.worker = _started()
        if self.pool.longest_s is None:
            return self._asked(worker, wanted)
        late = Timer(self.pool.longest_s, worker.process.kill)
        late.start()
        try:
            return self._asked(worker, wanted)
        finally:
            late.cancel()

    def _asked(self, worker: WorkerProcess, wanted: PendingQuestion) -> Advice | Review | Verification:
        worker.tell(msgspec.json.encode(wanted.question))
        while line := worker.hear():
            answer = msgspec.json.decode(line, type=CoachAnswer)
            if answer.broken:
                game_called(answer.broken)
            if answer.none:
                kind = RecordError if isinstance(wanted.question, CheckQuestion) else NoAdvice
                raise kind(answer.none.key.removeprefix("error."), **answer.none.args)
            match wanted.question, answer:
                case CheckQuestion(), CoachAnswer(verification=Verification() as found):
                    return found
                case Question() as asked, CoachAnswer(source=source) if source:
                    return _read(asked, answer)
                case ReviewQuestion() as asked, CoachAnswer(review=dict() as found):
                    return _read_review(asked, found)
                case _:
                    pass
            wanted.progress(answer.done)
        self.stop()
        raise NoAdvice("no-advice-died")


def _started() -> WorkerProcess:
    return WorkerProcess(module_command(__name__))


def _read(asked: Question, answer: CoachAnswer) -> Advice:
    game = game_called(asked.game)
    moves = tuple(
        Advised(
            move=game.read(asked.seat, bytes(each.move)),
            chance=each.chance,
            low=each.low,
            high=each.high,
            rounds=each.rounds,
            share=each.share,
            even=each.even,
        )
        for each in answer.moves
    )
    source: Any = answer.source
    return Advice(seat=asked.seat, source=source, moves=moves, odds=answer.odds)


def _read_review(asked: ReviewQuestion, found: dict[str, Any]) -> Review:
    """A review from its JSON. Whose a move was says how it is read."""
    game = game_called(asked.game)

    def read(step: dict[str, Any]) -> ReviewedStep:
        moves = {name: step[name] and game.read(step["by"], msgspec.json.encode(step[name])) for name in MOVES}
        parts: dict[str, Any] = {**step, **moves, **{name: tuple(step[name]) for name in CHANCES}}
        return ReviewedStep(**parts)

    parts: dict[str, Any] = {
        **found,
        "seats": msgspec.convert(found["seats"], type=tuple[ReviewedSeat, ...]),
        "steps": tuple(map(read, found["steps"])),
        "deciding": tuple(found["deciding"]),
    }
    return Review(**parts)


@atexit.register
def _send_home() -> None:
    for hand in (*ADVICE.hands, *REVIEWS.hands, *CHECKS.hands):
        hand.stop()


def _forget() -> None:
    """A forked copy has none of the threads that ask."""
    for pool in (ADVICE, REVIEWS, CHECKS):
        pool.hands.clear()
        pool.waiting.queue.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


# Inside the process ---------------------------------------------------------------------------------------------------


def main() -> None:
    """The worker's own program."""
    answers = open_answers(NICE)
    questions: Queue[bytes] = Queue()
    Thread(target=_listen, args=(questions,), daemon=True).start()
    while True:
        asked = msgspec.json.decode(questions.get(), type=AnyQuestion)
        answers.write(msgspec.json.encode(answered(asked, answers)) + b"\n")


def _listen(questions: Queue[bytes]) -> None:
    """Until whoever started it is gone: then it ends, whatever it is doing."""
    while line := sys.stdin.buffer.readline():
        questions.put(line)
    os._exit(0)


def answered(asked: AnyQuestion, answers: IO[bytes]) -> CoachAnswer:
    """The answer to a question; meanwhile it is told how far it is."""
    tell = in_steps(lambda done: answers.write(msgspec.json.encode(CoachAnswer(done=done)) + b"\n"), STEP)
    try:
        match asked:
            case Question():
                return _advised(asked, tell)
            case ReviewQuestion():
                return _reviewed(asked, tell)
            case CheckQuestion(record):
                return CoachAnswer(verification=checked(read_record(record))[1])
    except BrokenGame as error:
        return CoachAnswer(broken=error.name)
    except KnobelError as error:
        return CoachAnswer(none=error.say)


def _advised(asked: Question, tell: Progress) -> CoachAnswer:
    game = game_called(asked.game)
    view = msgspec.json.decode(asked.view, type=rulebook_of(game, asked.rules))
    advice = advise(game, view, asked.seat, asked.at, tell)
    moves = tuple(
        RawAdvised(
            msgspec.Raw(msgspec.json.encode(each.move)),
            each.chance,
            each.low,
            each.high,
            each.rounds,
            each.share,
            each.even,
        )
        for each in advice.moves
    )
    return CoachAnswer(source=advice.source, moves=moves, odds=advice.odds)


def _reviewed(asked: ReviewQuestion, tell: Progress) -> CoachAnswer:
    timeline = Timeline.replay(game_called(asked.game), read_record(asked.record.encode()))
    return CoachAnswer(review=msgspec.to_builtins(review(timeline, tell)))
