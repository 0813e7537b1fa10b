"""Every reading and every option of Word Shout."""

import pytest
from msgspec.structs import replace

import knobel
from knobel.core.errors import Malformed
from knobel.core.words import LANGUAGES, Voice
from knobel.games.word_shout.letters import BOX_SET, own_set
from knobel.games.word_shout.moves import Accept, Bell, Challenge, Fell, Pass, Roll, Shout
from knobel.games.word_shout.rules import live
from knobel.games.word_shout.shouts import Cry
from knobel.games.word_shout.telling import missed
from tests.games.word_shout.scripted import (
    FELL,
    ROLL,
    all_pass,
    challenge,
    held,
    no_doubts,
    opened,
    refusal,
    ring,
    rolled,
    shout,
    shouts,
    started,
    take,
    tie,
)

OWN_SET = ("zzzzzz", "O O O O O O", "OOOOOO", "CATDOG", "CATDOG", "CATDOG", "CATDOG", "CATDOG", "CATDOG", "CATDOG")


# The dice (WSH-R1) ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("WSH-R1")
def test_the_box_set_is_the_set_of_the_ledger():
    listed = started().WORDS.template("rules.WSH-R1", "en").split(": ")[1].split(". ")[0].split()
    assert tuple(listed) == BOX_SET
    assert started().options.letter_set() == BOX_SET
    assert sum(map(len, BOX_SET)) == 60


@pytest.mark.rule("WSH-R1", "WSH-01")
@pytest.mark.option("word-shout", "dice")
def test_ones_own_set_is_played_with():
    state = opened(dice=OWN_SET, letters="ZOOCATDOGC")
    assert held(take(state, 0, "zoo", 2000)) == [(0, "zoo")]
    falling = replace(state, phase="falling")
    assert falling.chances().typed()[1] == ("O",) * 6
    assert refusal(falling, "nature", Fell(ROLL)) == "DICE"
    assert refusal(replace(opened(), phase="falling"), "nature", Fell("ZOOCATDOGC")) == "DICE"


@pytest.mark.rule("WSH-R1", "WSH-01")
@pytest.mark.parametrize("dice", [
    OWN_SET[:9],
    (*OWN_SET, "ABCDEF"),
    (*OWN_SET[:9], "ABCDE"),
    (*OWN_SET[:9], "ABCDEFG"),
    (*OWN_SET[:9], "ABCDE1"),
    (*OWN_SET[:9], "ABCDEÄ"),
])  # fmt: skip
def test_a_set_that_is_not_ten_dice_of_six_letters_is_refused(dice):
    with pytest.raises(ValueError, match=r"10 dice|die 10 cannot"):
        own_set(dice)
    with pytest.raises(Malformed):
        started(dice=dice)


# What is a shout (WSH-R3, WSH-R4) -------------------------------------------------------------------------------------


@pytest.mark.rule("WSH-R3")
@pytest.mark.parametrize(("word", "why"), [
    ("zebra", "WSH-R3.dice"),
    ("cattle", "WSH-R3.dice"),
    ("toot", "WSH-R3.dice"),
    ("aaaaaaaaaaa", "WSH-R3.dice"),
    ("a" * 40, "WSH-R3.dice"),
    ("   ", "WSH-15.letters"),
    ("c4t", "WSH-15.letters"),
    ("ÄÖ ü", "WSH-15.letters"),
    ("naïve", "WSH-R18"),
    ("œuvre", "WSH-15.letters"),
    ("ſam", "WSH-15.letters"),
    ("猫猫猫", "WSH-15.letters"),
])  # fmt: skip
def test_what_the_dice_cannot_spell_is_refused_with_no_penalty(word, why):
    state = opened()
    assert refusal(state, 0, Shout(word)) == why
    assert len(state.WORDS.text(state.objection(0, Shout(word), 2000).say())) < 80
    assert refusal(state, 0, Shout("cat"), 2001) is None


