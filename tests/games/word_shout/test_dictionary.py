"""The dictionary: what counts as a word, what letters can spell, and what it means."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from knobel.games.word_shout.dictionary import DATA, LEVELS, Dictionary, dictionary
from knobel.games.word_shout.meanings import Meaning
from knobel.games.word_shout.packing import unpack_marked
from tools.games.word_shout.data import FORMS_OF_OTHERS, plurals, refused_singulars

DICE = ("aaeeio", "aeeiou", "aeiouy", "eiorst", "alnrst", "dlnrst", "cdhmpt", "bghlnp", "fgkmsw", "bcdrvx")
BOOK = dictionary()


def rolls(count: int, seed: int, dice: tuple[str, ...] = DICE) -> list[str]:
    chance = random.Random(seed)
    return ["".join(chance.choice(die) for die in dice) for _ in range(count)]


def short(word: str) -> str:
    return word[:20]


def mask(letters: str) -> int:
    return sum(1 << (ord(letter) - 97) for letter in set(letters))


@cache
def masked() -> tuple[list[str], np.ndarray]:
    """Every word of the dictionary, and which letters it has."""
    return list(BOOK), np.array([mask(word) for word in BOOK])


def scan(letters: str) -> list[str]:
    """Every word of the dictionary is tried: those with another letter fall away first, then letters are counted."""
    words, masks = masked()
    likely = [words[place] for place in np.flatnonzero((masks & ~mask(letters)) == 0)]
    spelt = [word for word in likely if all(word.count(letter) <= letters.count(letter) for letter in set(word))]
    return sorted(spelt, key=lambda word: (-len(word), word))


# What counts --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WSH-15")
@pytest.mark.parametrize("word", ["dice", "colour", "color", "realise", "realize", "the", "quixotic", "grey", "gray"])
def test_words_of_a_standard_dictionary_are_allowed(word: str) -> None:
    assert word in BOOK
    assert BOOK.why_not(word) is None


@pytest.mark.rule("WSH-15")
@pytest.mark.parametrize("word", ["xqz", "dicedz", "brillig", "aaaa", "a" * 10_000], ids=short)
def test_what_no_dictionary_has_is_refused(word: str) -> None:
    assert word not in BOOK
    assert BOOK.why_not(word) == "not-found"


@pytest.mark.rule("WSH-R10")
@pytest.mark.parametrize("word", ["geese", "leaves", "axes", "boxes", "tomatoes", "oxen", "dice", "words"])
def test_plurals_are_allowed(word: str) -> None:
    assert BOOK.why_not(word) is None


@pytest.mark.rule("WSH-R18")
@pytest.mark.parametrize(
    "word",
    ["cafe", "elan", "melee", "fete", "seance", "entree", "voila", "pinata", "crouton", "sauteed", "smorgasbord"],
)
def test_words_with_accents_are_allowed_as_dice_spell_them(word: str) -> None:
    assert BOOK.why_not(word) is None


@pytest.mark.rule("WSH-R18")
@pytest.mark.parametrize(
    "word",
    ["therm", "col", "psi", "intro", "bot", "app", "tech", "max", "caddy", "stormtrooper", "boardgame", "mountie"],
)
def test_a_singular_whose_plural_counts_counts(word: str) -> None:
    assert any(plural in BOOK for plural in (*plurals(word), f"{word}s"))
    assert BOOK.why_not(word) is None


@pytest.mark.rule("WSH-R18")
@pytest.mark.parametrize(
    ("singular", "plural"), [("quarryman", "quarrymen"), ("tealeaf", "tealeaves"), ("math", "maths")]
)
def test_so_it_is_with_plurals_of_any_form_and_the_other_way_round(singular: str, plural: str) -> None:
    assert BOOK.why_not(singular) is BOOK.why_not(plural) is None


@pytest.mark.rule("WSH-R18", "WSH-16")
@pytest.mark.parametrize(
    ("word", "why"),
    [("corp", "abbreviation"), ("fec", "abbreviation"), ("caus", "abbreviation"), ("thrip", "not-found")],
)
def test_what_only_looks_like_the_singular_of_a_word_is_refused(word: str, why: str) -> None:
    assert BOOK.why_not(word) == why


@pytest.mark.rule("WSH-R18", "WSH-16")
def test_no_abbreviation_of_all_is_refused_whose_own_plural_counts() -> None:
    """What is refused so only looks like it: the dictionary itself says what else each of those plurals is."""
    marks = unpack_marked((DATA / "marks.xz").read_bytes())
    refused = refused_singulars(set(BOOK), marks)
    assert refused.keys() == FORMS_OF_OTHERS.keys()
    for plural, word in refused.items():
        assert BOOK.why_not(word) == "abbreviation"
        assert {meaning.of for meaning in BOOK.meaning(plural)} == {FORMS_OF_OTHERS[plural]}
        assert word != FORMS_OF_OTHERS[plural]
    then = refused_singulars(set(Dictionary(edition=1)), marks | dict.fromkeys(["therm", "col", "psi", "bot"], 0))
    assert {"therms", "cols", "psis", "bots"} <= then.keys() - refused.keys()


@pytest.mark.rule("WSH-R18", "WSH-16")
def test_the_plural_of_what_is_only_an_abbreviation_is_one_too() -> None:
    assert BOOK.why_not("emf") == BOOK.why_not("emfs") == "abbreviation"


@pytest.mark.rule("WSH-16")
@pytest.mark.parametrize("word", ["NATO", "nato", "mph", "etc", "BBC", "abbr", "csc", "hhd", "kcal"])
def test_abbreviations_are_refused(word: str) -> None:
    assert word not in BOOK
    assert BOOK.why_not(word) == "abbreviation"


@pytest.mark.rule("WSH-17")
@pytest.mark.parametrize("word", ["tele", "pre", "multi", "esque", "pre-", "-ness", "un-", "-ING", "anti‐"])
def test_prefixes_and_suffixes_are_refused(word: str) -> None:
    assert word not in BOOK
    assert BOOK.why_not(word) == "affix"


@pytest.mark.rule("WSH-17")
@pytest.mark.parametrize("word", ["over", "able", "mini", "anti", "ship", "ism", "extra"])
def test_an_affix_that_is_also_a_word_is_allowed(word: str) -> None:
    assert BOOK.why_not(word) is None


@pytest.mark.rule("WSH-18")
@pytest.mark.parametrize(
    "word", ["Paris", "paris", "Peter", "london", "zurich", "Pokemon", "Polish", "december", "leporidae"]
)
def test_proper_nouns_are_refused(word: str) -> None:
    assert word not in BOOK
    assert BOOK.why_not(word) == "name"


@pytest.mark.rule("WSH-18")
@pytest.mark.parametrize("word", ["polish", "china", "turkey", "may", "bill"])
def test_a_name_that_is_also_a_word_is_allowed_in_small_letters(word: str) -> None:
    assert BOOK.why_not(word) is None


@pytest.mark.rule("WSH-19")
@pytest.mark.parametrize("word", ["don't", "don’t", "dog's", "well-known", "o'clock", "'tis", "-", "e-mail", "x–y"])
def test_nothing_with_an_apostrophe_or_a_hyphen_is_allowed(word: str) -> None:
    assert word not in BOOK
    assert BOOK.why_not(word) == "apostrophe-or-hyphen"


@pytest.mark.rule("WSH-20")
@pytest.mark.parametrize("word", ["pizza", "sauna", "kindergarten", "schadenfreude", "sushi", "tsunami"])
def test_foreign_words_that_the_dictionary_has_are_allowed(word: str) -> None:
    assert BOOK.why_not(word) is None


@pytest.mark.rule("WSH-20")
@pytest.mark.parametrize("word", ["schildkroete", "perro", "wuerfel", "bonjour"])
def test_other_foreign_words_are_refused(word: str) -> None:
    assert BOOK.why_not(word) == "not-found"


@pytest.mark.rule("WSH-05")
@pytest.mark.parametrize("word", ["", "a", "ab", "ox", "TV"])
def test_a_word_has_three_letters_or_more(word: str) -> None:
    assert word not in BOOK
    assert BOOK.why_not(word) == "too-short"


@pytest.mark.parametrize(
    "word", ["ünïcode", "café", "x1y", "123", "two words", "dice\n", "\N{KELVIN SIGN}in", "Dices", "字"]
)
def test_what_is_not_written_in_small_letters_of_a_to_z_is_refused(word: str) -> None:
    assert word not in BOOK
    assert BOOK.why_not(word) == "not-letters"


def test_every_word_is_of_small_letters_and_has_a_level() -> None:
    assert 110_000 < len(BOOK) < 120_000
    assert all(len(word) >= 3 and word.isascii() and word.isalpha() and word.islower() for word in BOOK)
    assert {BOOK.commonness(word) for word in BOOK} == set(LEVELS)


def test_common_words_have_a_smaller_level_than_rare_ones() -> None:
    ladder = ["house", "kettle", "galoshes", "xebec"]
    levels = [BOOK.commonness(word) for word in ladder]
    assert levels == sorted(levels)
    assert levels[0] == 10
    assert levels[-1] == 70
    with pytest.raises(KeyError):
        BOOK.commonness("xqz")


def test_a_coarse_word_is_marked_but_allowed() -> None:
    assert BOOK.coarse("turd")
    assert BOOK.coarse("turds")
    assert BOOK.coarse("cum")
    assert BOOK.coarse("cooly")
    assert "turd" in BOOK
    assert not BOOK.coarse("house")
    assert not BOOK.coarse("boy")
    assert not BOOK.coarse("NATO")


def test_the_dictionary_is_read_once() -> None:
    assert dictionary() is dictionary()


# What letters can spell ---------------------------------------------------------------------------------------------


def test_the_words_in_a_roll_are_those_a_plain_scan_finds() -> None:
    for roll in rolls(2000, seed=1):
        assert BOOK.words_in(roll) == scan(roll)


def test_fewer_letters_are_spelt_the_same_way() -> None:
    for size in range(10):
        for roll in rolls(100, seed=size, dice=DICE[:size]):
            assert BOOK.words_in(roll) == scan(roll)


def test_a_letter_is_used_no_more_often_than_it_lies_there() -> None:
    assert "loo" not in BOOK.words_in("lopt")
    assert "loo" in BOOK.words_in("loopt")


def test_many_letters_are_spelt_as_well() -> None:
    for roll in rolls(5, seed=7, dice=DICE + DICE + DICE):
        assert BOOK.words_in(roll) == scan(roll)
        assert BOOK.any_word_in(roll)
    assert BOOK.words_in("b" * 10_000) == []
    assert not BOOK.any_word_in("b" * 10_000)


@pytest.mark.parametrize("least", [1, 3, 4, 6, 8, 11])
def test_shorter_words_than_asked_for_are_left_out(least: int) -> None:
    for roll in rolls(50, seed=least):
        assert BOOK.words_in(roll, least) == [word for word in scan(roll) if len(word) >= least]


@pytest.mark.rule("WSH-08")
@pytest.mark.parametrize("least", [1, 3, 4, 5, 7, 9])
def test_whether_any_word_is_left_agrees_with_the_list_of_words(least: int) -> None:
    answers: set[bool] = set()
    for size in range(11):
        for roll in rolls(60, seed=size, dice=tuple(random.Random(size).sample(DICE, size))):
            answers.add(BOOK.any_word_in(roll, least))
            assert BOOK.any_word_in(roll, least) == bool(BOOK.words_in(roll, least))
    assert answers == {True, False}


def test_consonants_alone_may_still_spell_something() -> None:
    assert BOOK.any_word_in("pstsbcdfgk")
    assert BOOK.words_in("psts") == ["psst"]
    assert BOOK.any_word_in("psts")
    assert not BOOK.any_word_in("bcdfgk")


# The best split -----------------------------------------------------------------------------------------------------


def merit(words: tuple[str, ...]) -> tuple[int, int, list[int], tuple[str, ...]]:
    return -len("".join(words)), len(words), [-len(word) for word in words], words


def splits(letters: Counter[str], words: list[str]) -> Iterator[tuple[str, ...]]:
    """Every way to take words from these letters, in the order of the list, a word as often as it can be spelt."""
    yield ()
    for place, word in enumerate(words):
        if Counter(word) <= letters:
            for others in splits(letters - Counter(word), words[place:]):
                yield (word, *others)


@pytest.mark.parametrize(("size", "count"), [(3, 40), (5, 40), (7, 30), (8, 10), (10, 4)])
def test_the_best_split_is_the_best_of_all(size: int, count: int) -> None:
    chance = random.Random(size)
    for roll in rolls(count, seed=size, dice=tuple(chance.sample(DICE, size))):
        assert BOOK.best_split(roll) == min(splits(Counter(roll), scan(roll)), key=merit)


def test_the_best_split_of_a_roll_is_made_of_its_words() -> None:
    for roll in rolls(150, seed=3):
        split = BOOK.best_split(roll)
        assert Counter("".join(split)) <= Counter(roll)
        assert all(word in BOOK for word in split)
        assert len("".join(split)) >= len(BOOK.words_in(roll)[0])
        assert split == tuple(sorted(split, key=lambda word: (-len(word), word)))


def test_the_best_split_keeps_to_the_least_length() -> None:
    for roll in rolls(20, seed=5):
        fair = [word for word in scan(roll) if len(word) >= 5]
        assert BOOK.best_split(roll, 5) == min(splits(Counter(roll), fair), key=merit)


def test_a_word_may_come_twice_in_a_split() -> None:
    assert BOOK.best_split("hmmhmm") == ("hmm", "hmm")


def test_many_letters_are_split_by_the_longest_word_that_is_left() -> None:
    roll = rolls(1, seed=9, dice=DICE + DICE)[0]
    split = BOOK.best_split(roll)
    assert split[0] == scan(roll)[0]
    assert Counter("".join(split)) <= Counter(roll)
    assert not BOOK.any_word_in("".join((Counter(roll) - Counter("".join(split))).elements()))


def test_nothing_to_spell_is_an_empty_split() -> None:
    assert BOOK.best_split("bcdfg") == ()
    assert BOOK.best_split("") == ()


# What it means ------------------------------------------------------------------------------------------------------


def bases(word: str) -> set[tuple[str, str]]:
    return {(meaning.part, meaning.of) for meaning in BOOK.meaning(word)}


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("bluffing", {("verb", "bluff")}),
        ("geese", {("noun", "goose")}),
        ("leaves", {("noun", "leaf"), ("noun", "leave"), ("verb", "leave")}),
        ("axes", {("noun", "ax"), ("noun", "axis"), ("verb", "axe")}),
        ("running", {("noun", "running"), ("verb", "run"), ("adjective", "running")}),
        ("hoped", {("verb", "hope")}),
        ("hopped", {("verb", "hop")}),
        ("swinging", {("noun", "swinging"), ("verb", "swing"), ("adjective", "swinging")}),
        ("crosses", {("noun", "cross"), ("verb", "cross")}),
        ("corpses", {("noun", "corpse")}),
        ("heroes", {("noun", "hero")}),
        ("colder", {("adjective", "cold")}),
        ("nicest", {("adjective", "nice")}),
        ("broker", {("noun", "broker"), ("verb", "broker")}),
        ("layer", {("noun", "layer"), ("verb", "layer")}),
        ("went", {("verb", "go")}),
        ("drew", {("verb", "draw")}),
        ("cognac", {("noun", "cognac")}),
    ],
)
def test_a_word_is_looked_up_by_its_part_of_speech(word: str, expected: set[tuple[str, str]]) -> None:
    assert bases(word) == expected


def test_bluffing_is_no_river_bank() -> None:
    texts = [meaning.text for meaning in BOOK.meaning("bluffing")]
    assert texts[0].startswith("deceive an opponent by a bold bet")
    assert not any("bank" in text for text in texts)
    assert any("bank" in meaning.text for meaning in BOOK.meaning("bluff"))


def test_an_entry_of_its_own_comes_before_the_base_form() -> None:
    better = [meaning.of for meaning in BOOK.meaning("better") if meaning.part == "adjective"]
    assert better[0] == "better"
    assert "good" in better
    assert {meaning.part for meaning in BOOK.meaning("better")} == {"noun", "verb", "adjective", "adverb"}


@pytest.mark.parametrize("word", ["his", "lest", "york", "who", "xqz", "", "Paris", "a" * 10_000], ids=short)
def test_a_word_without_an_entry_has_no_meaning_rather_than_a_wrong_one(word: str) -> None:
    assert BOOK.meaning(word) == ()


def test_meanings_are_plain_sentences_without_examples() -> None:
    some = random.Random(2).sample(list(BOOK), 3000)
    meanings = [meaning for word in some for meaning in BOOK.meaning(word)]
    assert len(meanings) > 3000
    for meaning in meanings:
        assert meaning.text
        assert not set('"`|\t\n') & set(meaning.text)
        assert meaning.part in {"noun", "verb", "adjective", "adverb"}
    assert isinstance(meanings[0], Meaning)


def test_another_copy_answers_the_same() -> None:
    copy = Dictionary()
    assert list(copy) == list(BOOK)
    assert copy.words_in("aeinorstbc") == BOOK.words_in("aeinorstbc")
