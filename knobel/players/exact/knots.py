"""Knots: positions from which each other can be reached again. They are ranked by how far they are from the end."""

from __future__ import annotations

from array import array
from collections.abc import Sequence


def levels(first: Sequence[int], targets: Sequence[int]) -> array[int]:
    """Each node's level: the same for all of a knot, and higher than that of every node it leads to outside the knot.

    Node v leads to targets[first[v] : first[v + 1]]. This is Tarjan's search for strongly connected components.

    >>> list(levels([0, 0, 2, 3], [0, 2, 1]))  # 1 leads to 0 and 2, and 2 back to 1
    [0, 1, 1]
    """
    size = len(first) - 1
    met, level = array("q", [0]) * size, array("q", [0]) * size
    low, edge = array("q", [0]) * size, array("q", first)
    tied = size + 1
    """In `low`: higher than any count, so that nothing is drawn into a knot that is complete."""
    count, way, path = 0, [0], [0]
    for root in range(size):
        if met[root]:
            continue
        way = [root]
        while way:
            node = way[-1]
            if not met[node]:
                count += 1
                met[node] = low[node] = count
                path.append(node)
            lowest, highest = low[node], level[node]
            index, end = edge[node], first[node + 1]
            while index < end:
                other = targets[index]
                if not met[other]:
                    way.append(other)
                    break
                if low[other] < lowest:
                    lowest = low[other]
                reach = level[other] + (low[other] == tied)
                if reach > highest:
                    highest = reach
                index += 1
            low[node], level[node], edge[node] = lowest, highest, index
            if index < end:
                continue
            way.pop()
            if lowest == met[node]:
                while True:
                    other = path.pop()
                    low[other], level[other] = tied, highest
                    if other == node:
                        break
    return level
