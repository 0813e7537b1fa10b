"""What one looker may know of a table: of what is, and of what happened. Nothing else ever leaves the house.

A looker is a seat, or None for a spectator. Everything about the game comes from its `Sight` alone.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from knobel.core import record
from knobel.core.contract import Open, Seat, State
from knobel.core.game import Game
from knobel.core.move import Move
from knobel.core.scene import Group, Scene
from knobel.core.timeline import Step, Timeline
from knobel.core.words import Argument, Catalogue, Say, Voice, Who
from knobel.server import events, wire
from knobel.server.hosted import Hosted, Past
from knobel.server.real_dice import awaited, objectable
from knobel.server.room import PERSON, Room
from knobel.server.words import WORDS
from knobel.table.real_dice import thrower
from knobel.table.table import Sight

SWAY_MS, SWAY_EVERY_MS = 20_000, 50
"""For how long, and how finely, it is told beforehand where something that sways will be."""

encode = msgspec.json.Encoder().encode

NO_SCENE = wire.SceneView(middle=(), drawing=(), places=())


class Looker(msgspec.Struct, frozen=True):
    """Who looks, and in which language. All who look alike are sent the same."""

    seat: Seat | None
    language: str
    protocol: int = wire.PROTOCOL
    """The version of the wire that they speak."""
    drawn: wire.Drawn = "named"
    """What becomes of dice in sentences."""
    plain: bool = False
    """Whether it is a program, which needs no words."""

    def voice(self, room: Room) -> Voice:
        """How words reach them."""
        return Voice(language=self.language, names=_names(room.places), you=self.seat)


@lru_cache(1024)
def _names(places: tuple[events.Place | None, ...]) -> tuple[str, ...]:
    return tuple([place.name if place else "–" for place in places])


def room_view(hosted: Hosted, language: str) -> wire.RoomView:
    """The table without its game; everybody may know all of it."""
    room, game = hosted.room, hosted.game
    return wire.RoomView(
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
        deal=wire.DealView(
            promise=room.deal.seed, committed=tuple(sorted(room.deal.committed)), opened=tuple(sorted(room.deal.opened))
        ),
        paused=room.paused is not None,
        ended=room.ended,
        reopened=room.reopened,
        rematch=room.rematch,
        before=room.before,
    )


def _seat_view(place: events.Place | None) -> wire.SeatView | None:
    if place is None:
        return None
    return wire.SeatView(
        name=place.name, player=place.player, person=bool(place.key), muted=place.muted, open=place.open
    )


def position(hosted: Hosted, looker: Looker, sight: Sight, now: int) -> wire.Position | None:
    """The game as a looker may see it at a time of the table; None before it has begun."""
    timeline = hosted.timeline
    if timeline is None:
        return None
    room, seat = hosted.room, looker.seat
    view = sight.view(timeline.state)
    seen = _seen_by_all(hosted, timeline, now) if looker.plain and view is timeline.state else None
    voice = None if looker.plain else looker.voice(room)
    words = hosted.game.words
    if seen is None:
        scene = scene_view(sight.scene(timeline.state), words, voice) if voice else NO_SCENE
        seen = _seen(hosted, timeline, view, scene, now)
    if seat is None or hosted.stage != "playing" or room.reopened is not None:
        return seen
    moves, undo = view.moves(seat, now), timeline.undoable(seat)
    if not moves and not undo:
        return seen
    return replace(
        seen,
        moves=tuple(
            [_choice(sight, view, move, words, voice, looker.drawn) for move in moves if isinstance(move, Move)]
        ),
        open=tuple([_open_kind(hosted.game, move, voice) for move in moves if isinstance(move, Open)]),
        undo=undo,
    )


def _seen_by_all(hosted: Hosted, timeline: Timeline, now: int) -> wire.Position:
    """Where nothing is covered, programs see the same, but for what they may do: it is put together once."""
    state, room = timeline.state, hosted.room
    known = hosted.seen_by_all
    if known is None or known[0] is not state or known[1] is not room or known[2] != now:
        known = hosted.seen_by_all = state, room, now, _seen(hosted, timeline, state, NO_SCENE, now)
    return known[3]


def _seen(hosted: Hosted, timeline: Timeline, view: State, scene: wire.SceneView, now: int) -> wire.Position:
    """What is on the table in a view, for somebody who can do nothing."""
    game, room = hosted.game, hosted.room
    due = timeline.due if view is timeline.state else view.due()
    real = isinstance(timeline.header.dice, record.RealDice)
    return wire.Position(
        view=Raw(encode(view)),
        scene=scene,
        due=wire.DueView(must=tuple(sorted(due.must)), may=tuple(sorted(due.may)), nature=due.nature),
        scores=view.scores(),
        places=due.places,
        moves=(),
        open=(),
        undo=False,
        live=game.live is not None and _live(game, view),
        sway=None if game.marker is None else _sway(game, view, now),
        throw=_throw(timeline, room) if real else None,
        objectable=objectable(timeline, room) if real else None,
        clock=wire.ClockView(now=now, alarm=due.alarm.at if due.alarm else None, until=deadlines(hosted)),
    )


def deadlines(hosted: Hosted) -> dict[Seat, int]:
    """Where moves have a time limit: when it is over for each person that the table waits for."""
    limit, room = hosted.room.setup.move_ms, hosted.room
    if limit is None or room.paused is not None or room.reopened is not None or hosted.stage != "playing":
        return {}
    people = room.people()
    return {seat: since + limit for seat, since in hosted.waiting.items() if seat in people}


def happening(past: Past, looker: Looker, sight: Sight) -> wire.Happening:
    """Something that happened, as a looker may know it."""
    event, step = past.event, past.step
    if step and isinstance(event, events.Entered) and isinstance(event.entry, record.Moved):  # what happens most
        voice = None if looker.plain else looker.voice(past.room)
        moved = _moved(event.entry, step, sight, voice)
        words = _story(step, sight, voice, looker.drawn) if voice else ()
        return wire.Happening(seq=past.seq, on=event.at, what=moved, words=words)
    what, words = _projected(past, looker, sight)
    return wire.Happening(seq=past.seq, on=event.at, what=what, words=() if looker.plain else words)


def _projected(past: Past, looker: Looker, sight: Sight) -> tuple[wire.AnyWhat, tuple[wire.Sentence, ...]]:
    voice = looker.voice(past.room)
    event = past.event
    if isinstance(event, events.Entered):
        match event.entry:
            case record.Corrected(of=of) as entry if past.step:
                corrected = wire.Corrected(entry=of, move=_moved(entry, past.step, sight).move)
                return corrected, (_told("corrected", voice), *_story(past.step, sight, voice, looker.drawn))
            case record.Undone(by=seat):
                return wire.Undone(by=seat), (_told("undone", voice, who=Who(seat)),)
            case record.Sat(seat=seat, sitter=sitter):
                key = "back" if sitter.player == PERSON else "sits-in"
                sat = wire.Sat(seat=seat, name=sitter.name, player=sitter.player)
                return sat, (_told(key, voice, who=Who(seat)),)
            case record.Revealed(seed=seed):
                return wire.Revealed(seed=seed), (_told("revealed", voice),)
            case _:
                raise TypeError(event)
    return _of_room(event, voice)


def _of_room(event: events.AnyEvent, voice: Voice) -> tuple[wire.AnyWhat, tuple[wire.Sentence, ...]]:
    def say(key: str, **args: Argument) -> tuple[wire.Sentence, ...]:
        return (_told(key, voice, **args),)

    match event:
        case events.Opened():
            return wire.Opened(), say("opened")
        case events.Came(seat=seat, place=place):
            return wire.Sat(seat=seat, name=place.name, player=place.player), say("sat", name=place.name)
        case events.Went(seat=seat):
            return wire.Left(seat=seat), say("left", n=seat + 1)
        case events.Rekeyed(seat=seat):
            return wire.Rekeyed(seat=seat), say("rekeyed", who=Who(seat))
        case events.Promised(seat=seat, promise=promise):
            return wire.Promised(seat=seat, promise=promise), say("promised", who=Who(seat))
        case events.Asked():
            return wire.Asked(), say("asked")
        case events.Salted(seat=seat, salt=salt):
            return wire.Salted(seat=seat, text=salt.text, nonce=salt.nonce), say("salted", who=Who(seat))
        case events.Redealt(promise=promise):
            return wire.Redealt(promise=promise), say("redealt")
        case events.Began(order=order):
            return wire.Began(order=order), say("began")
        case events.Objected(seat=seat, of=of):
            return wire.Objected(seat=seat, entry=of), say("objected", who=Who(seat))
        case events.Said(seat=seat, text=text):
            return wire.Said(seat=seat, text=text), ()
        case events.Paused():
            return wire.Paused(), say("paused")
        case events.Continued():
            return wire.Continued(), say("continued")
        case events.Adopted():
            return wire.Adopted(), say("adopted")
        case events.Ended():
            return wire.Ended(), say("ended")
        case events.Removed(seat=seat):
            return wire.Removed(seat=seat), say("removed", n=seat + 1)
        case events.Muted(seat=seat, muted=muted):
            return wire.Muted(seat=seat, muted=muted), say("muted" if muted else "unmuted", who=Who(seat))
        case events.Handed(seat=seat):
            return wire.Handed(seat=seat), say("handed", who=Who(seat))
        case events.Rematched(table=table):
            return wire.Rematched(table=table), say("rematched")
        case events.Entered():
            raise TypeError(event)


def _moved(entry: record.Moved | record.Corrected, step: Step, sight: Sight, voice: Voice | None = None) -> wire.Moved:
    """A move; for whoever looks at a picture of it, with the dice that fell."""
    shown = sight.shown(step)
    move = entry.move if shown is step.move else Raw(encode(shown))
    if voice is None or step.actor != "nature":
        return wire.Moved(entry=step.n, by=step.actor, move=move, at=step.at)
    landing = sight.landing(step)
    lying = landing and scene_view(landing, sight.game.words, voice)
    return wire.Moved(entry=step.n, by=step.actor, move=move, at=step.at, dice=sight.fallen(step), lying=lying)


def _story(step: Step, sight: Sight, voice: Voice, drawn: wire.Drawn) -> tuple[wire.Sentence, ...]:
    words = sight.game.words
    return tuple([wire.sentence(words.parts(say, voice), drawn) for say in sight.told(step)])


def _told(key: str, voice: Voice, **args: Argument) -> str:
    return WORDS.text(Say(f"told.{key}", args), voice)


def _choice(
    sight: Sight, view: State, move: Move, words: Catalogue, voice: Voice | None, drawn: wire.Drawn
) -> wire.Choice:
    label = ""
    if voice:
        label = wire.sentence(words.parts(sight.game.label(view, sight.seat or 0, move), voice), drawn)
    return wire.Choice(label=label, move=Raw(encode(move)))


def _open_kind(game: Game, kind: Open, voice: Voice | None) -> wire.OpenKind:
    label = game.words.text(Say(f"can.{kind.kind}"), voice) if voice else ""
    return wire.OpenKind(kind=kind.kind, label=label, takes=kind.schema)


def _throw(timeline: Timeline, room: Room) -> wire.ThrowView | None:
    chances = awaited(timeline, room)
    return wire.ThrowView(by=thrower(timeline), faces=chances.typed()) if chances else None


def _live(game: Game, view: State) -> bool:
    return game.live is not None and view.outcome() is None and game.live(view)


def _sway(game: Game, view: State, now: int) -> wire.SwayView | None:
    if game.marker is None or not _live(game, view):
        return None
    times = range(now, now + SWAY_MS, SWAY_EVERY_MS)
    return wire.SwayView(since=now, every=SWAY_EVERY_MS, at=tuple(round(game.marker(view, at), 3) for at in times))


def scene_view(scene: Scene, words: Catalogue, voice: Voice) -> wire.SceneView:
    """What lies on the table."""
    places = [_groups(place, words, voice) for place in scene.places]
    return wire.SceneView(middle=_groups(scene.middle, words, voice), drawing=scene.drawing, places=tuple(places))


def _groups(groups: tuple[Group, ...], words: Catalogue, voice: Voice) -> tuple[wire.SceneGroup, ...]:
    return tuple(
        [
            wire.SceneGroup(
                id=group.id,
                caption=words.text(group.caption, voice),
                dice=group.dice,
                count=group.count,
                words=group.words,
            )
            for group in groups
        ]
    )
