"""What is told, what is offered and what is drawn."""

import pytest
from msgspec.structs import replace

import knobel
from knobel.core.words import LANGUAGES, Voice
from knobel.games.stack_attack.drawing import drawn
from knobel.games.stack_attack.moves import Fell, LetGo, Place, Pose, Roll, Rolled, Settled, Shift, Slip, Starts, Tired
from knobel.games.stack_attack.rules import NEUTRAL, Block
from tests.games.stack_attack.scripted import STOOD, SWINGING, built, held, let_go, opened, place, poses, roll, stop

GAME = knobel.game("stack-attack")


def told(state, actor, move, you=None, at=0, language="en"):
    """What one listener hears of a move."""
    voice = Voice(language=language, names=("Ann", "Bo", "Cleo", "Dan"), you=you)
    says = GAME.tell(state, actor, move, state.play(actor, move, at))
    return " ".join(GAME.words.text(say, voice) for say in says)


def labels(state):
    moves = [move for move in state.moves(state.turn) if isinstance(move, tuple(GAME.kinds("seat")))]
    return [GAME.words.text(GAME.label(state, state.turn, move)) for move in moves]


def test_a_turn_is_told_move_by_move():
    assert told(opened(3, starter="random"), "nature", Starts(1)) == "Bo starts."
    state = built(3)
    assert told(state, 0, Roll()) == "Ann rolls."
    assert told(state, 0, Roll(), you=0) == "You roll."
    rolling = state.play(0, Roll())
    assert told(rolling, "nature", Rolled((4, 1, 1, 1, 1))) == "red 4, red 1, red 1, red 1 and red 1."
    assert told(rolling, "nature", Rolled((1,) * 5)).endswith("red 1. Nothing fits.")
    assert told(opened(3).play(0, Roll()), "nature", Rolled((2,) * 5)).endswith("Nothing fits: it takes a 1.")
    rolled = roll(state, 4, 5, 1, 1, 1)
    assert told(rolled, 0, Place(4)) == "Ann takes the red 4."
    assert told(held(rolled, 4), "nature", STOOD) == "It holds! The tower is 2 dice high."
    assert told(held(roll(state, 4, 1, 1, 1, 1), 4), "nature", STOOD).endswith("Nothing else fits.")
    assert told(place(rolled, 4), 0, GAME.rulebook.SEAT_MOVES[-1]()) == "Ann stops."


def test_a_hand_is_told_move_by_move():
    rolled = roll(built(3, dexterity=True), 4, 5, 1, 1, 1)
    assert told(rolled, 0, Place(4, -1500, 0, 35)) == (
        "Ann takes the red 4 and aims 1.5 mm left and turned by 2 degrees."
    )
    assert told(rolled, 0, Place(4, 0, 900), you=0) == "You take the red 4 and aim 0.9 mm back."
    reaching = held(rolled, 4)
    assert told(reaching, "nature", SWINGING) == "Ann’s hand reaches out and sways …"
    swaying = reaching.play("nature", SWINGING)
    assert told(swaying, 0, Shift(0, 2000)) == "Ann shifts it, 2.0 mm back."
    assert told(swaying, 0, LetGo(), at=100) == "Ann lets go, 3.2 mm off."
    assert told(swaying, "clock", Tired(), at=8000) == "Ann’s hand gets tired and opens, 0.0 mm off."
    steadied = held(roll(built(3, dexterity=True, steadied=(1,)), 4, 5, 1, 1, 1), 4)
    assert told(steadied, "nature", Slip(300, 400), you=0) == "The house lets go for you, 0.5 mm off."


@pytest.mark.rule("STK-R3", "STK-17")
def test_after_a_fall_everybody_hears_which_dice_left_and_who_gets_what():
    state = let_go(roll(built(3, 4, dexterity=True), 5, 1, 1, 1, 1), 5)
    assert told(state, "nature", Fell((1, 2), poses(3))) == (
        "CRASH! The tower comes down on Ann. Off the tower: green 4 and red 5. "
        "Points: Bo +1 (1) and Cleo +1 (1). A new round: Ann begins."
    )
    assert "All 3 of its dice are on the table." in told(state, "nature", Fell((0, 1, 2), poses(3)))
    neutral = let_go(roll(opened(2, dexterity=True), 5, 1, 1, 1, 1), 5)
    assert told(neutral, "nature", Fell((1, 2), poses(3)), you=0) == (
        "CRASH! The tower comes down on you. Off the tower: 6 and red 5. Nobody scores. A new round: you begin."
    )
    plain = held(roll(built(3, 4), 5, 1, 1, 1, 1), 5)
    assert "table" not in told(plain, "nature", Fell((0, 1, 2)))


