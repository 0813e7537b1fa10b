"""A game told to programs."""

import pytest

from knobel.core.game import BOX
from knobel.core.options import options
from knobel.core.registry import all_games
from knobel.core.words import LANGUAGES
from knobel.table.game_info import game_info


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_everything_a_table_may_choose_is_told_with_words_for_it(game, language):
    told = game_info(game, language)
    assert (told.least, told.most, told.version) == (game.seats[0], game.seats[-1], game.version)
    assert [info.option for info in told.options] == options(game.options)
    assert told.presets[0].name == BOX
    assert {info.name: info.options for info in told.presets} == {BOX: dict(game.preset(BOX)), **game.presets}
    assert len({info.name for info in told.presets}) == len(told.presets)
    assert told.offered in {info.name for info in told.presets}
    assert told.rules == game.ledger(language)
    assert all(info.label and info.label != info.option.name for info in told.options)
