"""What the coach says in sentences: whether there is a best move at all, and how often what is dared goes wrong."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace
from pig import PIG, Hold, Roll

from knobel.coach import advice as module
from knobel.coach.advice import Advice, Advised, Trial, advise
from knobel.coach.telling import sentences
from knobel.core.words import HOUSE, LANGUAGES, how_often
from tests.coach.positions import VOICE

STATE = replace(PIG.opening(2, PIG.options(target=12)), gathered=4)


def said(*moves: Advised, source: str = "solution") -> list[str]:
    return [say.key for say in sentences(PIG, STATE, Advice(seat=0, source=source, moves=moves))]


def advised(chance: float, *, even: bool = False, rounds: int = 0) -> Advised:
    return Advised(move=Roll(), chance=chance, low=chance, high=chance, even=even, rounds=rounds)


def test_moves_that_are_worth_the_same_are_not_told_as_if_one_were_better():
    best, same, worse = advised(0.6, even=True), advised(0.6, even=True), advised(0.5)
    assert said(best)[0] == "coach.one"
    assert said(best, worse, worse)[0] == "coach.two"
    assert said(best, same, worse)[0] == "coach.alike"
    assert said(best, same, same)[0] == "coach.same"


def test_estimates_that_cannot_be_told_apart_are_said_to_be_too_close():
    best, near, far = (advised(chance, rounds=40, even=chance > 0.5) for chance in (0.6, 0.55, 0.3))
    assert said(best, near, far, source="playouts") == ["coach.two", "coach.close", "coach.tried"]
    assert said(best, far, source="playouts") == ["coach.two", "coach.tried"]


def trial(results: list[float]) -> Trial:
    found = Trial(Hold())
    found.results = results
    return found


def test_what_met_the_same_luck_is_told_apart_by_the_rounds_in_which_it_differed():
    """Far narrower than their intervals would have it: both lose the same rounds, but for a few."""
    luck = Random(1)
    best = trial([float(luck.random() < 0.5) for _ in range(100)])
    less = trial([won if number % 10 else 0.0 for number, won in enumerate(best.results)])
    assert best.chance - less.chance < 0.1
    assert not less.is_even_with(best)
    assert best.is_even_with(best)
    assert trial([1 - won for won in best.results]).is_even_with(best)
    assert trial([0.0]).is_even_with(trial([1.0]))  # once is never sure


def test_where_it_is_exact_only_what_is_the_same_is_even(monkeypatch):
    found = advise(PIG, STATE, 0)
    assert [each.even for each in found.moves] == [True, False]
    monkeypatch.setattr(module, "solution", lambda *_: None)
    monkeypatch.setattr(module, "MAX_ROUNDS", 16)
    first, *_ = advise(PIG, STATE, 0).moves
    assert first.even


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (0, "never"),
        (0.0004, "almost never"),
        (0.004, "one time in 250"),
        (1 / 18.5, "one time in 18"),
        (0.13, "one time in eight"),
        (0.2, "one time in five"),
        (0.296, "3 times in 10"),
        (0.373, "3 times in 8"),
        (0.5, "every second time"),
        (5 / 9, "5 times in 9"),
        (0.66, "2 times in 3"),
        (0.9, "9 times in 10"),
        (0.97, "97.0% of the time"),
        (0.9996, "almost always"),
        (1, "always"),
    ],
)
def test_how_often_is_told_as_people_count(part, words):
    assert HOUSE.text(how_often(part)) == words
    told = {HOUSE.text(how_often(part), replace(VOICE, language=language)) for language in LANGUAGES}
    assert len(told) == len(LANGUAGES)


def test_no_count_is_far_from_what_it_stands_for():
    for thousandth in range(1, 1000):
        part, say = thousandth / 1000, how_often(thousandth / 1000)
        times = say.args.get("times") or say.key.removeprefix("often.")
        if say.key not in ("often.part", "often.hardly", "often.mostly"):
            told = say.args.get("n", 1) / int(times)
            assert abs(told - part) <= 0.06 * min(part, 1 - part) + 1e-12
