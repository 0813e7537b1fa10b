"""What goes over HTTP: setting a table up, and looking at it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from knobel.coach.review import ReviewedSeat
from knobel.core.contract import Seat
from knobel.core.record import Hints
from knobel.server.socket.happenings import AMove, MomentView, SceneView
from knobel.server.socket.protocol import (
    ASeat,
    Happening,
    Language,
    Position,
    Refused,
    RoomView,
    Sentence,
    Token,
    Welcome,
)
from knobel.server.tables.listing import About
from knobel.store.log import TableStage

Name = Annotated[str, Meta(max_length=200, description="What others call you: a nickname by RFC 8266.")]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is sent to the house."""


class NewTable(Body, frozen=True, kw_only=True):
    """A table to be opened."""

    game: Annotated[str, Meta(max_length=100)]
    preset: Annotated[str, Meta(max_length=100)] | None = None
    """A named set of house rules; without it, the one that the game offers first."""
    options: dict[Annotated[str, Meta(max_length=100)], Any] = {}
    """House rules that differ from the preset."""
    dice: Literal["fair", "real"] = "fair"
    public: bool = False
    """Whether it stands in the list; otherwise only whoever has its link finds it."""
    move_seconds: Annotated[float, Meta(ge=0.1, le=86_400)] | None = None
    """How long a seat may think over a move before the house moves for it; null: as long as it likes."""
    language: Language = "en"
    hints: Hints = "alone"
    """Whether the house says what moves are worth: to nobody, to somebody who plays without other people, to all."""


class TableOpened(msgspec.Struct, frozen=True, kw_only=True):
    """A table that was opened."""

    table: str
    token: Token
    """The host's. It is shown only now (and set as a cookie)."""
    promise: Hash
    """The house's commitment to its seed."""


class SitDown(Body, frozen=True, kw_only=True):
    """Somebody wants a seat: this one, or any."""

    name: Name
    seat: ASeat | None = None
    promise: Hash | None = None
    """A commitment to a salt, as over `/salts`: it counts where salts still do, and for nothing elsewhere."""


class SeatTaken(msgspec.Struct, frozen=True, kw_only=True):
    """A seat, and the token that opens it. The token is shown only now (and set as a cookie)."""

    seat: Seat
    token: Token


class DeviceLink(msgspec.Struct, frozen=True, kw_only=True):
    """What takes a seat along to another device: it works once, and until a time in milliseconds since 1970."""

    seat: Seat
    token: Token
    until: int


class TakeAlong(Body, frozen=True, kw_only=True):
    """A link that was made on another device."""

    token: Token


class AddBot(Body, frozen=True, kw_only=True):
    """A player of the house shall take a seat."""

    level: Annotated[str, Meta(max_length=100)]
    seat: ASeat | None = None
    name: Name | None = None


class HouseView(msgspec.Struct, frozen=True, kw_only=True):
    """How others get into this house, as far as it knows."""

    reach: Literal["machine", "nowhere", "network", "unknown"]
    """`machine`: it is open for the machine it runs on alone. `nowhere`: that machine is in no network. `unknown`:
    whoever asks is on another machine, and the address that brought them here is better than any the house could name.
    """
    addresses: tuple[str, ...]
    """Origins for links (`http://192.168.1.7:8000`), the best first; none of them means only one machine."""


class Where(msgspec.Struct, frozen=True, kw_only=True):
    """A seat, or another table."""

    seat: Seat


class SaltPromise(Body, frozen=True, kw_only=True):
    """A commitment to a salt: the SHA-256 of `knobel commitment`, a zero byte and the JSON array of nonce and text."""

    seat: ASeat
    promise: Hash


