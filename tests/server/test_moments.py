"""The great moments of the games come with the moves that make them, in everybody's language."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from knobel.core.registry import all_games
from knobel.core.words import LANGUAGES
from tests.page.greatness import moments_of
from tests.server.client import Player
from tests.server.tables import play_on, sitting

GREAT = [game.name for game in all_games().values() if game.moments]


@pytest.mark.parametrize("name", GREAT)
def test_every_moment_that_a_game_names_comes_up_and_has_short_words_in_every_language(name: str) -> None:
    for language in LANGUAGES:
        told = {great.key: great.news["happenings"][0]["what"]["moment"] for great in moments_of(name, language)}
        for key in all_games()[name].moments:
            assert 4 <= len(told[key]["words"]) <= 26, told[key]


async def test_a_moment_comes_with_the_move_that_makes_it_and_with_no_other(url: str) -> None:
    rules_alone = {"dexterity": False, "target": 12}
    crashes = 0
    while not crashes:  # now and then a tower lasts for a whole game
        async with sitting(url, "stack-attack", options=rules_alone) as table:
            tokens = table.people[0].tokens
            async with Player(url, table.table, *tokens, seen=0, language="de") as german:
                await asyncio.gather(*(play_on(player, Random(n)) for n, player in enumerate(table.players)))
                await german.until(lambda: german.position["places"] is not None)
                seen = [crashed(player, word) for player, word in ((table.players[0], "CRASH!"), (german, "KRACH!"))]
                assert seen[0] == seen[1]
                crashes = seen[0]


def crashed(player: Player, crash: str) -> int:
    """How many crashes somebody was told of; each of them, and nothing else, was a moment."""
    moved = [each for each in player.happened if each["what"]["type"] == "moved"]
    fell = [each for each in moved if any(sentence.startswith(crash) for sentence in each["words"])]
    for each in moved:
        words = (each["what"]["moment"] or {"words": ""})["words"]
        assert (words == crash) == (each in fell)
    return len(fell)
