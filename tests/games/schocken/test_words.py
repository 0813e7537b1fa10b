"""The story of a game, the labels of its moves and the scene, in every language."""

import re
from random import Random

import pytest

import knobel
from knobel.core.scene import Group
from knobel.core.words import LANGUAGES, Die, Say, Voice
from knobel.games.schocken import rules
from knobel.games.schocken.moves import Began, Fell, Stand, Throw
from knobel.games.schocken.rules import Objection
from tests.games.schocken.script import ALL, begin, bout, lying, stand, throw, turn

GAME = knobel.game("schocken")
NAMES = ("Ann", "Bo", "Cy", "Di")


def told(before, actor, move, listener=None):
    after = before.play(actor, move)
    says = GAME.tell(before.view(listener), actor, before.shown(listener, actor, move), after.view(listener))
    return [GAME.words.text(say, Voice(names=NAMES, you=listener)) for say in says]


def last_word(state, listener=None):
    """What a listener hears when the last one, having thrown, stands."""
    return told(state, state.thrower(), Stand(), listener)


def reveal(state, *hands, listener=None):
    *others, last = hands
    for hand in others:
        state = turn(state, hand)
    return last_word(throw(state, last), listener)


def label(state, move):
    seat = state.thrower()
    return GAME.words.text(GAME.label(state.view(seat), seat, move), Voice(names=NAMES, you=seat))


def test_every_language_says_everything_with_the_same_holes():
    english = GAME.words.texts["en"]
    for language in LANGUAGES:
        texts = GAME.words.texts[language]
        assert texts.keys() == english.keys()
        for key, text in texts.items():
            values, known = (set(re.findall(r"\{(\w+)\}", each)) for each in (text, english[key]))
            assert values == known, (language, key)
            choices, known = (set(re.findall(r"\[(\w+):", each)) for each in (text, english[key]))
            assert choices <= known, (language, key)


def test_the_ledger_holds_every_rule():
    rules_there = [f"SCH-{n:02}" for n in range(1, 30)] + [f"SCH-R{n}" for n in range(1, 26)]
    assert list(GAME.ledger()) == rules_there


def test_every_objection_has_words_and_cites_a_rule_of_the_ledger():
    objections = [value for value in vars(rules).values() if isinstance(value, Objection)]
    assert len(objections) > 10
    for objection in objections:
        assert objection.rule in GAME.ledger() or objection.rule == "DICE"
        for language in LANGUAGES:
            assert GAME.words.text(objection.say(), Voice(language=language))


def test_rolling_for_the_beginning_is_told():
    state = GAME.start(3)
    assert told(state, "nature", Began((4, 3, 5)), 0) == [
        "To see who begins, you roll a 4, Bo rolls a 3 and Cy rolls a 5.",
        "Cy begins.",
    ]
    assert told(state, "nature", Began((5, 3, 5)), 0)[1] == "A tie: 2 of you roll again."


def test_throws_are_told_to_the_thrower_and_to_the_others():
    state = begin()
    assert told(state, 0, Throw(ALL), 0) == ["You throw all three dice."]
    assert told(state, 0, Throw(ALL), 1) == ["Ann throws all three dice."]
    flying = state.play(0, Throw(ALL))
    assert told(flying, "nature", Fell((6, 6, 4)), 0) == ["You have 6, 6 and 4."]
    assert told(flying, "nature", Fell((6, 6, 4)), 1) == ["Ann peeks under the cup."]
    state = throw(begin(), "664")
    assert told(state, 0, Throw(ALL), 0) == ["You throw all three dice again."]
    assert told(state, 0, Throw(ALL), 1) == ["Ann throws all three dice again."]
    assert told(state, 0, Throw((0, 1)), 0) == ["You throw the 6 and the 6 again."]
    assert told(state, 0, Throw((0, 2), 1), 0) == ["You turn one six into a one and throw the 6 and the 4 again."]
    assert told(state, 0, Throw((0, 2), 1), 1) == ["Ann throws 2 dice again."]
    assert told(state, 0, Throw((2,)), 1) == ["Ann throws one die again."]
    assert told(state, 0, Stand(), 0) == ["You stand."]


