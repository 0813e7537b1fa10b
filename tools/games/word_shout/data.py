"""Builds the dictionary's data from Debian's packages `scowl` and `wordnet-base`.

`make data` builds, and compares with what is committed; `make data ACCEPT=1` replaces what is committed.

The same packages give the same contents on every machine. docs/decisions/words.md says what is in and why.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from knobel.games.word_shout.dictionary import DATA, EDITION, LEAST, LEVELS, MARKS
from knobel.games.word_shout.letters import folded
from knobel.games.word_shout.meanings import PARTS, Meanings, WordEntry
from knobel.games.word_shout.packing import pack_marked, pack_text, unpack_marked

PACKAGES = ("scowl", "wordnet-base")
SCOWL = Path("/usr/share/dict/scowl")
WORDNET = Path("/usr/share/wordnet")
COPYRIGHTS = {
    "NOTICE.scowl": Path("/usr/share/doc/scowl/copyright"),
    "NOTICE.wordnet": Path("/usr/share/doc/wordnet-base/copyright"),
}

WORD = re.compile("[a-z]+")
WORD_LISTS = ("english", "american", "british", "variant_1")
SELF = "tools/games/word_shout/data.py"
SENSES = 2
"""So many senses are kept for each part of speech."""

SLIPS = {
    "abbreviation": "aeq amu csc csch dkl emfs hhd kcal psia psid",
    "name": "anserinae antlia labiatae leporidae ratitae turdinae",
    "affix": "multi",
}
"""What stands among SCOWL's words and yet is none by the rules of the game."""

SINGULARS = """
    afteryear analect antitrade appraisee backblock bedsheet biblicist birdtable boardgame bobbysock breakpoint burb
    carb carbonade civvy creamcup derider diplexer diss djellabah douzeper escalado flexdollar frightener fullstop
    gamesman gangbuster gigaflop hiphugger lifeboatman lifeform metisse mountie muttonchop offcut pantalet peartree
    proclaimer quarryman refusenik roadsign scabland schoolday seising sheerleg shinsplint stormtrooper stromatolite
    subclause tealeaf tech thunderflash tsarist unpacker vindaloo
"""
"""WSH-R18: singulars that SCOWL has above the levels taken, elsewhere or not at all, and whose plurals it has below.

Chosen by eye: most of what is a plural without its last letter is no singular of it (alia, theatric).
"""
IRREGULAR = {"man": "men", "leaf": "leaves"}
"""How the last part of some of them changes."""

FORMS_OF_OTHERS = {
    "bias": "bias",
    "brazes": "braze",
    "causes": "cause",
    "corps": "corps",
    "coss": "coss",
    "dozes": "doze",
    "gazes": "gaze",
    "ides": "ides",
    "moss": "moss",
    "muses": "muse",
    "muss": "muss",
    "noses": "nose",
    "oases": "oasis",
    "poses": "pose",
    "posses": "posse",
    "press": "press",
    "ruses": "ruse",
    "thus": "thus",
    "urus": "urus",
    "wises": "wise",
}
"""Words that look like the plural of an abbreviation (bia, braz …) by accident, each with the word it is a form of.

WSH-R18: there are no others, or the abbreviation would be a word.
"""

PREFIXES = """
    aero afro ambi amphi anglo ante anthropo anti apo arch astro audio auto biblio bio cardio centi chrono
    circum cis col com con contra cor counter cryo crypto cyber cyclo deca deci demi dermo dia dis dys eco
    ecto electro endo epi equi euro exa extra femto ferro fore franco gastro geo giga gyro haemo hecto hemi
    hemo hepta hetero hexa homeo homo hydro hyper hypo indo infra inter intra intro iso juxta kilo kinesi
    macro mal mega meta metro micro mid milli mini mis mono morpho multi myo nano neo nephro neuro non octa
    octo oligo omni ortho osteo out over palaeo paleo pan para patho penta per peri petro phono photo physio
    pico poly post pre preter pro proto pseudo psycho pyro quadri quasi radio retro rheo rhino sacro schizo
    semi servo socio sub super supra sur syl sym syn tachy techno tele tera tetra theo thermo topo trans tri
    turbo ultra under uni vice xeno zygo
"""
SUFFIXES = """
    able ably aceous acious acy ade aholic algia ance ancy ant ard arian ary ase ate athon ation ative ator
    cade cide cracy crat cule cycle dom drome ectomy eer eme ence ency ent eous ergy ery escent ese esque ess
    est eth etic ette faction fold ful gamy genesis genic gon gram graph graphy hedron hood ial ian iatric
    iatry ible ical ician icide ics ier iest ify ile ily ine ing ion ious ise ish ism ist istic ite itis itude
    ity ium ive ization ize kin latry less let like ling logue logy lysis lyte mancy mania ment meter metry
    morph most ness nik nomy oholic oid ology oma onym opia opsy ory ose osis ostomy otomy ous pathy phagy
    phil phile phobe phobia phone phyte plasty rrhea scope ship sion some sophy sphere ster stomy tion tome
    tomy trix trophy tude ture ure ville ward wards ware ways wise worthy
"""