def test_a_slip_is_told_as_one():
    state = held(roll(built(3, 4, slips=True), 5, 1, 1, 1, 1), 5)
    assert told(state, "nature", Fell((2,))) == "The red 5 slips off, but the tower stands. Ann takes it back."


def test_the_end_of_a_round_and_of_the_game_is_told():
    last = held(roll(built(1, 2, 3, 2, owners=(0,) * 4), 1), 1)
    assert told(last, "nature", STOOD) == (
        "It holds! The tower is 5 dice high. Ann’s last die is on the tower: Ann gets 5 points (5), "
        "the others nothing. A new round: Bo begins."
    )
    assert told(replace(last, points=(15, 0, 0)), "nature", STOOD, you=0).endswith("You win with 20 points!")
    tying = held(roll(built(1, 2, 1, 2, owners=(1, 1, 2, 2)), 1, 1, 3, 3, 3), 1)
    ending = told(replace(tying, points=(0, 18, 18)), "nature", Fell((0, 1, 2, 3, 4)))
    assert ending.endswith("Bo and Cleo play off for the win! A new round: Bo begins.")


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_a_fall_in_other_languages(language):
    state = let_go(roll(built(3, 4, dexterity=True), 5, 1, 1, 1, 1), 5)
    crash = {
        "de": "KRACH! Der Turm stürzt ein – bei dir. Vom Turm gefallen: grün 4 und rot 5. "
        "Punkte: Bo +1 (1) und Cleo +1 (1). Neue Runde: Du fängst an.",
        "es": "¡CATAPLUM! La torre se te cae. Fuera de la torre: 4 verde y 5 rojo. "
        "Puntos: Bo +1 (1) y Cleo +1 (1). Otra ronda: empiezas tú.",
        "fr": "BADABOUM\xa0! La tour tombe\xa0: c’est pour toi. Hors de la tour\xa0: 4 vert et 5 rouge. "
        "Points\xa0: Bo +1 (1) et Cleo +1 (1). Nouvelle manche\xa0: tu commences.",
    }
    assert told(state, "nature", Fell((1, 2), poses(3)), you=0, language=language) == crash[language]


def test_moves_are_offered_in_words():
    assert labels(built(3, 4, owners=(0, 1))) == ["Roll your 4 dice"]
    assert labels(built(1, 2, 3, 2, owners=(0,) * 4)) == ["Roll your last die"]
    assert labels(place(roll(built(3), 4, 5, 1, 1, 1), 4)) == ["Add the red 5", "Stop: leave it at one die"]
    swaying = held(roll(built(3, dexterity=True), 4, 5, 1, 1, 1), 4).play("nature", SWINGING)
    assert labels(swaying) == ["Let go!"]
    aimed = GAME.label(swaying, 0, Place(4, 1000))
    assert GAME.words.text(aimed) == "Add the red 4, 1.0 mm right"
    assert GAME.words.text(GAME.label(swaying, 0, Shift(1000))) == "Shift the die, 1.0 mm right"


# What lies there -----------------------------------------------------------------------------------------------------


def captions(state):
    scene = GAME.scene(state)
    return [GAME.words.text(group.caption) for group in scene.middle]


def test_the_tower_is_drawn_from_the_side_with_owners_and_numbers():
    assert drawn((*NEUTRAL, Block(5, 0), Block(4, 3)), ()) == (
        "         │     ■ 4      │",
        "         │     ▲ 5      │",
        "         │       6      │",
        "         │       5      │",
        "    ══════════════════════════",
        "                ┴┴",
    )
    assert drawn((), ()) == ("    ══════════════════════════", "                ┴┴")


@pytest.mark.rule("STK-R9")
def test_a_leaning_tower_is_drawn_as_it_leans_a_column_a_millimetre():
    lying = (Pose(0, 0, 8000), Pose(-2400, 0, 24000), Pose(3600, 5000, 40000))
    tower = (Block(1, 1), Block(2, 2), Block(3, 0))
    assert drawn(tower, lying)[:3] == (
        "             │     ▲ 3      │",
        "       │     ● 2      │",
        "         │     ★ 1      │",
    )
    far = (Pose(-12_000, 0, 8000),)
    assert drawn(tower[:1], far) == (
        "    │     ★ 1      │",
        "           ══════════════════════════",
        "                       ┴┴",
    )


def test_the_scene_shows_what_is_on_the_table_and_in_the_hand():
    assert captions(opened(3)) == ["No tower yet: it takes a 1"]
    assert captions(held(roll(opened(3), 1, 2, 4, 4, 6), 1))[0] == "The tower"
    assert captions(built(3)) == ["The tower"]
    assert captions(built(3, dexterity=True)) == ["The tower", "Top die: right in the middle"]
    leaning = replace(built(3, dexterity=True), poses=(Pose(-700, 1200, 8000),))
    assert captions(leaning)[1] == "Top die: 0.7 mm left and 1.2 mm back"
    scene = GAME.scene(held(roll(built(3), 4, 5, 1, 1, 1), 4))
    assert [len(group.dice) for group in scene.middle] == [1, 4, 1]
    assert scene.middle[2].dice[0].face == "4"
    assert scene.middle[2].dice[0].colour == "red"


