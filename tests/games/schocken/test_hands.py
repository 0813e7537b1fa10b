from collections import Counter
from itertools import permutations, product

import pytest

from knobel.games.schocken.hands import Hand, Kind, discs, hand, kind, strength
from knobel.games.schocken.options import SchockenOptions

BOX = SchockenOptions()
THROWS = list(product(range(1, 7), repeat=3))


def called(faces):
    """What a throw is called, found by spelling out every hand there is: nothing here shares code with the game."""
    names = {"111": "out", "124": "jule", "122": "pippi"}
    names |= {f"11{n}": "schock" for n in range(2, 7)}
    names |= {f"{n}" * 3: "general" for n in range(2, 7)}
    names |= dict.fromkeys(("123", "234", "345", "456"), "street")
    return names.get("".join(map(str, sorted(faces))), "simple")


def of(faces, at_once=True, options=BOX):
    return hand(tuple(map(int, faces)), at_once, options)


@pytest.mark.rule("SCH-19", "SCH-20", "SCH-21", "SCH-22", "SCH-23", "SCH-24", "SCH-25")
def test_every_throw_of_three_dice_is_called_by_its_name():
    for faces in THROWS:
        assert hand(faces, True, BOX).kind == called(faces), faces
    counts = Counter(hand(faces, True, BOX).kind for faces in THROWS)
    assert counts == {"out": 1, "pippi": 3, "general": 5, "jule": 6, "schock": 15, "street": 24, "simple": 162}


@pytest.mark.rule("SCH-26")
def test_put_together_only_jule_and_pippi_lose_their_names():
    for faces in THROWS:
        name = called(faces)
        assert hand(faces, False, BOX).kind == ("simple" if name in ("jule", "pippi") else name), faces


@pytest.mark.rule("SCH-R5")
@pytest.mark.option("schocken", "assembled")
@pytest.mark.parametrize(
    ("assembled", "lost"),
    [("both", set()), ("generals", {"street"}), ("neither", {"street", "general"})],
)
def test_what_may_be_put_together_is_the_table_s_choice(assembled, lost):
    options = SchockenOptions(assembled=assembled)
    for faces in THROWS:
        name = called(faces)
        assert hand(faces, True, options).kind == name
        assert hand(faces, False, options).kind == ("simple" if name in lost | {"jule", "pippi"} else name), faces


def test_the_order_in_which_dice_lie_does_not_matter():
    for faces in permutations((2, 4, 6)):
        assert hand(faces, True, BOX) == Hand(Kind.SIMPLE, (6, 4, 2))


@pytest.mark.parametrize(
    ("faces", "due"),
    [
        pytest.param("221", 9, marks=pytest.mark.rule("SCH-24")),
        pytest.param("521", 1, marks=pytest.mark.rule("SCH-19")),
        pytest.param("665", 1, marks=pytest.mark.rule("SCH-19")),
        pytest.param("123", 2, marks=pytest.mark.rule("SCH-20")),
        pytest.param("234", 2, marks=pytest.mark.rule("SCH-20")),
        pytest.param("345", 2, marks=pytest.mark.rule("SCH-20")),
        pytest.param("456", 2, marks=pytest.mark.rule("SCH-20")),
        pytest.param("222", 3, marks=pytest.mark.rule("SCH-21")),
        pytest.param("666", 3, marks=pytest.mark.rule("SCH-21")),
        pytest.param("112", 2, marks=pytest.mark.rule("SCH-22")),
        pytest.param("113", 3, marks=pytest.mark.rule("SCH-22")),
        pytest.param("114", 4, marks=pytest.mark.rule("SCH-22")),
        pytest.param("115", 5, marks=pytest.mark.rule("SCH-22")),
        pytest.param("116", 6, marks=pytest.mark.rule("SCH-22")),
        pytest.param("124", 7, marks=pytest.mark.rule("SCH-23")),
        pytest.param("111", 15, marks=pytest.mark.rule("SCH-25")),
    ],
)
def test_a_hand_costs_so_many_discs(faces, due):
    assert discs(of(faces), every=15) == due


@pytest.mark.rule("SCH-19", "SCH-26")
def test_a_pippi_put_together_costs_one_disc():
    assert discs(of("221", at_once=False), every=13) == 1


RISING = [
    *("221", "322", "331", "332", "421", "431", "441", "442", "443", "521", "522", "665"),  # not all fell at once
    *("321", "432", "543", "654"),
    *("222", "333", "444", "555", "666"),
    *("112", "113", "114", "115", "116"),
]
SPECIAL = ["421", "221", "111"]


@pytest.mark.rule("SCH-R2", "SCH-R3", "SCH-19")
def test_hands_rise_from_the_lowest_simple_hand_to_schock_out():
    strengths = [strength(of(faces, at_once=False), BOX) for faces in RISING]
    strengths += [strength(of(faces), BOX) for faces in SPECIAL]
    assert strengths == sorted(strengths)
    assert len(set(strengths)) == len(strengths)


@pytest.mark.rule("SCH-R2", "SCH-R19")
@pytest.mark.option("schocken", "general_high")
def test_a_high_general_stands_right_above_schock_2():
    high = SchockenOptions(general_high=True)
    rising = ["321", "654", "112", "222", "333", "444", "555", "666", "113", "114", "115", "116", *SPECIAL]
    strengths = [strength(of(faces), high) for faces in rising]
    assert strengths == sorted(strengths)
    assert len(set(strengths)) == len(strengths)
    assert strength(of("112"), BOX) > strength(of("666"), BOX)


@pytest.mark.rule("SCH-R3")
@pytest.mark.option("schocken", "simple_by")
def test_simple_hands_may_compare_by_the_highest_die_alone():
    highest = SchockenOptions(simple_by="highest")
    assert strength(of("665"), highest) == strength(of("621"), highest) > strength(of("554"), highest)
    assert strength(of("665"), BOX) > strength(of("662"), BOX) > strength(of("652"), BOX) > strength(of("651"), BOX)
    assert strength(of("543"), highest) != strength(of("542"), highest)


def test_kinds_are_told_from_faces_alone():
    assert kind((6, 5, 4), at_once=False) is Kind.STREET
    assert kind((6, 5, 4), at_once=False, assembled="generals") is Kind.SIMPLE