COARSE_USAGE = ("ethnic_slur", "disparagement", "obscenity")
"""WordNet's names for the usages that make a word coarse."""
ALSO_COARSE = """
    arsehole arseholes ballock ballocks bollock bollocks cum cums cunt cunts gook gooks jew jewed jewing jews kraut
    krauts mick micks redskin redskins twat twats
"""
"""What WordNet writes with a capital, or does not mark."""
THINGS = {"04", "05", "06", "09", "12", "13", "20", "27"}
"""WordNet's files of acts, animals, artefacts, thoughts, feelings, foods, plants and substances: no names of anyone."""


# The word lists -----------------------------------------------------------------------------------------------------


def listed(scowl: Path, kinds: Iterable[str], levels: Iterable[int]) -> Iterator[tuple[str, int]]:
    """What SCOWL lists: each spelling and the place of its level."""
    for place, level in enumerate(levels):
        for kind in kinds:
            path = scowl / f"{kind}.{level}"
            if path.exists():
                yield from ((word, place) for word in path.read_text("utf-8").split("\n") if word)


def listed_words(scowl: Path) -> Iterator[tuple[str, int]]:
    """What stands in the word lists that are taken."""
    return listed(scowl, [f"{name}-words" for name in WORD_LISTS], LEVELS)


def lowest(spellings: Iterable[tuple[str, int]], slips: Collection[str]) -> dict[str, int]:
    """What is spelled like a word of the game and is no slip, each with the place of its lowest level."""
    words: dict[str, int] = {}
    for word, place in spellings:
        if WORD.fullmatch(word) and len(word) >= LEAST and word not in slips:
            words.setdefault(word, place)
    return words


def words_of(scowl: Path, wordnet: WordNet) -> dict[str, int]:
    """The words that are allowed (WSH-15 to WSH-20, WSH-R18), each with the place of its lowest level."""
    slips = " ".join(SLIPS.values()).split()
    words = lowest(((folded(word), place) for word, place in listed_words(scowl)), slips)
    return words | singulars_of(scowl, wordnet, words)


def first_words_of(scowl: Path) -> dict[str, int]:
    """The words of the first edition: only what is written without accents, and no singular but those listed."""
    slips = set(" ".join(SLIPS.values()).split()) - {"emfs"}
    return lowest(listed_words(scowl), slips)


def changed(first: Mapping[str, int], words: Mapping[str, int]) -> str:
    """What the second edition gained and lost: a line a word, with the edition, the sign, the word and its level."""
    gained = [("+", word, words[word]) for word in words.keys() - first.keys()]
    lost = [("-", word, first[word]) for word in first.keys() - words.keys()]
    return "".join(f"{EDITION} {sign} {word} {LEVELS[place]}\n" for sign, word, place in sorted(gained + lost))


def plurals(word: str) -> tuple[str, ...]:
    """What a word adds its -s as; the same as the third person of a verb.

    >>> plurals("col"), plurals("max"), plurals("caddy"), plurals("intro")
    (('cols',), ('maxes',), ('caddies',), ('intros', 'introes'))
    """
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return (f"{word}es",)
    if re.search("[^aeiou]y$", word):
        return (f"{word[:-1]}ies",)
    return (f"{word}s", f"{word}es") if word.endswith("o") else (f"{word}s",)


