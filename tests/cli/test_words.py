"""The terminal's words, in every language."""

import re

import pytest

import knobel
from knobel.cli.words import TERMINAL_WORDS
from knobel.core.contract import Open
from knobel.core.words import LANGUAGES
from tests.arena import played

HOLE = re.compile(r"[{\[](\w+)[}:]")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_sentence_with_everything_it_tells(language):
    english, other = TERMINAL_WORDS.texts["en"], TERMINAL_WORDS.texts[language]
    assert other.keys() == english.keys()
    for key, text in english.items():
        assert set(HOLE.findall(other[key])) == set(HOLE.findall(text)), key


def test_no_sentence_of_the_terminal_names_a_game():
    told = " ".join(text for texts in TERMINAL_WORDS.texts.values() for text in texts.values()).lower()
    assert not [game for game in knobel.all_games() if game in told]


@pytest.mark.parametrize("name", knobel.all_games())
def test_every_legal_move_has_words_and_so_has_the_reason_against_every_other(name):
    game = knobel.game(name)
    table = played(name, ("random", "random"), seed=1)
    for step in table.timeline.steps:
        if isinstance(step.actor, int):
            view = step.before.view(step.actor)
            for move in view.candidates(step.actor):
                if isinstance(move, Open):
                    continue
                objection = view.objection(step.actor, move)
                assert game.words.text(objection.say() if objection else game.label(view, step.actor, move))
    assert table.over