@pytest.mark.rule("WSH-R3")
@pytest.mark.option("word-shout", "lockout")
def test_a_table_may_lock_out_whoever_shouts_what_the_dice_cannot_spell():
    state = shout(opened(lockout=3000), 0, "zebra", 2000)
    assert state.pending == ()
    assert state.locks == (5000, -1)
    assert refusal(state, 0, Shout("cat"), 1999) is None  # shouted before, though it comes in after
    assert refusal(state, 0, Shout("cat"), 2000) == "WSH-R3.locked"
    assert refusal(state, 0, Shout("cat"), 4999) == "WSH-R3.locked"
    assert refusal(state, 0, Shout("cat"), 5000) is None
    assert refusal(state, 1, Shout("cat"), 2500) is None
    assert refusal(state, 0, Pass(), 2500) is None
    assert refusal(opened(), 0, Shout("zebra")) == "WSH-R3.dice"
    assert shout(opened(lockout=1), 0, "zebra", 2000).locks == (2001, -1)
    again = shout(state, 0, "zebra", 1500)
    assert again.locks == (5000, -1)


@pytest.mark.rule("WSH-R3", "WSH-R9")
def test_what_is_no_shout_withdraws_no_pass():
    state = shout(opened(lockout=500).play(0, Pass(), 1500), 0, "zebra", 2000)
    assert state.has_passed(0)
    for word in ("ca", "cat's", "c4t"):
        assert refusal(opened(lockout=500), 0, Shout(word)) is not None


@pytest.mark.rule("WSH-R4")
def test_a_bluff_takes_its_dice_and_stands_unless_it_is_challenged():
    state = all_pass(take(opened(), 0, "tacmeg", 2000))
    assert state.table() == "OSDR"
    assert no_doubts(state).totals == (6, 0)
    assert no_doubts(state).last.taken[0].valid is None
    assert challenge(state, 1, 0).totals == (-6, 6)


@pytest.mark.rule("WSH-R4")
@pytest.mark.option("word-shout", "lookup")
def test_a_table_may_look_words_up_at_once_and_refuse():
    strict, box = opened(lookup="at_once"), opened()
    for word, why in (("tac", "WSH-15.none"), ("org", "WSH-16"), ("oma", "WSH-17"), ("mao", "WSH-18")):
        assert refusal(strict, 0, Shout(word)) == why
        assert refusal(strict, 0, Shout(word.upper())) == why
        assert refusal(box, 0, Shout(word)) is None
    assert refusal(strict, 0, Shout("cat")) is None
    assert refusal(strict, 0, Shout("CAT")) is None
    assert refusal(strict, 0, Shout("zebra")) == "WSH-R3.dice"
    taken = take(strict, 0, "cat", 2000)
    for state in (started(lookup="at_once"), taken):
        assert refusal(state, 1, Challenge(0)) == "WSH-R4"
        assert refusal(state, 1, Accept()) == "WSH-R4"
    settled = all_pass(taken)
    assert settled.phase == "gathering"  # nothing is left to challenge
    assert settled.totals == (3, 0)


@pytest.mark.parametrize(("options", "word", "why"), [
    ({}, "zebra", "The dice on the table do not spell ZEBRA"),
    ({}, "zebrazebrazebra", "The dice on the table do not spell ZEBRAZEBRA"),
    ({"lookup": "at_once"}, "tac", "TAC is not in the dictionary"),
    ({"least": (5,)}, "cat", "Your words need at least 5 letters"),
    ({"least": (10,)}, "dogs", "No word of 10 letters or more is left for you: you can only pass"),
    ({}, "cât", "There are no accents on the dice: shout CAT"),
])  # fmt: skip
def test_a_refusal_says_what_is_wrong(options, word, why):
    state = opened(**options)
    if options.get("least") == (10,):
        state = take(state, 1, "cat", 1500)
    assert state.WORDS.text(state.objection(0, Shout(word), 3000).say()) == why


@pytest.mark.rule("WSH-R15", "WSH-03")
@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_to_wait_is_told_for_what_in_every_language(language):
    judged, on = {
        "en": ("Three of your words are being judged: shout again when", "The round is on: the dice are rolled again"),
        "de": ("Drei deiner Wörter werden gerade beurteilt: Ruf wieder,", "Die Runde läuft: Gewürfelt wird wieder,"),
        "es": ("Se están juzgando tres palabras tuyas: vuelve a gritar", "La ronda está en marcha: se vuelve a tirar"),
        "fr": ("On juge déjà trois de tes mots\xa0: crie encore quand", "La manche est en cours\xa0: on relance quand"),
    }[language]
    searching = shouts(opened(), (0, "cat", 2000), (0, "dog", 2010), (0, "mes", 2020))
    disputing = all_pass(take(opened(), 0, "cat", 2000))

    def why(state, seat, move):
        return state.WORDS.text(state.objection(seat, move, 2100).say(), Voice(language=language))

    assert why(searching, 0, Shout("ems")).startswith(judged)
    assert why(searching, 1, Roll()) == why(disputing, 1, Roll())
    assert why(searching, 1, Roll()).startswith(on)


