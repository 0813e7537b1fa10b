"""Each sentence that guides, in the position it is for, with the move that is natural there."""

from __future__ import annotations

from msgspec.structs import replace

import knobel
from knobel.core.contract import State
from knobel.core.words import Voice
from knobel.games.machz.moves import Bet, Reroll
from knobel.games.machz.moves import Fell as Colours
from knobel.games.machz.moves import Roll as Take
from knobel.games.schocken.moves import Fell as Thrown
from knobel.games.schocken.moves import Stand, Throw
from knobel.games.shizzle.dice import Face
from knobel.games.shizzle.moves import Fell, Lay, Roll, Stop, Strike
from knobel.games.stack_attack.moves import LetGo, Place, Rolled, Settled
from knobel.games.stack_attack.moves import Roll as RollTower
from knobel.games.stack_attack.moves import Stop as StopTower
from knobel.games.word_shout.moves import Accept, Pass, Ready
from knobel.games.word_shout.moves import Roll as RollLetters
from tests.games.word_shout.scripted import all_pass, opened, started, take


def guided(name: str, state: State, seat: int = 0) -> tuple[str, object]:
    game = knobel.game(name)
    assert game.guide
    guide = game.guide(state.view(seat), seat)
    assert guide
    return game.words.text(guide.say, Voice(names=("Ann", "Bo", "Cy"), you=seat)), guide.move


def after(state: State, *moves: tuple[object, object]) -> State:
    for actor, move in moves:
        state = state.play(actor, move)  # pyright: ignore[reportArgumentType]
    return state


def test_shizzle_from_the_spark_to_the_last_die():
    start = knobel.game("shizzle").start(2, starter=1)
    assert guided("shizzle", start)[0].startswith("Choose any die")
    assert guided("shizzle", start)[1] is None
    spark = after(start, (0, Strike(0)), ("nature", Fell((Face(0, "red", 6),))), (0, Roll()))
    odd = Face(1, "yellow", 1), Face(2, "green", 1), Face(3, "blue", 1), Face(5, "yellow", 3)
    fizzle = after(spark, ("nature", Fell((*odd[:3], Face(4, "red", 2), odd[3]))))
    assert guided("shizzle", fizzle) == (
        "A Fizzle: only one die can join the red 6. Lay it and take your points.",
        Lay(4),
    )
    assert guided("shizzle", after(fizzle, (0, Lay(4)))) == ("That is as far as it goes: take 2 points.", Stop())
    first = Face(1, "red", 5), Face(2, "orange", 5), Face(3, "purple", 2), Face(4, "purple", 1), Face(5, "green", 4)
    line = after(spark, ("nature", Fell(first)), (0, Lay(1)))
    more = "Lay another that shares colour or number with the red 5, stop for 2 points, or roll the rest."
    assert guided("shizzle", line) == (more, None)
    threes = Face(3, "red", 3), Face(4, "orange", 3), Face(5, "yellow", 3)
    line = after(line, (0, Lay(2)), (0, Roll()), ("nature", Fell(threes)), *((0, Lay(die)) for die in (4, 3, 5)))
    assert guided("shizzle", line) == (
        "A Shizzle, all six in line: take 6 points, or roll on from the yellow 3 for more.",
        Stop(),
    )


def test_schocken_up_to_the_last_throw():
    start = knobel.game("schocken").start(2, starter=1)
    assert guided("schocken", start) == (
        "Throw all three dice under your cup. Only you will see them.",
        Throw((0, 1, 2)),
    )
    three = after(
        start,
        (0, Throw((0, 1, 2))),
        ("nature", Thrown((1, 5, 3))),
        (0, Throw((1, 2))),
        ("nature", Thrown((6, 3))),
        (0, Throw((1, 2))),
        ("nature", Thrown((1, 4))),
    )
    assert guided("schocken", three) == ("You have Schock 4, worth 4 discs, and no throw left: stand.", Stand())