def test_a_blind_throw_is_told_as_such():
    state = throw(throw(begin(blind=True), "321"), "321").play(0, Throw(ALL))
    for listener in (0, 1):
        assert told(state, "nature", Fell((1, 1, 1)), listener) == ["Nobody looks at this throw before the reveal."]


def test_the_leader_s_limit_is_told_where_it_is_one():
    state = throw(begin(3, leader_caps=True), "654")
    assert last_word(state, 1) == ["Ann stands.", "Nobody may throw more than once now."]
    assert last_word(throw(state, "654"), 1) == ["Ann stands.", "Nobody may throw more than 2 times now."]
    assert last_word(throw(throw(state, "654"), "654"), 1) == ["Ann stands."]
    assert last_word(throw(begin(3), "654"), 1) == ["Ann stands."]
    assert last_word(throw(stand(state), "654"), 1) == ["You stand."]


def test_the_reveal_is_told_hand_by_hand():
    assert reveal(begin(), "116", "654", listener=1) == [
        "You stand.",
        "Ann shows 6, 1 and 1: Schock 6.",
        "You show 6, 5 and 4: a Street.",
        "Ann wins the bout, and you take 6 discs from the middle.",
    ]


@pytest.mark.parametrize(
    ("state", "hands", "words"),
    [
        (begin(), ("665", "664"), "Ann wins the bout, and Bo takes one disc from the middle."),
        (lying(begin(), 0, 7, 6), ("222", "654"), "Ann wins the bout and hands Bo 3 discs."),
        (
            lying(begin(shortfall="winner"), 2, 6, 5),
            ("222", "654"),
            "Ann wins the bout: Bo takes 2 discs from the middle, and one more comes from Ann.",
        ),
        (begin(), ("111", "654"), "Schock Out! Ann wins the bout, and Bo gets every disc on the table."),
    ],
)
def test_where_the_discs_come_from_is_told(state, hands, words):
    assert reveal(state, *hands)[3] == words


def test_the_end_of_a_round_is_told_with_what_follows():
    assert reveal(begin(), "111", "654", listener=0)[4:] == [
        "Bo holds every disc and loses round one.",
        "Bo gets the red disc as a reminder.",
        "Round two: Bo begins.",
    ]
    second = bout(begin(), "111", "654")
    assert reveal(second, "111", "654", listener=0)[4:] == [
        "You hold every disc and lose round two.",
        "A final decides between you and Bo. You begin.",
    ]
    assert reveal(second, "654", "111", listener=0)[4:] == [
        "Bo holds every disc and loses round two.",
        "You win the game!",
    ]
    final = bout(second, "111", "654")
    assert reveal(final, "111", "654")[4:] == ["Bo holds every disc and loses the final.", "Ann wins the game!"]


def test_in_a_group_the_safe_and_the_loser_are_named():
    assert reveal(lying(begin(3), 2, 6, 0, 5), "654", "222", "665", listener=1)[5:] == [
        "You hold no disc and are safe for the rest of the round."
    ]
    second = bout(begin(3), "665", "111", "222")
    assert reveal(second, "665", "111", "222", listener=1)[-1] == "Ann loses the game; all the others share the win."


def test_labels_say_what_a_move_would_do():
    assert label(begin(), Throw(ALL)) == "Throw all three dice"
    state = throw(begin(), "265")
    assert label(state, Throw(ALL)) == "Throw all three dice again"
    assert label(state, Throw((0, 2))) == "Throw the 2 and the 5 again"
    assert label(state, Stand()) == "Stand"
    state = throw(begin(flip_three=True), "666")
    assert label(state, Stand(1)) == "Stand, turning one six into a one"
    assert label(state, Stand(2)) == "Stand, turning 2 sixes into ones"
    assert label(state, Throw((1,), 2)) == "Turn 2 sixes into ones and throw the 6 again (die 2)"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", [{"preset": "pub"}, {"blind": True, "shortfall": "winner"}, {"aside_shown": True}])