# Ties, doubling, challenges (WSH-R5 to WSH-R8) ------------------------------------------------------------------------


@pytest.mark.rule("WSH-R5")
def test_tied_shouts_get_nothing_and_a_tie_in_a_doubled_round_doubles_the_next_again():
    state = tie(opened(), 2000)
    assert state.totals == (0, 0)
    state = tie(rolled(state), 2000)
    assert (state.totals, state.doubled, state.last.doubled) == ((0, 0), True, True)
    state = no_doubts(all_pass(take(rolled(state), 0, "cat", 2000)))
    assert state.totals == (6, 0)


@pytest.mark.rule("WSH-R6")
def test_doubling_covers_dice_and_challenges():
    state = rolled(tie(opened(3), 2000))
    state = all_pass(take(take(state, 0, "cat", 2000), 1, "sdog", 3000))
    assert no_doubts(state).totals == (6, 8, 0)
    assert no_doubts(challenge(state, 2, 0)).totals == (6, 8, -6)
    assert no_doubts(challenge(state, 2, 1)).totals == (6, -8, 8)


@pytest.mark.rule("WSH-R7")
def test_a_challenged_word_is_scored_only_by_the_challenge():
    assert challenge(all_pass(take(opened(), 0, "cat", 2000)), 1, 0).totals == (3, -3)
    assert challenge(all_pass(take(opened(), 0, "tac", 2000)), 1, 0).totals == (-3, 3)


@pytest.mark.rule("WSH-R7")
@pytest.mark.option("word-shout", "invalid")
def test_a_table_may_let_an_invalid_word_cost_its_maker_nothing():
    free = challenge(all_pass(take(opened(invalid="free"), 0, "tac", 2000)), 1, 0)
    assert free.totals == (0, 3)
    assert challenge(all_pass(take(opened(invalid="free"), 0, "cat", 2000)), 1, 0).totals == (3, -3)


@pytest.mark.rule("WSH-R8")
def test_a_word_is_challenged_once_by_the_first_and_never_by_its_maker():
    state = all_pass(take(take(opened(3), 0, "tac", 2000), 1, "dog", 3000))
    assert refusal(state, 0, Challenge(0)) == "WSH-R8.own"
    assert refusal(state, 0, Challenge(2)) == "WSH-R8.none"
    assert state.moves(0) == [Challenge(1), Accept()]
    assert state.moves(2) == [Challenge(0), Challenge(1), Accept()]
    state = challenge(state, 1, 0)
    assert refusal(state, 2, Challenge(0)) == "WSH-R8.once"
    assert state.taken[0].challenger == 1
    assert no_doubts(state).totals == (-3, 6, 0)


@pytest.mark.rule("WSH-R8")
def test_the_dice_of_an_invalid_word_stay_out_of_play():
    state = challenge(all_pass(take(take(opened(3), 0, "tac", 2000), 1, "dog", 3000)), 2, 0)
    assert state.table() == "ESMR"
    assert state.phase == "disputing"
    assert no_doubts(state).phase == "gathering"


@pytest.mark.rule("WSH-R16")
def test_everyone_who_could_challenge_decides_and_then_the_round_is_settled():
    state = all_pass(take(opened(3), 0, "cat", 2000))
    assert state.due().must == {1, 2}  # the maker has nothing to challenge
    assert state.due().may == set()
    state = state.play(2, Accept())
    assert (state.accepted, state.due().must) == ((2,), {1})
    assert refusal(state, 2, Challenge(0)) == "TURN"
    assert state.play(1, Accept()).phase == "gathering"
    assert state.play(1, Challenge(0)).phase == "gathering"
    both = all_pass(take(take(opened(3), 0, "cat", 2000), 1, "dog", 3000))
    assert both.due().must == {0, 1, 2}
    assert both.play(2, Accept()).play(0, Accept()).accepted == (0, 2)
    assert challenge(both, 2, 0).due().must == {0, 2}  # seat 1 could only have challenged that word


