"""The page is in the wheel, and a first visit is small."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_wheel_has_the_page_inside(tmp_path: Path) -> None:
    build = "import build_backend, sys; print(build_backend.build_wheel(sys.argv[1]))"
    command = [sys.executable, "-c", build, str(tmp_path)]
    subprocess.run(command, cwd=ROOT, env={"PYTHONPATH": str(ROOT / "tools")}, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    inside = zipfile.ZipFile(wheel).namelist()
    assert "knobel/server/page/index.html" in inside
    assert "knobel/server/page/licences.txt" in inside
    assert [name for name in inside if name.startswith("knobel/server/page/assets/") and name.endswith(".woff2")]


def test_a_first_visit_loads_no_more_than_it_may() -> None:
    answer = subprocess.run([sys.executable, "tools/page.py", "weigh"], cwd=ROOT, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout


def test_the_lock_names_no_host_to_download_from() -> None:
    assert "resolved" not in (ROOT / "web" / "package-lock.json").read_text("utf-8")
