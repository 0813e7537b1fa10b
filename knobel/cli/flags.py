"""What commands take. What each means stands in the catalogue, under `flag`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter, validators

from knobel.cli import completing

_FLAG = Parameter(negative=(), show_default=False)

GameName = Annotated[str, Parameter(completer=completing.games)]
GameAsked = Annotated[str | None, Parameter(metavar="GAME", completer=completing.games)]
RecordPath = Annotated[str | None, Parameter(metavar="FILE", completer=completing.records)]
ShowAll = Annotated[bool, Parameter(name="--all", negative=(), show_default=False)]
Seats = Annotated[list[str] | None, Parameter(negative=(), metavar="WHO", completer=completing.seats)]
Bots = Seats
HouseRules = Annotated[list[str] | None, Parameter(negative=(), metavar="NAME=VALUE", completer=completing.house_rules)]
Preset = Annotated[str | None, Parameter(negative=(), completer=completing.presets)]
BoxPreset = Annotated[str, Parameter(completer=completing.presets)]
Seed = Annotated[str | None, Parameter(negative=())]
RealDice = Annotated[bool, _FLAG]
Salting = Annotated[bool, _FLAG]
NewRecord = Annotated[Path | None, Parameter(negative=())]
Pace = Annotated[float, Parameter(validator=validators.Number(gt=0, lte=1000), metavar="TIMES")]
Json = Annotated[bool, _FLAG]
Until = Annotated[int | None, Parameter(negative=(), metavar="N")]
Looking = Annotated[str | None, Parameter(negative=())]
Games = Annotated[int, Parameter(metavar="N")]
DatabasePath = Annotated[Path, Parameter()]
NewBackup = Annotated[Path, Parameter()]
Days = Annotated[int, Parameter(validator=validators.Number(gte=0), metavar="N")]
Abandoned = Days
ExportFolder = Annotated[Path | None, Parameter(negative=())]
DryRun = Annotated[bool, _FLAG]