# Passing (WSH-R9) -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("WSH-04", "WSH-R12")
def test_milliseconds_count_only_while_everyone_searches_at_once():
    assert live(opened())
    assert not live(started())
    assert not live(opened(play="turns"))
    assert not live(replace(opened(), phase="disputing"))


@pytest.mark.rule("WSH-R9")
def test_a_round_ends_when_all_have_passed():
    state = opened().play(0, Pass(), 2000)
    assert (state.due().must, state.due().may) == ({1}, {0})
    assert state.due().alarm is None
    assert refusal(state, 0, Pass()) == "WSH-R9"
    state = state.play(1, Pass(), 2500)
    assert (state.due().must, state.due().may) == (set(), {0, 1})
    assert state.due().alarm.at == 2650  # what was shouted before the last pass may still come in
    assert state.due().alarm.move == Bell("passes")
    assert ring(state).last.ending == "passes"


@pytest.mark.rule("WSH-R9")
def test_a_pass_stands_until_withdrawn_by_a_shout():
    state = opened().play(0, Pass(), 2000).play(1, Pass(), 2500)
    state = shout(state, 0, "cat", 2400)  # made before the last pass, though it comes in after it
    assert not state.has_passed(0)
    assert state.has_passed(1)
    state = ring(state)
    assert state.phase == "searching"
    assert state.due().must == {0}
    assert state.due().alarm is None  # nothing ends before seat 0 has passed again
    assert refusal(state, 0, Pass(), 4000) is None
    assert ring(state.play(0, Pass(), 4000)).ending == "passes"


@pytest.mark.rule("WSH-R9", "WSH-R2")
def test_what_is_shouted_after_the_last_pass_is_not_heard_however_soon_it_comes_in():
    passed = opened().play(0, Pass(), 2000).play(1, Pass(), 2500)
    late = shout(passed, 0, "cat", 2501)
    assert late.due().alarm == passed.due().alarm
    assert ring(late).last.ending == "passes"
    assert ring(late).last.taken == ()
    before_the_pass = shout(opened().play(0, Pass(), 2000), 0, "cat", 2501).play(1, Pass(), 2500)
    assert before_the_pass == late  # whichever comes in first
    in_time = shout(passed, 0, "cat", 2500)
    assert in_time.due().alarm.move == Bell("window")
    assert ring(in_time).due().alarm is None  # shouted in the very moment of the last pass, it withdraws its own


@pytest.mark.rule("WSH-R3")
@pytest.mark.option("word-shout", "lockout")
def test_what_one_shouts_twice_within_the_window_locks_nobody_out():
    first = shout(opened(lockout=3000), 0, "cat", 2000)
    for at, locks in ((first.closes(), (-1, -1)), (first.closes() + 1, (first.closes() + 3001, -1))):
        assert ring(shout(first, 0, "act", at)).locks == locks


@pytest.mark.rule("WSH-R2", "WSH-R3", "WSH-R9")
@pytest.mark.option("word-shout", "lockout")
def test_a_held_shout_whose_dice_are_gone_is_treated_like_one_that_comes_in_later():
    for lockout in (0, 3000):
        first = shout(opened(lockout=lockout).play(1, Pass(), 1000), 0, "cat", 2000)
        held = ring(shout(first, 1, "act", 2300))
        assert held.has_passed(1)
        assert held.spoke == (2000, -1)
        if lockout:
            assert held == ring(first).play(1, Shout("act"), 2300)
            assert held.locks == (-1, 5300)
        else:
            assert held == ring(first)
            assert refusal(held, 1, Shout("act"), 2300) == "WSH-R3.dice"


@pytest.mark.rule("WSH-R9")
def test_a_shout_made_before_the_pass_is_judged_and_does_not_withdraw_it():
    state = opened().play(0, Pass(), 2000).play(1, Pass(), 2100)
    state = shout(state, 1, "cat", 2050)
    assert state.has_passed(1)
    assert state.due().alarm.move == Bell("window")
    state = ring(state)
    assert held(state) == [(1, "cat")]
    assert state.due().alarm.at == 2250
    assert ring(state).ending == "passes"
    same = shout(opened().play(0, Pass(), 2000), 0, "cat", 2000)
    assert same.has_passed(0)
    early = opened().play(0, Pass(), 2000)
    assert shout(early, 0, "cat", 1999).play(1, Pass(), 2001).has_passed(0)


