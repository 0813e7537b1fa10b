"""What is told, and what lies on the table."""

import pytest
from msgspec.structs import replace

from knobel.core.words import Voice
from knobel.games.word_shout.dictionary import dictionary
from knobel.games.word_shout.moves import Accept, Bell, Challenge, Fell, Pass, Ready, Roll, Shout, Starts
from knobel.games.word_shout.telling import label, meaning, missed, scene, tell
from tests.games.word_shout.scripted import ROLL, all_pass, opened, ring, rolled, shout, shouts, started, take, tie

NAMES = ("Ann", "Bo", "Cy")


def told(state, actor, move, at=2000, language="en", you=None):
    """What is said of a move, and the position after it."""
    after = state.play(actor, move, at)
    voice = Voice(language=language, names=NAMES, you=you)
    return " ".join(state.WORDS.text(say, voice) for say in tell(state, actor, move, after))


def rung(state, **voice):
    alarm = state.due().alarm
    return told(state, "clock", alarm.move, alarm.at, **voice)


def test_the_way_to_the_roll_is_told():
    state = started(starter="random")
    assert told(state, "nature", Starts(1)) == "Bo rolls first."
    state = state.play("nature", Starts(0)).play(1, Ready())
    assert told(state, 0, Ready(), you=0) == "You are ready."
    state = state.play(0, Ready())
    assert told(state, 0, Roll()) == "Ann shakes and rolls all ten!"
    state = state.play(0, Roll())
    assert told(state, "nature", Fell(ROLL)) == "On the table: A, O, E, T, S, D, C, G, M and R."
    double = tie(opened(), 2000).play(0, Ready()).play(1, Ready()).play(1, Roll())
    assert told(double, "nature", Fell(ROLL)).endswith("This round counts double!")
    hopeless = started(dice=("VVVVVV",) * 10).play(0, Ready()).play(1, Ready()).play(0, Roll())
    assert told(hopeless, "nature", Fell("V" * 10)).endswith("No word is left in these dice. Nobody scores.")


def test_a_shout_is_told_when_it_is_heard_and_when_it_is_judged():
    state = opened(3)
    assert told(state, 0, Shout("cat")) == "Ann: CAT!"
    assert told(state, 0, Shout("cat"), you=0) == "You: CAT!"
    state = shouts(state, (0, "cat", 2000), (1, "cot", 2300), (2, "dog", 2310))
    assert rung(state) == "CAT goes to Ann: 3 dice. COT by Bo came too late: its dice are gone."
    assert rung(state, you=1) == "CAT goes to Ann: 3 dice. COT came too late: its dice are gone."
    last = shouts(opened(), (0, "democrats", 2000), (1, "cot", 2300))
    assert rung(last) == "DEMOCRATS goes to Ann: 9 dice. No word is left in these dice. Any doubts about a word?"


def test_a_collision_is_told():
    state = shouts(opened(3), (0, "cat", 2000), (1, "dog", 2100), (2, "mes", 2251))
    text = rung(state)
    assert text.startswith(
        "All at once: Ann (CAT) and Bo (DOG)! The round is over. Nobody scores. Nobody saw DEMOCRATS"
    )
    assert text.endswith("The next round counts double.")
    kept = shouts(take(opened(), 0, "cat", 2000), (0, "dog", 3000), (1, "mes", 3000))
    assert rung(kept) == "All at once: Ann (DOG) and Bo (MES)! The round is over. Any doubts about a word?"


def test_a_lock_out_is_told():
    assert told(opened(lockout=2500), 0, Shout("zebra")) == (
        "Ann: ZEBRA! But these dice do not spell it: silence for 2.5 s."
    )


def test_passing_and_time_are_told():
    state = opened().play(0, Pass(), 2000)
    assert told(state, 1, Pass()) == "Bo passes."
    assert rung(state.play(1, Pass(), 2000)).startswith("Nobody sees anything more. Nobody scores. Nobody saw")
    assert rung(opened(round_seconds=5)).startswith("Time! The round is over.")


def test_turn_by_turn_is_told():
    state = opened(play="turns", turn_seconds=10)
    assert told(state, 0, Shout("cat")) == "Ann: CAT! Ann takes 3 dice."
    assert told(state, 0, Shout("cat"), 11_001) == "Ann: CAT! Too late: that counts as a pass."
    assert rung(state) == "Time is up for Ann."
    assert rung(ring(state)).startswith("Time is up for Bo. Nobody sees anything more. Nobody scores.")


