"""What one looker may know of a table: of what is, and of what happened. Nothing else ever leaves the house.

A looker is a seat, or None for a spectator. Everything about the game comes from its `Sight` alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec
from msgspec import UNSET, Raw, UnsetType
from msgspec.structs import replace

from knobel.coach.advice import Advice, advises, reviews
from knobel.coach.telling import sentences
from knobel.core import record
from knobel.core.contract import Move, Open, Seat, State, covers_nothing
from knobel.core.game import Game
from knobel.core.scene import Group, Scene
from knobel.core.timeline import Step, Timeline
from knobel.core.words import Catalogue, Parts, Say, Voice, plain
from knobel.server.socket import protocol
from knobel.server.socket.happenings import (
    Corrected,
    MomentView,
    Moved,
    SceneGroup,
    SceneView,
    What,
    sentence_of,
    what_of,
)
from knobel.server.tables import events
from knobel.server.tables.house import Broadcast
from knobel.server.tables.state import LoggedEvent, Room, TableState, can_undo
from knobel.server.words import WORDS
from knobel.table.real_dice import awaited, awaited_of, objectable, thrower
from knobel.table.table import Sight

SWAY_MS, SWAY_EVERY_MS = 20_000, 50
"""For how long, and how finely, it is told beforehand where something that sways will be."""

encode = msgspec.json.Encoder().encode

NO_SCENE = SceneView(middle=(), drawing=(), places=())


class Looker(msgspec.Struct, frozen=True, cache_hash=True):
    """Who looks, and in which language. All who look alike are sent the same."""

    seat: Seat | None
    language: str
    protocol: int = protocol.PROTOCOL
    """The version of the wire that they speak."""
    drawn: protocol.Drawn = "named"
    """What becomes of dice in sentences."""
    plain: bool = False
    """Whether it is a program, which needs no words."""


@lru_cache(4096)
def voice_of(looker: Looker, places: tuple[events.Occupant | None, ...]) -> Voice:
    """How words reach somebody, by who sits where."""
    return Voice(
        language=looker.language, names=tuple(place.name if place else "–" for place in places), you=looker.seat
    )


def room_view(hosted: TableState, language: str) -> protocol.RoomView:
    """The table without its game; everybody may know all of it."""
    room, game = hosted.room, hosted.game
    return protocol.RoomView(
        table=hosted.table,
        game=game.name,
        title=game.title(language),
        stage="salting" if room.asked else hosted.stage,
        options=room.setup.options,
        dice=room.setup.dice,
        public=room.setup.public,
        move_ms=room.setup.move_ms,
        seats=tuple(_seat_view(place) for place in room.places),
        least=game.seats[0],
        host=room.host_seat,
        deal=protocol.DealView(
            promise=room.deal.seed,
            committed=tuple(sorted(room.deal.committed)),
            opened=tuple(sorted(room.deal.opened)),
            promises=room.deal.promises(),
        ),
        paused=room.paused is not None,
        ended=room.ended,
        reopened=room.reopened,
        rematch=room.rematch,
        before=room.before,
        hints=room.gives_hints() and advises(hosted.game),
        reviews=reviews(hosted.game),
    )


def _seat_view(place: events.Occupant | None) -> protocol.SeatView | None:
    if place is None:
        return None
    return protocol.SeatView(
        name=place.name, player=place.player, person=bool(place.key), muted=place.muted, open=place.open
    )


def sentence(parts: Parts, drawn: protocol.Drawn) -> protocol.Sentence:
    """A sentence as a client is sent it.

    >>> from knobel.core.words import NamedDie
    >>> sentence(("You lay the ", NamedDie("red 3", "3", "red")), "marked")
    'You lay the ⟦red 3|3|red⟧'

    Marks never come from people: what somebody is called, or what they typed, is no die.

    >>> sentence(("⟦Ann|6|red⟧ sits down.",), "marked")
    '[Ann|6|red] sits down.'
    """
    if drawn == "marked":
        return "".join([_unmarked(p) if isinstance(p, str) else f"⟦{p.name}|{p.face}|{p.colour}⟧" for p in parts])
    if len(parts) == 1 and isinstance(parts[0], str):
        return parts[0]
    if drawn == "named":
        return plain(parts)
    return parts


def _unmarked(text: str) -> str:
    return text.replace("⟦", "[").replace("⟧", "]")


def position(
    hosted: TableState, looker: Looker, sight: Sight, now: int, broadcast: Broadcast | None = None
) -> protocol.Position | None:
    """The game as a looker may see it at a time of the table; None before it has begun.

    Where nothing is covered, programs see the same but for what they may do: of a broadcast it is put together once.
    """
    timeline = hosted.timeline
    if timeline is None:
        return None
    room, seat = hosted.room, looker.seat
    view = sight.view(timeline.state)
    shared = broadcast if looker.plain and view is timeline.state else None
    seen: protocol.Position | None = shared.seen_by_programs if shared else None
    voice = None if looker.plain else voice_of(looker, room.places)
    if seen is None:
        scene = scene_view(_lying(timeline, sight), hosted.game.words, voice) if voice else NO_SCENE
        seen = _seen(hosted, timeline, view, scene, now)
        if shared:
            shared.seen_by_programs = seen
    if seat is None or hosted.stage != "playing" or room.reopened is not None:
        return seen
    asked = seat in seen.due.must or seat in seen.due.may
    moves, undo = view.moves(seat, now) if asked else [], can_undo(timeline, seat)
    if not moves and not undo:
        return seen
    if voice is None:
        throws = hosted.game.throws
        choices = [
            protocol.Choice(label="", move=Raw(encode(move)), throws=isinstance(move, throws))
            for move in moves
            if not isinstance(move, Open)
        ]
        rich = _open_kinds(hosted.game, moves, None) if len(choices) < len(moves) else ()
        return replace(seen, moves=tuple(choices), open=rich, undo=undo)
    guide = hosted.game.guide(view, seat) if moves and hosted.game.guide else None
    natural = guide.move if guide else None
    return replace(
        seen,
        guide=sentence(hosted.game.words.parts(guide.say, voice), looker.drawn) if guide else "",
        moves=tuple(
            [
                _choice(sight, view, move, voice, looker.drawn, move == natural)
                for move in moves
                if not isinstance(move, Open)
            ]
        ),
        open=_open_kinds(hosted.game, moves, voice),
        undo=undo,
    )


def _lying(timeline: Timeline, sight: Sight) -> Scene:
    """What lies on the table; once the game is over, with what decided it."""
    over = timeline.due.places is not None and timeline.steps
    return sight.resting(timeline.steps[-1]) if over else sight.scene(timeline.state)


def _seen(hosted: TableState, timeline: Timeline, view: State, scene: SceneView, now: int) -> protocol.Position:
    """What is on the table in a view, for somebody who can do nothing."""
    game, room = hosted.game, hosted.room
    due = timeline.due if view is timeline.state else view.due()
    real = isinstance(timeline.header.dice, record.RealDice)
    return protocol.Position(
        view=Raw(encode(view)),
        scene=scene,
        due=protocol.DueView(must=tuple(sorted(due.must)), may=tuple(sorted(due.may)), nature=due.nature),
        scores=view.scores(),
        places=due.places,
        moves=(),
        open=(),
        undo=False,
        live=game.is_live(view),
        sway=None if game.realtime.marker is None else _sway(game, view, now),
        throw=_throw(timeline, room, now) if real else None,
        objectable=objectable(timeline, room.reopened) if real else None,
        clock=protocol.ClockView(now=now, alarm=due.alarm.at if due.alarm else None, until=hosted.deadlines()),
    )


def happenings(
    broadcast: Broadcast, looker: Looker, sight: Sight, state: State | None
) -> tuple[protocol.Happening, ...]:
    """What has just happened, as a looker may know it: all programs the same, where the rulebook covers nothing.

    That is written once for them all.
    """
    shared = looker.plain and state is not None and covers_nothing(type(state))
    if shared and broadcast.told_to_programs is not None:
        return broadcast.told_to_programs
    told = tuple([happening(logged, looker, sight) for logged in broadcast.events])
    if shared:
        broadcast.told_to_programs = Raw(encode(told))
        return broadcast.told_to_programs
    return told


def happening(logged: LoggedEvent, looker: Looker, sight: Sight) -> protocol.Happening:
    """Something that happened, as a looker may know it."""
    event, step = logged.event, logged.step
    if step and isinstance(event, events.Entered) and isinstance(event.entry, record.Moved):  # what happens most
        voice = None if looker.plain else voice_of(looker, logged.room.places)
        if voice is None:
            return protocol.Happening(seq=logged.seq, on=event.at, what=_moved(event.entry, step, sight))
        says = tuple(sight.told(step))
        moved = _moved(event.entry, step, sight, voice, says)
        words = _story(says, sight.game.words, voice, looker.drawn)
        return protocol.Happening(seq=logged.seq, on=event.at, what=moved, words=words)
    what, words = _projected(logged, looker, sight)
    return protocol.Happening(seq=logged.seq, on=event.at, what=what, words=() if looker.plain else words)


def _projected(logged: LoggedEvent, looker: Looker, sight: Sight) -> tuple[What, tuple[protocol.Sentence, ...]]:
    voice, event = voice_of(looker, logged.room.places), logged.event
    happened = event.entry if isinstance(event, events.Entered) else event
    if isinstance(happened, record.Corrected) and logged.step:
        corrected = Corrected(entry=happened.of, move=_moved(happened, logged.step, sight).move)
        put_right = WORDS.text(Say("told.corrected"), voice)
        return corrected, (put_right, *_story(sight.told(logged.step), sight.game.words, voice, looker.drawn))
    say = sentence_of(happened)
    return what_of(happened), (WORDS.text(say, voice),) if say else ()


def _moved(
    entry: record.Moved | record.Corrected,
    step: Step,
    sight: Sight,
    voice: Voice | None = None,
    says: tuple[Say, ...] = (),
) -> Moved:
    """A move; for whoever looks at a picture of it, with the dice that fell, and as a moment where it is one."""
    shown = sight.shown(step)
    move = entry.move if shown is step.move else Raw(encode(shown))
    if voice is None:
        return Moved(entry=step.n, by=step.actor, move=move, at=step.at)
    great = [say for say in says if say.key in sight.game.moments]
    moment = moment_view(sight.game, great[0], voice) if great else None
    if step.actor != "nature":
        return Moved(entry=step.n, by=step.actor, move=move, at=step.at, moment=moment)
    dice, landing = sight.landed(step)
    lying = landing and scene_view(landing, sight.game.words, voice)
    return Moved(entry=step.n, by=step.actor, move=move, at=step.at, dice=dice, lying=lying, moment=moment)


def advice_view(
    asked: protocol.Hint, hosted: TableState, looker: Looker, view: State, seq: int, advice: Advice
) -> protocol.AdviceView:
    """What a seat's moves are worth, for whoever asked: by `view`, which is what they saw at a number of the log."""
    game, voice = hosted.game, voice_of(looker, hosted.room.places)
    told = () if looker.plain else sentences(game, view, advice)
    return protocol.AdviceView(
        id=asked.id,
        seq=seq,
        seat=asked.seat,
        exact=advice.exact,
        moves=tuple(
            protocol.MoveWorth(
                move=Raw(encode(each.move)),
                chance=each.chance,
                low=each.low,
                high=each.high,
                label=_label_beyond_choices(game, view, asked.seat, each.move, voice, looker),
            )
            for each in advice.moves
        ),
        words=_story(told, game.words, voice, looker.drawn),
    )


