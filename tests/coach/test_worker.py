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
from knobel.coach.worker import ask, question
from tests.coach.positions import decisions

STATE = replace(PIG.opening(3, PIG.options(target=12)), gathered=4)


@pytest.fixture(autouse=True)
def workers():
    """Nobody works for another test, and nobody is left behind."""
    yield
    for hand in tuple(module._hands):
        hand.stop()
    module._hands.clear()


def asked(state=STATE, seat=0):
    return question(PIG, PIG.version, state, seat, 0)


def test_a_worker_says_what_would_be_said_here_and_how_far_it_is():
    told: list[float] = []
    assert ask(asked(), told.append).result(120) == advise(PIG, STATE, 0)
    assert told == sorted(told)
    assert told[-1] > 0.9
    with pytest.raises(NoAdvice, match="nothing for you to decide"):
        ask(asked(seat=1)).result(120)
    (hand,) = module._hands
    assert hand.worker
    assert hand.worker.poll() is None  # it stays for the next one


def test_it_is_asked_about_a_view_and_nothing_else():
    game = knobel.game("schocken")
    state, seat, at = next(each for each in decisions(game, 3) if each[0].view(each[1]) != each[0])
    seen = question(game, game.version, state, seat, at)
    assert seen == question(game, game.version, state.view(seat), seat, at)


def test_where_a_worker_dies_whoever_asked_hears_of_it_and_the_next_one_has_another(monkeypatch):
    started, start = [], module._started

    def silent():
        started.append(start())
        started[-1].send_signal(SIGSTOP)  # it does not answer before it dies
        return started[-1]

    monkeypatch.setattr(module, "_started", silent)
    wanted = ask(asked())
    while not started or not unread(started[0].stdin):
        time.sleep(0.01)
    monkeypatch.undo()
    started[0].kill()
    with pytest.raises(NoAdvice, match="broken off"):
        wanted.result(120)
    with pytest.raises(NoAdvice, match="nothing for you to decide"):
        ask(asked(seat=1)).result(120)


def unread(pipe):
    """How many bytes lie in a pipe."""
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


def test_what_strangers_ask_for_does_not_pile_up(monkeypatch):
    monkeypatch.setattr(module, "MAX_AT_ONCE", 0)
    monkeypatch.setattr(module, "MAX_WAITING", 2)
    ask(asked())
    waiting = ask(asked())
    with pytest.raises(NoAdvice, match="Too many"):
        ask(asked())
    assert waiting.cancel()
    module._waiting.queue.clear()
