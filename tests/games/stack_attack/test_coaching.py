"""What the coach says of one more die: how often it brings the tower down."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import knobel
from knobel.core.words import LANGUAGES, Say, Voice, how_often
from knobel.games.stack_attack.moves import Fell, Place, Pose
from knobel.games.stack_attack.players import aimed_risk
from tests.games.stack_attack.scripted import built, roll

GAME = knobel.game("stack-attack")


def odds(state):
    return tuple(GAME.coaching.odds(state.view(state.turn), state.turn))


@pytest.mark.rule("STK-R9")
@pytest.mark.parametrize("slips", [True, False])
def test_it_is_how_often_the_rulebook_lets_the_tower_fall(slips):
    state = roll(built(1, 2, 3, 2, slips=slips), 3, 5, 5, 6)
    chances = state.play(state.turn, Place(3)).chances().weighed()
    whole = sum(chance for move, chance in chances.items() if isinstance(move, Fell) and len(move.left) > 1)
    (say,) = odds(state)
    assert say == Say("odds.fall", {"often": how_often(float(whole))})
    assert 0 < whole < 1
    said = {GAME.words.text(say, Voice(language=language)) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)


def test_where_the_tower_can_be_seen_its_lean_counts():
    straight = roll(built(1, 2, 3, 2, dexterity=True), 3, 5, 5, 6)
    leaning = replace(
        straight, poses=tuple(Pose(3500 * height, 0, pose.z) for height, pose in enumerate(straight.poses))
    )
    (safe,), (risky,) = odds(straight), odds(leaning)
    assert (safe.key, risky.key) == ("odds.aimed", "odds.aimed")
    assert safe != risky
    assert aimed_risk(leaning, leaning.turn, (0, 0)) > aimed_risk(straight, straight.turn, (0, 0))


def test_nothing_is_said_before_the_roll():
    assert odds(built(1, 2, 3, 2)) == ()
