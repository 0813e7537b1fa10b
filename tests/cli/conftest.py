import pytest

from tests.about import about
from tests.cli.house import House


@pytest.fixture
def house(tmp_path) -> House:
    return House(tmp_path)


@pytest.fixture
def short_options(game, sized):
    """Flags with which a game is soon over, however else it is played; in a campaign none, so it takes its time."""
    options = {} if sized("box", 0, 1) else about(game).get("SHORT", {})
    return [f"--option={name}={value}" for name, value in options.items() if not isinstance(value, bool)]
