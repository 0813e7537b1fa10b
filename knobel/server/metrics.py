"""What can be measured of a house, in the text that Prometheus reads."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable

_HELP = {
    "knobel_events_total": "Events written to tables' logs.",
    "knobel_moves_total": "Moves made, nature's and the clock's included.",
    "knobel_refused_total": "Requests and moves that were refused, by reason.",
    "knobel_requests_total": "HTTP requests, by status.",
    "knobel_messages_total": "Messages from clients.",
    "knobel_store_troubles_total": "Times that the store could not write or read.",
    "knobel_slow_readers_total": "Sockets closed because they did not read.",
    "knobel_sockets": "Open sockets.",
    "knobel_tables": "Tables in memory.",
    "knobel_append_seconds": "How long the store took to make events safe.",
}
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)

Labels = tuple[tuple[str, str], ...]


class Metrics:
    """Counters, a few gauges that are read when asked for, and how long appends take."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, Labels]] = Counter()
        self._gauges: dict[str, Callable[[], int]] = {}
        self._appends = [0] * (len(_BUCKETS) + 1)
        self._append_sum = 0.0

    def count(self, name: str, n: int = 1, **labels: str) -> None:
        """Something happened `n` times."""
        self._counts[name, tuple(sorted(labels.items())) if labels else ()] += n

    def gauge(self, name: str, read: Callable[[], int]) -> None:
        """Something whose size can be asked."""
        self._gauges[name] = read

    def append_took(self, seconds: float) -> None:
        """The store made events safe."""
        self._appends[bisect_left(_BUCKETS, seconds)] += 1
        self._append_sum += seconds

    def text(self) -> str:
        """Everything, in Prometheus' words."""
        lines: list[str] = []
        for name in sorted({name for name, _ in self._counts}):
            lines += _head(name, "counter")
            lines += [
                f"{name}{_spelled(labels)} {n}" for (key, labels), n in sorted(self._counts.items()) if key == name
            ]
        for name, read in self._gauges.items():
            lines += [*_head(name, "gauge"), f"{name} {read()}"]
        name = "knobel_append_seconds"
        lines += _head(name, "histogram")
        so_far = 0
        for most, n in zip((*map(str, _BUCKETS), "+Inf"), self._appends, strict=True):
            so_far += n
            lines.append(f'{name}_bucket{{le="{most}"}} {so_far}')
        lines += [f"{name}_sum {self._append_sum:.6f}", f"{name}_count {so_far}", ""]
        return "\n".join(lines)


def _head(name: str, kind: str) -> list[str]:
    return [f"# HELP {name} {_HELP[name]}", f"# TYPE {name} {kind}"]


def _spelled(labels: Labels) -> str:
    return "{" + ",".join(f'{key}="{value}"' for key, value in labels) + "}" if labels else ""
