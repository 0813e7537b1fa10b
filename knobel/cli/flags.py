"""What commands take, each described once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter, validators


def _flag(words: str) -> Parameter:
    return Parameter(help=words, negative=(), show_default=False)


GameName = Annotated[str, Parameter(help="Which game; `knobel games` lists all.")]
GameAsked = Annotated[
    str | None, Parameter(help="Which game; `knobel games` lists all. Without it, you are asked.", metavar="GAME")
]
RecordPath = Annotated[
    str | None,
    Parameter(
        help="The record: its file, its number in `knobel records`, or a part of its name. Without it, the last one.",
        metavar="FILE",
    ),
]
ShowAll = Annotated[
    bool,
    Parameter(
        name="--all", help="Everything, also what was hidden: once the game is over.", negative=(), show_default=False
    ),
]
Seats = Annotated[
    list[str] | None,
    Parameter(
        help="Who sits down: a person (Ann), a bot (careful), a bot with a name (Bo=careful). Repeat it or use commas.",
        negative=(),
        metavar="WHO",
    ),
]
Bots = Annotated[
    list[str] | None,
    Parameter(
        help="Who sits down: a bot (careful), or one with a name (Bo=careful). Repeat it, or use commas.",
        negative=(),
        metavar="WHO",
    ),
]
HouseRules = Annotated[
    list[str] | None,
    Parameter(
        help="A house rule; `knobel rules GAME` lists them. Repeat it. What is on or off is also --NAME or --no-NAME.",
        negative=(),
        metavar="NAME=VALUE",
    ),
]
Preset = Annotated[
    str | None,
    Parameter(
        help="A ready-made set of house rules; --option still changes single ones. Without it, what the game offers.",
        negative=(),
    ),
]
BoxPreset = Annotated[str, Parameter(help="A ready-made set of house rules; --option still changes single ones.")]
Seed = Annotated[
    str | None,
    Parameter(help="Dice and bots that do the same every time. Whoever knows the seed knows every roll.", negative=()),
]
RealDice = Annotated[bool, _flag("You roll real dice on your table and type what fell.")]
Salting = Annotated[bool, _flag("Everyone adds a secret word to the fair dice before the first move.")]
NewRecord = Annotated[
    Path | None, Parameter(help="File to save the game in. Without it, a new one in your data folder.", negative=())
]
Pace = Annotated[
    float,
    Parameter(
        help="How fast the table's clock runs, and bots with it: 1 is real time.",
        validator=validators.Number(gt=0, lte=1000),
        metavar="TIMES",
    ),
]
Json = Annotated[bool, _flag("Data for programs instead of words for people.")]
Until = Annotated[int | None, Parameter(help="Stop after that many moves.", negative=(), metavar="N")]
Looking = Annotated[str | None, Parameter(help="As this player saw it. Without it, as a spectator did.", negative=())]
Games = Annotated[int, Parameter(help="How many games they play.", metavar="N")]
DatabasePath = Annotated[Path, Parameter(help="The database of the house: the file its tables are in.")]
NewBackup = Annotated[Path, Parameter(help="The file the copy goes to; it must not be there yet.")]
Days = Annotated[
    int,
    Parameter(
        help="How many days ago a game must have ended.",
        validator=validators.Number(gte=0),
        metavar="N",
    ),
]
Abandoned = Annotated[
    int,
    Parameter(
        help="After how many days without any happening a table that never came to its end goes too; 0: never.",
        validator=validators.Number(gte=0),
        metavar="N",
    ),
]
ExportFolder = Annotated[
    Path | None, Parameter(help="Folder to write the records of those games to, before they go.", negative=())
]
DryRun = Annotated[bool, _flag("Only count what would go; change nothing.")]
