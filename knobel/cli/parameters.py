"""What commands take and what it means: flags, house rules and seats as they are typed, and what the Tab key offers."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter, validators

from knobel.cli.reference import spelled
from knobel.cli.saved_games import list_records
from knobel.cli.terminal import Terminal
from knobel.cli.words import Mistake
from knobel.core.contract import State
from knobel.core.game import Game
from knobel.core.options import options
from knobel.core.record import PERSON, Hints, Sitter
from knobel.core.registry import all_games
from knobel.core.words import Language
from knobel.players.roster import first_player, name_now, roster
from knobel.table.export import ENDINGS
from knobel.table.game_info import preset_names
from knobel.table.options import agreed_options
from knobel.table.seats import bot_name, name_from

if TYPE_CHECKING:
    from cyclopts.completion import CompletionContext


@Parameter(name="*")
@dataclass(frozen=True)
class Common:
    """How the terminal speaks and paints."""

    language: Language | None = None
    colour: Annotated[bool, Parameter(name="--colour", negative=("--no-colour", "--no-color"), show_default=False)] = (
        True
    )

    def words(self) -> list[str]:
        """How it was asked for, as it is typed."""
        return ["--language", self.language] if self.language else []

    def terminal(self) -> Terminal:
        """The screen and the keyboard, as asked for."""
        return Terminal(self.language, self.colour)


COMMON = Common()


# What the Tab key offers ----------------------------------------------------------------------------------------------


def _complete_games(_context: CompletionContext) -> dict[str, str]:
    """Every game, with what people call it."""
    return {game.name: game.title() for game in all_games().values()}


def _complete_presets(context: CompletionContext) -> list[str]:
    """The ready-made house rules of the game that stands in the line already."""
    game = _game(context)
    return list(preset_names(game)) if game else []


def _complete_house_rules(context: CompletionContext) -> Iterator[str]:
    """Its options, each with everything it may be, or up to the sign where a person goes on."""
    game = _game(context)
    for option in options(game.options) if game else ():
        if option.choices:
            yield from (f"{option.name}={spelled(choice)}" for choice in option.choices)
        else:
            yield f"{option.name}={spelled(option.default)}"


def _complete_seats(context: CompletionContext) -> list[str]:
    """The bots that play this game; a person's name nobody can guess."""
    game = _game(context)
    known = list(roster(game)) if game else ["random"]
    before, comma, _ = context.incomplete.rpartition(",")
    name, sign, _ = context.incomplete[len(before + comma) :].partition("=")
    start = f"{before}{comma}{name}=" if sign else before + comma
    return [start + bot for bot in ([*known, PERSON] if sign else known)]


def _complete_records(context: CompletionContext) -> list[str]:
    """The records of the list by name, and those that lie where the path that is being typed leads."""
    folder = context.incomplete[: context.incomplete.rfind("/") + 1]
    try:
        here = sorted(Path(folder or ".").iterdir())
    except OSError:
        here = []
    paths = [f"{folder}{path.name}/" if path.is_dir() else f"{folder}{path.name}" for path in here]
    return [path.name for path in list_records()] + [path for path in paths if path.endswith(("/", *ENDINGS))]


def _game(context: CompletionContext) -> Game | None:
    typed = context.get("GAME") or context.get("game")
    return all_games().get(typed.raw or "") if typed else None


# Flags; what each means stands in the catalogue, under `flag` ---------------------------------------------------------

_FLAG = Parameter(negative=(), show_default=False)

Card = Annotated[bool, Parameter(negative=(), show_default=False)]
GameName = Annotated[str, Parameter(completer=_complete_games)]
GameAsked = Annotated[str | None, Parameter(metavar="GAME", completer=_complete_games)]
RecordPath = Annotated[str | None, Parameter(metavar="FILE", completer=_complete_records)]
PromiseFile = Annotated[Path | None, Parameter(name="--card", negative=(), metavar="FILE")]
ShowAll = Annotated[bool, Parameter(name="--all", negative=(), show_default=False)]
Seats = Annotated[list[str] | None, Parameter(negative=(), metavar="WHO", completer=_complete_seats)]
Bots = Seats
HouseRules = Annotated[list[str] | None, Parameter(negative=(), metavar="NAME=VALUE", completer=_complete_house_rules)]
Preset = Annotated[str | None, Parameter(negative=(), completer=_complete_presets)]
BoxPreset = Annotated[str, Parameter(completer=_complete_presets)]
Seed = Annotated[str | None, Parameter(negative=())]
WithRealDice = Annotated[bool, _FLAG]
Salting = Annotated[bool, _FLAG]
Hinting = Annotated[Hints, Parameter(negative=())]
NewRecord = Annotated[Path | None, Parameter(negative=())]
Pace = Annotated[float, Parameter(validator=validators.Number(gt=0, lte=1000), metavar="TIMES")]
Json = Annotated[bool, _FLAG]
Until = Annotated[int | None, Parameter(negative=(), metavar="N")]
Looking = Annotated[str | None, Parameter(negative=())]
Games = Annotated[int, Parameter(metavar="N")]
TableSize = Annotated[int | None, Parameter(metavar="N", negative=())]
Workers = Annotated[int | None, Parameter(metavar="N", negative=())]
Scheduler = Annotated[str | None, Parameter(metavar="ADDRESS", negative=())]
Variants = Annotated[
    list[str] | None, Parameter(name="--with", negative=(), metavar="NAME=VALUE", completer=_complete_house_rules)
]
ReportFile = Annotated[Path | None, Parameter(negative=(), metavar="FILE")]
KeptFile = Annotated[Path | None, Parameter(negative=(), metavar="FILE")]
ResumedFile = Annotated[Path | None, Parameter(negative=(), metavar="FILE")]
DatabasePath = Annotated[Path, Parameter()]
ChartFile = Annotated[Path | None, Parameter(negative=(), metavar="FILE")]
NewBackup = Annotated[Path, Parameter()]
Players = Annotated[int | None, Parameter(metavar="N", negative=())]
PositionAsked = Annotated[str | None, Parameter(negative=(), metavar="N,N", allow_leading_hyphen=True)]
Days = Annotated[int, Parameter(validator=validators.Number(gte=0), metavar="N")]
Abandoned = Days
ExportFolder = Annotated[Path | None, Parameter(negative=())]
DryRun = Annotated[bool, _FLAG]


