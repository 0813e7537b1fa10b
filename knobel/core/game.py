"""A game, ready to be played: its rulebook and what hangs off it.

What belongs together is given together: `RealTime`, `RichMoves`, `Coaching`, `RulesCard` and `Sizes` are for games that
need them. What takes long to load (`solution`, `numbers`, `lane`) lies beside the rulebook and is found by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

import msgspec
from msgspec.structs import force_setattr

from knobel.core.beside import FOUND, found
from knobel.core.contract import Actor, Draw, Move, Open, Options, Role, Seat, State
from knobel.core.errors import Malformed
from knobel.core.moment import Moment
from knobel.core.numbers import TableNumbers
from knobel.core.options import merged
from knobel.core.player import Player
from knobel.core.scene import Group, Scene
from knobel.core.solution import Solver
from knobel.core.stage import PLAIN_STAGE, Stage
from knobel.core.words import Argument, Catalogue, Die, Say, Who

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from knobel.core.lane import Lane

    Book = TypeVar("Book", bound=State, default=State)
    Rules = TypeVar("Rules", bound=Options, default=Options)
else:
    from typing import TypeVar

    Book, Rules = TypeVar("Book", bound=State), TypeVar("Rules", bound=Options)
"""A game's rulebook, and its options. Its hooks take just these; whoever plays any game needs to know no more."""

BOX = "box"
"""The preset every game has: the rules as they stand in the box."""

NatureSource = Callable[[msgspec.Struct, Random], Move]
"""Answers a `Draw`: what was asked and an even source of chance go in, nature's move comes out."""
NatureCheck = Callable[[msgspec.Struct, Random, Move], bool | None]
"""Whether a source would answer so again; None where it cannot tell (another version of the physics, say)."""


class Guide(msgspec.Struct, frozen=True):
    """What helps a seat that may move now: one sentence, and the move that is the natural one, where there is one."""

    say: Say
    move: Move | None = None


class CardRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of what every player wants to look up: dice that show it, what it is, and what it is worth."""

    what: Say
    worth: Say | None = None
    dice: tuple[Die, ...] = ()


class CardStep(msgspec.Struct, frozen=True, kw_only=True):
    """How a step of a turn looks on the rules card: dice, one that is about to be rolled without a face, and pieces."""

    dice: tuple[Die, ...] = ()
    pieces: tuple[str, ...] = ()
    """The colours of discs that change hands, as a stage names them."""


class RulesCard(msgspec.Struct, Generic[Rules], frozen=True, kw_only=True):
    """What a rules card shows beside its sentences."""

    rows: Callable[[Rules], Iterable[CardRow]] | None = None
    """The table of hands or pays under some options, from the rules themselves."""
    steps: tuple[CardStep, ...] = ()
    """The pictures of a turn, one for each sentence under `card.turn`."""


class Weighed(NamedTuple):
    """A move as a game weighs it by itself: how likely its seat wins after it, and how far off that is, 95 % sure."""

    move: Move
    chance: float
    error: float


class Coaching(msgspec.Struct, Generic[Book], frozen=True, kw_only=True):
    """What the coach needs to know where nobody has solved the game."""

    odds: Callable[[Book, Seat], Iterable[Say]] | None = None
    """The exact odds of what a seat is about to dare, from its view, in sentences."""
    weigh: Callable[[Book, Seat], Sequence[Weighed]] | None = None
    """What a seat's moves are worth as the game's best player weighs them, from its view, the best one first.

    For games whose moves are too rich to be tried out, or that go on while one asks: the best of these moves are named.
    """
    imagine: Callable[[Book, Seat, Random], Book | None] | None = None
    """A whole position that looks to a seat like its view, as likely as it is; None: it cannot be told what is hidden.

    It may also leave out what takes too long to be played a hundred times. Needed by games with secrets.
    """
    playout: Callable[[], Player] | None = None
    """Who plays on when the coach tries a move out: quick and sensible. Without it the best that needs no solution."""
    lead: Callable[[Book], Sequence[Any]] | None = None
    """How far ahead each seat is in a position, to be compared: the larger, the further. Without it, its points."""


class RichMoves(msgspec.Struct, Generic[Book], frozen=True, kw_only=True):
    """How kinds of move are made that are too rich to list (`Open`)."""

    improvise: Callable[[Book, Seat, Open, Random], Move | None] | None = None
    """Some legal move of such a kind; None: rather nothing now. Needed by games with such kinds."""
    parse: Callable[[Book, Seat, Open, str], Move] | None = None
    """A move of such a kind, from what a person typed. Raises `Malformed`."""


class RealTime(msgspec.Struct, Generic[Book], frozen=True, kw_only=True):
    """Positions in which everybody acts at once and milliseconds count."""

    live: Callable[[Book], bool] | None = None
    """Whether a position is one of these; without it none is."""
    grace: int = 150
    """In live positions: by so many milliseconds, at most, is a move ever set back to when it was made.

    Rules whose clock judges by such times wait so long before they do.
    """
    hush: Callable[[Book], int] | None = None
    """In live positions: for how many milliseconds a hosted table lets nobody hear of what others do.

    Whoever has heard of it is then too late for the moment that counts.
    """
    marker: Callable[[Book, int], float] | None = None
    """In a live position where something sways and one listed move stops it: where it is at a time, from -1 to 1."""


class Sizes(msgspec.Struct, frozen=True, kw_only=True):
    """What can be made smaller for study, beyond what any table offers."""

    box: Mapping[str, int] = {}
    """What can be, and what it is in the box."""
    resize: Callable[[Mapping[str, int]], Game[Any, Any]] | None = None
    """The game with other sizes. Raises `Malformed` for those that there cannot be."""


MOVED = {
    "telling": "tell=...",
    "labelling": "label=...",
    "laying_out": "scene=...",
    "live": "realtime=RealTime(live=...)",
    "grace": "realtime=RealTime(grace=...)",
    "hush": "realtime=RealTime(hush=...)",
    "marker": "realtime=RealTime(marker=...)",
    "improvise": "rich_moves=RichMoves(improvise=...)",
    "reading": "rich_moves=RichMoves(parse=...)",
    "odds": "coaching=Coaching(odds=...)",
    "imagine": "coaching=Coaching(imagine=...)",
    "playout": "coaching=Coaching(playout=...)",
    "lead": "coaching=Coaching(lead=...)",
    "card": "card=RulesCard(rows=...)",
    "steps": "card=RulesCard(steps=...)",
    "sizes": "sizes=Sizes(box=...)",
    "resize": "sizes=Sizes(resize=...)",
}
"""How it is given now (all of `knobel.core.game`), what had another name or stood by itself once."""
GROUPS = {"realtime": RealTime, "rich_moves": RichMoves, "coaching": Coaching, "card": RulesCard, "sizes": Sizes}


class GameMaker(msgspec.StructMeta):
    """Makes games, and says of a name that no game has what to write instead."""

    if not TYPE_CHECKING:  # a type checker knows the names by themselves

        def __call__(cls, *unnamed, **given):  # noqa: N805  # it is a class's own class
            known = cls.__struct_fields__
            if unknown := [name for name in given if name not in known]:
                raise TypeError("; ".join(_advice(given.get("name"), name, known) for name in unknown) + SEE)
            return super().__call__(*unnamed, **given)


SEE = " (all names: docs/contract.md)"


def _advice(game: object, name: str, known: Sequence[str]) -> str:
    """What to write instead of a name that no game has.

    >>> _advice("snap", "hush", ("scene", "realtime")), _advice("snap", "scenes", ("scene", "realtime"))
    ('the game snap has no hush: write realtime=RealTime(hush=...)', 'the game snap has no scenes: write scene=...')
    """
    from difflib import get_close_matches  # takes as long to load as all of this module, and is seldom needed

    instead = MOVED.get(name) or "".join(f"{near}=..." for near in get_close_matches(name, known, 1))
    return f"the game {game} has no {name}" + (f": write {instead}" if instead else "")


def tell_by_kind(_before: State, actor: Actor, move: Move, _after: State) -> Iterable[Say]:
    """A move by its kind alone: `told.<kind>` in the catalogue, with the move's fields and who made it."""
    maker: dict[str, Argument] = {"who": Who(actor)} if isinstance(actor, int) else {}
    return (Say(f"told.{type(move).__name__}", _fields(move) | maker),)


def label_by_kind(_view: State, _seat: Seat, move: Move) -> Say:
    """A move by its kind alone: `can.<kind>` in the catalogue, with the move's fields."""
    return Say(f"can.{type(move).__name__}", _fields(move))


def show_points(view: State) -> Scene:
    """Everyone's points, and nothing else."""
    return Scene(places=tuple((Group(caption=Say("points"), count=points),) for points in view.scores()))


