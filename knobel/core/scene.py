"""What lies on the table, told in a few shapes that any screen can draw: groups of dice, piles, and words."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from operator import attrgetter

import msgspec
from msgspec.structs import replace

from knobel.core.words import Die, Say

_ID, _DICE = attrgetter("id"), attrgetter("dice")


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """Things that lie together: dice, or a pile of so many, under a caption."""

    caption: Say
    id: str = ""
    """Which group it is, among all of the scene; it stays the same as long as the group is there."""
    dice: tuple[Die, ...] = ()
    count: int | None = None
    words: tuple[str, ...] = ()
    """Words that belong to it, in no language but their own; a screen lists them where it has the room."""
    built: bool = False
    """Whether its dice were put there one by one, as in a tower: nobody throws them, and the drawing shows them."""


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """The middle of the table, and what lies before each seat. Dice in the air lie nowhere.

    Every group and every die has an id, which no other in the scene has. A die keeps it wherever it is moved to, so
    that a screen can follow it. Ids come from a view as everything does: they tell nobody more than the view.
    """

    middle: tuple[Group, ...] = ()
    drawing: tuple[str, ...] = ()
    """A picture of the middle in lines of text, for what is neither dice in a row nor a pile."""
    places: tuple[tuple[Group, ...], ...] = ()

    def groups(self) -> tuple[Group, ...]:
        """All groups, the middle first."""
        return (*self.middle, *chain.from_iterable(self.places))

    def dice(self) -> list[Die]:
        """All dice that lie there."""
        return list(chain.from_iterable(map(_DICE, chain(self.middle, *self.places))))

    def dice_ids(self) -> list[str]:
        """Which dice lie there."""
        return list(map(_ID, self.dice()))


def closing(lay: Scene, after: Scene) -> Scene:
    """What lies there when a game is over: with the dice in the middle that decided it, although they are done with.

    >>> line, bank = (Group(id="line", caption=Say("line"), dice=(Die("3", "red", "die.0"),)), Say("bank"))
    >>> before = Scene(middle=(Group(id="bank", caption=bank, count=2), line))
    >>> end = closing(before, Scene(middle=(Group(id="bank", caption=bank, count=0),)))
    >>> [(group.id, group.count, len(group.dice)) for group in end.middle]
    [('bank', 0, 0), ('line', None, 1)]
    """
    if sum(len(group.dice) for group in lay.middle) <= sum(len(group.dice) for group in after.middle):
        return after
    taken = {die.id for place in after.places for group in place for die in group.dice}
    now, before = ({group.id: group for group in scene.middle} for scene in (after, lay))
    middle = [
        replace(group, dice=tuple([die for die in group.dice if die.id not in taken]))
        if group.dice
        else now.get(name, group)
        for name, group in before.items()
    ]
    new = [group for name, group in now.items() if name not in before and not group.dice]
    return replace(after, middle=(*middle, *new), drawing=after.drawing or lay.drawing)


def laid(dice: Iterable[Die], ids: Iterable[str]) -> tuple[Die, ...]:
    """Dice with their ids.

    >>> [die.id for die in laid((Die("3"), Die("5")), ("die.0", "die.4"))]
    ['die.0', 'die.4']
    """
    return tuple([Die(die.face, die.colour, name) for die, name in zip(dice, ids, strict=True)])


def with_ids(scene: Scene) -> Scene:
    """The scene of a game that names nothing: groups and dice get their ids from where they lie.

    >>> scene = with_ids(Scene(places=((), (Group(caption=Say("hand"), dice=(Die("3"), Die("5"))),))))
    >>> [group.id for group in scene.groups()], [die.id for die in scene.dice()]
    (['seat.1.0'], ['seat.1.0.0', 'seat.1.0.1'])
    """
    groups = (*scene.middle, *chain.from_iterable(scene.places))
    if all(map(_ID, chain(groups, *map(_DICE, groups)))):
        return scene
    return replace(
        scene,
        middle=_named(scene.middle, "middle"),
        places=tuple(_named(place, f"seat.{seat}") for seat, place in enumerate(scene.places)),
    )


def _named(groups: tuple[Group, ...], where: str) -> tuple[Group, ...]:
    named: list[Group] = []
    for number, group in enumerate(groups):
        name = group.id or f"{where}.{number}"
        dice = tuple(die if die.id else replace(die, id=f"{name}.{place}") for place, die in enumerate(group.dice))
        named.append(replace(group, id=name, dice=dice))
    return tuple(named)