def _label_beyond_choices(
    game: Game, view: State, seat: Seat, move: Move, voice: Voice, looker: Looker
) -> protocol.Sentence | UnsetType:
    """What a move would be, in words, where no choice says it since its kind is too rich to list."""
    if looker.plain or move in view.candidates(seat):
        return UNSET
    return sentence(game.words.parts(game.label(view, seat, move), voice), looker.drawn)


def moment_view(game: Game, say: Say, voice: Voice) -> MomentView:
    """The moment that a sentence tells, for one listener."""
    moment = game.moments[say.key]
    return MomentView(words=game.words.text(Say(moment.says, say.args), voice), sound=moment.sound, rains=moment.rains)


def _story(says: Iterable[Say], words: Catalogue, voice: Voice, drawn: protocol.Drawn) -> tuple[protocol.Sentence, ...]:
    return tuple([sentence(words.parts(say, voice), drawn) for say in says])


def _choice(
    sight: Sight, view: State, move: Move, voice: Voice, drawn: protocol.Drawn, natural: bool
) -> protocol.Choice:
    label = sentence(sight.game.words.parts(sight.game.label(view, sight.seat or 0, move), voice), drawn)
    throws = isinstance(move, sight.game.throws)
    return protocol.Choice(label=label, move=Raw(encode(move)), primary=natural, throws=throws)