class Game(msgspec.Struct, Generic[Book, Rules], frozen=True, kw_only=True, metaclass=GameMaker):
    """Everything the house knows of a game. Only `name`, `rulebook`, `options` and `seats` are needed."""

    name: str
    rulebook: type[Book]
    options: type[Rules]
    seats: range
    version: int = 1
    """Raised whenever an old record would replay differently."""
    earlier: Mapping[int, type[Book]] = {}
    """The rulebooks of versions before this one: their records still replay, and their open tables go on, as then."""
    secret: bool = False
    """Whether a seat may know something that others may not."""
    presets: Mapping[str, Mapping[str, object]] = {}
    """Named sets of options. The box rules (all defaults) are always there, as `box`."""
    offered: str = BOX
    """The preset that people are offered first."""
    real_dice: Mapping[str, object] = {}
    """Options that every table with real dice plays under."""
    players: Mapping[str, Callable[[], Player]] = {}
    """This game's own players, beside those that can play every game."""
    former: Mapping[str, str] = {}
    """Players that are gone, and who sits down in their place: old records and open tables name them."""
    first: str = ""
    """The one of them whom people meet first; without it a casual one."""
    sources: Mapping[str, NatureSource] = {}
    """What answers nature's draws that cannot be listed."""
    checks: Mapping[str, NatureCheck] = {}
    """For sources whose recorded answers can be checked later: how."""
    commands: Mapping[str, Callable[..., int | None]] = {}
    """The game's own commands for the terminal, by the words they are called with: `words`, or `odds mygame`."""

    # Words and picture: each from what the listener may know ----------------------------------------------------------

    tell: Callable[[Book, Actor, Move, Book], Iterable[Say]] = tell_by_kind
    """What happened: the listener's view before, who moved, what the listener may know of the move, the view after."""
    label: Callable[[Book, Seat, Move], Say] = label_by_kind
    """What a move would be, in words for the seat that may make it."""
    scene: Callable[[Book], Scene] = show_points
    """What lies on the table, from a view."""
    stage: Stage = PLAIN_STAGE
    """Where it lies on a screen: a table of data, the same for every position."""
    landing: Callable[[Book, Move, Book], Scene | None] | None = None
    """What lies there when nature has thrown dice and the position has gone on without them: the looker's view before,
    what the looker may know of the move, the view after. None: the position after it shows them itself."""
    moments: Mapping[str, Moment] = {}
    """What everybody looks up for, by the key of the sentence that tells it. The end of a game always is one."""
    guide: Callable[[Book, Seat], Guide | None] | None = None
    """What a seat that may move should do now, from its view: a sentence for whoever does not know the rules yet."""
    throws: tuple[type[Move], ...] = ()
    """The kinds of a seat's move that throw dice: what a key and a shaken phone do, whatever else there is to do."""
    card: RulesCard[Rules] = RulesCard()
    """The table and the pictures of its rules card."""

    # For games that need them -----------------------------------------------------------------------------------------

    coaching: Coaching[Book] = Coaching()
    """What the coach needs to know where nobody has solved the game."""
    rich_moves: RichMoves[Book] = RichMoves()
    """How kinds of move are made that are too rich to list."""
    realtime: RealTime[Book] = RealTime()
    """Positions in which everybody acts at once and milliseconds count."""
    sizes: Sizes = Sizes()
    """What can be made smaller for study."""

    # Found beside the rulebook by their names; given only where they lie elsewhere ------------------------------------

    solver: Callable[[int, Rules], Solver] | None = None
    """`solution.solver`: what solves it for so many seats under some options. Raises `Malformed`, saying why there is
    no solution."""
    numbers: Callable[[int, Rules], TableNumbers] | None = None
    """`numbers.numbers`: its moves and views as numbers, for programs that learn."""
    lane: Callable[[int, Rules], Lane] | None = None
    """`lane.lane`: its fast lane. Raises `Malformed` for options it does not know, `ImportError` without Numba."""

    def __post_init__(self) -> None:
        """What does not fit together is no game: the `TypeError` says what, before anybody sits down at it."""
        if wrong := [name for name, kind in KINDS.items() if not _is(getattr(self, name), kind)]:
            raise TypeError(f"the game {self.name} has no usable {', '.join(wrong)} (see docs/contract.md)")
        for name in self.presets:
            try:
                merged(self.options, self.preset(name), {})
            except Malformed as error:
                raise TypeError(f"the preset {name} of the game {self.name} cannot be played: {error}") from error
        if self.offered not in (BOX, *self.presets):
            raise TypeError(f"the game {self.name} offers a preset it does not have: {self.offered}")
        for name, kind in GROUPS.items():
            if not isinstance(getattr(self, name), kind):
                instead = MOVED.get(name, f"{name}={kind.__name__}(...)")
                raise TypeError(f"the {name} of the game {self.name} is no {kind.__name__}: write {instead}{SEE}")
        if self.first and self.first not in self.players:
            raise TypeError(f"the game {self.name} lets people meet a player it does not have: {self.first}")
        for name, made in self.players.items():
            if isinstance(made, type) and not hasattr(made, "decide"):
                raise TypeError(f"the player {name} of the game {self.name} misses decide (see docs/guide/players.md)")
        if gone := sorted(set(self.former.values()) - self.players.keys()):
            raise TypeError(f"the game {self.name} replaces players by some it does not have: {', '.join(gone)}")
        if strange := [kind.__name__ for kind in self.throws if kind not in self.kinds("seat")]:
            raise TypeError(f"the game {self.name} throws dice with moves that no seat makes: {', '.join(strange)}")
        if unknown := sorted(self.checks.keys() - self.sources.keys()):
            raise TypeError(f"the game {self.name} checks sources it does not have: {', '.join(unknown)}")
        if bool(self.sizes.box) != (self.sizes.resize is not None):
            raise TypeError(f"the game {self.name} has sizes and no way to change them, or the other way round")
        if (self.realtime.marker or self.realtime.hush) and not self.realtime.live:
            what = "marker" if self.realtime.marker else "hush"
            raise TypeError(f"the game {self.name} has a {what} and never says when it is live")
        for hook, part in FOUND.items():
            if getattr(self, hook) is None:
                force_setattr(self, hook, found(self.rulebook, part, hook))

    @property
    def words(self) -> Catalogue:
        """The game's catalogue."""
        return self.rulebook.WORDS

    def title(self, language: str = "en") -> str:
        """What people call the game."""
        return self.words.template("title", language) or self.name

    def ledger(self, language: str = "en") -> dict[str, str]:
        """Every rule of the game: its id and its text."""
        return self.words.under("rules", language)

    def is_live(self, state: Book) -> bool:
        """Whether in this position, or view of it, the game goes on and everybody acts at once."""
        live = self.realtime.live
        return live is not None and state.outcome() is None and live(state)

    def preset(self, name: str) -> Mapping[str, object]:
        """The options of a preset. Raises `Malformed` for a name the game does not have."""
        known: dict[str, Mapping[str, object]] = {BOX: {}, **self.presets}
        if name not in known:
            raise Malformed("preset", name=name, known=", ".join(known))
        return known[name]

    def start(self, seats: int, preset: str = BOX, **options: object) -> Book:
        """The opening position. Raises `Malformed` for options or a number of seats the game does not have."""
        return self.opening(seats, merged(self.options, self.preset(preset), options))

    def opening(self, seats: int, options: Options, rulebook: type[Book] | None = None) -> Book:
        """The opening position under options that are complete, by the game's rulebook or an earlier one.

        Raises `Malformed` for a wrong number of seats.
        """
        if type(seats) is not int or seats not in self.seats:  # 2.0 is in a range of seats, and no number of them
            raise Malformed("seats", game=self.title(), least=self.seats[0], most=self.seats[-1], seats=seats)
        return (rulebook or self.rulebook).start(seats, options)

    def kinds(self, role: Role) -> tuple[type[Move], ...]:
        """The kinds of move that seats, nature or the clock can make."""
        return _kinds(self.rulebook, role)

    def read(self, actor: Actor, raw: bytes | str) -> Move:
        """A move from its JSON. Raises `Malformed`, so that what is no move never reaches the rules."""
        role: Role = "seat" if isinstance(actor, int) else actor
        reader = _reader(self.rulebook, role)
        if reader is None:
            raise Malformed("move", why=f"{self.name}: {role}")
        try:
            return reader.decode(raw)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise Malformed("move", why=str(error)) from error

    def draw(self, state: State, below: Callable[[int], int], chance: Callable[[], Random]) -> Move:
        """Nature's move in a position, from an even draw (or, where it cannot be listed, from its source)."""
        chances = state.chances()
        if isinstance(chances, Draw):
            return self.sources[chances.source](chances.request, chance())
        return chances.outcome(below(chances.total))


KINDS: Mapping[str, type] = {
    "rulebook": State,
    "options": Options,
    "seats": range,
    "presets": Mapping,
    "players": Mapping,
    "commands": Mapping,
}
"""What lists of games and commands ask of every game, also where nobody plays it. An empty range is of no use."""


def _is(value: object, kind: type) -> bool:
    if isinstance(value, type):
        return issubclass(value, kind)
    return isinstance(value, kind) and (kind is Mapping or bool(value))


def _kinds(book: type[State], role: Role) -> tuple[type[Move], ...]:
    return {"seat": book.SEAT_MOVES, "nature": book.NATURE_MOVES, "clock": book.CLOCK_MOVES}[role]


@cache
def _reader(book: type[State], role: Role) -> msgspec.json.Decoder[Move] | None:
    """Reads any kind of move that one of them can make, if there is one; made once: it takes longer than reading."""
    kinds = _kinds(book, role)
    if not kinds:
        return None
    union: Any = kinds[0]
    for kind in kinds[1:]:
        union = union | kind
    return msgspec.json.Decoder(union)


def _fields(move: Move) -> dict[str, Argument]:
    return {name: getattr(move, name) for name in move.__struct_fields__}
