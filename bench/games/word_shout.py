"""All words in ten letters: Knobel's dictionary against a plain scan and a trie walked letter by letter.

Time is the processor's, not the wall's: on a busy machine a long search would otherwise lose more than a short one.

With `--chances` instead: how far the coach's chances are from what comes of the same positions when masters play on.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random

import knobel
from knobel.core.levels import MASTER
from knobel.core.record import SeededDice, Sitter
from knobel.games.word_shout.coaching import weigh
from knobel.games.word_shout.dictionary import Dictionary
from knobel.games.word_shout.rules import WordShout
from knobel.lab.playout import play_out, won
from knobel.players.roster import player
from knobel.table.drive import steps_until_person
from knobel.table.nature import nature_for
from knobel.table.table import PlainClock, Table, header_for

GAME = knobel.game("word-shout")

DICE = ("aaeeio", "aeeiou", "aeiouy", "eiorst", "alnrst", "dlnrst", "cdhmpt", "bghlnp", "fgkmsw", "bcdrvx")
ROLLS = 1000
SLOW_ROLLS = 20
"""The peers are so much slower that a part of the rolls tells enough."""


def scanner(words: Sequence[str]) -> Callable[[str], list[str]]:
    """Every word of the list is tried."""

    def words_in(letters: str) -> list[str]:
        return [word for word in words if all(word.count(letter) <= letters.count(letter) for letter in set(word))]

    return words_in


def trie_walker(words: Sequence[str]) -> Callable[[str], list[str]]:
    """A trie from PyPI, walked along the letters that are left."""
    trie = importlib.import_module("marisa_trie").Trie(words)

    def walk(prefix: str, left: str, found: list[str]) -> list[str]:
        for letter in set(left):
            longer = prefix + letter
            if next(trie.iterkeys(longer), None):
                if longer in trie:
                    found.append(longer)
                walk(longer, left.replace(letter, "", 1), found)
        return found

    return lambda letters: walk("", letters, [])


def median_ms(find: Callable[[str], object], rolls: Sequence[str]) -> float:
    """The processor's time for one roll."""
    times: list[float] = []
    for roll in rolls:
        begun = time.process_time()
        find(roll)
        times.append(time.process_time() - begun)
    return statistics.median(times) * 1000


def load_ms() -> tuple[float, float]:
    """The word list alone, and the first question to it, which sorts it by letters."""
    begun = time.process_time()
    book = Dictionary()
    read = time.process_time()
    book.words_in("aeinorstbc")
    return (read - begun) * 1000, (time.process_time() - read) * 1000


def positions(seats: int, games: int, each: int, play: str) -> Iterator[tuple[WordShout, int, int]]:
    """Decisions of games between masters, drawn evenly: the position, whose it is, and when."""
    for seed in range(games):
        sitters = tuple(Sitter(f"Master {seat + 1}", MASTER) for seat in range(seats))
        header = header_for(GAME, GAME.start(seats, play=play), sitters, SeededDice(f"chances {seed}"))
        table = Table.open(GAME, header, nature_for(header.dice), PlainClock())
        for _ in steps_until_person(table, {seat: player(GAME, MASTER) for seat in range(seats)}, Random(seed)):
            pass
        chosen = [
            (step.before, step.actor, step.at)
            for step in table.timeline.steps
            if isinstance(step.actor, int)
            and isinstance(step.before, WordShout)
            and step.before.phase in ("searching", "disputing")
            and not step.before.pending
        ]
        yield from Random(seed).sample(chosen, min(each, len(chosen)))


def print_chances(games: int, playouts: int) -> None:
    """Of each kind of table: by how much the chance of the best move is off, where play-outs are not themselves."""
    print(f"Chances of the coach beside {playouts} games played on by masters, 4 positions of {games} games each:")
    for seats, play in ((2, "shouting"), (2, "turns"), (4, "shouting"), (4, "turns")):
        off: list[float] = []
        chances: list[float] = []
        for state, seat, at in positions(seats, games, 4, play):
            best = weigh(state.view(seat), seat)[0]
            after = state.after(seat, best.move, at)
            won_part = statistics.fmean(
                won(play_out(GAME, after, Random(number), at).places, seat) for number in range(playouts)
            )
            off.append(best.chance - won_part)
            chances.append(won_part * (1 - won_part) / playouts)
        spread = max(0.0, statistics.fmean(each * each for each in off) - statistics.fmean(chances)) ** 0.5
        print(
            f"  {seats} seats, {play:8}  {len(off)} positions: on average {statistics.fmean(off):+.3f},"
            f" 95 % within {1.96 * spread:.3f}"
        )


def main() -> None:
    """Measures, and prints ratios."""
    parser = argparse.ArgumentParser(description="All words in ten letters, against two peers.")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--chances", action="store_true", help="how far the coach's chances are off (minutes)")
    parser.add_argument("--games", type=int, default=12, help="of so many games, with --chances")
    parser.add_argument("--playouts", type=int, default=60, help="each played on so often, with --chances")
    asked = parser.parse_args()
    if asked.chances:
        print_chances(asked.games, asked.playouts)
        return
    as_json = asked.json
    chance = random.Random(10)
    rolls = ["".join(chance.choice(die) for die in DICE) for _ in range(ROLLS)]
    few = rolls[:SLOW_ROLLS]
    loads = [load_ms() for _ in range(5)]
    book = Dictionary()
    words = list(book)
    scan, walk = scanner(words), trie_walker(words)
    for roll in few:
        if not set(book.words_in(roll)) == set(scan(roll)) == set(walk(roll)):
            raise SystemExit(f"The three disagree about {roll}.")
    found = {
        "load_ms": min(read for read, _ in loads),
        "first_question_ms": min(first for _, first in loads),
        "words_in_ms": median_ms(book.words_in, rolls),
        "any_word_in_ms": median_ms(book.any_word_in, rolls),
        "best_split_ms": median_ms(book.best_split, rolls[:100]),
        "scan_ms": median_ms(scan, few),
        "trie_ms": median_ms(walk, few),
    }
    found["times_faster_than_scan"] = found["scan_ms"] / found["words_in_ms"]
    found["times_faster_than_trie"] = found["trie_ms"] / found["words_in_ms"]
    if as_json:
        print(json.dumps(found))
        return
    print(f"All words in ten letters, of {len(words):,}: median of {ROLLS} rolls ({SLOW_ROLLS} for the peers)")
    print(f"  words_in      {found['words_in_ms']:8.3f} ms")
    print(
        f"  marisa-trie   {found['trie_ms']:8.3f} ms   words_in is {found['times_faster_than_trie']:,.0f} times faster"
    )
    print(
        f"  plain scan    {found['scan_ms']:8.3f} ms   words_in is {found['times_faster_than_scan']:,.0f} times faster"
    )
    print(f"  any_word_in   {found['any_word_in_ms']:8.4f} ms")
    print(f"  best_split    {found['best_split_ms']:8.3f} ms")
    print(f"  loading       {found['load_ms']:8.1f} ms, and {found['first_question_ms']:.1f} ms more once")


if __name__ == "__main__":
    main()