def singulars_of(scowl: Path, wordnet: WordNet, words: Mapping[str, int]) -> dict[str, int]:
    """WSH-R18: what is not among the words although its plural is, each with its plural's level.

    Where another word makes that plural too (pinches, of pinch and of pinche), its level tells nothing: the last.

    What SCOWL calls an abbreviation counts if its plural is nobody else's, and not commoner than itself (corps is the
    plural of no corp). A noun that WordNet writes small counts if its plural is no entry of its own (thrips). And what
    is called an abbreviation counts where it is the plural of a word (maths).
    """
    shorts = lowest(listed(scowl, kinds_of(scowl, "-abbreviations"), LEVELS), words)
    made = {plural for word in words for plural in plurals(word)}
    found: dict[str, int] = {}
    for word in shorts.keys() | wordnet.senses["n"].keys() - words.keys():
        for plural in words.keys() & plurals(word):
            its_own = word in shorts and plural not in made and shorts[word] <= words[plural]
            known = len(word) >= LEAST and wordnet.small("n", word) and not wordnet.small("n", plural)
            if its_own or known:
                found[word] = words[plural] if plural not in made else len(LEVELS) - 1
    for word in SINGULARS.split():
        irregular = {word.removesuffix(one) + many for one, many in IRREGULAR.items() if word.endswith(one)}
        for plural in words.keys() & {f"{word}s", *plurals(word), *irregular}:
            found[word] = words[plural]
    found |= {plural: words[word] for word in words for plural in plurals(word) if plural in shorts}
    return found


def refused_singulars(words: Collection[str], marks: Mapping[str, int]) -> dict[str, str]:
    """What is refused as an abbreviation although its plural, as it seems, counts: by that plural (WSH-16, WSH-R18)."""
    shorts = [word for word, mark in marks.items() if MARKS[mark] == "abbreviation" and word not in words]
    return {plural: word for word in sorted(shorts) for plural in {*plurals(word), f"{word}s"} if plural in words}


def kinds_of(scowl: Path, *endings: str) -> list[str]:
    """SCOWL's lists whose names end so."""
    return sorted({path.stem for path in scowl.iterdir() if path.stem.endswith(endings)})


def marks_of(scowl: Path, words: Collection[str]) -> dict[str, int]:
    """What spellings are known to be that are no words: each has the place of the first of MARKS that fits."""
    shorts, names = kinds_of(scowl, "-abbreviations"), kinds_of(scowl, "-proper-names", "-upper")
    marked = {
        "abbreviation": [*SLIPS["abbreviation"].split(), *(word for word, _ in listed(scowl, shorts, LEVELS))],
        "name": [*SLIPS["name"].split(), *(word for word, _ in listed(scowl, names, LEVELS))],
        "affix": [affix for affix in (PREFIXES + SUFFIXES).split() if affix not in words],
    }
    marks: dict[str, int] = {}
    for mark, spellings in marked.items():
        for spelling in (folded(spelling).lower() for spelling in spellings):
            if WORD.fullmatch(spelling) and len(spelling) >= LEAST:
                marks.setdefault(spelling, MARKS.index(mark))
    return marks


# The meanings -------------------------------------------------------------------------------------------------------


class Sense(NamedTuple):
    """One of WordNet's synonym sets, as far as it matters here."""

    spellings: frozenset[str]
    text: str
    thing: bool
    """A kind of thing, not the name of one."""
    usages: frozenset[str]
    """Where the sets lie that say how it is used."""


def sense_of(line: str) -> Sense:
    """A line of a data file: its spellings, pointers and gloss, the gloss without its examples."""
    head, gloss = line.split(" | ", 1)
    fields = head.split()
    count = int(fields[3], 16)
    pointers = fields[5 + 2 * count :]
    return Sense(
        spellings=frozenset(re.sub(r"\(\w+\)$", "", spelling) for spelling in fields[4 : 4 + 2 * count : 2]),
        text=plain(gloss),
        thing=fields[1] in THINGS and "@i" not in pointers,
        usages=frozenset(target for sign, target in pairwise(pointers) if sign == ";u"),
    )


def plain(gloss: str) -> str:
    r"""What a gloss says, without its examples and with proper quotation marks.

    >>> plain('(comparative of `good\') superior to another; "a better coat"; "a better car"  ')
    '(comparative of ‘good’) superior to another'
    """
    told = " ".join(re.split(r';? *"', gloss, maxsplit=1)[0].split()).rstrip(" ;:,")
    return re.sub("`([^`']*)'", "‘\\1’", told)


