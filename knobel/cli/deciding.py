"""A person decides: the table is drawn, the moves are listed, and whatever is typed loses nothing."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from knobel.cli.asking import answer
from knobel.cli.changing import changed
from knobel.cli.keyboard import handed_over
from knobel.cli.sitting import Sitting
from knobel.cli.stories import draw, head, refusal
from knobel.cli.telling import tell_news
from knobel.core.contract import IllegalMove, Open
from knobel.core.errors import Malformed
from knobel.core.move import Move
from knobel.core.record import FairDice, RealDice
from knobel.core.words import MissingWords, Say, Who

MOST_LISTED = 20
"""Longer lists are shortened; they can be searched by their words."""

Choices = Sequence[Move | Open]


def decide(sitting: Sitting, seat: int, must: bool) -> bool:
    """Asks a person for a move until there is one. False where they need not move and keep quiet."""
    if not handed_over(sitting, seat):
        return True
    tell_news(sitting)
    moves = sitting.view(seat).moves(seat, sitting.table.clock.now())
    labels = [label(sitting, seat, move) for move in moves]
    _show_table(sitting, seat, len(moves))
    _show_moves(sitting, labels, range(len(moves)))
    only = _only(sitting, seat, moves) if must else None
    while True:
        if only and sitting.passing:
            sitting.terminal.forget_typed_ahead()  # an Enter too many, pressed to take the keyboard, makes no move
        typed = answer(sitting, _prompt(sitting, seat, len(moves), must, only is not None))
        if time_is_up(sitting):
            return True
        done = changed(sitting, typed, seat)
        if done:
            return True
        if done is None and not typed and not must:
            return False
        if only and not typed:
            typed = "1"
        if done is None and (chosen := _chosen(sitting, seat, typed, moves, labels)) and _made(sitting, seat, chosen):
            return True


def _only(sitting: Sitting, seat: int, moves: Choices) -> Move | None:
    """The move that Enter alone makes: the only one there is, unless it uncovers something and so is worth a number."""
    (move, *others) = moves or (None,)
    if others or not isinstance(move, Move) or sitting.view(seat).binding(seat, move):
        return None
    return move


def time_is_up(sitting: Sitting) -> bool:
    """The clock makes its move, if it is that late."""
    alarm, now = sitting.table.state.due().alarm, sitting.table.clock.now()
    if alarm is None or now < alarm.at:
        return False
    sitting.table.move("clock", alarm.move, now)
    return True


def label(sitting: Sitting, seat: int, move: Move | Open) -> str:
    """What a move would be, in words for the seat that may make it."""
    say = Say(f"can.{move.kind}") if isinstance(move, Open) else sitting.game.label(sitting.view(seat), seat, move)
    return sitting.terminal.spoken(sitting.game.words, say, sitting.voice(seat))


def _show_table(sitting: Sitting, seat: int, moves: int) -> None:
    terminal = sitting.terminal
    turn = terminal.text("turn", sitting.voice(sitting.holder), who=Who(seat))
    terminal.show()
    head(terminal, sitting.game.title(terminal.language), f"{turn} · {_dice(sitting)}")
    beside = min(moves, MOST_LISTED) + 6
    draw(terminal, sitting.game, sitting.view(seat), sitting.voice(seat), {seat}, beside)


def _dice(sitting: Sitting) -> str:
    match sitting.table.timeline.header.dice:
        case FairDice(deal):
            return sitting.terminal.text("dice.fair", start=deal.seed[:12])
        case RealDice():
            return sitting.terminal.text("dice.real")
        case _:
            return sitting.terminal.text("dice.seeded")


def _show_moves(sitting: Sitting, labels: Sequence[str], which: Sequence[int], most: int = MOST_LISTED) -> None:
    for index in which[:most]:
        sitting.terminal.hung(labels[index], 6, f"{index + 1:>4}")
    if len(which) > most:
        sitting.terminal.hung(sitting.terminal.text("move.more", n=len(which) - most), 6, style="dim")


def _prompt(sitting: Sitting, seat: int, moves: int, must: bool, only: bool) -> str:
    several = "many" if len(sitting.people) > 1 else "one"
    quiet = "-or-enter" if only else "" if must else "-or-quiet"
    return sitting.terminal.text(f"move.ask-{several}{quiet}", sitting.voice(None), who=Who(seat), n=moves)


def _chosen(sitting: Sitting, seat: int, typed: str, moves: Choices, labels: Sequence[str]) -> Move | None:
    """The move that was meant by its number or by its words; None where that is not clear, which is then explained."""
    if typed.lower() == "m":
        _show_moves(sitting, labels, range(len(moves)), len(moves))
        return None
    if typed.isdecimal():
        if int(typed) in range(1, len(moves) + 1):
            return _read(sitting, seat, moves[int(typed) - 1])
        sitting.terminal.warn(Say("move.no-number", {"typed": typed, "n": len(moves)}))
        return None
    found = [index for index, words in enumerate(labels) if _fits(typed, words)]
    if len(found) == 1:
        return _read(sitting, seat, moves[found[0]])
    if found:
        _show_moves(sitting, labels, found)
    elif not typed or not _refused(sitting, seat, typed):
        sitting.terminal.warn(Say("move.unclear" if typed else "move.empty", {"typed": typed, "n": len(moves)}))
    return None


def _fits(typed: str, words: str) -> bool:
    """Whether every word that was typed begins a word of the label."""
    begun = words.lower().split()
    return bool(typed) and all(any(word.startswith(part) for word in begun) for part in typed.lower().split())


def _refused(sitting: Sitting, seat: int, typed: str) -> bool:
    """Explains a move that was meant but is not allowed now."""
    view, at = sitting.view(seat), sitting.table.clock.now()
    for move in view.candidates(seat):
        if isinstance(move, Open) or not (objection := view.objection(seat, move, at)):
            continue
        with suppress(MissingWords):  # a game need not have words for what can never be done
            if _fits(typed, label(sitting, seat, move)):
                refusal(sitting.terminal, sitting.game, objection, sitting.voice(seat))
                return True
    return False


def _read(sitting: Sitting, seat: int, move: Move | Open) -> Move | None:
    """A listed move as it is; of a kind too rich to list, the one a person types."""
    if not isinstance(move, Open) or sitting.game.reading is None:
        return move if isinstance(move, Move) else None
    while typed := answer(sitting, f"{label(sitting, seat, move)}:", lambda typed: not typed.startswith("/")):
        try:
            return sitting.game.reading(sitting.view(seat), seat, move, typed)
        except Malformed as error:
            sitting.terminal.show(sitting.terminal.spoken(sitting.game.words, error.say, sitting.voice(seat)), "yellow")
    return None


def _made(sitting: Sitting, seat: int, move: Move) -> bool:
    sitting.news = False
    try:
        sitting.table.move(seat, move)
    except IllegalMove as error:
        refusal(sitting.terminal, sitting.game, error.objection, sitting.voice(seat))
        return False
    return True
