"""People roll real dice and type what fell; a slip can be put right."""

import json

from tests.cli.house import MOVE


def test_a_slip_is_corrected_before_the_next_decision(house):
    sitting = house.sit("play", "pig", "--real-dice", "--seat", "Ann,Bo", "--record", "real.jsonl")
    sitting.wait(MOVE)
    assert "type what fell" in sitting.everything
    sitting.type("1")
    sitting.wait("What fell")
    assert "1 2 3 4 5 6" in sitting.shown
    for wrong in ("7", "six", "4 4", "46"):
        sitting.type(wrong)
        sitting.wait("What fell")
    assert "2 " in sitting.shown
    assert "These dice cannot show “7”" in sitting.shown
    sitting.type("1")
    sitting.wait("Bo, your move")
    sitting.type("c")
    sitting.wait("really show")
    sitting.type("6")
    sitting.wait(r"Ann, your move \(1–2\)")
    assert "The die shows 6." in sitting.everything
    sitting.type("2")
    sitting.wait("Bo, your move")
    sitting.type("c")
    sitting.wait("Bo, your move")
    assert "too late to correct" in sitting.everything
    sitting.type("u")
    sitting.wait(r"Ann, your move \(1–2\)")
    sitting.type("c")
    sitting.wait("really show")
    sitting.type("")
    sitting.wait(r"Ann, your move \(1–2\)")
    assert "Left as it was." in sitting.everything
    sitting.type("q")
    assert sitting.end() == 0
    moves = json.loads(house.run("replay", "real.jsonl", "--json").stdout)
    assert [step["made"] for step in moves] == [{"type": "Roll"}, {"type": "Fell", "pips": 6}]


def test_a_correction_is_possible_before_a_bot_goes_on(house):
    sitting = house.sit("play", "pig", "--real-dice")
    sitting.wait(MOVE)
    sitting.type("1")
    sitting.wait("What fell")
    sitting.type("1")
    sitting.wait("Enter goes on, c corrects")
    sitting.type("c")
    sitting.wait("really show")
    sitting.type("5")
    sitting.wait(r"move \(1–2\)")
    sitting.type("1")
    sitting.wait("What fell")
    sitting.type("u")
    sitting.wait(r"move \(1–2\)")
    assert "You take your last move back." in sitting.everything
    sitting.type("2")
    sitting.wait("What fell")
    assert "Anything goes rolls." in sitting.everything


def test_several_dice_are_typed_in_any_order_together_or_apart(house):
    typed = "1\no1\n1\nwhat\nr1 r1 r1 r1 r1\ng6,r5  o5\tY4 o2\n"
    played = house.run("play", "shizzle", "--real-dice", typed=typed)
    assert "one die" in played.stdout
    assert "5 dice (" in played.stdout
    assert "5 dice were thrown, but you typed 1" in played.stdout
    assert "These dice cannot show “r1 r1 r1 r1 r1”" in played.stdout
    assert "r1 o2 y3 g4 b5 p6" in played.stdout
    assert "They show" in played.stdout


def test_a_whole_game_of_real_dice_cannot_be_verified_and_says_so(house):
    played = house.run("play", "pig", "--real-dice", "--option", "target=6", "--record", "r.jsonl", typed="1\n6\n\n")
    assert "You win!" in played.stdout
    assert "knobel verify" not in played.stdout
    checked = house.run("verify", "r.jsonl")
    assert checked.returncode == 2
    assert "real dice" in checked.stdout


def test_only_typed_dice_can_be_corrected(house):
    played = house.run("play", "pig", "--seed", "1", typed="1\nc\n")
    assert "Only dice that people typed in can be corrected" in played.stdout


def test_what_a_bot_throws_in_secret_is_not_typed_in_by_people(house):
    sitting = house.sit("play", "cups", "--real-dice", "--seat", "Rob=random,Ann", "--record", "unseen.jsonl")
    sitting.wait(MOVE)
    assert "the house throws them itself" in sitting.said
    assert "Something lands under the cup." in sitting.said
    assert "What fell" not in sitting.said
    assert "Under the cup is" not in sitting.said
    sitting.type("1")
    sitting.wait("What fell")
    sitting.type("bee")
    sitting.wait(MOVE)
    sitting.type("1")
    sitting.wait("Call out a word:")
    sitting.type("zebra")
    sitting.wait(MOVE)
    sitting.type("1")
    assert sitting.end() == 0
    assert "You lift the cups" in sitting.said


def test_where_several_cups_are_lifted_it_says_whose_dice_are_asked_for(house):
    """The bot throws under a cup of its own, which nobody looks into before all are lifted."""
    typed = "1 5\n\n1\n1\n1 2 3\n2 2 2\n"
    played = house.run("play", "schocken", "--real-dice", "--seat", "Ann,Rob=casual", typed=typed).stdout
    lifted = played[played.index("All cups up!") :]
    assert (
        lifted.index("Now Rob’s dice.") < lifted.index("1 2 3") < lifted.index("Now your dice.") < lifted.index("2 2 2")
    )
    assert "Somebody throws for Rob too" in played
    assert "’s dice." not in played[: played.index("All cups up!")]