def test_whole_games_can_be_told_and_no_two_moves_sound_alike(language, table):
    chance = Random(language)
    state = GAME.start(3, **table)
    for _ in range(800):
        due = state.due()
        if due.places:
            break
        if due.nature:
            actor, chances = "nature", state.chances()
            move = chances.outcome(chance.randrange(chances.total))
        else:
            (actor,) = due.must
            view = state.view(actor)
            moves = view.moves(actor)
            voice = Voice(language=language, names=NAMES, you=actor)
            labels = [GAME.words.text(GAME.label(view, actor, each), voice) for each in moves]
            assert len(set(labels)) == len(labels)
            move = chance.choice(moves)
        after = state.play(actor, move)
        for listener in (0, 1, 2, None):
            voice = Voice(language=language, names=NAMES, you=listener)
            says = GAME.tell(state.view(listener), actor, state.shown(listener, actor, move), after.view(listener))
            assert all(GAME.words.text(say, voice) for say in says)
            assert says
            for place in (*(scene := GAME.scene(after.view(listener))).places, scene.middle):
                assert all(GAME.words.text(group.caption, voice) for group in place)
        state = after


def test_the_scene_shows_cups_discs_and_the_red_disc():
    second = bout(begin(), "111", "654")
    state = throw(throw(second, "165"), "43", (1, 2))
    own, rival = GAME.scene(state.view(1)), GAME.scene(state.view(0))
    assert own.middle == (Group(id="middle", caption=Say("scene.middle"), count=13),)
    assert own.places[1] == (
        Group(id="cup.1", caption=Say("scene.cup", {"n": 2}), dice=(Die("4", id="die.1.1"), Die("3", id="die.1.2"))),
        Group(id="aside.1", caption=Say("scene.aside"), dice=(Die("1", id="die.1.0"),)),
        Group(id="discs.1", caption=Say("scene.discs", {"n": 0}), count=0),
        Group(id="red", caption=Say("scene.red"), count=1),
    )
    assert own.places[0] == (Group(id="discs.0", caption=Say("scene.discs", {"n": 0}), count=0),)
    covered = [(Die(id="die.1.0"), Die(id="die.1.1")), (Die(id="die.1.2"),), (), ()]
    assert [group.dice for group in rival.places[1]] == covered  # which of the dice were set aside is not told


def test_dice_in_the_air_lie_nowhere():
    state = throw(begin(), "165").play(0, Throw((1, 2)))
    for seat, aside in ((0, "die.0.0"), (1, "die.0.2")):
        assert [die.id for die in GAME.scene(state.view(seat)).dice()] == [aside]


def test_the_scene_shows_the_last_reveal_until_the_next_throw():
    state = bout(begin(), "116", "654")
    shown = GAME.scene(state.view(None)).places[0][0]
    assert shown == Group(
        id="hand.0",
        caption=Say("scene.hand", {"hand": Say("hands.schock", {"n": 6})}),
        dice=(Die("6", id="die.0.0"), Die("1", id="die.0.1"), Die("1", id="die.0.2")),
    )
    assert GAME.scene(state.play(1, Throw(ALL)).view(None)).places[0] == (
        Group(id="discs.0", caption=Say("scene.discs", {"n": 0}), count=0),
    )


def test_the_guide_keeps_ones_only_where_there_are_some():
    for hand, key, again in (((5, 2, 1), "guide.simple", (0, 1)), ((6, 4, 4), "guide.nothing", ALL)):
        state = throw(begin(), hand)
        seat = state.thrower()
        guide = GAME.guide(state.view(seat), seat)
        assert (guide.say.key, guide.move) == (key, Throw(again))
