"""Were the dice fair? Every draw of a finished record, drawn again from its revealed seed.

Fair is only what nobody could choose: a seed that the house kept secret and had promised before. Dice from a seed that
somebody chose can be drawn again just as well, and are called repeatable.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from knobel.core.chances import Chances
from knobel.core.contract import IllegalMove, Move
from knobel.core.errors import KnobelError
from knobel.core.fair import MAX_DEALS, Salt, UnfairDeal, draw_below, draw_stream, seeded_key
from knobel.core.game import Game
from knobel.core.record import FairDice, RealDice, Record, RecordError, Revealed, SeededDice
from knobel.core.registry import game as game_called
from knobel.core.timeline import Step, Timeline
from knobel.core.words import HOUSE, Say

Verdict = Literal["fair", "repeatable", "different", "broken-promise", "not-revealed", "real-dice"]

GOOD: tuple[Verdict, ...] = ("fair", "repeatable")
"""Every draw is what its seed gives."""
WRONG: tuple[Verdict, ...] = ("different", "broken-promise")
"""Something is not what was promised."""


class Verification(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it: the verdict, how many draws were drawn again, and the first entry that differs."""

    verdict: Verdict
    checked: int = 0
    unchecked: int = 0
    """Draws that cannot be listed, where the game's own source cannot tell whether it would answer so again."""
    salts: int = 0
    """How many players' salts are in the dice. Where there is one, not even the house could know what falls."""
    entry: int | None = None
    recorded: str = ""
    drawn: str = ""
    why: str = ""


def verify(timeline: Timeline) -> Verification:
    """Draws every roll of a record again and names the first that differs."""
    match timeline.header.dice:
        case RealDice():
            return Verification(verdict="real-dice")
        case SeededDice(seed):
            return _drawn_again(timeline, seeded_key(seed), "repeatable")
        case FairDice(deal):
            if timeline.revealed is None:
                return Verification(verdict="not-revealed")
            if broken := broken_promise(timeline):
                return Verification(verdict="broken-promise", why=HOUSE.text(broken))
            found = _drawn_again(timeline, deal.key(bytes.fromhex(timeline.revealed)), "fair")
            return replace(found, salts=len(deal.opened))


def broken_promise(timeline: Timeline) -> Say | None:
    """Which promise of fair dice was not kept, once the seed is shown; None where all were."""
    dice, revealed = timeline.header.dice, timeline.revealed
    if not isinstance(dice, FairDice) or revealed is None:
        return None
    try:
        dice.deal.key(bytes.fromhex(revealed))
    except UnfairDeal as error:
        return error.say
    except ValueError:
        return Say("error.seed-changed")
    return None


class PromisedDeal(msgspec.Struct, frozen=True, kw_only=True):
    """What a player has in hand of a deal: the house's commitment, as they saw it before any salt was open, and theirs.

    Somebody without a salt has only the first.
    """

    house: str
    salt: Salt | None = None
    among: tuple[str, ...] = ()
    """All players' commitments, by seat, as they stood when this player opened theirs; empty: it was not open yet."""


class PromiseCard(msgspec.Struct, frozen=True, kw_only=True):
    """What a player saved before the game, so that nobody can say afterwards that something else was promised."""

    card: Literal[1]
    """The version of this card."""
    table: str
    game: str
    deals: tuple[PromisedDeal, ...]
    """Where dice were fixed anew, the last one counts."""


def read_card(data: bytes) -> PromiseCard:
    """A card from its file. Raises `KnobelError`."""
    try:
        return msgspec.json.decode(data, type=PromiseCard)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise KnobelError("card-not") from error


def broken_card(timeline: Timeline, card: PromiseCard) -> Say | None:
    """How a record goes against what is on a player's card; None where it is just as was promised to them."""
    dice = timeline.header.dice
    if not isinstance(dice, FairDice) or card.game != timeline.game.name or not card.deals:
        return Say("error.card-other")
    held = card.deals[-1]
    if held.house != dice.deal.seed:
        return Say("error.card-swapped", {"promised": held.house, "recorded": dice.deal.seed})
    if held.salt and held.salt not in dice.deal.opened.values():
        return Say("error.card-unsalted")
    if held.among and held.among != dice.deal.promises():
        return Say("error.card-others")
    opened = {deal.house for deal in card.deals if deal.among}
    return Say("error.card-often", {"most": MAX_DEALS}) if len(opened) > MAX_DEALS + 1 else None


def _drawn_again(timeline: Timeline, key: bytes, good: Verdict) -> Verification:
    checked = unchecked = 0
    for step in timeline.steps:
        if step.draw is None:
            continue
        same, drawn = _again(timeline.game, step, key, step.draw)
        checked += same is not None
        unchecked += same is None
        if same is False:
            recorded = _json(step.move)
            return Verification(
                verdict="different", checked=checked, unchecked=unchecked, entry=step.n, recorded=recorded, drawn=drawn
            )
    return Verification(verdict=good, checked=checked, unchecked=unchecked)


def _again(game: Game, step: Step, key: bytes, k: int) -> tuple[bool | None, str]:
    """Whether nature's k-th draw would be the same again (None: nobody can tell), and what it would be, if listed."""
    chances = step.before.chances()
    if isinstance(chances, Chances):
        drawn = chances.outcome(draw_below(key, k, chances.total))
        return drawn == step.move, _json(drawn)
    check = game.checks.get(chances.source)
    return (check(chances.request, draw_stream(key, k), step.move) if check else None), ""


def _json(move: Move) -> str:
    return msgspec.json.encode(move).decode()


def checked(record: Record) -> tuple[Timeline, Verification]:
    """The record played, and what came of drawing its dice again.

    A changed roll may make a later move impossible: then the rolls before that move are checked all the same, and only
    if they are all right is it the record that cannot be read. Raises `RecordError` for that.
    """
    timeline = Timeline(game_called(record.header.game), record.header)
    broken = _played(timeline, record)
    if broken:
        timeline.revealed = next((entry.seed for entry in record.entries if isinstance(entry, Revealed)), None)
    found = verify(timeline)
    if broken and found.verdict not in WRONG:
        raise broken
    return timeline, found


def _played(timeline: Timeline, record: Record) -> RecordError | None:
    for entry in record.entries:
        try:
            timeline.take(timeline.tried(entry))
        except (KnobelError, IllegalMove) as error:
            why = error.say if isinstance(error, KnobelError) else str(error)
            return RecordError("record-illegal", line=entry.n + 1, why=why)
    return None
