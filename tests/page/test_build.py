"""The page is in the wheel, which serves it from a clean environment; and a first visit is small."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path

import httpx
import pytest
from packaging.requirements import Requirement

from tests.conftest import Sized
from tests.nursery import PATIENCE_S
from tests.page.browsing import open_house

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel, built from the repository as it is."""
    folder = tmp_path_factory.mktemp("wheel")
    build = "import build_backend, sys; print(build_backend.build_wheel(sys.argv[1]))"
    command = [sys.executable, "-c", build, str(folder)]
    subprocess.run(command, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT / "tools")}, check=True)
    (built,) = folder.glob("*.whl")
    return built


def test_a_wheel_has_the_page_inside(wheel: Path) -> None:
    inside = zipfile.ZipFile(wheel).namelist()
    assert "knobel/server/page/index.html" in inside
    assert "knobel/server/page/worker.js" in inside
    assert "knobel/server/page/licences.txt" in inside
    assert [name for name in inside if name.startswith("knobel/server/page/assets/") and name.endswith(".woff2")]


def test_a_wheel_tells_type_checkers_of_its_types(wheel: Path) -> None:
    """Without this file they take all of it for untyped (PEP 561)."""
    assert "knobel/py.typed" in zipfile.ZipFile(wheel).namelist()


def needed(of: Distribution, *extras: str) -> set[str]:
    """The names of all that a package asks for, and of all that these ask for."""
    asked = [Requirement(each) for each in of.requires or ()]
    met = [
        each for each in asked if each.marker is None or any(each.marker.evaluate({"extra": x}) for x in ("", *extras))
    ]
    return {each.name for each in met}.union(*(needed(distribution(each.name), *each.extras) for each in met))


def lend(names: set[str], python: Path) -> None:
    """Puts packages that are installed here into another environment, as they are."""
    [there] = (python.parents[1] / "lib").glob("python*/site-packages")
    for found in map(distribution, names):
        for top in {file.parts[0] for file in found.files or ()} - {"..", "__pycache__"}:
            if not (there / top).exists():
                (there / top).symlink_to(Path(str(found.locate_file(top))))


@pytest.mark.long
def test_a_wheel_in_a_clean_environment_serves_the_page(wheel: Path, tmp_path: Path, sized: Sized) -> None:
    """What the wheel asks for, and nothing else, is there: lent by this environment, or installed in a campaign."""
    clean = tmp_path / "clean"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", clean], check=True)
    python = str(clean / "bin" / "python")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--disable-pip-version-check"]
    if sized("installs", 0, 1):
        subprocess.run([*pip, "-c", ROOT / "constraints.txt", f"{wheel}[server]"], check=True)
    else:
        subprocess.run([*pip, "--no-deps", "--no-index", wheel], check=True)
        [told] = (path for path in zipfile.Path(wheel).iterdir() if path.name.endswith(".dist-info"))
        lend(needed(PathDistribution(told), "server"), Path(python))
    with open_house(tmp_path / "house.db", 0, python) as house:
        page = httpx.get(house).text
        scripts = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page)
        assert scripts
        assert [httpx.get(house + path).status_code for path in scripts] == [200] * len(scripts)
        assert "shizzle" in [game["name"] for game in httpx.get(f"{house}/api/games").json()]


def test_a_house_opens_its_page_for_others_where_there_is_no_browser(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "knobel", "serve", "--browse"]
    environment = {"PATH": "", "KNOBEL_PORT": "0", "KNOBEL_STORE": str(tmp_path / "house.db"), "KNOBEL_LOG": "warning"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=tmp_path)
    try:
        assert process.stdout is not None
        address = re.findall("http[^ ]+", process.stdout.readline())
        assert httpx.get(address[0]).status_code == 200
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE_S)


def test_a_first_visit_loads_no_more_than_it_may() -> None:
    answer = subprocess.run([sys.executable, "tools/page.py", "weigh"], cwd=ROOT, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout


def test_the_lock_names_no_host_to_download_from() -> None:
    assert "resolved" not in (ROOT / "web" / "package-lock.json").read_text("utf-8")
