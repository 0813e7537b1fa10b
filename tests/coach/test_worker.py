"""Advice from a process of its own: the same as here, from the view alone, and never a wait without an end."""

from __future__ import annotations

import fcntl
import sys
import termios
import time
from signal import SIGSTOP

import pytest
from msgspec.structs import replace
from pig import PIG

import knobel
from knobel.coach import worker as module
from knobel.coach.advice import NoAdvice, advise
from knobel.coach.review import review
from knobel.coach.worker import ask, ask_check, ask_review, question, review_question
from knobel.core.record import RecordError, read_record, wrote
from knobel.core.timeline import Timeline
from knobel.core.verify import checked
from tests.arena import played
from tests.coach.positions import decisions

STATE = replace(PIG.opening(3, PIG.options(target=12)), gathered=4)


@pytest.fixture(autouse=True)
def workers(monkeypatch):
    """Nobody works for another test, and nobody is left behind."""
    pools = {name: module.Pool(at_once=1, waiting=8) for name in ("ADVICE", "REVIEWS", "CHECKS")}
    for name, pool in pools.items():
        monkeypatch.setattr(module, name, pool)
    yield
    for pool in pools.values():
        for hand in tuple(pool.hands):
            hand.stop()


def asked(state=STATE, seat=0):
    return question(PIG, PIG.version, state, seat, 0)


def test_a_worker_says_what_would_be_said_here_and_how_far_it_is():
    told: list[float] = []
    assert ask(asked(), told.append).result(120) == advise(PIG, STATE, 0)
    assert told == sorted(told)
    assert told[-1] > 0.9
    with pytest.raises(NoAdvice, match="nothing for you to decide"):
        ask(asked(seat=1)).result(120)
    (hand,) = module.ADVICE.hands
    assert hand.worker
    assert hand.worker.alive  # it stays for the next one


def test_it_is_asked_about_a_view_and_nothing_else():
    game = knobel.game("schocken")
    state, seat, at = next(each for each in decisions(game, 3) if each[0].view(each[1]) != each[0])
    seen = question(game, game.version, state, seat, at)
    assert seen == question(game, game.version, state.view(seat), seat, at)


def test_where_a_worker_dies_whoever_asked_hears_of_it_and_the_next_one_has_another(monkeypatch):
    started, start = [], module._started

    def silent():
        started.append(start())
        started[-1].process.send_signal(SIGSTOP)  # it does not answer before it dies
        return started[-1]

    monkeypatch.setattr(module, "_started", silent)
    wanted = ask(asked())
    while not started or not unread(started[0].process.stdin):
        time.sleep(0.01)
    monkeypatch.setattr(module, "_started", start)
    started[0].process.kill()
    with pytest.raises(NoAdvice, match="broken off"):
        wanted.result(120)
    with pytest.raises(NoAdvice, match="nothing for you to decide"):
        ask(asked(seat=1)).result(120)


def unread(pipe):
    """How many bytes lie in a pipe."""
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


def test_what_strangers_ask_for_does_not_pile_up(monkeypatch):
    monkeypatch.setattr(module.ADVICE, "at_once", 0)
    monkeypatch.setattr(module.ADVICE, "most_waiting", 2)
    ask(asked())
    waiting = ask(asked())
    with pytest.raises(NoAdvice, match="Too many"):
        ask(asked())
    assert waiting.cancel()


def test_a_review_is_worked_out_elsewhere_too_and_is_the_same():
    timeline = played("pig", ("random", "random"), 3, target=12).timeline
    told: list[float] = []
    assert ask_review(review_question(timeline), told.append).result(120) == review(timeline)
    assert told == sorted(told)
    left = Timeline(timeline.game, timeline.header)
    with pytest.raises(NoAdvice, match="not over"):
        ask_review(review_question(left)).result(120)


def test_reviews_do_not_pile_up_and_hold_up_no_hints(monkeypatch):
    timeline = played("pig", ("random", "random"), 3, target=12).timeline
    monkeypatch.setattr(module.REVIEWS, "at_once", 0)
    monkeypatch.setattr(module.REVIEWS, "most_waiting", 1)
    waiting = ask_review(review_question(timeline))
    with pytest.raises(NoAdvice, match="Too many"):
        ask_review(review_question(timeline))
    with pytest.raises(NoAdvice, match="nothing for you to decide"):
        ask(asked(seat=1)).result(120)
    assert waiting.cancel()


def test_a_record_is_checked_elsewhere_with_the_same_verdict_or_the_same_words():
    timeline = played("pig", ("random", "random"), 3, target=12).timeline
    record = wrote(timeline.header, timeline.entries)
    assert ask_check(record).result(120) == checked(read_record(record))[1]
    for wrong in (record.replace(b'"pig"', b'"pag"'), b"\xff", b"[" * 10_000, record.replace(b"Roll", b"Rool")):
        with pytest.raises(RecordError) as refused:
            read_record(wrong)
        with pytest.raises(RecordError) as told:
            ask_check(wrong).result(120)
        assert told.value.say == refused.value.say


def test_a_check_that_does_not_end_is_ended_and_the_next_one_has_another_worker(monkeypatch):
    started, start = [], module._started

    def silent():
        started.append(start())
        started[-1].process.send_signal(SIGSTOP)
        return started[-1]

    monkeypatch.setattr(module.CHECKS, "longest_s", 0.1)
    monkeypatch.setattr(module, "_started", silent)
    with pytest.raises(NoAdvice, match="broken off"):
        ask_check(b"{}").result(120)
    monkeypatch.setattr(module, "_started", start)
    monkeypatch.setattr(module.CHECKS, "longest_s", 60)
    with pytest.raises(RecordError):
        ask_check(b"{}").result(120)