def test_a_die_keeps_its_id_from_the_roll_to_the_tower_and_so_do_all_others():
    """Also one like it that lies there already, and one that was placed in an earlier turn."""
    first = roll(built(1, 4, owners=(0, 0)), 3, 2, 3)
    ids = [die.id for die in GAME.scene(first).dice()]
    assert ids == ["die.0.1.0", "die.0.4.0", "die.0.3.0", "die.0.2.0", "die.0.3.1"]
    taken = held(first, 3)
    tower, rolled, hand = GAME.scene(taken).middle
    assert [die.id for die in (*tower.dice, *hand.dice)] == ids[:3]
    assert [die.id for die in rolled.dice] == ids[3:]
    stands = GAME.scene(taken.play("nature", STOOD))
    assert [die.id for die in stands.middle[0].dice] == ids[:3]
    assert [die.id for die in stands.middle[1].dice] == ids[3:]
    assert [die.id for die in GAME.scene(stop(taken.play("nature", STOOD))).dice()] == ids[:3]


def test_nobody_s_dice_are_named_too():
    assert [die.id for die in GAME.scene(replace(opened(2), tower=NEUTRAL)).dice()] == [
        "die.neutral.5.0",
        "die.neutral.6.0",
    ]


def test_everybody_sees_points_and_dice_to_place():
    state = replace(built(3, 4), points=(1, 2, 3))
    assert [[group.count for group in place] for place in GAME.scene(state).places] == [[1, 5], [2, 4], [3, 4]]
    playoff = replace(opened(3), points=(3, 20, 20), playing=(1, 2), turn=1, tower=NEUTRAL)
    assert [len(place) for place in GAME.scene(playoff).places] == [2, 2, 2]
    assert GAME.words.text(GAME.scene(playoff).places[0][1].caption) == "Sits this round out"


def test_when_the_game_is_over_only_points_are_left():
    last = place(replace(roll(built(1, 2, 3, 2, owners=(0,) * 4), 1), points=(15, 4, 5)), 1)
    scene = GAME.scene(last)
    assert (scene.middle, scene.drawing) == ((), ())
    assert [[group.count for group in place] for place in scene.places] == [[20], [4], [5]]


def test_at_the_end_of_the_game_the_last_die_stands_on_the_tower_or_nothing_does():
    last = held(replace(roll(built(1, 2, 3, 2, owners=(0,) * 4), 1), points=(15, 4, 5)), 1)
    ended = last.play("nature", STOOD)
    assert ended.phase == "over"
    stands = GAME.landing(replace(last, rolled=(4,)), STOOD, ended)
    assert stands is not None
    assert [(group.id, len(group.dice)) for group in stands.middle] == [("tower", 5), ("rolled", 1)]
    lost = replace(held(roll(built(1, 2, owners=(1, 1)), 1, 1, 3, 3, 3), 1), points=(0, 19, 5))
    ended = lost.play("nature", Fell((0, 1, 2)))
    assert ended.phase == "over"
    fallen = GAME.landing(lost, Fell((0, 1, 2)), ended)
    assert fallen is not None
    assert [(group.id, len(group.dice)) for group in fallen.middle] == [("tower", 0), ("rolled", 4)]
    assert GAME.words.text(fallen.middle[0].caption) == "The tower is down"


def test_a_stranger_move_is_not_told():
    with pytest.raises(TypeError):
        list(GAME.tell(opened(3), 0, knobel.game("pig").rulebook.SEAT_MOVES[0](), opened(3)))
    with pytest.raises(TypeError):
        opened(3).after("nature", object(), 0)
    with pytest.raises(TypeError, match="no hand"):
        opened(3).die_held()
    assert Settled() == STOOD


def test_a_refusal_names_the_numbers():
    def why(state, number):
        return GAME.words.text(state.objection(0, Place(number)).say())

    assert why(roll(built(3), 4, 5, 6, 6, 6), 2) == "You have rolled no 2 that still lies there"
    assert why(roll(opened(3), 1, 5, 6, 6, 6), 5) == "The tower opens with a 1, not with a 5"
    assert why(roll(built(3), 4, 5, 6, 6, 6), 5) == "A 5 does not go on a 3: it takes one more or one less"
    assert why(roll(built(1), 2, 5, 6, 6, 6), 5) == "A 5 does not go on a 1: only a 2 does"
