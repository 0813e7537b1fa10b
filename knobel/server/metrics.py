"""What can be measured of a house, for Prometheus to read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, disable_created_metrics, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, HistogramMetricFamily, Metric

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)

disable_created_metrics()  # when each counter began says nothing that when the house began does not


class Metrics:
    """One house's measurements. Several houses in one process do not share them."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry(auto_describe=False)
        self.events = self.moves = self.messages = 0
        """What every move counts: plain numbers, since counters with a lock each take a part of its time."""
        registry.register(self)
        self.refused = Counter(
            "knobel_refused", "Requests and moves that were refused, by reason.", ["code"], registry=registry
        )
        self.requests = Counter("knobel_requests", "HTTP requests, by status.", ["status"], registry=registry)
        self.store_troubles = Counter(
            "knobel_store_troubles", "Times that the store could not write or read.", registry=registry
        )
        self.slow_readers = Counter(
            "knobel_slow_readers", "Sockets closed because they did not read.", registry=registry
        )
        self.sockets = Gauge("knobel_sockets", "Open sockets.", registry=registry)
        self.tables = Gauge("knobel_tables", "Tables in memory.", registry=registry)
        self.append_counts = [0] * (len(BUCKETS) + 1)
        """How often the store took so long to make events safe: by the first bucket that it fits into."""
        self.append_seconds = 0.0

    def collect(self) -> Iterator[Metric]:
        """What is counted as plain numbers."""
        yield CounterMetricFamily("knobel_events", "Events written to tables' logs.", self.events)
        yield CounterMetricFamily("knobel_moves", "Moves made, nature's and the clock's included.", self.moves)
        yield CounterMetricFamily("knobel_messages", "Messages from clients.", self.messages)
        buckets = [*zip([*map(str, BUCKETS), "+Inf"], accumulate(self.append_counts), strict=True)]
        words = "How long the store took to make events safe."
        yield HistogramMetricFamily("knobel_append_seconds", words, buckets, self.append_seconds)

    def text(self) -> str:
        """Everything, in Prometheus' words."""
        return generate_latest(self._registry).decode()
