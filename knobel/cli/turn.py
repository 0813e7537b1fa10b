"""A person's turn: they decide, or say what fell on the real table; whatever is typed loses nothing."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import msgspec
from rich.text import Text

from knobel.cli.prompt import ask, hand_over, read_throw, try_change
from knobel.cli.session import TerminalSession, tell_news
from knobel.cli.telling import draw, show_head, show_refusal
from knobel.cli.terminal import Terminal, outcome
from knobel.coach.advice import Advice, Advised, NoAdvice
from knobel.coach.telling import sentences, shown_chance
from knobel.coach.worker import ask as ask_advice
from knobel.coach.worker import question
from knobel.core.chances import Chances
from knobel.core.contract import IllegalMove, Move, Open, Seat
from knobel.core.errors import Malformed
from knobel.core.record import FairDice, RealDice
from knobel.core.words import MissingWords, Parts, Say, Who, percent, plain
from knobel.table.real_dice import thrower, whose_dice

MAX_LISTED = 20
"""Longer lists are shortened; they can be searched by their words."""

JSON = "--json"
HINT, HINT_JSON = ["hint"], ["hint", JSON]
"""What is typed for it, by people and by programs."""
MAX_WORTHS = 5
"""So many moves are named where there is little room."""
BAR = 20
"""How many signs a sure win has."""

Choices = Sequence[Move | Open]


def decide(session: TerminalSession, seat: int, must: bool) -> bool:
    """Asks a person for a move until there is one. False where they need not move and keep quiet."""
    if not hand_over(session, seat):
        return True
    tell_news(session)
    moves = session.view(seat).moves(seat, session.table.clock.now())
    labels = [_label(session, seat, move) for move in moves]
    _show_table(session, seat, len(moves))
    _show_guide(session, seat)
    _show_moves(session, labels, range(len(moves)))
    only = _only(session, seat, moves) if must else None
    while True:
        if only and session.passing:
            session.terminal.forget_typed_ahead()  # an Enter too many, pressed to take the keyboard, makes no move
        typed = ask(session, _prompt(session, seat, len(moves), must, only is not None))
        if ring_if_late(session):
            return True
        if typed.removeprefix("/").lower().split() in (HINT, HINT_JSON):
            _show_hint(session, seat, moves, json=JSON in typed.lower())
            continue
        done = try_change(session, typed, seat)
        if done:
            return True
        if done is None and not typed and not must:
            return False
        if only and not typed:
            typed = "1"
        if done is None and (chosen := _chosen(session, seat, typed, moves, labels)) and _made(session, seat, chosen):
            return True


def _only(session: TerminalSession, seat: int, moves: Choices) -> Move | None:
    """The move that Enter alone makes: the only one there is, unless it uncovers something and so is worth a number."""
    (move, *others) = moves or (None,)
    if others or not isinstance(move, Move) or session.view(seat).binding(seat, move):
        return None
    return move


def ring_if_late(session: TerminalSession) -> bool:
    """The clock makes its move, if it is that late."""
    alarm, now = session.table.state.due().alarm, session.table.clock.now()
    if alarm is None or now < alarm.at:
        return False
    session.table.move("clock", alarm.move, now)
    return True


def label(session: TerminalSession, seat: int, move: Move | Open) -> Text:
    """What a move would be, in words for the seat that may make it, with the dice in them drawn."""
    return session.terminal.pen.sentence(_label(session, seat, move))


def _label(session: TerminalSession, seat: int, move: Move | Open) -> Parts:
    say = Say(f"can.{move.kind}") if isinstance(move, Open) else session.game.label(session.view(seat), seat, move)
    return session.game.words.parts(say, session.voice(seat))


def _show_table(session: TerminalSession, seat: int, moves: int) -> None:
    terminal = session.terminal
    turn = terminal.text("turn", session.voice(session.holder), who=Who(seat))
    terminal.show()
    show_head(terminal, session.game.title(terminal.language), f"{turn} · {_dice(session)}")
    beside = min(moves, MAX_LISTED) + 6
    draw(terminal, session.game, session.view(seat), session.voice(seat), {seat}, beside)


def _show_guide(session: TerminalSession, seat: int) -> None:
    """What helps now, in a sentence of the game's."""
    view, game = session.view(seat), session.game
    if game.guide and (guide := game.guide(view, seat)):
        session.terminal.show_hung(session.terminal.pen.sentence(game.words.parts(guide.say, session.voice(seat))), 2)


