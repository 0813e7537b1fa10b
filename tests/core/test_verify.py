"""Verifying: every roll is drawn again, and the first that differs is named."""

from __future__ import annotations

import re
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from knobel.core.contract import Move
from knobel.core.errors import KnobelError
from knobel.core.fair import MAX_DEALS, Deal, Salt, commitment, draw_below
from knobel.core.game import Game
from knobel.core.record import (
    AnyEntry,
    FairDice,
    Header,
    RealDice,
    Record,
    RecordError,
    Revealed,
    SeededDice,
    read_record,
    wrote,
)
from knobel.core.timeline import Timeline
from knobel.core.verify import PromiseCard, PromisedDeal, Verification, broken_card, read_card, verify
from knobel.table.nature import nature_for
from knobel.table.table import PlainClock, Table
from tests.core.kit import (
    PIG,
    SEED,
    TOWER,
    Height,
    Settled,
    fair_deal,
    header,
    opened,
    played_out,
    trembling,
    whole_game,
)


def verified(head: Header, entries: list[AnyEntry], game: Game = PIG) -> Verification:
    """Through bytes and back, with fresh checksums: as good a forgery as anyone can make."""
    return verify(Timeline.replay(game, read_record(wrote(head, entries))))


def nature_moves(entries: list[AnyEntry]) -> list[int]:
    return [index for index, entry in enumerate(entries) if getattr(entry, "by", None) == "nature"]


def test_an_honest_record_is_fair_and_every_roll_was_drawn_again():
    head, entries = whole_game()
    found = verified(head, entries)
    assert found == Verification(verdict="fair", checked=len(nature_moves(entries)), salts=2)
    assert found.checked > 3


def test_a_record_from_a_seed_that_somebody_chose_is_repeatable_and_never_called_fair():
    head, entries = whole_game(SeededDice("lab"))
    assert verified(head, entries).verdict == "repeatable"


def test_every_edited_roll_is_caught_and_named():
    head, entries = whole_game()
    caught = 0
    for index in nature_moves(entries):
        old = re.search(rb"\d", bytes(entries[index].move))[0]
        for pips in b"23456":
            if pips == old[0]:
                continue
            move = msgspec.Raw(b'{"type":"Fell","pips":%c}' % pips)
            forged = [*entries[:index], replace(entries[index], move=move), *entries[index + 1 :]]
            try:
                timeline = Timeline.replay(PIG, Record(header=head, entries=tuple(forged)))
            except RecordError:  # what came after it no longer fits: caught even earlier
                continue
            found = verify(timeline)
            assert (found.verdict, found.entry) == ("different", entries[index].n)
            assert (found.recorded.encode(), found.drawn.encode()) == (bytes(move), bytes(entries[index].move))
            caught += 1
    assert caught > 3


def held(*deals: PromisedDeal, game: str = "pig") -> PromiseCard:
    return PromiseCard(card=1, table="oak", game=game, deals=deals)


def test_a_record_is_held_to_the_card_that_a_player_saved_before_the_game():
    head, entries = whole_game()
    timeline = Timeline.replay(PIG, read_record(wrote(head, entries)))
    promise, swapped = commitment(SEED), commitment(bytes(32))
    ann = Salt("salt of Ann", "00")
    before = PromisedDeal(house=swapped, salt=Salt("other", "22"))
    assert isinstance(head.dice, FairDice)
    everybody = head.dice.deal.promises()
    anew = [PromisedDeal(house=str(number) * 64, salt=ann, among=everybody) for number in range(MAX_DEALS + 1)]
    assert broken_card(timeline, held(PromisedDeal(house=promise, salt=ann))) is None
    assert broken_card(timeline, held(*anew[1:], PromisedDeal(house=promise, salt=ann, among=everybody))) is None
    assert broken_card(timeline, held(PromisedDeal(house=promise))) is None
    assert broken_card(timeline, held(before, PromisedDeal(house=promise, salt=ann))) is None
    for card, key in (
        (held(PromisedDeal(house=swapped, salt=ann)), "card-swapped"),
        (held(PromisedDeal(house=promise, salt=Salt("salt of Ann", "01"))), "card-unsalted"),
        (held(PromisedDeal(house=promise), game="chess"), "card-other"),
        (held(), "card-other"),
        (held(PromisedDeal(house=promise, salt=ann, among=everybody[:1])), "card-others"),
        (held(PromisedDeal(house=promise, salt=ann, among=(everybody[0], "0" * 64))), "card-others"),
        (held(*anew, anew[0], PromisedDeal(house=promise, salt=ann, among=everybody)), "card-often"),
    ):
        broken = broken_card(timeline, card)
        assert broken
        assert broken.key == f"error.{key}"


def test_a_house_that_swaps_seed_and_commitment_is_caught_by_the_card_alone():
    """Its record is without a fault: nobody but who kept the first commitment can tell."""
    first, second = bytes(32), bytes([1]) * 32
    deal = Deal(commitment(second))
    head = header(dice=FairDice(deal), target=20)
    table = Table.open(PIG, head, nature_for(head.dice, second), PlainClock())
    played_out(table)
    table.reveal(second)
    assert verify(table.timeline).verdict == "fair"
    broken = broken_card(table.timeline, held(PromisedDeal(house=commitment(first))))
    assert broken
    assert broken.key == "error.card-swapped"


