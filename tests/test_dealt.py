"""Long tests begin first, at every worker, and none is lost on the way."""

from types import SimpleNamespace

import pytest
from xdist.scheduler.worksteal import WorkStealingScheduling

from tests.conftest import dealt


class Worker:
    """A worker that only notes what the real scheduler gives it."""

    shutting_down = False
    gateway = SimpleNamespace(id="worker")

    def __init__(self):
        self.given = []

    def send_runtest_some(self, tests):
        self.given += tests

    def shutdown(self):
        self.shutting_down = True


@pytest.mark.parametrize("workers", [1, 2, 3, 4, 7])
@pytest.mark.parametrize("long", [0, 1, 4, 9])
def test_every_worker_begins_with_its_part_of_the_long_ones(workers, long):
    order = dealt([f"long {n}" for n in range(long)], [f"test {n}" for n in range(100)], workers)
    assert len(order) == len(set(order)) == 100 + long
    there = [Worker() for _ in range(workers)]
    assert dealing(there, order) == len(order)
    shares = [[order[n].startswith("long") for n in worker.given] for worker in there]
    assert sum(map(sum, shares)) == long
    assert all(share == sorted(share, reverse=True) for share in shares)
    assert max(map(sum, shares)) - min(map(sum, shares)) <= 1


def dealing(workers, order):
    """How many tests xdist itself gives out at first."""
    asked = SimpleNamespace(getvalue=lambda _: [f"{len(workers)}*popen"])
    scheduling = WorkStealingScheduling(asked)
    for worker in workers:
        scheduling.add_node(worker)
    for worker in workers:
        scheduling.add_node_collection(worker, order)
    scheduling.schedule()
    return sum(len(worker.given) for worker in workers)
