"""How the dictionary's data is built: on small lists of our own, so that no package is needed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel.games.word_shout.dictionary import DATA, MARKS, Dictionary
from knobel.games.word_shout.packing import pack_marked, pack_text, unpack_marked, unpack_text
from tools.games.word_shout.data import build, differences, notices, plain, sense_of

SCOWL = {
    "english-words.10": ["dog", "dog's", "ox", "run", "cold", "colder", "coldest", "multi", "café", "pâté’s"],
    "english-words.70": ["dogs", "csc", "dog", "ran", "running", "brandywine", "cafés", "emfs", "œuvre"],
    "english-words.35": ["corps", "causes", "cause"],
    "english-words.60": ["therms", "cans", "techs", "hounds", "mines", "mine", "thrips"],
    "english-words.80": ["zyzzyva", "hound"],
    "american-words.35": ["color"],
    "british-words.35": ["colour"],
    "variant_1-words.50": ["colur"],
    "variant_2-words.50": ["culler"],
    "english-abbreviations.40": ["NATO", "etc", "TV", "corp", "min", "CAN", "tech"],
    "english-abbreviations.35": ["caus"],
    "english-abbreviations.50": ["therm", "emf"],
    "english-proper-names.50": ["Paris", "Paris's", "Zoë"],
    "british-upper.50": ["Polish"],
    "english-upper.95": ["Xanadu"],
}

WORDNET = {
    "data.noun": [
        "  1 a licence at the top, which is no entry",
        '00000010 05 n 01 dog 0 001 @ 00000099 n 0000 | a barking animal; "the dog barked"  ',
        "00000020 05 n 02 Dog 0 hound 0 000 | a name  ",
        "00000030 13 n 01 Brandywine 0 001 @ 00000099 n 0000 | a drink  ",
        "00000040 10 n 01 obscenity 0 000 | a rude word  ",
        "00000060 05 n 01 thrips 0 000 | an insect  ",
        "00000070 05 n 01 thrip 0 000 | an insect as well  ",
        "00000050 04 n 01 run 0 001 ;u 00000040 n 0000 | the act of `running' fast  ",
    ],
    "index.noun": [
        "  1 a licence",
        "brandywine n 1 1 @ 1 0 00000030",
        "dog n 2 1 @ 2 0 00000020 00000010",
        "hound n 1 0 1 0 00000020",
        "run n 1 1 ;u 1 0 00000050",
        "thrip n 1 0 1 0 00000070",
        "thrips n 1 0 1 0 00000060",
    ],
    "data.verb": ['00000010 38 v 01 run 0 001 @ 00000099 v 0000 01 + 02 00 | move fast; "run!"  '],
    "index.verb": ["run v 1 1 @ 1 0 00000010"],
    "data.adj": ["00000010 00 s 01 cold(p) 0 000 | of low warmth  "],
    "index.adj": ["cold a 1 0 1 0 00000010"],
    "data.adv": [],
    "index.adv": [],
    "noun.exc": [],
    "verb.exc": ["ran run", "running run"],
    "adj.exc": [],
    "adv.exc": [],
}


def written(folder: Path, files: dict[str, list[str]]) -> Path:
    folder.mkdir()
    for name, lines in files.items():
        (folder / name).write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return folder


@pytest.fixture
def made(tmp_path: Path) -> dict[str, bytes]:
    return build(written(tmp_path / "scowl", SCOWL), written(tmp_path / "wordnet", WORDNET))


@pytest.fixture
def book(tmp_path: Path, made: dict[str, bytes]) -> Dictionary:
    for name, contents in made.items():
        (tmp_path / name).write_bytes(contents)
    return Dictionary(tmp_path)


@settings(deadline=None)
@given(st.dictionaries(st.text("abcz", min_size=1, max_size=70), st.integers(0, 9)))
def test_marked_words_come_out_as_they_went_in(marks: dict[str, int]) -> None:
    assert unpack_marked(pack_marked(marks)) == marks
    assert list(unpack_marked(pack_marked(marks))) == sorted(marks)


@settings(deadline=None)
@given(st.text())
def test_a_text_comes_out_as_it_went_in(text: str) -> None:
    safe = text.encode("utf-8", "replace").decode()
    assert unpack_text(pack_text(safe)) == safe


def test_the_same_lists_give_the_same_bytes(tmp_path: Path, made: dict[str, bytes]) -> None:
    again = build(tmp_path / "scowl", tmp_path / "wordnet")
    assert again == made


def test_the_words_are_those_of_the_chosen_lists_and_levels(book: Dictionary) -> None:
    listed = (
        "brandywine cafe cafes cans cause causes cold colder coldest color colour colur corps dog dogs hound hounds "
        "mine mines ran run running tech techs therm therms thrips"
    )
    assert list(book) == listed.split()


@pytest.mark.rule("WSH-R18")
def test_the_changes_lead_back_to_the_first_edition(tmp_path: Path, made: dict[str, bytes], book: Dictionary) -> None:
    changes = made["changes.txt"].decode().splitlines()
    gained = ["2 + cafe 10", "2 + cafes 70", "2 + hound 60", "2 + tech 60", "2 + therm 60"]
    assert changes == [*gained, "2 - emfs 70"]
    then = Dictionary(tmp_path, edition=1)
    assert list(then) == sorted({*book, "emfs"} - {"cafe", "cafes", "hound", "tech", "therm"})
    assert then.commonness("emfs") == 70
    assert then.why_not("therm") == "abbreviation"


def test_the_words_are_counted_in_the_documents_as_they_are() -> None:
    root = Path(__file__).parents[3]
    pages = [root / "README.md", root / "CHANGELOG.md", *sorted((root / "docs").rglob("*.md"))]
    told = {
        str(page.relative_to(root)): re.findall(r"\b(\d{2,3},\d{3})\s+words", page.read_text("utf-8")) for page in pages
    }
    assert {name: counts for name, counts in told.items() if counts} == {
        "CHANGELOG.md": [f"{len(Dictionary()):,}"],
        "docs/decisions/words.md": [f"{len(Dictionary()):,}"],
    }


def test_the_list_of_what_changed_is_counted_in_the_documents_as_it_is() -> None:
    signs = [line.split()[1] for line in (DATA / "changes.txt").read_text("ascii").splitlines()]
    page = (Path(__file__).parents[3] / "docs" / "decisions" / "words.md").read_text("utf-8")
    assert f"gained {signs.count('+')} words and lost {signs.count('-')}" in " ".join(page.split())
    assert len(Dictionary(edition=1)) == 115_770


def test_a_word_has_the_lowest_of_its_levels(book: Dictionary) -> None:
    assert [book.commonness(word) for word in ("dog", "colour", "dogs")] == [10, 35, 70]


def test_the_other_lists_say_why_not(book: Dictionary) -> None:
    expected = {
        "nato": "abbreviation",
        "corp": "abbreviation",
        "min": "abbreviation",
        "can": "abbreviation",
        "caus": "abbreviation",
        "emf": "abbreviation",
        "emfs": "abbreviation",
        "thrip": "not-found",
        "zoe": "name",
        "csc": "abbreviation",
        "Paris": "name",
        "Polish": "name",
        "multi": "affix",
        "tele": "affix",
        "xanadu": "not-found",
        "tv": "too-short",
    }
    assert {word: book.why_not(word) for word in expected} == expected
    assert len(MARKS) == 3


def test_the_meanings_are_those_of_words_written_small(book: Dictionary) -> None:
    told = {word: [(sense.part, sense.of, sense.text) for sense in book.meaning(word)] for word in book}
    fast = ("verb", "run", "move fast")
    assert {word: senses for word, senses in told.items() if senses} == {
        "brandywine": [("noun", "brandywine", "a drink")],
        "cold": [("adjective", "cold", "of low warmth")],
        "colder": [("adjective", "cold", "of low warmth")],
        "coldest": [("adjective", "cold", "of low warmth")],
        "dog": [("noun", "dog", "a barking animal")],
        "dogs": [("noun", "dog", "a barking animal")],
        "hound": [("noun", "hound", "a name")],
        "hounds": [("noun", "hound", "a name")],
        "ran": [fast],
        "run": [("noun", "run", "the act of ‘running’ fast"), fast],
        "running": [fast],
        "thrips": [("noun", "thrips", "an insect")],
    }


def test_coarse_is_what_wordnet_marks_in_its_first_sense(book: Dictionary) -> None:
    assert book.coarse("run")
    assert not book.coarse("dog")


def test_a_gloss_loses_its_examples() -> None:
    assert plain('a thing; also another; "one thing"; "two"  ') == "a thing; also another"
    assert plain("(of `x') plain  ") == "(of ‘x’) plain"


def test_the_name_of_one_thing_is_no_kind_of_thing() -> None:
    assert sense_of("00000030 13 n 01 Brandywine 0 001 @ 00000099 n 0000 | a drink  ").thing
    assert not sense_of("00000030 13 n 01 Brandywine 0 001 @i 00000099 n 0000 | a drink  ").thing
    assert not sense_of("00000030 18 n 01 Brandywine 0 001 @ 00000099 n 0000 | a person  ").thing


def test_a_difference_in_bytes_and_a_missing_file_are_found(tmp_path: Path) -> None:
    (tmp_path / "words.xz").write_bytes(pack_text("one"))
    (tmp_path / "NOTICE.x").write_text("mine\n")
    assert differences({"words.xz": pack_text("one"), "NOTICE.x": b"mine\n"}, tmp_path) == []
    assert differences({"words.xz": pack_text("two"), "NOTICE.x": b"yours\n"}, tmp_path) == ["words.xz", "NOTICE.x"]
    assert differences({"new.xz": pack_text("one")}, tmp_path) == ["new.xz"]


def test_a_notice_is_the_licence_of_the_data_and_not_of_its_packaging(tmp_path: Path) -> None:
    (tmp_path / "copyright").write_text("Files: *\nLicense: free\n\nFiles: debian/*\nLicense: other\n")
    assert notices({"NOTICE.x": tmp_path / "copyright"}) == {"NOTICE.x": b"Files: *\nLicense: free\n"}


def test_the_notices_lie_beside_the_data() -> None:
    folder = Path(__file__).parents[3] / "knobel" / "games" / "word_shout" / "data"
    assert "Kevin Atkinson" in (folder / "NOTICE.scowl").read_text("utf-8")
    assert "Princeton University" in (folder / "NOTICE.wordnet").read_text("utf-8")