@pytest.mark.rule("WSH-R9", "WSH-08")
def test_a_round_ends_by_itself_when_the_dictionary_finds_no_word():
    state = take(opened(), 0, "democrats", 2000)
    assert state.table() == "G"
    assert state.ending == "words"


@pytest.mark.rule("WSH-R10")
def test_plurals_and_repeated_words_count():
    state = opened(dice=OWN_SET, letters="ZOOCATCATD")
    state = take(take(state, 0, "cat", 2000), 1, "cat", 3000)
    assert held(state) == [(0, "cat"), (1, "cat")]
    assert challenge(all_pass(take(opened(), 0, "cats", 2000)), 1, 0).totals == (4, -4)


# The end (WSH-R11) ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("WSH-R11")
def test_of_several_at_the_target_the_highest_wins_and_equals_play_on():
    ahead = take(take(replace(opened(3), totals=(50, 50, 49)), 0, "cat", 2000), 1, "dogs", 3000)
    assert no_doubts(all_pass(ahead)).outcome() == (2, 1, 3)
    level = all_pass(replace(opened(3), totals=(52, 52, 51)))
    assert level.outcome() is None
    assert level.due().must == {0, 1, 2}
    assert all_pass(replace(opened(3), totals=(52, 51, 52))).outcome() is None
    fallen = all_pass(replace(opened(3), totals=(49, 48, 0)))
    assert fallen.outcome() is None


@pytest.mark.rule("WSH-R11")
def test_two_to_eight_can_play():
    for seats in (2, 8):
        assert len(started(seats).totals) == seats
    for seats in (1, 9):
        with pytest.raises(Malformed):
            started(seats)


# Quieter ways to play (WSH-R12, WSH-R13, WSH-R14) ---------------------------------------------------------------------


@pytest.mark.rule("WSH-R12")
@pytest.mark.option("word-shout", "least")
def test_a_seat_may_need_longer_words():
    state = opened(3, least=(5, 4))
    assert refusal(state, 0, Shout("dogs")) == "WSH-R12.short"
    assert refusal(state, 0, Shout("germs")) is None
    assert refusal(state, 1, Shout("cat")) == "WSH-R12.short"
    assert refusal(state, 1, Shout("dogs")) is None
    assert refusal(state, 2, Shout("cat")) is None
    assert refusal(state, 2, Shout("ca")) == "WSH-05"
    assert refusal(state, 0, Shout("ca")) == "WSH-05"
    assert state.moves(0)[1].schema["properties"]["word"]["minLength"] == 5
    assert state.moves(2)[1].schema["properties"]["word"]["minLength"] == 3
    with pytest.raises(Malformed):
        started(2, least=(3, 3, 3))
    for wrong in ((2,), (11,)):
        with pytest.raises(Malformed):
            started(least=wrong)


@pytest.mark.rule("WSH-R12", "WSH-08")
def test_a_round_ends_when_nobody_has_a_word_long_enough():
    for least, ending in (((4, 5), "words"), ((4, 3), None), ((4,), None)):
        state = take(opened(least=least), 0, "dogcart", 2000)
        assert state.table() == "ESM"  # EMS and MES, but nothing longer
        assert state.ending == ending


@pytest.mark.rule("WSH-R12")
def test_a_seat_for_which_nothing_is_left_can_only_pass():
    state = take(opened(least=(3, 8)), 0, "cat", 2000)
    assert state.phase == "searching"
    assert state.moves(1) == [Pass()]
    assert refusal(state, 1, Shout("dogsmegr"), 3000) == "WSH-R12.none-left"
    exact = take(opened(least=(3, 7)), 0, "cat", 2000)
    assert len(exact.moves(1)) == 2
    strict = take(opened(least=(3, 7), lookup="at_once"), 0, "cat", 2000)
    assert strict.moves(1) == [Pass()]
    assert refusal(strict, 1, Shout("dogsmer"), 3000) == "WSH-R12.none-left"
    locking = take(opened(least=(3, 8), lockout=100), 0, "cat", 2000)
    assert refusal(locking, 1, Shout("zzzzzzzz"), 3000) == "WSH-R12.none-left"