# House rules: `name=value`, and `--name` or `--no-name` for what is only on or off ------------------------------------


def first_position(game: Game, seats: int, preset: str, given: Iterable[str], *, real_dice: bool = False) -> State:
    """The opening position under the house rules that were typed, over those of a preset."""
    chosen = dict(pair(item) for item in given)
    return game.opening(seats, agreed_options(game, preset, chosen, real_dice=real_dice))


def flags_of(words: Sequence[str]) -> dict[str, str]:
    """For a command line that names a game: `--name` and `--no-name` of its options that are either on or off."""
    game = next((all_games()[word] for word in words if word in all_games()), None)
    flags: dict[str, str] = {}
    for option in options(game.options) if game else ():
        if option.choices == (False, True):
            flag = option.name.replace("_", "-")
            flags |= {f"--{flag}": f"{option.name}=true", f"--no-{flag}": f"{option.name}=false"}
    return flags


def spelled_out(words: Sequence[str], taken: Container[str]) -> list[str]:
    """A command line in which `--name` and `--no-name` are written as `--option name=true` and `=false`.

    Only those of a game's own options that are either on or off can be written so, once the game is named, and only
    where the command does not take that flag itself.
    """
    flags = flags_of(words)
    return [
        part
        for word in words
        for part in (("--option", flags[word]) if word in flags and word not in taken else (word,))
    ]


def pair(item: str) -> tuple[str, str]:
    """A house rule as it is typed: its name and its value."""
    name, found, value = item.partition("=")
    if not found:
        raise Mistake("option", typed=item)
    return name.strip(), value.strip()


# Seats: people by their names, players of the house by theirs, in any mix ---------------------------------------------


def seat_players(game: Game, seats: Iterable[str], guest: str | None, language: str) -> tuple[Sitter, ...]:
    """The sitters that people asked for; empty seats a game needs are filled with players of the house.

    A seat is a person's name (`Ann`), a player of the house (`casual`), or both (`Bo=casual`, `casual=person`).
    Where nobody is named, `guest` sits down alone; without a guest only players of the house do.
    """
    asked = [part.strip() for seat in seats for part in seat.split(",") if part.strip()]
    sitters: list[Sitter] = []
    for seat in asked or ([f"{guest}={PERSON}"] if guest else []):
        sitters.append(_sitter(game, seat, sitters, language))
    while len(sitters) < game.seats[0]:
        sitters.append(_sitter(game, first_player(game), sitters, language))
    return tuple(sitters)


def require_bots(sitters: Iterable[Sitter]) -> None:
    """Raises `Mistake` where a person sits among them."""
    for sitter in sitters:
        if sitter.player == PERSON:
            raise Mistake("bots-only", name=sitter.name)


def _sitter(game: Game, seat: str, sitters: Iterable[Sitter], language: str) -> Sitter:
    typed, _, kind = (part.strip() for part in seat.partition("="))
    taken = [sitter.name for sitter in sitters]
    if not kind and (found := _known(game, typed)):
        return Sitter(bot_name(found, taken, language), found)
    name = name_from(typed, taken)
    if kind and kind != PERSON:
        return Sitter(name, name_now(game, kind))  # raises for a player the game does not have
    if not kind and (close := get_close_matches(name.lower(), roster(game), 1, 0.8)):
        raise Mistake("name-close", name=name, close=close[0])
    return Sitter(name)


def _known(game: Game, name: str) -> str | None:
    return name_now(game, name.lower()) if name.lower() in (*roster(game), *game.former) else None
