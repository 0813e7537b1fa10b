"""The page's builder: what it cannot fetch, it says in npm's own words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.page import fetch_locked


def test_what_npm_says_is_passed_on(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text("{")
    (tmp_path / "package-lock.json").write_text("{}")
    with pytest.raises(LookupError, match=r"npm could not fetch what it needs: npm error.*JSON"):
        fetch_locked(tmp_path, "what it needs")