@pytest.mark.rule("WSH-R12")
@pytest.mark.option("word-shout", "head_start")
def test_a_head_start_makes_the_others_wait():
    state = opened(3, head_start=(0, 5, 2))
    assert refusal(state, 1, Shout("cat"), FELL) is None
    assert refusal(state, 0, Shout("cat"), FELL + 4999) == "WSH-R12.head-start"
    assert refusal(state, 0, Shout("cat"), FELL + 5000) is None
    assert refusal(state, 2, Shout("cat"), FELL + 2999) == "WSH-R12.head-start"
    assert refusal(state, 2, Shout("cat"), FELL + 3000) is None
    assert refusal(state, 0, Pass(), FELL) is None
    assert refusal(opened(3, head_start=(4,)), 2, Shout("cat"), FELL + 3999) == "WSH-R12.head-start"
    with pytest.raises(Malformed):
        started(2, head_start=(1, 1, 1))
    with pytest.raises(Malformed):
        started(head_start=(61,))


@pytest.mark.rule("WSH-R12", "WSH-R14")
@pytest.mark.option("word-shout", "play")
def test_turn_by_turn_each_says_a_word_and_takes_its_dice_at_once():
    state = opened(3, play="turns", starter=2)
    assert (state.due().must, state.due().may) == ({1}, set())
    assert refusal(state, 0, Shout("cat")) == "TURN"
    state = shout(state, 1, "cat", 2000)
    assert held(state) == [(1, "cat")]
    assert state.due().must == {2}
    state = shout(state, 2, "dog", 2000)  # in the same moment, and yet no tie
    assert held(state) == [(1, "cat"), (2, "dog")]
    assert state.due().must == {0}
    state = shout(state, 0, "rems", 2000)
    assert (state.phase, state.ending) == ("disputing", "dice")
    assert no_doubts(state).totals == (4, 3, 3)
    assert refusal(opened(play="turns", lockout=500), 0, Shout("zebra")) == "WSH-R3.dice"
    assert refusal(opened(play="turns", head_start=(0, 5)), 0, Shout("cat"), FELL) is None


@pytest.mark.rule("WSH-R14")
def test_turn_by_turn_who_passes_sits_out_and_the_round_ends_when_all_do():
    state = opened(3, play="turns").play(0, Pass(), 2000)
    assert state.due().must == {1}
    state = shout(state, 1, "cat", 3000).play(2, Pass(), 3500)
    assert state.due().must == {1}
    state = shout(state, 1, "dog", 4000)
    assert state.due().must == {1}
    state = state.play(1, Pass(), 5000)
    assert (state.phase, state.ending) == ("disputing", "passes")


@pytest.mark.rule("WSH-R12", "WSH-R14")
@pytest.mark.option("word-shout", "turn_seconds")
def test_turn_by_turn_the_clock_passes_for_whoever_is_too_slow():
    state = opened(play="turns", turn_seconds=10)
    assert state.due().alarm.at == FELL + 10_000 + 150
    assert state.due().alarm.move == Bell("turn")
    slow = ring(state)
    assert slow.has_passed(0)
    assert slow.due().must == {1}
    assert slow.due().alarm.at == FELL + 10_150 + 10_000 + 150
    quick = shout(state, 0, "cat", FELL + 10_000)
    assert held(quick) == [(0, "cat")]
    assert quick.due().alarm.at == FELL + 20_000 + 150
    late = shout(state, 0, "cat", FELL + 10_001)
    assert late.taken == ()
    assert late.has_passed(0)
    assert ring(slow).last.ending == "passes"
    assert opened(play="turns", turn_seconds=0).due().alarm is None
    assert opened(play="turns").due().alarm.at == FELL + 30_150


