"""The wire: every message that goes over a table's socket. What goes over HTTP stands in `http/schemas.py`.

A message is a JSON object whose `type` says what it is. A client that sends a field or a type that is not written here
is told so. Times are milliseconds: `at` of the table's own time, `on` since 1970.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from knobel.core.contract import Seat
from knobel.core.words import Language, NamedDie
from knobel.server.socket.happenings import AMove, AnyWhat, SceneView

PROTOCOL = 2
"""Raised whenever a client written against the version before could misunderstand something."""
SPOKEN = (1, PROTOCOL)
"""The versions that the house speaks: also that of tabs which were opened before it was renewed."""


class Closing(IntEnum):
    """Why the house closes a socket, as the number that goes with it."""

    GOING = 1012
    """The house itself closes, and will be back."""
    NOTHING_HERE = 4004
    """There is no such table."""
    FOREIGN = 4006
    """The client speaks another version of this wire."""
    SLOW = 4008
    """It does not read."""
    ABUSIVE = 4009
    """It does not behave."""
    SILENT = 4010
    """It does not answer."""
    FULL = 4011
    """There is no room for one who only watches."""
    CROWDED = 4012
    """Its seat has too many sockets."""
    SENT_AWAY = 4013
    """Whoever runs the house has sent its address away."""


Id = Annotated[int, Meta(ge=0, le=2**53 - 1, description="Chosen by the client; the answer carries the same.")]
ASeat = Annotated[int, Meta(ge=0, le=63, description="A seat, counted from 0.")]
Token = Annotated[str, Meta(min_length=1, max_length=100, description="What opens a seat, or the host's role.")]


Sentence = str | tuple[str | NamedDie, ...]
"""A text; for a client that draws dice and where it names some, the text in parts, some of which are dice."""
Drawn = Literal["named", "marked", "parts"]
"""What becomes of a die in a sentence: its name, its name with marks around it (protocol 1), or a part of its own."""


# What a client says -------------------------------------------------------------------------------------------------


class FromClient(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True
):
    """A message of a client."""


class Hello(FromClient, frozen=True, kw_only=True):
    """The first message on a socket: who is looking, and how far they have seen. Answered by `welcome`."""

    protocol: int
    """The version of this wire that the client speaks."""
    tokens: Annotated[tuple[Token, ...], Meta(max_length=16)] = ()
    """The tokens that the client holds, of seats or the host's; none: a spectator. Cookies count too."""
    looking: ASeat | None = None
    """Which of its seats looks at the screen. Without it: the only seat the client has, else a spectator."""
    seen: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None = None
    """The number of the last happening this looker has seen (0: none, so all are sent); null: only what is now."""
    language: Language | None = None
    """Without it, the table's."""
    plain: bool = False
    """For programs: data only, no words for people. Then `words` and `scene` are empty, and so are labels."""
    marks: bool = False
    """Whether the client draws the dice that sentences name: then such a sentence comes in parts.

    To protocol 1 it comes as a text with marks: `⟦red 3|3|red⟧` is name, face and colour.
    """


class Look(FromClient, frozen=True, kw_only=True):
    """Another seat of this client looks at the screen now (null: nobody, so what a spectator may see)."""

    id: Id
    seat: ASeat | None


class Play(FromClient, frozen=True, kw_only=True):
    """A seat makes a move: one of those offered, or one of a kind that is too rich to list."""

    id: Id
    seat: ASeat
    move: AMove
    at: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None = None
    """When it was made, as the client says. It counts only where milliseconds do, and only within narrow bounds."""


class Undo(FromClient, frozen=True, kw_only=True):
    """A seat takes its last move back."""

    id: Id
    seat: ASeat


TypedFaces = Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(min_length=1, max_length=40)]


class TypeDice(FromClient, frozen=True, kw_only=True, tag="throw"):
    """Real dice: what fell, in the names of the faces, in any order."""

    id: Id
    faces: TypedFaces


class Protest(FromClient, frozen=True, kw_only=True, tag="object"):
    """Real dice: a seat says that the last throw was typed in wrongly. It is asked for again."""

    id: Id
    seat: ASeat


class Correct(FromClient, frozen=True, kw_only=True):
    """Real dice: the host puts an earlier throw right, named by its entry in the record."""

    id: Id
    entry: Annotated[int, Meta(ge=1, le=2**31)]
    faces: TypedFaces


class Chat(FromClient, frozen=True, kw_only=True):
    """Says something to everyone; without a seat, as the host."""

    id: Id
    seat: ASeat | None = None
    text: Annotated[str, Meta(max_length=2000)]


