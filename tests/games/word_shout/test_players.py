"""Players of Word Shout: what they see, say and doubt."""

from random import Random
from statistics import mean, median

import pytest
from msgspec.structs import replace

from knobel.core.player import Intent
from knobel.core.registry import all_games
from knobel.games.word_shout.dictionary import dictionary
from knobel.games.word_shout.moves import Accept, Challenge, Pass, Ready, Roll, Shout
from knobel.games.word_shout.players import LEVELS, MINDS, Searcher, bluffs_on
from knobel.lab.simulate import wilson
from knobel.players.roster import first_player
from tests.arena import played, share_of_wins
from tests.games.word_shout.scripted import FELL, all_pass, opened, shout, started, take
from tests.levels import SURE, surely_ahead


def asked(level: str, state, seat: int = 0, seed: int = 0) -> Intent | None:
    return Searcher(LEVELS[level]).decide(state, seat, state.moves(seat, state.now), Random(seed))


def answers(level: str, state, seat: int = 0, times: int = 80) -> list[Intent]:
    return [asked(level, state, seat, seed) for seed in range(times)]


@pytest.mark.parametrize("rivals", [("random",), ("random",) * 3])
def test_strong_clearly_beats_random(rivals):
    assert share_of_wins("word-shout", "strong", rivals, games=20) > 0.9


@pytest.mark.parametrize(
    ("better", "worse"),
    [("beginner", "random"), ("casual", "beginner"), ("strong", "casual"), ("master", "strong")],
)
def test_each_level_beats_the_one_below(sized, better, worse):
    assert surely_ahead("word-shout", better, worse, sized("league", 20, 200)) > 0.5


def test_a_newcomer_meets_somebody_who_leaves_time_to_look_and_to_write():
    """Ten seconds at least, nine times out of ten, although everything lies open."""
    state = opened()
    assert first_player(all_games()["word-shout"]) == "beginner"
    quick = [intent.after for intent in answers("beginner", state) if intent.after < 10_000]
    assert len(quick) <= 8
    assert not any(isinstance(intent.move, Pass) for intent in answers("beginner", state))


@pytest.mark.parametrize("options", [{"play": "turns"}, {"lookup": "at_once"}, {"round_seconds": 20}, {"least": (5,)}])
def test_games_between_all_levels_come_to_an_end(options):
    table = played("word-shout", tuple(MINDS), 5, **options)
    assert table.state.outcome() is not None


def test_some_rounds_between_equals_end_in_a_collision():
    table = played("word-shout", ("master",) * 8, 1)
    endings = {step.after.last.ending for step in table.timeline.steps if step.after.last}
    assert "tie" in endings


@pytest.mark.parametrize("level", LEVELS)
def test_words_come_from_the_letters_and_the_players_own_vocabulary(level):
    state = opened()
    known = 0
    for intent in answers(level, state):
        if isinstance(intent.move, Shout):
            assert state.objection(0, intent.move, FELL + intent.after) is None
            known += LEVELS[level].knows_word(intent.move.word)
    assert known > 60


def test_better_players_see_longer_and_rarer_words_sooner():
    seen = {level: [a for a in answers(level, opened()) if isinstance(a.move, Shout)] for level in LEVELS}
    lengths = [mean(len(intent.move.word) for intent in intents) for intents in seen.values()]
    pauses = [median(intent.after for intent in intents) for intents in seen.values()]
    assert lengths == sorted(lengths)
    assert pauses == sorted(pauses, reverse=True)