class SaltPromised(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a commitment to a salt."""

    counts: bool
    """Whether it came in time: before the host started."""


class SaltOpening(Body, frozen=True, kw_only=True):
    """The salt that was committed to."""

    seat: ASeat
    text: Annotated[str, Meta(max_length=200)]
    nonce: Annotated[str, Meta(min_length=8, max_length=64)]


class Start(Body, frozen=True, kw_only=True):
    """The host starts, from where some have committed to salts."""

    salts: Annotated[tuple[SaltOpening, ...], Meta(max_length=64)] = ()
    """What is opened at once: whoever starts may hold seats."""
    promises: Annotated[tuple[Hash, ...], Meta(max_length=64)] | None = None
    """The commitments that count, by seat, as far as you know: where others do, nothing is opened or started."""
    without: Annotated[tuple[ASeat, ...], Meta(max_length=64)] = ()
    """Whose commitments do not count, if they are away: nobody waits for what they cannot open."""


class SendAway(Body, frozen=True, kw_only=True):
    """The host sends somebody away."""

    seat: ASeat
    open: bool = False
    """While the game is on: whether somebody else may take the seat over from the bot that sits in."""


class Mute(Body, frozen=True, kw_only=True):
    """Whether a seat may chat."""

    seat: ASeat
    muted: bool = True


class HandOn(Body, frozen=True, kw_only=True):
    """Who is host from now on."""

    seat: ASeat


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A table, and what the one who asks may act as."""

    room: RoomView
    yours: tuple[Seat, ...]
    host: bool


class Rematch(msgspec.Struct, frozen=True, kw_only=True):
    """Where it goes on. The same tokens open the seats there."""

    table: str


class StepView(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a game that is over, told openly: what happened, what lay on the table then, and everybody's points."""

    entry: int
    words: tuple[Sentence, ...]
    scene: SceneView
    scores: tuple[int, ...]
    dice: tuple[str, ...] = ()
    """The ids of the dice that fell with it."""
    lying: SceneView | None = None
    """What lay there when they had fallen, where the game has gone on without them: to be shown before the scene."""
    moment: MomentView | None = None


class MoveDrawn(msgspec.Struct, frozen=True, kw_only=True):
    """A move that nature may make, and how many numbers mean it."""

    count: str
    move: AMove


class DieDrawn(msgspec.Struct, frozen=True, kw_only=True):
    """A die: where it shows in the move, and what stands there for each of its faces."""

    place: tuple[str | int, ...] | None
    """The names of fields, and numbers in lists and texts; none: it is the whole move; null: it shows nowhere."""
    values: tuple[msgspec.Raw, ...]


class DrawKind(msgspec.Struct, frozen=True, kw_only=True):
    """What the numbers of a draw mean, from 0 to `total` - 1: moves in a row, or dice, the first the lowest digit."""

    total: str
    """Numbers are written in digits: they may be larger than some programs hold."""
    moves: tuple[MoveDrawn, ...] = ()
    """Where moves are listed, each with so many numbers; else one move alone: with the first face of every die."""
    dice: tuple[DieDrawn, ...] = ()


class DrawView(msgspec.Struct, frozen=True, kw_only=True):
    """Nature's draw with the number `k`, and the entry of the record that it made."""

    k: int
    entry: int
    kind: int | None
    """Which of the kinds it is; null: it cannot be listed, as with a tower that settles."""
    open: bool
    """Whether everybody was shown the move as it stands in the record."""


class DrawsView(msgspec.Struct, frozen=True, kw_only=True):
    """All draws of a game that is over, told so that they can be drawn again."""

    kinds: tuple[DrawKind, ...]
    draws: tuple[DrawView, ...]


class DecisionView(msgspec.Struct, frozen=True, kw_only=True):
    """A decision in a game that is over: what was chosen, what was best, and what that cost."""

    step: int
    """Its place among the steps, counted from 0."""
    seat: Seat
    made: Sentence
    best: Sentence
    """The best move from the mover's own view: the same as `made` where none was better."""
    choices: int
    before: float
    """The mover's chance to win."""
    after: float
    """The same once it had decided, before anything came to light by it."""
    lost: float


class ReviewFound(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is over, looked at again."""

    exact: bool
    rounds: int
    """How often each moment was tried out; 0 where nothing had to be."""
    error: float
    """How far off a single chance may be, 95 % sure."""
    seats: tuple[ReviewedSeat, ...]
    chances: tuple[tuple[float, ...], ...]
    """Everybody's chance to win: at the start, and after each step."""
    decisions: tuple[DecisionView, ...]
    deciding: tuple[int, ...]
    """The steps after which the chances had changed most, counted from 0, the largest change first."""


class ReviewView(msgspec.Struct, frozen=True, kw_only=True):
    """A review, or how far it is: then ask again in a moment."""

    done: float
    found: ReviewFound | None


class ThrowTyped(msgspec.Struct, frozen=True, kw_only=True):
    """A throw of real dice that was typed in: the host can put it right."""

    entry: int
    words: tuple[Sentence, ...]
    faces: tuple[tuple[str, ...], ...]
    """For each die the names of its faces."""


class LessonPart(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a lesson: what is said and offered, what the learner is to do, and what comes of it."""

    asks: Literal["move", "next", "nothing"]
    """What it waits for: a move of the learner, only that they have read it, or nothing."""
    position: Position
    """The table before it. `guide` is what the lesson says; the natural move is the one that it asks for."""
    wanted: AMove | None
    """The move that it asks for."""
    label: Sentence
    """The same in words."""
    refused: Refused | None
    """What the rules answer, where it asks for a slip that everybody makes once. Then nothing happens."""
    happenings: tuple[Happening, ...]


class LessonView(msgspec.Struct, frozen=True, kw_only=True):
    """A game's lesson, as the learner sees it: the table, as a socket would welcome them there, and all its parts."""

    welcome: Welcome
    parts: tuple[LessonPart, ...]


class ListedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A public table in the list."""

    table: str
    game: str
    stage: TableStage
    about: About
    changed: int


class TablePage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the list, the last changed first. `next` asks for the page after it; empty: there is none."""

    tables: tuple[ListedTable, ...]
    next: str


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Why something was not done."""

    code: str
    rule: str = ""
    option: str = ""
    """Which house rule is to blame, where one is."""
    why: str