class Hint(FromClient, frozen=True, kw_only=True):
    """A seat that may move asks what its moves are worth. Answered by `advice`, where the table allows it."""

    id: Id
    seat: ASeat


class Pong(FromClient, frozen=True, kw_only=True):
    """The answer to a `ping`, to be sent at once: so the house measures how long the way is."""

    id: Id


TableMessage = Play | Undo | TypeDice | Protest | Correct | Chat
"""What changes something at the table."""
ClientMessage = Hello | Look | TableMessage | Hint | Pong


# What happened ------------------------------------------------------------------------------------------------------


class Happening(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Something that happened at the table, with its number in the table's log: 1, 2, 3 …"""

    seq: int
    on: int
    what: AnyWhat
    words: tuple[Sentence, ...] = ()
    """The same in sentences, in the looker's language."""


# What is ------------------------------------------------------------------------------------------------------------


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """Who has a seat."""

    name: str
    player: str
    """`person`, or the name of a player of the house that decides here now."""
    person: bool
    """Whether a person holds the token of this seat, even while a player of the house sits in."""
    muted: bool
    open: bool
    """Whether anybody may take it over."""


class DealView(msgspec.Struct, frozen=True, kw_only=True):
    """How the dice are being fixed: the house's commitment, and who committed to a salt and who has opened theirs."""

    promise: str
    committed: tuple[Seat, ...]
    opened: tuple[Seat, ...]
    promises: tuple[str, ...] = ()
    """The commitments to salts, in the order of `committed`. Whoever keeps them before opening their own salt can tell
    afterwards that no other one was chosen to fit it."""


class RoomView(msgspec.Struct, frozen=True, kw_only=True):
    """The table without its game."""

    table: str
    game: str
    title: str
    stage: Literal["gathering", "salting", "playing", "over"]
    options: dict[str, Any]
    dice: Literal["fair", "real"]
    public: bool
    move_ms: int | None
    seats: tuple[SeatView | None, ...]
    least: int
    """So many must sit down before the game can begin."""
    host: Seat | None
    """Which seat is host; null where whoever opened the table is."""
    deal: DealView
    paused: bool
    ended: bool
    reopened: int | None
    """Real dice: the entry whose dice are being typed in again; until then nothing else happens."""
    rematch: str
    before: str
    hints: bool = False
    """Whether the house says now what moves are worth to whoever of the seated asks."""
    reviews: bool = False
    """Whether the game can be looked at again when it is over (`GET …/review`)."""


class Choice(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A move that the looker may make, in words and as it is sent."""

    label: Sentence
    move: AMove
    primary: bool = False
    """Whether it is the natural move now, by what the game means; at most one is."""
    throws: bool = False
    """Whether dice are thrown with it, by what the game says."""


class OpenKind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of move that is too rich to list, with the JSON schema of what it takes."""

    kind: str
    label: str
    takes: dict[str, Any]


class DueView(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Who may move now."""

    must: tuple[Seat, ...]
    may: tuple[Seat, ...]
    nature: bool


class ClockView(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What time it is at the table, and until when."""

    now: int
    alarm: int | None
    """When the rules' own clock will move."""
    until: dict[Seat, int]
    """Where moves have a time limit: when it is over for each seat that is waited for."""


class ThrowView(msgspec.Struct, frozen=True, kw_only=True):
    """Real dice have been thrown: who says what fell (beside the host), and for each die the names of its faces."""

    by: Seat | None
    faces: tuple[tuple[str, ...], ...]
    whose: Seat | None = None
    """Of which seat the dice are, if that is told: of several cups, which is lifted."""


class SwayView(msgspec.Struct, frozen=True, kw_only=True):
    """Where something sways and a move stops it: where it is, from -1 to 1, at `since` and then every `every`.

    Where it takes longer than that, `look` brings more.
    """

    since: int
    every: int
    at: tuple[float, ...]


class Position(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The game as the looker may see it: everything a screen needs."""

    view: Raw
    """The position as the game itself writes it, with everything covered that the looker may not know."""
    scene: SceneView
    due: DueView
    scores: tuple[int, ...]
    places: tuple[int, ...] | None
    """How it ended: each seat's place, 1 is first."""
    moves: tuple[Choice, ...]
    open: tuple[OpenKind, ...]
    undo: bool
    """Whether the looker may take the last move back."""
    guide: Sentence = ""
    """What the looker who may move should do now, in a sentence; empty for everybody else."""
    live: bool
    """Whether everybody acts at once and milliseconds count: then say `at` with every move."""
    sway: SwayView | None
    throw: ThrowView | None
    objectable: int | None
    """Real dice: the entry whose dice anybody seated may still object to."""
    clock: ClockView


# What the house says ------------------------------------------------------------------------------------------------


class FromHouse(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="type", tag=str.lower):
    """A message of the house."""


class Welcome(FromHouse, frozen=True, kw_only=True):
    """The answer to `hello` (and, with its `id`, to `look`): all that the looker may see now, and what they missed."""

    protocol: int
    id: int | None
    """Of the `look` that it answers."""
    seq: int
    """The number of the last happening that has been told by now; where there is more, another `welcome` follows."""
    yours: tuple[Seat, ...]
    """The seats that this client may act for."""
    waits: tuple[Seat, ...]
    """The seats that it took over and gets once nothing is hidden there; until then the house plays them."""
    host: bool
    looking: Seat | None
    room: RoomView
    position: Position | None
    """Null before the game has begun."""
    missed: tuple[Happening, ...]


class News(FromHouse, frozen=True, kw_only=True):
    """Something happened. Happenings come in order, without gaps; `position` and `room` are as they are after them."""

    happenings: tuple[Happening, ...]
    position: Position | None
    room: RoomView | UnsetType = UNSET
    """Only where it has changed."""


class Done(FromHouse, frozen=True, kw_only=True):
    """What the client asked for has happened, and is safe. `seq` is its number."""

    id: int
    seq: int


class MoveWorth(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A move, and how likely its seat wins after it, from 0 to 1; between `low` and `high`, 95 % sure."""

    move: AMove
    chance: float
    low: float
    high: float
    """Both are the chance itself where it is exact."""
    label: Sentence | UnsetType = UNSET
    """What it would be, in words, where its kind is too rich to list, so that it is no choice of the position."""


class AdviceView(FromHouse, frozen=True, kw_only=True, tag="advice"):
    """The answer to `hint`: what each move is worth, the best one first. It holds for the position it was asked in."""

    id: int
    seq: int
    """The number of the last happening then."""
    seat: Seat
    exact: bool
    moves: tuple[MoveWorth, ...]
    words: tuple[Sentence, ...]
    """The same in sentences, with the odds of what is dared and how sure all of it is."""


class Refused(FromHouse, frozen=True, kw_only=True):
    """What the client asked for has not happened; the table is untouched."""

    id: int | None
    code: str
    """`rule`: a rule of the game forbids it. Others: see docs/wire.md."""
    rule: str
    """Which rule, where one does."""
    why: Sentence
    """The reason in the client's language."""


class OtherDevice(msgspec.Struct, frozen=True, kw_only=True):
    """Another socket that plays for a seat of the looker's."""

    seat: Seat
    since: int | None
    """For how many milliseconds it has; null: another process of the house serves it."""
    near: bool
    """Whether it comes from the looker's own address."""


class Ping(FromHouse, frozen=True, kw_only=True):
    """To be answered at once by a `pong` with the same id. `now` is the table's time."""

    id: int
    now: int
    watching: int
    """How many look on without a seat, as far as this process of the house knows."""
    every: int = 0
    """So many milliseconds later the next one comes at the latest: whoever hears nothing has lost the line."""
    there: tuple[Seat, ...] = ()
    """The seats of people who are there, as far as this process of the house knows."""
    away: dict[Seat, int] = {}
    """The seats of people who are not, and for how many milliseconds. Empty where several processes serve a house."""
    others: tuple[OtherDevice, ...] = ()
    """Who else plays for the looker's seats: their other devices, or whoever has their token."""
    working: dict[Seat, float] = {}
    """The seats whose bots have perfect play worked out before they decide, and which part of that is done."""


class Bye(FromHouse, frozen=True, kw_only=True):
    """The house closes this socket. `again`: come back after so many milliseconds; null: there is no use."""

    code: str
    why: str
    again: int | None


HouseMessage = Welcome | News | Done | AdviceView | Refused | Ping | Bye

UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
"""What is raised for a message that is none."""

client_message = msgspec.json.Decoder(ClientMessage)
encode_message: Callable[[HouseMessage], bytes] = msgspec.json.Encoder().encode
"""A message as it goes over the socket: a text in UTF-8."""


def drawn_for(hello: Hello) -> Drawn:
    """What becomes of dice in the sentences for a client."""
    if not hello.marks:
        return "named"
    return "parts" if hello.protocol > 1 else "marked"


class _Greeting(msgspec.Struct, tag_field="type", tag="hello"):
    """All that every version of `hello` has."""

    protocol: int


_greeting = msgspec.json.Decoder(_Greeting)


def is_foreign(raw: bytes) -> bool:
    """Whether it is a `hello` of a version that the house does not speak, whatever else that version says in it."""
    try:
        return _greeting.decode(raw).protocol not in SPOKEN
    except UNREADABLE:
        return False