@pytest.mark.rule("WSH-R13")
@pytest.mark.option("word-shout", "round_seconds")
def test_a_round_may_have_a_time():
    state = opened(round_seconds=60)
    end = FELL + 60_000
    assert state.due().alarm.at == end + 150
    assert state.due().alarm.move == Bell("round")
    assert ring(state).last.ending == "clock"
    in_time = shout(state, 0, "cat", end)
    assert in_time.due().alarm.at == end + 150
    assert in_time.due().alarm.move == Bell("window")
    judged = ring(in_time)
    assert held(judged) == [(0, "cat")]
    assert judged.closed == end
    assert judged.due().alarm.move == Bell("round")
    assert ring(judged).ending == "clock"
    assert not no_doubts(ring(judged)).doubled


@pytest.mark.rule("WSH-R13", "WSH-R2")
def test_shouts_after_the_rounds_time_are_not_heard():
    state = opened(round_seconds=60)
    end = FELL + 60_000
    late = shout(state, 0, "cat", end + 1)
    assert late.due().alarm.move == Bell("round")
    assert late.due().alarm.at == end + 150
    assert ring(late).last.taken == ()
    # one just in time and one just late do not tie; both in time do
    apart = ring(shouts(state, (0, "cat", end - 10), (1, "dog", end + 1)))
    assert held(apart) == [(0, "cat")]
    assert apart.pending == (Cry(end + 1, 1, "dog"),)
    assert held(ring(apart)) == [(0, "cat")]
    assert ring(shouts(state, (0, "cat", end - 10), (1, "dog", end))).last.ending == "tie"
    early = shout(state, 0, "cat", 2000)
    assert early.due().alarm.at == 2400


@pytest.mark.rule("WSH-R13", "WSH-R9", "WSH-R14")
def test_whichever_bell_comes_first_rings_first():
    end = FELL + 1000
    passed = opened(round_seconds=1).play(0, Pass(), 1200).play(1, Pass(), 1300)
    assert passed.due().alarm.at == 1450
    assert passed.due().alarm.move == Bell("passes")
    slow = opened(round_seconds=1).play(0, Pass(), 1200).play(1, Pass(), end + 100)
    assert slow.due().alarm.move == Bell("round")
    turns = opened(play="turns", turn_seconds=5, round_seconds=8)
    assert turns.due().alarm.move == Bell("turn")
    assert ring(turns).due().alarm.move == Bell("round")
    assert ring(turns).due().alarm.at == FELL + 8150
    assert ring(ring(turns)).last.ending == "clock"
    assert shout(ring(turns), 1, "cat", FELL + 8001).phase == "gathering"  # too late: a pass, and all have passed
    assert held(shout(ring(turns), 1, "cat", FELL + 8000)) == [(1, "cat")]


def test_the_presets_name_options_there_are():
    game = knobel.game("word-shout")
    assert game.start(2, preset="quick").options.target == 25
    assert game.start(2, preset="quiet").options.play == "turns"
    assert (game.start(2, preset="strict").options.lookup, game.start(2, preset="strict").options.lockout) == (
        "at_once",
        3000,
    )


# After a round --------------------------------------------------------------------------------------------------------


def test_the_words_nobody_found_are_told_longest_first_once_challenges_are_settled():
    state = take(opened(), 0, "cat", 2000)
    assert missed(state) == []
    state = all_pass(state)
    assert missed(state) == []
    words = missed(no_doubts(state))
    assert words[0] == "democrats"
    assert "dog" in words
    assert "cat" not in words
    assert words == sorted(words, key=lambda word: (-len(word), word))
    assert missed(started()) == []
    longer = missed(no_doubts(all_pass(opened(least=(5, 4)))))
    assert min(map(len, longer)) == 4
    won = no_doubts(all_pass(take(replace(opened(), totals=(49, 0)), 0, "cat", 2000)))
    assert (won.phase, missed(won)[0]) == ("over", "democrats")
    assert missed(rolled(no_doubts(state))) == []


def test_a_new_round_starts_afresh():
    state = no_doubts(challenge(all_pass(take(opened(3), 0, "cat", 2000)), 1, 0))
    fresh = rolled(state, at=100_000)
    assert (fresh.taken, fresh.pending, fresh.accepted, fresh.ending, fresh.closed) == ((), (), (), None, -1)
    assert (fresh.spoke, fresh.passes, fresh.locks) == ((-1, -1, -1),) * 3
    assert (fresh.turn, fresh.turn_since, fresh.rolled_at) == (1, 100_000, 100_000)
    assert fresh.last == state.last
    assert state.now == 65_000
    assert state.last.letters == ROLL