def test_reactions_have_a_human_spread():
    pauses = sorted(intent.after for intent in answers("casual", opened(), times=200))
    assert pauses[0] > 500
    assert mean(pauses) > median(pauses)  # mostly quick, now and then much slower
    assert pauses[-1] > 3 * pauses[len(pauses) // 2] / 2


def test_a_plan_is_kept_until_the_dice_change():
    mind, chance, state = Searcher(LEVELS["strong"]), Random(1), opened()
    first = mind.decide(state, 0, state.moves(0), chance)
    later = state.play(1, Pass(), FELL + 100)
    again = mind.decide(later, 0, later.moves(0), chance)
    assert again == Intent(first.move, first.after - 100)
    overdue = replace(state, now=FELL + first.after + 5000)
    assert mind.decide(overdue, 0, overdue.moves(0), chance) == Intent(first.move, 0)


@pytest.mark.rule("WSH-R17")
def test_a_bot_does_not_hear_what_a_rival_is_just_shouting():
    state = opened()
    mind, chance = Searcher(LEVELS["strong"]), Random(1)
    planned = mind.decide(state, 0, state.moves(0), chance)
    at = FELL + planned.after
    for before in (201, 200, 10):
        there = shout(state, 1, "dog", at - before).view(0)
        assert mind.decide(there, 0, there.moves(0), chance) == Intent(planned.move, before)


def test_who_has_shouted_or_passed_keeps_quiet():
    state = opened()
    assert asked("strong", shout(state, 0, "cat", 2000)) is None
    assert asked("strong", state.play(0, Pass(), 2000)) is None
    assert asked("strong", started().play(0, Ready())) is None


def test_who_sees_nothing_passes():
    hopeless = replace(opened(), lying=(5, 6, 7, 8))  # D, C, G and M
    assert {intent.move for intent in answers("master", hopeless, times=20)} == {Pass()}
    assert asked("beginner", take(opened(least=(9, 3)), 1, "cat", 2000)).move == Pass()


def test_a_head_start_is_respected():
    state = opened(head_start=(0, 60))
    for seed in range(10):
        intent = asked("master", state, 0, seed)
        assert isinstance(intent.move, Pass) or intent.after > 60_000


def test_ready_and_roll_take_a_moment():
    assert asked("beginner", started()).move == Ready()
    both = started().play(0, Ready()).play(1, Ready())
    assert asked("beginner", both).move == Roll()
    assert asked("beginner", both).after > 0


def test_bluffs_look_like_words_and_are_not_in_the_vocabulary():
    level = LEVELS["beginner"]
    bluffs = bluffs_on("aoetsdcgmr", ["cat", "dog", "mad"], level)
    assert "cater" in bluffs or "cated" in bluffs
    assert all(not level.knows_word(word) for word in bluffs)
    assert all(set(word) <= set("aoetsdcgmr") for word in bluffs)
    bold = Searcher(replace(level, bluff=1.0))
    state = opened()
    said = bold.decide(state, 0, state.moves(0), Random(1)).move
    assert not level.knows_word(said.word)
    strict = opened(lookup="at_once")
    for seed in range(10):
        said = Searcher(replace(level, bluff=1.0)).decide(strict, 0, strict.moves(0), Random(seed)).move
        assert isinstance(said, Pass) or said.word in dictionary()


def test_known_words_are_never_doubted_and_odd_ones_are():
    for level in LEVELS:
        known = all_pass(take(opened(), 1, "cat", 2000))
        assert {intent.move for intent in answers(level, known, times=20)} == {Accept()}
    odd = all_pass(take(opened(), 1, "tacmeg", 2000))
    doubts = [sum(a.move == Challenge(0) for a in answers(level, odd, times=60)) for level in LEVELS]
    assert doubts == sorted(doubts)
    assert doubts[0] > 0
    assert doubts[-1] == 60


def held(counted: int, times: int, rate: float) -> bool:
    """Whether something that was counted may be as frequent as is written down."""
    low, high = wilson(counted / times, times, SURE)
    return low <= rate <= high


@pytest.mark.parametrize("level", [name for name, level in LEVELS.items() if not level.weighs])
def test_each_level_bluffs_and_doubts_as_often_as_is_written_down(sized, level):
    times, mind = sized("rated_words", 300, 5000), LEVELS[level]
    said = [intent.move.word for intent in answers(level, opened(), times=times) if isinstance(intent.move, Shout)]
    assert held(sum(not mind.knows_word(word) for word in said), len(said), mind.bluff)
    for word, rate in (("tacmeg", mind.doubt), ("cated", mind.doubt * (1 - mind.trust))):
        assert not mind.knows_word(word)
        assert mind.seems_right(word) == (word == "cated")
        heard = answers(level, all_pass(take(opened(), 1, word, 2000)), times=times)
        assert held(sum(intent.move == Challenge(0) for intent in heard), times, rate), word


def test_a_rare_word_looks_odd_to_those_who_do_not_know_it():
    rare = all_pass(take(opened(), 1, "escargot", 2000))
    assert any(intent.move == Challenge(0) for intent in answers("casual", rare, times=20))
    assert {intent.move for intent in answers("master", rare, times=20)} == {Accept()}


def test_a_word_is_thought_over_once():
    odd = all_pass(take(take(opened(3), 1, "tac", 2000), 2, "dog", 3000))
    mind = Searcher(LEVELS["beginner"])
    first = [mind.decide(odd, 0, odd.moves(0), Random(seed)).move for seed in range(30)]
    assert len(set(first)) == 1


def test_polite_players_keep_coarse_words_to_themselves():
    level = LEVELS["master"]
    coarse = next(word for word in sorted(dictionary()) if dictionary().coarse(word))
    assert level.knows_word(coarse)
    assert not level.would_say(coarse)


def test_a_bell_gives_the_others_new_dice_to_search():
    state = take(opened(), 1, "cat", 2000)
    mind = Searcher(LEVELS["master"])
    before = mind.decide(opened(), 0, opened().moves(0), Random(3))
    after = mind.decide(state, 0, state.moves(0), Random(3))
    assert isinstance(before.move, Shout)
    assert isinstance(after.move, Pass) or state.dice_for(after.move.word) is not None