def test_a_house_that_chooses_another_players_words_to_fit_is_caught_by_who_kept_what_was_promised():
    """It knows the seed and has seen Ann's words: with Bo's it tries on until the first die is to its liking."""
    ann, honest = Salt("salt of Ann", "00"), Salt("salt of Bo", "11")
    house, promises = commitment(SEED), (ann.commitment(), honest.commitment())
    for nonce in range(1000):
        chosen = Salt("salt of Bo", f"{nonce:08}")
        deal = Deal(house).commit(0, promises[0]).commit(1, chosen.commitment()).open(0, ann).open(1, chosen)
        if draw_below(deal.key(SEED), 0, 6) == 5:
            break
    head = header(dice=FairDice(deal), target=20)
    table = Table.open(PIG, head, nature_for(head.dice, SEED), PlainClock())
    played_out(table)
    table.reveal(SEED)
    assert verify(table.timeline).verdict == "fair"
    assert next(step.move for step in table.timeline.steps if step.draw == 0).pips == 6
    assert broken_card(table.timeline, held(PromisedDeal(house=house, salt=ann))) is None
    broken = broken_card(table.timeline, held(PromisedDeal(house=house, salt=ann, among=promises)))
    assert broken
    assert broken.key == "error.card-others"


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff", b"[" * 100_000, b'{"card":2,"table":"","game":"","deals":[]}'])
def test_what_is_no_card_is_said_to_be_none(data):
    with pytest.raises(KnobelError):
        read_card(data)


def test_another_seed_is_a_broken_promise():
    head, entries = whole_game()
    forged = [*entries[:-1], replace(entries[-1], seed=bytes(32).hex())]
    found = verified(head, forged)
    assert found.verdict == "broken-promise"
    assert "seed is not the one" in found.why


@pytest.mark.parametrize("seed", ["", "xyz", "00", "ü" * 64, SEED.hex() + "00"])
def test_a_seed_line_that_is_no_seed_is_a_broken_promise(seed):
    head, entries = whole_game()
    assert verified(head, [*entries[:-1], replace(entries[-1], seed=seed)]).verdict == "broken-promise"


def test_a_promise_that_is_none_is_a_broken_promise():
    head, entries = whole_game()
    assert verified(replace(head, dice=FairDice(replace(fair_deal(), seed="ü"))), entries).verdict == "broken-promise"


def test_a_seed_and_promise_changed_together_still_give_other_rolls():
    head, entries = whole_game()
    other = bytes(reversed(SEED))
    forged = [*entries[:-1], replace(entries[-1], seed=other.hex())]
    deal = replace(fair_deal(), seed=commitment(other))
    assert verified(replace(head, dice=FairDice(deal)), forged).verdict == "different"


def test_a_salt_left_out_gives_other_rolls():
    head, entries = whole_game()
    assert verified(replace(head, dice=FairDice(Deal(commitment(SEED)))), entries).verdict == "different"


def test_a_salt_that_was_never_opened_is_a_broken_promise():
    head, entries = whole_game()
    deal = replace(fair_deal(), opened={0: fair_deal().opened[0]})
    assert verified(replace(head, dice=FairDice(deal)), entries).verdict == "broken-promise"


def test_a_game_whose_seed_is_still_secret_cannot_be_verified_yet():
    head, entries = whole_game()
    assert verified(head, entries[:-1]).verdict == "not-revealed"


def test_real_dice_are_nobody_s_promise():
    assert verified(header(dice=RealDice()), []).verdict == "real-dice"


# Nature that cannot be listed: the game's own source may tell --------------------------------------------------------


def tower_record(game: Game) -> tuple[Header, list[AnyEntry]]:
    table = opened(header(game), game)
    played_out(table)
    table.reveal(SEED)
    return table.timeline.header, table.timeline.entries


def same_again(request: msgspec.Struct, chance: Random, move: Move) -> bool | None:
    return trembling(request, chance) == move


def same_below_three(request: msgspec.Struct, chance: Random, move: Move) -> bool | None:
    return same_again(request, chance, move) if isinstance(request, Height) and request.height < 3 else None


CHECKED_TOWER = replace(TOWER, checks={"hand": same_again})


def test_what_no_source_can_tell_again_is_counted_as_not_checked():
    head, entries = tower_record(TOWER)
    assert verified(head, entries, TOWER) == Verification(verdict="fair", unchecked=5, salts=2)


def test_a_source_that_can_tell_is_asked():
    head, entries = tower_record(CHECKED_TOWER)
    assert verified(head, entries, CHECKED_TOWER) == Verification(verdict="fair", checked=5, salts=2)


def test_a_source_may_be_unable_to_tell_for_some():
    game = replace(TOWER, checks={"hand": same_below_three})
    head, entries = tower_record(game)
    assert verified(head, entries, game) == Verification(verdict="fair", checked=3, unchecked=2, salts=2)


def test_a_source_that_would_answer_otherwise_is_named():
    head, entries = tower_record(CHECKED_TOWER)
    at = nature_moves(entries)[2]
    forged = [
        *entries[:at],
        replace(entries[at], move=msgspec.Raw(msgspec.json.encode(Settled(5000)))),
        *entries[at + 1 :],
    ]
    found = verified(head, forged, CHECKED_TOWER)
    assert (found.verdict, found.entry, found.checked) == ("different", entries[at].n, 3)
    assert "5000" in found.recorded


def test_the_seed_line_alone_is_not_enough_for_a_game_that_goes_on():
    head, entries = whole_game()
    with pytest.raises(RecordError, match="stays secret until the game is over"):
        verified(head, [*entries[:2], Revealed(n=3, at=entries[1].at, seed=SEED.hex())])
