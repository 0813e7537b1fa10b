"""Made lookups.knobel, under version 1: a game in which the first word list decided three times.

CAFE was challenged and not found, THERM was challenged and only an abbreviation, and a round was over although O, E
and L lay there.

Run it with version 1, from the root of the repository: python -m tests.games.word_shout.version_1.make_lookups
"""

from __future__ import annotations

from pathlib import Path

import knobel
from knobel.core.record import RealDice, Sitter, wrote
from knobel.games.word_shout.moves import Accept, Challenge, Fell, Pass, Ready, Roll, Shout
from knobel.table.nature import RealNature
from knobel.table.table import PlainClock, Table, header_for

LOOKUPS = Path(__file__).parent / "lookups.knobel"
MINUTE = 60_000


def main() -> None:
    """Plays three rounds, and leaves the table before the fourth."""
    game = knobel.game("word-shout")
    header = header_for(game, game.start(2), (Sitter("Ann"), Sitter("Bo")), RealDice())
    table = Table.open(game, header, RealNature(), PlainClock())
    for number, (letters, words) in enumerate(
        (("AEYSTDCGFR", ["cafe"]), ("EAIRTDHGMB", ["therm"]), ("OEAILTCPGR", ["cat", "prig"]))
    ):
        began = number * MINUTE
        for seat in (0, 1):
            table.move(seat, Ready(), began)
        table.move(table.state.roller, Roll(), began + 1)
        table.move("nature", Fell(letters), began + 1000)
        for count, word in enumerate(words, 1):
            table.move(0, Shout(word), began + 5000 * count)
            alarm = table.timeline.due.alarm
            table.move("clock", alarm.move, alarm.at)
        if table.state.phase == "searching":
            for seat in (0, 1):
                table.move(seat, Pass(), began + 20_000)
            alarm = table.timeline.due.alarm
            table.move("clock", alarm.move, alarm.at)
        table.move(1, Challenge(0) if number < 2 else Accept(), began + 30_000)
    LOOKUPS.write_bytes(wrote(header, table.timeline.entries))


if __name__ == "__main__":
    main()
