"""Turns as they are seen: dice fall, lie there to be read, and only then are they told.

A house of the test's own sends what a real one sent; the page's clock is stepped, so nothing depends on the machine.
"""

from __future__ import annotations

from itertools import takewhile

import pytest
from playwright.sync_api import Page

from knobel.core.registry import all_games
from tests.page.conftest import NewPage
from tests.page.people import PATIENCE, stop_the_clock
from tests.page.positions import Json, moves_in, recorded_turns, turned_up
from tests.page.test_pictures import DRAWN, LOADED, Shower

WINDOW = (640, 520)
"""Small: every step is drawn, and the picture is the same at any size."""
STEP_MS, MOST_STEPS = 100, 200
"""Each step is one picture, as where pictures come slowly: the clock jumps there."""
LOSING_MS = 1200
"""A throw that the table has gone on from lies there for so long at least."""
SAMPLE = """
sentences => {
    const { proof } = document.querySelector('[data-stage]');
    const fall = proof.falls().at(-1), said = document.body.textContent;
    return {
        told: sentences.reduce((sum, sentence) => sum + said.split(sentence).length - 1, 0),
        falling: Boolean(fall && fall.shown < fall.length),
        falls: proof.falls().length,
        dice: Object.fromEntries(proof.shown().filter(({ kind, up }) => kind === 'die' && up)
            .map(({ id, up }) => [id, `${up.colour ?? ''} ${up.face}`.trim()])),
        targets: [...document.querySelectorAll('[data-thing]')].map(({ dataset }) => dataset.thing),
        offered: document.querySelectorAll('[data-choice]:enabled').length,
        covered: Boolean(document.querySelector('[data-covered] [data-thing^=cup]')),
    };
}
"""
LIFT = "document.querySelector('[data-covered] [data-thing^=cup]').click()"


def sentences(news: Json) -> list[str]:
    """What it tells in words, as far as it can be found again in a text."""
    words = [sentence for happening in news["happenings"] for sentence in happening["words"]]
    parts = [[sentence] if isinstance(sentence, str) else sentence for sentence in words]
    return [text for text in (max((part for part in each if isinstance(part, str)), key=len) for each in parts) if text]


def shown(page: Page, shower: Shower, before: Json, news: Json) -> list[Json]:
    """What is seen, step by step, from when the news comes until it has been told."""
    watched = sentences(news)
    shower.show(before)
    stop_the_clock(page)
    samples = [page.evaluate(SAMPLE, watched)]
    shower.tell(news)
    for _ in range(MOST_STEPS):
        page.clock.fast_forward(STEP_MS)
        sample = page.evaluate(SAMPLE, watched)
        if lifts := sample["covered"]:  # one's own dice are looked at first
            page.evaluate(LIFT)
            sample = page.evaluate(SAMPLE, watched)
        samples.append(sample | {"lifted": lifts})
        if samples[-1]["told"] > samples[0]["told"] and not samples[-1]["falling"]:
            break
    page.clock.resume()
    return samples


@pytest.mark.parametrize("flat", [False, True], ids=["solid", "drawn"])
@pytest.mark.parametrize("game", [game for game in sorted(all_games()) if recorded_turns(game)])
def test_dice_lie_there_to_be_read_before_a_word_tells_of_them(new_page: NewPage, game: str, flat: bool) -> None:
    page = new_page(WINDOW, still=False, expects=("404 (Not Found)", "GPU stall"))
    if flat:
        page.add_init_script(DRAWN)
    page.clock.install()
    shower, turns = Shower(page), recorded_turns(game)
    if not flat:
        with page.expect_response(LOADED, timeout=PATIENCE):
            shower.show(turns[0]["before"])
    for turn in turns:
        before, news = turn["before"], turn["news"]
        dice = turned_up(before, news)
        samples = shown(page, shower, before, news)
        lies = [not each["falling"] and dice.items() <= each["dice"].items() for each in samples]
        lies[0] = False  # what lay there before shows nothing yet, even if the same falls again
        told = [each["told"] > samples[0]["told"] for each in samples]
        assert True in told
        assert True in lies, "they were never shown"
        lifted = samples[told.index(True)].get("lifted")  # by whoever looks: then both are there at once
        assert lies.index(True) < told.index(True) + bool(lifted), "it was told before they lay there"
        assert not any(each["offered"] for each in samples[1 : lies.index(True)])
        assert dice.keys() <= set(samples[lies.index(True)]["targets"]), "what lies there can be read out too"
        if any(move["lying"] for move in moves_in(news)):
            assert sum(takewhile(bool, lies[lies.index(True) :])) * STEP_MS >= LOSING_MS
        if not flat and any(move["dice"] for move in moves_in(news)):
            assert samples[-1]["falls"] > samples[0]["falls"], "they were not seen to fall"
