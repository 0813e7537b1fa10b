import pytest

from tests.cli.house import House


@pytest.fixture
def house(tmp_path) -> House:
    return House(tmp_path)
