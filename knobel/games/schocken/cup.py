"""A cup: three dice, which of them were thrown last, and how many each throw used."""

from __future__ import annotations

import msgspec

HIDDEN = 0
"""What a die shows to those who may not see it, and while it is in the air."""

ALL_DICE = (0, 1, 2)


class Cup(msgspec.Struct, frozen=True):
    """One player's dice. A die of the last throw lies under the cup, the others lie beside it."""

    faces: tuple[int, ...] = (HIDDEN,) * 3
    fresh: tuple[int, ...] = ()
    """The dice of the last throw, by their index."""
    throws: tuple[int, ...] = ()
    """How many dice each throw so far used: all that rivals ever know."""

    def fresh_sixes(self) -> list[int]:
        """The dice of the last throw that show a six."""
        faces = self.faces
        return [die for die in self.fresh if faces[die] == 6]

    def turned(self, flip: int, thrown: tuple[int, ...] = ()) -> Cup:
        """With `flip` sixes of the last throw turned into ones, of those that are not thrown again."""
        if not flip:
            return self
        turning = [die for die in self.fresh_sixes() if die not in thrown][:flip]
        faces = tuple(1 if die in turning else face for die, face in enumerate(self.faces))
        return Cup(faces, self.fresh, self.throws)

    def lifted(self, thrown: tuple[int, ...]) -> Cup:
        """With these dice in the air."""
        return Cup(self._without(thrown), thrown, (*self.throws, len(thrown)))

    def fallen(self, faces: tuple[int, ...]) -> Cup:
        """With the dice in the air fallen, in their order."""
        lying = list(self.faces)
        for die, face in zip(self.fresh, faces, strict=True):
            lying[die] = face
        return Cup(tuple(lying), self.fresh, self.throws)

    def aside(self) -> tuple[int, ...]:
        """What the dice beside the cup show."""
        return tuple(face for die, face in enumerate(self.faces) if die not in self.fresh)

    def opened(self, faces: tuple[int, ...]) -> Cup:
        """With everything seen at last, where throws were only counted."""
        return Cup(faces, self.fresh, self.throws)

    def unseen(self) -> Cup:
        """As its owner knows it who may not look at the last throw."""
        return Cup(self._without(self.fresh), self.fresh, self.throws)

    def covered(self, aside_shown: bool) -> Cup:
        """As rivals know it: how many dice each throw used, never which; and what lies beside it, if that is shown."""
        if not self.throws:
            return self
        under = len(self.fresh)
        beside = sorted(self.aside()) if aside_shown else (HIDDEN,) * (len(ALL_DICE) - under)
        return Cup((*(HIDDEN,) * under, *beside), ALL_DICE[:under], self.throws)

    def _without(self, dice: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([HIDDEN if die in dice else face for die, face in enumerate(self.faces)])


EMPTY = Cup()