def _dice(session: TerminalSession) -> str:
    match session.table.timeline.header.dice:
        case FairDice(deal):
            return session.terminal.text("dice.fair", start=deal.seed[:12])
        case RealDice():
            return session.terminal.text("dice.real")
        case _:
            return session.terminal.text("dice.seeded")


def _show_moves(
    session: TerminalSession, labels: Sequence[Parts], which: Sequence[int], limit: int = MAX_LISTED
) -> None:
    for index in which[:limit]:
        session.terminal.show_hung(session.terminal.pen.sentence(labels[index]), 6, f"{index + 1:>4}")
    if len(which) > limit:
        session.terminal.show_hung(session.terminal.text("move.more", n=len(which) - limit), 6, style="dim")


def _prompt(session: TerminalSession, seat: int, moves: int, must: bool, only: bool) -> str:
    several = "many" if len(session.people) > 1 else "one"
    quiet = "-or-enter" if only else "" if must else "-or-quiet"
    return session.terminal.text(f"move.ask-{several}{quiet}", session.voice(None), who=Who(seat), n=moves)


def _chosen(session: TerminalSession, seat: int, typed: str, moves: Choices, labels: Sequence[Parts]) -> Move | None:
    """The move that was meant by its number or by its words; None where that is not clear, which is then explained."""
    if typed.lower() == "m":
        _show_moves(session, labels, range(len(moves)), len(moves))
        return None
    if typed.isdecimal():
        if int(typed) in range(1, len(moves) + 1):
            return _read(session, seat, moves[int(typed) - 1])
        session.terminal.warn(Say("move.no-number", {"typed": typed, "n": len(moves)}))
        return None
    found = [index for index, parts in enumerate(labels) if fits_words(session.terminal, typed, parts)]
    if len(found) == 1:
        return _read(session, seat, moves[found[0]])
    if found:
        _show_moves(session, labels, found)
    elif not typed or not _refused(session, seat, typed):
        session.terminal.warn(Say("move.unclear" if typed else "move.empty", {"typed": typed, "n": len(moves)}))
    return None


def fits_words(terminal: Terminal, typed: str, parts: Parts) -> bool:
    """Whether every word that was typed begins a word of the label; a die goes by its looks and by its name."""
    begun = f"{terminal.pen.sentence(parts).plain} {terminal.fit(plain(parts))}".lower().split()
    return bool(typed) and all(any(word.startswith(part) for word in begun) for part in typed.lower().split())


def _refused(session: TerminalSession, seat: int, typed: str) -> bool:
    """Explains a move that was meant but is not allowed now."""
    view, at = session.view(seat), session.table.clock.now()
    for move in view.candidates(seat):
        if isinstance(move, Open) or not (objection := view.objection(seat, move, at)):
            continue
        with suppress(MissingWords):  # a game need not have words for what can never be done
            if fits_words(session.terminal, typed, _label(session, seat, move)):
                show_refusal(session.terminal, session.game, objection, session.voice(seat))
                return True
    return False


def _read(session: TerminalSession, seat: int, move: Move | Open) -> Move | None:
    """A listed move as it is; of a kind too rich to list, the one a person types."""
    if not isinstance(move, Open) or (parse := session.game.rich_moves.parse) is None:
        return move if isinstance(move, Move) else None
    while typed := ask(session, label(session, seat, move).append(":"), lambda typed: not typed.startswith("/")):
        try:
            return parse(session.view(seat), seat, move, typed)
        except Malformed as error:
            session.terminal.show(
                session.terminal.spoken(session.game.words, [error.say], session.voice(seat)), "yellow"
            )
    return None


def _made(session: TerminalSession, seat: int, move: Move) -> bool:
    session.news = False
    try:
        session.table.move(seat, move)
    except IllegalMove as error:
        show_refusal(session.terminal, session.game, error.objection, session.voice(seat))
        return False
    return True


# A hint: what each move is worth, the best one first -----------------------------------------------------------------


