"""Which source of dice belongs to which table."""

import pytest

from knobel.core.fair import Deal, KeyedNature, UnfairDeal, commitment, seeded_key
from knobel.core.record import FairDice, RealDice, SeededDice
from knobel.table.nature import RealNature, nature_for

SEED = bytes(range(32))


def test_fair_dice_come_from_the_promised_seed_and_from_no_other():
    deal = Deal(commitment(SEED))
    nature = nature_for(FairDice(deal), SEED)
    assert isinstance(nature, KeyedNature)
    assert nature.key == deal.key(SEED)
    with pytest.raises(UnfairDeal):
        nature_for(FairDice(deal), bytes(32))


def test_seeded_dice_need_no_secret_and_real_dice_are_said_by_people():
    nature = nature_for(SeededDice("known"))
    assert isinstance(nature, KeyedNature)
    assert nature.key == seeded_key("known")
    assert isinstance(nature_for(RealDice()), RealNature)
