"""How words are spelled with dice."""

import pytest

from knobel.games.word_shout.letters import spelled, thrown

ALL = range(10)


@pytest.mark.parametrize(("word", "letters", "dice"), [
    ("cat", "CATXXXXXXX", (0, 1, 2)),
    ("cat", "TACXXXXXXC", (2, 1, 0)),
    ("CAT", "CATXXXXXXX", (0, 1, 2)),
    ("toot", "OTOTOXXXXX", (1, 0, 2, 3)),
    ("toot", "OTOXXXXXXX", None),
    ("dog", "CATXXXXXXX", None),
    ("xxxxxxxxxx", "XXXXXXXXXX", tuple(ALL)),
    ("xxxxxxxxxxx", "XXXXXXXXXX", None),
    ("", "CATXXXXXXX", None),
    ("c t", "C TXXXXXXX", None),
])  # fmt: skip
@pytest.mark.rule("WSH-07")
def test_each_letter_takes_the_first_free_die_that_shows_it(word, letters, dice):
    assert spelled(word, letters, ALL) == dice


@pytest.mark.rule("WSH-07")
def test_only_dice_on_the_table_spell():
    assert spelled("cat", "CATCATXXXX", (1, 2, 3, 5, 6)) == (3, 1, 2)
    assert spelled("cat", "CATCATXXXX", (1, 2, 5, 6, 7)) is None


def test_people_may_say_the_letters_in_any_order():
    dice = ("AAEEIO", "AEEIOU", "AEIOUY", "EIORST", "ALNRST", "DLNRST", "CDHMPT", "BGHLNP", "FGKMSW", "BCDRVX")
    fell = thrown(dice).read(["r", "m", "g", "c", "d", "s", "t", "e", "o", "a"])
    assert sorted(fell.letters) == sorted("RMGCDSTEOA")
