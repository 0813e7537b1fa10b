"""Places from results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def places(results: Sequence[Any]) -> tuple[int, ...]:
    """Each one's place: the best is 1, equals share a place, and whoever follows them comes after all of them.

    >>> places([3, 9, 9, 1])
    (3, 1, 1, 4)
    """
    return tuple(1 + sum(other > result for other in results) for result in results)