class WordNet:
    """WordNet's files, read whole."""

    FILES: Mapping[str, str] = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}

    def __init__(self, folder: Path) -> None:
        """Reads senses in WordNet's own order, the commonest first, and the lists of irregular forms."""
        self.senses: dict[str, dict[str, list[Sense]]] = {part: {} for part in PARTS}
        self.irregular: dict[str, dict[str, list[str]]] = {part: {} for part in PARTS}
        self.coarse_usages: set[str] = set()
        for part, name in self.FILES.items():
            sets: dict[str, Sense] = {}
            for line in _lines(folder / f"data.{name}"):
                sets[line[:8]] = sense_of(line)
                if part == "n" and line.split()[4] in COARSE_USAGE:
                    self.coarse_usages.add(line[:8])
            for line in _lines(folder / f"index.{name}"):
                word, _, _, pointers, *rest = line.split()
                if WORD.fullmatch(word):
                    self.senses[part][word] = [sets[offset] for offset in rest[int(pointers) + 2 :]]
            for line in _lines(folder / f"{name}.exc"):
                form, *bases = line.split()
                self.irregular[part].setdefault(form, []).extend(bases)

    def small(self, part: str, word: str) -> list[Sense]:
        """The senses in which a word is written small."""
        return [sense for sense in self.senses[part].get(word, ()) if word in sense.spellings]

    def things(self, word: str) -> list[Sense]:
        """The kinds of things that WordNet writes with a capital where the word lists do not, such as Cognac."""
        return [sense for sense in self.senses["n"].get(word, ()) if sense.thing and word.title() in sense.spellings]

    def is_coarse(self, word: str) -> bool:
        """Whether the first sense of some part of speech is a coarse one."""
        return any(senses[0].usages & self.coarse_usages for part in PARTS if (senses := self.small(part, word)))


def _lines(path: Path) -> Iterator[str]:
    """The lines of one of WordNet's files, without its licence at the top."""
    return (line for line in path.read_text("latin-1").split("\n") if line and not line.startswith("  "))


def entries_of(wordnet: WordNet, words: Collection[str]) -> dict[str, WordEntry]:
    """An entry for every word that has senses or is irregular, and for every base that one of the words leads to."""
    everything: dict[str, WordEntry] = {}
    spellings = {word for part in PARTS for word in wordnet.senses[part]}
    for word in sorted(spellings | {form for part in PARTS for form in wordnet.irregular[part] if form in words}):
        senses = {part: wordnet.small(part, word) for part in PARTS}
        everything[word] = WordEntry(
            senses={part: _texts(senses[part]) for part in PARTS if senses[part]},
            irregular={
                part: tuple(base for base in bases if wordnet.small(part, base))
                for part in PARTS
                if word in words and (bases := wordnet.irregular[part].get(word))
            },
        )
    found = meanings_of(everything, words)
    for word in words:
        things = wordnet.things(word)
        if things and not found.of(word):
            everything[word] = WordEntry(senses={"n": _texts(things)}, irregular={})
    found = meanings_of(everything, words)
    needed = {base for word in words for part in PARTS for base in found.bases(word, part)}
    return {
        word: WordEntry(entry.senses if word in needed else {}, entry.irregular)
        for word, entry in everything.items()
        if word in needed or entry.irregular
    }


def _texts(senses: Iterable[Sense]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(sense.text for sense in senses))[:SENSES]


def packed_lines(entries: Mapping[str, WordEntry]) -> list[str]:
    """The entries as lines, by the alphabet."""
    return [f"{word}\t{entries[word].line()}" for word in sorted(entries)]


def meanings_of(entries: Mapping[str, WordEntry], words: Collection[str]) -> Meanings:
    """The entries, ready to be looked up."""
    return Meanings(packed_lines(entries), words)


# The files ----------------------------------------------------------------------------------------------------------