def test_machz_for_setter_roller_and_rockers():
    game, five = knobel.game("machz"), ("red", "red", "blue", "green", "yellow")
    start = game.start(3, setter=1)
    assert guided("machz", start)[0].startswith("You are the Setter")
    assert guided("machz", start)[1] == Take()
    ready = after(start, (0, Take()), ("nature", Colours(five)))
    (roller,) = ready.due().must
    words, natural = guided("machz", ready, roller)
    assert words.startswith("Match the object set, red, red,")
    assert natural == Take()
    betting = after(ready, (roller, Take()))
    rockers = sorted(betting.due().must)
    name = ("Ann", "Bo", "Cy")[roller]
    first = f"{name} rolls five dice. Will three or more match the object set? A chip that is right wins 2."
    assert guided("machz", betting, rockers[0]) == (first, None)
    four = after(
        betting, *((seat, Bet("none")) for seat in rockers), ("nature", Colours(("red", "red", "blue", "green", "red")))
    )
    again = after(four, (roller, Reroll(1)))
    words = f"{name} rolls one die again. Will it match what is missing? “Match” wins 6, “no match” 2."
    assert guided("machz", again, rockers[0]) == (words, None)
    poor = after(
        game.start(3, setter=1, poor_sets="below_3"),
        (0, Take()),
        ("nature", Colours(("red", "red", "red", "red", "blue"))),
    )
    assert guided("machz", poor, min(poor.due().must))[0].startswith("The object set has few colours. Vote")
    voting = game.start(3, setter=1, bet_size="vote")
    assert guided("machz", voting, min(voting.due().must)) == ("Vote: may a bet be more than one chip?", None)


def test_stack_attack_on_a_tower_that_stands_and_with_a_swaying_hand():
    start = knobel.game("stack-attack").start(3, starter=1)
    one = after(
        start,
        (0, RollTower()),
        ("nature", Rolled((1, 2, 2, 5, 6))),
        (0, Place(1)),
        ("nature", Settled()),
        (0, StopTower()),
    )
    assert guided("stack-attack", one, 1)[0].startswith("On the 1 on top goes only yellow 2")
    assert guided("stack-attack", one, 1)[1] == RollTower()
    rolled = after(one, (1, RollTower()), ("nature", Rolled((2, 3, 3, 5, 6))))
    words, natural = guided("stack-attack", rolled, 1)
    assert words.startswith("Add a die that goes on the 1 on top: yellow 2")
    assert natural == Place(2)
    steady = after(
        knobel.game("stack-attack").start(3, starter=1, dexterity=True),
        (0, RollTower()),
        ("nature", Rolled((1, 2, 2, 5, 6))),
        (0, Place(1)),
    )
    words = "Your hand sways: let go when the die is over the middle."
    assert guided("stack-attack", replace(steady, phase="swaying")) == (words, LetGo())


def test_word_shout_from_ready_to_doubts():
    start = started(starter=1)
    assert guided("word-shout", start)[1] == Ready()
    shaking = after(start, (0, Ready()), (1, Ready()))
    assert guided("word-shout", shaking) == ("Everybody is ready: roll the ten dice.", RollLetters())
    words = "Everybody at once: shout an English word of 3 letters or more that lies there."
    assert guided("word-shout", opened(starter=1)) == (words, None)
    turns = guided("word-shout", opened(starter=1, play="turns"))
    assert turns == ("Your turn: say an English word of 3 letters or more that lies there.", None)
    lost = opened(starter=1, least=(10,), lookup="at_once")
    assert guided("word-shout", lost) == ("No word is left for you here: pass.", Pass())
    assert guided("word-shout", lost.play(0, Pass(), 2000))[1] is None
    doubts = all_pass(take(opened(starter=1), 1, "cat", 2000))
    assert guided("word-shout", doubts)[0].startswith("Do you doubt a word?")
    assert guided("word-shout", doubts)[1] == Accept()
