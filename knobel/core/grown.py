"""A list that grows on another one, which stays as it is until both are joined."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class Grown(Sequence[T], Generic[T]):
    """What `below` holds and what came after it. Making one costs the same however long `below` is.

    Only what stands at its end can be replaced.

    >>> below = [1, 2, 3]
    >>> grown = Grown(below)
    >>> grown[2:] = [4, 5]
    >>> list(grown), grown[-1], len(grown), below
    ([1, 2, 4, 5], 5, 4, [1, 2, 3])
    >>> grown.joined() is below, below
    (True, [1, 2, 4, 5])
    """

    __slots__ = ("_below", "_kept", "_more")

    def __init__(self, below: list[T]) -> None:
        self._below = below
        self._kept = len(below)
        self._more: list[T] = []

    def __len__(self) -> int:
        return self._kept + len(self._more)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            return list(self)[index]
        if index < 0:
            index += len(self)
        if index < 0:
            raise IndexError(index)
        return self._below[index] if index < self._kept else self._more[index - self._kept]

    def __iter__(self) -> Iterator[T]:
        return chain(islice(self._below, self._kept), self._more)

    def __setitem__(self, index: slice, instead: Iterable[T]) -> None:
        since = index.indices(len(self))[0]
        del self._more[max(0, since - self._kept) :]
        self._kept = min(self._kept, since)
        self._more += instead

    def append(self, item: T) -> None:
        """One more at the end."""
        self._more.append(item)

    def joined(self) -> list[T]:
        """The list below, which now holds all of it."""
        self._below[self._kept :] = self._more
        return self._below


def list_of(items: list[T] | Grown[T]) -> list[T]:
    """A plain list: the one it is, or what it has grown to."""
    return items.joined() if isinstance(items, Grown) else items


def grown_on(items: list[T] | Grown[T]) -> Grown[T]:
    """What can grow on a list; or, where that is itself growing, on a copy."""
    return Grown(items if isinstance(items, list) else list(items))