def build(scowl: Path, wordnet: Path) -> dict[str, bytes]:
    """Every file of the data: its name and its contents."""
    net = WordNet(wordnet)
    words = words_of(scowl, net)
    entries = entries_of(net, words)
    meanings = meanings_of(entries, words)
    coarse = {w for w in words if any(net.is_coarse(base) for part in PARTS for base in meanings.bases(w, part)[:1])}
    coarse |= words.keys() & set(ALSO_COARSE.split())
    return {
        "words.xz": pack_marked(words),
        "marks.xz": pack_marked(marks_of(scowl, words)),
        "coarse.xz": pack_marked(dict.fromkeys(coarse, 0)),
        "meanings.xz": pack_text("\n".join(packed_lines(entries))),
        "changes.txt": changed(first_words_of(scowl), words).encode(),
    }


def notices(copyrights: Mapping[str, Path]) -> dict[str, bytes]:
    """The notices that go with the data: what the packages say of it, without what covers only their packaging."""
    return {
        name: (path.read_text("utf-8").split("\nFiles: debian/*")[0].rstrip() + "\n").encode()
        for name, path in copyrights.items()
    }


def differences(made: Mapping[str, bytes], folder: Path) -> list[str]:
    """The files whose bytes differ from those in a folder."""
    return [
        name
        for name, contents in made.items()
        if not (folder / name).exists() or contents != (folder / name).read_bytes()
    ]


def fetch_packages() -> None:
    """Sees to it that Debian's packages are there, or leaves with a message that says what to do."""
    if all(path.exists() for path in (SCOWL, WORDNET, *COPYRIGHTS.values())):
        return
    install = ["install", "-y", "--no-install-recommends", *PACKAGES]
    apt = shutil.which("apt-get")
    if not apt:
        sys.exit(f"The words are built from Debian's packages {' and '.join(PACKAGES)}, and there is no apt-get here.")
    if os.geteuid() != 0:
        sys.exit(f"The words are built from two Debian packages. Run: sudo apt-get {' '.join(install)}")

    def done(arguments: list[str]) -> bool:
        return subprocess.run([apt, *arguments], check=False).returncode == 0  # noqa: S603 (fixed arguments)

    if not done(install) and not (done(["update"]) and done(install)):
        sys.exit(f"apt-get could not install {' and '.join(PACKAGES)}; what it said stands above.")


def print_changes(changes: str) -> None:
    """Says which words the editions gained and lost."""
    lines = [line.split() for line in changes.splitlines()]
    for sign, deed in (("+", "gained"), ("-", "lost")):
        words = [word for _, its, word, _ in lines if its == sign]
        print(f"Edition {EDITION} {deed} {len(words)}: {' '.join(words)}")


def print_differences(committed: Collection[str], words: Collection[str]) -> None:
    """Says which words would be gained and lost beside what is committed, if any."""
    for deed, found in (("gained", set(words) - set(committed)), ("lost", set(committed) - set(words))):
        if found:
            print(f"Beside what is committed, {deed} {len(found)}: {' '.join(sorted(found))}")


def main() -> None:
    """Builds, and compares or replaces."""
    parser = argparse.ArgumentParser(description="Builds the dictionary's data and compares it with what is committed.")
    parser.add_argument("--accept", action="store_true", help="replace the committed data by what was built")
    accept = parser.parse_args().accept
    fetch_packages()
    made = build(SCOWL, WORDNET) | notices(COPYRIGHTS)
    print_changes(made["changes.txt"].decode("ascii"))
    words = unpack_marked(made["words.xz"])
    refused = refused_singulars(words, unpack_marked(made["marks.xz"]))
    if odd := [f"{word} ({plural})" for plural, word in refused.items() if plural not in FORMS_OF_OTHERS]:
        sys.exit(f"Refused as abbreviations although their plurals count: {', '.join(odd)}. Name them in {SELF}.")
    print_differences(unpack_marked((DATA / "words.xz").read_bytes()), words)
    changed = differences(made, DATA)
    for name, contents in made.items():
        print(f"{name:16}{len(contents):>10,} bytes  {'differs' if name in changed else 'the same'}")
        if accept:
            (DATA / name).write_bytes(contents)
    if changed and accept:
        print(f"Replaced: {', '.join(changed)}.")
    elif changed:
        sys.exit(
            f"What the packages give differs from what is committed: {', '.join(changed)}.\n"
            "If that is meant, look at what changed and run: make data ACCEPT=1"
        )


if __name__ == "__main__":
    main()
