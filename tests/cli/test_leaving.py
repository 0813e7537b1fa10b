"""However a person leaves, the game is saved, the terminal is as it was, and the way back is shown."""

import os
import re
import shlex
import signal
import termios
from concurrent.futures import Future
from random import Random
from threading import Event, Thread, get_ident

import pytest
from pig import Roll

from knobel.cli.terminal import outcome, wait_for_key
from knobel.core.record import wrote
from tests.cli.house import MOVE, RESUME
from tests.core.kit import SEED, header, opened

THROW = "What fell"


def test_q_saves_and_says_how_to_go_on(house):
    sitting = house.sit("play", "pig")
    sitting.play(Random(1), 5)
    sitting.wait(MOVE)
    sitting.type("q")
    assert sitting.end() == 0
    line = RESUME.search(sitting.said)
    assert shlex.split(line[2]) == [str(house.records[0])]
    again = house.sit("resume", *shlex.split(line[2]))
    assert again.play(Random(2))
    assert again.end() == 0
    assert house.run("verify", *house.records).returncode == 0


def test_the_end_of_input_saves_too(house):
    sitting = house.sit("play", "pig")
    sitting.wait(MOVE)
    sitting.press("d")
    assert sitting.end() == 0
    assert RESUME.search(sitting.said)


@pytest.mark.parametrize(
    ("arguments", "typed", "question"),
    [
        (["play", "pig"], [], MOVE),
        (["play", "pig"], ["1"], MOVE),
        (["play", "pig", "--seat", "Ann,Bo,Cleo"], ["1", "1", "h", "?"], MOVE),
        (["play", "pig", "--real-dice"], ["1"], THROW),
        (["play", "pig", "--real-dice"], ["1", "4", "c"], "really show"),
        (["play", "cups", "--seat", "Ann,Bo"], [], "press Enter"),
        (["play", "cups"], ["1", "1"], "Call out a word:"),
    ],
)
def test_ctrl_c_at_any_question_saves_the_game(house, arguments, typed, question):
    sitting = house.sit(*arguments)
    for line in typed:
        sitting.wait(MOVE, THROW)
        sitting.type(line)
    sitting.wait(question)
    sitting.press("c")
    assert sitting.end() == 130
    assert "Traceback" not in sitting.raw
    path = shlex.split(RESUME.search(sitting.said)[2])[0]
    again = house.sit("resume", path)
    again.wait(MOVE, THROW, "press Enter")
    again.type("q")
    assert again.end() == 0


def test_a_signal_ends_the_wait_for_a_key_though_it_came_before_the_system_was_asked():
    """The window is a few instructions wide: what closes it is that the signal itself wakes the wait."""
    rung = []

    def ring(*_):
        rung.append(True)
        if len(rung) > 1:
            raise TimeoutError("the first signal woke nobody")

    before = signal.signal(signal.SIGALRM, ring)
    unread, keys = os.pipe()
    try:
        with os.fdopen(unread) as keyboard:
            signal.setitimer(signal.ITIMER_REAL, 0.05, 5)
            wait_for_key(keyboard)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        os.close(keys)
    assert len(rung) == 1


def test_ctrl_c_in_the_midst_of_the_bots_moves_saves_the_game(house):
    sitting = house.sit("play", "pig", "--seat", "random,random", "--option", "target=1000", "--record", "b.jsonl")
    sitting.hear("Anything goes rolls.")
    sitting.press("c")
    assert sitting.end() == 130
    assert "Traceback" not in sitting.raw
    assert RESUME.search(sitting.said)[2] == "b.jsonl"
    assert house.run("replay", "b.jsonl").returncode == 0
    assert (house.folder / "b.jsonl.seed").exists()


def test_ctrl_c_before_there_is_a_game_leaves_nothing_behind(house):
    sitting = house.sit("play", "pig", "--salt")
    sitting.wait("secret word")
    modes = termios.tcgetattr(sitting.child.child_fd)
    assert not modes[3] & termios.ECHO
    sitting.press("c")
    assert sitting.end() == 130
    assert house.records == []


def test_the_terminal_is_left_as_it_was(house):
    sitting = house.sit("play", "pig", "--salt")
    sitting.wait("secret word")
    sitting.type("pepper")
    sitting.wait(MOVE)
    assert termios.tcgetattr(sitting.child.child_fd)[3] & termios.ECHO
    sitting.press("c")
    assert sitting.end() == 130
    assert "pepper" not in sitting.everything.split("’s word was")[0]


@pytest.mark.parametrize("moves", [0, 1, 6])
def test_a_game_that_was_killed_goes_on_where_it_was(house, moves):
    sitting = house.sit("play", "pig", "--seat", "Ann,Bo")
    sitting.play(Random(moves), moves)
    sitting.wait(MOVE)
    points = re.findall(r"Points: \d+", sitting.shown)[-2:]
    sitting.kill()
    again = house.sit("resume", *house.records)
    again.wait(MOVE)
    assert re.findall(r"Points: \d+", again.shown)[-2:] == points
    assert again.play(Random(1))
    assert house.run("verify", *house.records).returncode == 0


def test_a_line_torn_by_a_crash_is_set_aside_and_said_so(house):
    sitting = house.sit("play", "pig")
    sitting.play(Random(1), 3)
    sitting.wait(MOVE)
    sitting.kill()
    (record,) = house.records
    with record.open("ab") as file:
        file.write(b'{"do":"move","n":99,"at')
    again = house.sit("resume", record)
    again.wait(MOVE)
    assert "unfinished" in again.everything
    assert record.with_name(record.name + ".torn").exists()
    assert again.play(Random(1))
    assert house.run("verify", record).returncode == 0


def test_a_game_that_is_over_is_not_played_on(house):
    house.run("play", "pig", "--seat", "random,random", "--record", "over.jsonl")
    again = house.run("resume", "over.jsonl")
    assert again.returncode == 0
    assert "This game is over" in again.stdout
    assert re.search(r"1\.  Anything goes", again.stdout)


def test_a_game_that_was_broken_off_is_not_played_on_and_its_dice_can_be_checked(house):
    table = opened(header(target=1000))
    table.move(0, Roll())
    table.fall()
    table.reveal(SEED, early=True)
    (house.folder / "ended.jsonl").write_bytes(wrote(table.timeline.header, table.timeline.entries))
    again = house.run("resume", "ended.jsonl")
    assert (again.returncode, again.stderr) == (0, "")
    assert "This game is over" in again.stdout
    assert house.run("verify", "ended.jsonl").returncode == 0


def test_a_game_whose_seed_is_lost_says_so(house):
    house.run("play", "pig", "--record", "lost.jsonl", typed="1\n")
    (house.folder / "lost.jsonl.seed").unlink()
    again = house.run("resume", "lost.jsonl")
    assert again.returncode == 2
    assert "lost.jsonl.seed" in again.stderr


def test_two_programs_cannot_play_one_record(house):
    sitting = house.sit("play", "pig", "--record", "one.jsonl")
    sitting.wait(MOVE)
    second = house.run("resume", "one.jsonl")
    assert second.returncode == 2
    assert "open in another" in second.stderr
    sitting.type("q")
    assert sitting.end() == 0


def test_ctrl_c_that_does_not_wake_who_waits_for_work_is_met_all_the_same(request):
    """As if it had come just before the wait began: another thread is woken by it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, before))
    met, work = Event(), Future[str]()

    def press():
        signal.pthread_kill(get_ident(), signal.SIGINT)
        met.wait(30)
        work.set_result("slept through")

    presses = Thread(target=press)
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012 (it may come before the wait)
        presses.start()
        outcome(work)
    met.set()
    presses.join()