def _show_hint(session: TerminalSession, seat: Seat, moves: Choices, *, json: bool) -> None:
    """Says what each move of a person is worth, or why there is no advice."""
    terminal = session.terminal
    if not session.hints:
        terminal.warn(Say("hints.refused"))
        return
    try:
        advice = waited_for(session, seat)
    except NoAdvice as error:
        terminal.warn(error.say)
        return
    if json:
        terminal.json(msgspec.json.encode(advice))
        return
    numbers = {str(move): number for number, move in enumerate(moves, 1)}
    for advised in advice.moves:
        chance = percent(advised.chance, terminal.language, shown_chance(advised).digits)
        bar = Text(terminal.fit("█" if not terminal.letters else "#") * round(BAR * advised.chance), "green")
        label = session.game.label(session.view(seat), seat, advised.move)
        line = Text(f"{chance:>7}  ").append_text(bar).append(" " * (BAR + 2 - len(bar)))
        line.append_text(terminal.pen.sentence(session.game.words.parts(label, session.voice(seat))))
        terminal.show_hung(line, 6, f"{numbers.get(str(advised.move), ''):>4}")
    for say in sentences(session.game, session.view(seat), advice):
        terminal.show_hung(terminal.spoken(session.game.words, [say], session.voice(seat)), 6, style="dim")


def brief_hint(session: TerminalSession, seat: Seat) -> Text:
    """The same in little room: the best moves with their worth, then the sentences; or why there is no advice."""
    terminal = session.terminal
    if not session.hints:
        return Text(terminal.text("hints.refused"))
    try:
        advice = waited_for(session, seat)
    except NoAdvice as error:
        return Text(terminal.own(error.say))
    best = Text(terminal.fit(" · ")).join(worth(session, seat, advised) for advised in advice.moves[:MAX_WORTHS])
    says = sentences(session.game, session.view(seat), advice)
    return best.append(" ").append_text(terminal.spoken(session.game.words, says, session.voice(seat)))


def worth(session: TerminalSession, seat: Seat, advised: Advised) -> Text:
    """How likely somebody wins with a move, and what it would be."""
    terminal, game = session.terminal, session.game
    chance = percent(advised.chance, terminal.language, shown_chance(advised).digits)
    label = game.words.parts(game.label(session.view(seat), seat, advised.move), session.voice(seat))
    return Text(f"{chance} ").append_text(terminal.pen.sentence(label))


def waited_for(session: TerminalSession, seat: Seat) -> Advice:
    """It is worked out elsewhere, so Ctrl-C leaves."""
    table = session.table
    asked = question(session.game, table.timeline.header.rules, session.view(seat), seat, table.clock.now())
    with session.terminal.progress("hints.working") as bar:
        return outcome(ask_advice(asked, bar.reach))


# Real dice: somebody rolls them on the table and types what fell ------------------------------------------------------


def say_what_fell(session: TerminalSession) -> None:
    """Asks whoever threw what fell, until it is something these dice can show."""
    table = session.table
    if step := table.fall():  # nothing a person could say, or may see
        if isinstance(step.before.chances(), Chances):
            session.terminal.say("throw.unseen", "dim")
        return
    if session.passing and not hand_over(session, _thrower(session)):
        return
    tell_news(session)
    if (whose := whose_dice(session.game, table.state, table.clock.now())) is not None:
        session.terminal.say("throw.whose", "", session.voice(session.holder), who=Who(whose))
    while True:
        move = read_throw(session, table.state, "throw.ask")
        if isinstance(move, str):
            if try_change(session, move, session.holder):
                return
            continue
        try:
            table.move("nature", move)
        except IllegalMove as error:
            show_refusal(session.terminal, session.game, error.objection, session.voice(session.holder))
            continue
        break
    tell_news(session)
    _before_the_house_goes_on(session)


def _before_the_house_goes_on(session: TerminalSession) -> None:
    """Where no person is asked next, a slip could not be put right any more: so there is a pause."""
    due = session.table.state.due()
    while not due.nature and not due.must & set(session.people):
        typed = ask(session, session.terminal.text("throw.right"))
        if not typed:
            return
        if try_change(session, typed, session.holder):
            tell_news(session)
        due = session.table.state.due()


def _thrower(session: TerminalSession) -> int:
    """Who says what fell: whoever's dice they are; else whoever has the keyboard."""
    threw = thrower(session.table.timeline)
    if threw is not None:
        return threw
    return session.people[0] if session.holder is None else session.holder
