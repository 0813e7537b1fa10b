"""What a table agrees on, and what real dice ask of it."""

import pytest

from knobel.core.errors import Malformed
from knobel.core.registry import all_games, game
from knobel.table.options import agreed_options

TOWER = game("stack-attack")


def test_real_dice_bring_the_options_they_need():
    assert agreed_options(TOWER, "tower", {}).dexterity
    assert not agreed_options(TOWER, "tower", {}, real_dice=True).dexterity
    assert agreed_options(TOWER, "tower", {"slips": "yes"}, real_dice=True).slips


@pytest.mark.parametrize("preset", ["box", "tower"])
@pytest.mark.parametrize("chosen", [True, "on"])
def test_what_people_chose_against_real_dice_is_refused_by_name(preset, chosen):
    assert agreed_options(TOWER, preset, {"dexterity": chosen}).dexterity
    with pytest.raises(Malformed, match="With real dice this game needs dexterity=false") as refused:
        agreed_options(TOWER, preset, {"dexterity": chosen}, real_dice=True)
    assert refused.value.say.key == "error.option-real-dice"


@pytest.mark.parametrize("one", all_games().values(), ids=lambda one: one.name)
def test_whatever_a_game_offers_can_be_played_with_real_dice_too(one):
    for preset in ("box", *one.presets):
        agreed = agreed_options(one, preset, {}, real_dice=True)
        assert {name: getattr(agreed, name) for name in one.real_dice} == dict(one.real_dice)
        assert agreed_options(one, preset, one.real_dice, real_dice=True) == agreed


def test_a_preset_or_an_option_that_is_none_is_named():
    with pytest.raises(Malformed, match="night"):
        agreed_options(TOWER, "night", {})
    with pytest.raises(Malformed, match="colour"):
        agreed_options(TOWER, "box", {"colour": 1})