def _open_kinds(game: Game, moves: Iterable[Move | Open], voice: Voice | None) -> tuple[protocol.OpenKind, ...]:
    return tuple(
        [
            protocol.OpenKind(
                kind=kind.kind,
                label=game.words.text(Say(f"can.{kind.kind}"), voice) if voice else "",
                takes=kind.schema,
            )
            for kind in moves
            if isinstance(kind, Open)
        ]
    )


def _throw(timeline: Timeline, room: Room, now: int) -> protocol.ThrowView | None:
    if (chances := awaited(timeline, room.reopened)) is None:
        return None
    whose = awaited_of(timeline, room.reopened, now)
    return protocol.ThrowView(by=thrower(timeline), faces=chances.typed(), whose=whose)


def _sway(game: Game, view: State, now: int) -> protocol.SwayView | None:
    marker = game.realtime.marker
    if marker is None or not game.is_live(view):
        return None
    times = range(now, now + SWAY_MS, SWAY_EVERY_MS)
    return protocol.SwayView(since=now, every=SWAY_EVERY_MS, at=tuple(round(marker(view, at), 3) for at in times))


def scene_view(scene: Scene, words: Catalogue, voice: Voice) -> SceneView:
    """What lies on the table."""
    places = [_groups(place, words, voice) for place in scene.places]
    return SceneView(middle=_groups(scene.middle, words, voice), drawing=scene.drawing, places=tuple(places))


def _groups(groups: tuple[Group, ...], words: Catalogue, voice: Voice) -> tuple[SceneGroup, ...]:
    return tuple(
        [
            SceneGroup(
                id=group.id,
                caption=words.text(group.caption, voice),
                dice=group.dice,
                count=group.count,
                words=group.words,
            )
            for group in groups
        ]
    )