def test_challenges_are_told_with_what_the_dictionary_says():
    state = all_pass(take(take(opened(3), 0, "cat", 2000), 1, "dog", 3000))
    text = told(state, 1, Challenge(0))
    assert text == f"Bo doubts Ann’s CAT. It is a word! CAT: {meaning('cat')}."
    assert meaning("cat")
    assert told(state, 1, Challenge(0), you=1).startswith("You doubt Ann’s CAT.")
    assert told(state, 1, Challenge(0), you=0).startswith("Bo doubts your CAT.")
    for word, reason in (
        ("tac", "The dictionary has no TAC."),
        ("org", "ORG is only an abbreviation."),
        ("oma", "OMA is only a piece of a word."),
        ("mao", "MAO is a name."),
    ):
        state = all_pass(take(opened(3), 0, word, 2000))
        assert told(state, 1, Challenge(0)).startswith(f"Bo doubts Ann’s {word.upper()}. {reason} The round:")
    assert told(state, 1, Accept()) == "Bo has no doubts."


def test_the_settled_round_tells_scores_what_nobody_saw_and_who_won():
    state = all_pass(take(opened(), 0, "tac", 2000))
    text = told(state, 1, Challenge(0))
    assert "The round: Ann −3 (−3) and Bo +3 (3). Nobody saw DEMOCRATS, COMRADES and DEMOCRAT – and" in text
    assert f"DEMOCRATS: {meaning('democrats')}." in text
    near = all_pass(take(opened(target=10), 0, "dogcart", 2000))
    assert "wins" not in told(near, 1, Accept())
    won = told(replace(near, totals=(3, 9)), 1, Accept())
    assert won.endswith("Ann wins with 10 points!")
    level = told(replace(near, totals=(3, 10)), 1, Accept())
    assert level.endswith("Level at the top: play on!")


def test_coarse_words_are_counted_but_not_read_out():
    coarse = next(word for word in sorted(dictionary(), key=len) if dictionary().coarse(word) and len(word) == 4)
    letters = coarse.upper()
    dice = (*(letter * 6 for letter in letters), *("VVVVVV",) * 6)
    state = all_pass(opened(dice=dice, letters=letters + "V" * 6))
    assert coarse in missed(state)
    assert meaning(coarse) == ""
    said = rung(all_passed(opened(dice=dice, letters=letters + "V" * 6)))
    assert letters not in said


def all_passed(state):
    for seat in state.seats():
        state = state.play(seat, Pass(), 3000)
    return state


def test_moves_have_labels():
    state = all_pass(take(opened(), 0, "cat", 2000))
    text = state.WORDS.text
    voice = Voice(names=NAMES, you=1)
    assert text(label(state, 1, Challenge(0)), voice) == "Challenge CAT (by Ann)"
    assert text(label(state, 1, Accept()), voice) == "No doubts"
    assert text(label(opened(), 0, Shout("cat")), voice) == "Shout CAT"
    assert text(label(opened(), 0, Pass()), voice) == "Pass: you see nothing more"


def test_the_scene_shows_the_dice_as_they_lie_the_shouts_and_everyones_words():
    state = shout(take(rolled(tie(opened(), 2000)), 0, "cat", 2000), 1, "dog", 3000)
    laid = scene(state)
    assert [group.caption.key for group in laid.middle] == ["scene.doubled", "scene.table", "scene.cry"]
    assert [(die.face, die.id) for die in laid.middle[1].dice] == [
        (state.letters[die], f"die.{die}") for die in state.lying
    ]
    assert "".join(die.face for die in laid.middle[1].dice) == "OESDGMR"
    assert [die.face for die in laid.middle[2].dice] == ["D", "O", "G"]
    assert [group.count for group in laid.places[0]] == [0, 3]
    assert laid.places[0][1].caption.args == {"word": "CAT"}
    assert len(laid.places[1]) == 1
    assert scene(started()).middle == ()
    doubted = all_pass(take(take(opened(3), 0, "tac", 2000), 1, "dog", 3000))
    for seat, word, caption in ((2, 0, "scene.invalid"), (2, 1, "scene.valid")):
        laid = scene(doubted.play(seat, Challenge(word)))
        assert laid.places[word][1].caption.key == caption
        assert laid.places[1 - word][1].caption.key == "scene.taken"


def test_every_language_tells_it():
    state = shout(opened(), 0, "cat", 2000)
    assert rung(state, language="de") == "CAT geht an Ann: 3 Würfel."
    assert rung(state, language="es", you=0) == "CAT es para ti: 3 dados."


def test_only_a_move_of_this_game_is_told():
    with pytest.raises(TypeError):
        list(tell(opened(), "clock", object(), opened()))
    assert Bell("window") != Bell("turn")
