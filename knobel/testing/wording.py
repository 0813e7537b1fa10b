"""Words: whatever can be said is said in every language the game has, with no key missing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import msgspec

from knobel.core.contract import Objection, Open, Seat, State
from knobel.core.game import Game
from knobel.core.lesson import BrokenLesson, read_lesson, taught
from knobel.core.options import merged, options
from knobel.core.scene import Scene, with_ids
from knobel.core.timeline import Step
from knobel.core.words import Argument, Catalogue, Say, Voice
from knobel.table.table import told
from knobel.testing.case import Case
from knobel.testing.playing import chosen

ID = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")
"""How the ids of groups and dice look."""

CHOICE = re.compile(r"\[\w+:")
"""How a choice begins in a template."""

HOUSE_RULES = ("TURN", "DICE")
"""What the house itself objects to: moving out of turn, and dice that cannot show that."""


def check_catalogue(case: Case) -> None:
    """Every language has the same keys; rules, options and presets are named; reasons cite rules there are."""
    game, words = case.game, case.game.words
    keys = {key for texts in words.texts.values() for key in texts}
    for language, texts in words.texts.items():
        if missing := sorted(keys - set(texts)):
            raise case.broken(f"words missing in {language}: {', '.join(missing)}")
        for key, text in texts.items():
            if not are_whole(text):
                raise case.broken(
                    f"the {language} words for {key} have a choice in a choice, or one without an end: a choice of its"
                    " own is another key, filled in as a Say"
                )
    for key in ("title", *_named(game)):
        if key not in keys:
            raise case.broken(f"words missing: {key}")
    cited = {option.rule for option in options(game.options) if option.rule}
    cited |= {key.split(".")[1] for key in keys if key.startswith("why.")}
    if unknown := sorted(cited - case.rules - set(HOUSE_RULES)):
        raise case.broken(f"not in the ledger: {', '.join(unknown)}")


def are_whole(template: str) -> bool:
    """Whether every choice of a template ends before another one begins: it is read so.

    >>> [are_whole(text) for text in ("[a:x|{b}] [b:y|z]", "[a:[b:y|z]|x]", "[a:x|y")]
    [True, False, False]
    """
    return all("]" in part for part in CHOICE.split(template)[1:])


def check_lesson(case: Case) -> None:
    """The lesson that a game brings goes by its rules, and everything in it can be said."""
    lesson = read_lesson(case.game)
    try:
        steps = list(taught(case.game, lesson)) if lesson else []
    except BrokenLesson as error:
        raise case.broken(str(error)) from error
    for step in steps:
        if step.say:
            check_say(case, step.say, None)


def check_card(case: Case) -> None:
    """Every row of the rules card can be said, under the options that are played."""
    for row in case.game.card.rows(merged(case.game.options, {}, case.options)) if case.game.card.rows else ():
        check_say(case, row.what, None)
        if row.worth:
            check_say(case, row.worth, None)


def check_objection(case: Case, objection: Objection) -> None:
    """A reason cites a rule of the ledger, and can be said."""
    if objection.rule not in case.rules and objection.rule not in HOUSE_RULES:
        raise case.broken(f"the objection cites {objection.rule}, which is not in the ledger")
    shape = (objection.rule, objection.variant, *((name, type(value)) for name, value in objection.args.items()))
    if shape not in case.said:
        check_say(case, objection.say(), None)
        case.said.add(shape)


def check_labels_and_scene(case: Case, state: State, at: int) -> None:
    """Every legal move has a label for the seat that may make it, and the table can be laid out for everyone."""
    for seat in range(case.seats):
        view, game = state.view(seat), case.game
        for move in view.moves(seat, at):
            named = chosen(game, state, seat, at, case.chance) if isinstance(move, Open) else move
            if named is not None:
                check_say(case, game.label(view, seat, named), seat)
        check_guide(case, view, seat, at)
    for listener in case.listeners:
        scene = with_ids(case.game.scene(state.view(listener)))
        if len(scene.places) > case.seats:
            raise case.broken(f"the scene lays out {len(scene.places)} places for {case.seats} seats")
        check_ids(case, scene)
        for group in scene.groups():
            check_say(case, group.caption, listener)


def check_guide(case: Case, view: State, seat: Seat, at: int) -> None:
    """What guides a seat that may move can be said, and the move it calls natural is one that the seat may make."""
    moves = view.moves(seat, at)
    guide = case.game.guide(view, seat) if case.game.guide and moves else None
    if guide is None:
        return
    check_say(case, guide.say, seat)
    if guide.move is not None and guide.move not in moves:
        raise case.broken(f"the guide calls {guide.move} natural, which seat {seat} may not do now")


def check_ids(case: Case, scene: Scene) -> None:
    """Every group and every die of a scene has an id of its own, of words and numbers with points between them."""
    ids = [thing.id for things in (scene.groups(), scene.dice()) for thing in things]
    for name, times in Counter(ids).items():
        if not ID.fullmatch(name):
            raise case.broken(f"an id in a scene is small letters, digits and points, and not {name!r}")
        if times > 1:
            raise case.broken(f"{times} things in a scene have the id {name}")


def check_telling(case: Case, step: Step) -> None:
    """What happened can be told to everyone who looks on, and to the record, which knows all."""
    for listener in case.listeners:
        for say in told(case.game, step, listener):
            check_say(case, say, listener)
            if moment := case.game.moments.get(say.key):
                check_say(case, Say(moment.says, say.args), listener)
    for say in case.game.tell(step.before, step.actor, step.move, step.after):
        check_say(case, say, None)


def check_say(case: Case, say: Say, listener: Seat | None) -> None:
    """It has words in every language of the game, and they can be filled in."""
    asked = (say.key, listener, msgspec.msgpack.encode(say.args))
    if asked in case.said:
        return
    case.said.add(asked)
    words = case.game.words
    names = tuple(f"Player {seat + 1}" for seat in range(case.seats))
    for language in words.texts:
        for key in _keys(say):
            if not _has(words, key, language):
                raise case.broken(f"words missing in {language}: {key}")
        try:
            text = words.text(say, Voice(language=language, names=names, you=listener))
        except (LookupError, TypeError, ValueError) as error:
            raise case.broken(f"the {language} words for {say} cannot be filled in: {error!r}") from error
        if not text.strip():
            raise case.broken(f"the {language} words for {say} are empty")


def _named(game: Game) -> Iterator[str]:
    """The keys that a game's options and presets need."""
    for option in options(game.options):
        yield f"options.{option.name}.label"
        yield from (f"options.{option.name}.{choice}" for choice in option.choices if isinstance(choice, str))
    yield from (f"presets.{name}" for name in game.presets)
    for told_by, moment in game.moments.items():
        yield from (told_by, moment.says)


def _has(words: Catalogue, key: str, language: str) -> bool:
    """Whether the game says it in this language; what only the house says may be said in English."""
    if any(key in texts for texts in words.texts.values()):
        return key in words.texts[language]
    return words.template(key, language) is not None


def _keys(value: Argument) -> Iterator[str]:
    match value:
        case Say(key, args):
            yield key
            for argument in args.values():
                yield from _keys(argument)
        case tuple():
            for item in value:
                yield from _keys(item)
        case _:
            return
