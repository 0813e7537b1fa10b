"""What a set-up installs is what constraints.txt says, each file by its hash, and all that is needed."""

from __future__ import annotations

import re

import pytest

from tools import pins


def test_the_lists_fit_the_constraints():
    assert pins.check() == []


def test_every_set_up_lists_all_that_it_needs_and_nothing_else():
    for name, packages in pins.shares(pins.versions()).items():
        assert sorted(pins.written(name)) == packages


def test_no_list_names_a_host_and_the_set_up_installs_nothing_of_others_without_a_hash():
    for name in pins.ON_TOP:
        assert not re.search(r"://|index|find-links", (pins.PINS / f"{name}.txt").read_text("utf-8"))
    makefile = (pins.ROOT / "Makefile").read_text("utf-8")
    assert "PINNED := $(PIP) --require-hashes -r" in makefile
    assert "OURS := $(PIP) --no-deps --no-build-isolation" in makefile
    installs = re.findall(r"^\t@?\$\((PIP|PINNED|OURS)\)", makefile, re.MULTILINE)
    assert sorted(installs) == ["OURS"] * 2 + ["PINNED"] * len(pins.ON_TOP)


@pytest.mark.parametrize(
    ("old", "new"), [("==", "==9."), (r"    --hash=sha256:[0-9a-f]+( \\\n)?", ""), ("anyio==", "other==")]
)
def test_a_list_that_does_not_fit_is_named(tmp_path, monkeypatch, old, new):
    for name in pins.ON_TOP:
        (tmp_path / f"{name}.txt").write_bytes((pins.PINS / f"{name}.txt").read_bytes())
    first, rest = (tmp_path / "play.txt").read_text("utf-8").split("\n\n", 1)
    (tmp_path / "play.txt").write_text(f"{re.sub(old, new, first)}\n\n{rest}", "utf-8")
    monkeypatch.setattr(pins, "PINS", tmp_path)
    assert pins.check()


@pytest.mark.parametrize(
    ("file", "fits"),
    [
        ("msgspec-0.22.0-cp311-cp311-manylinux_2_17_x86_64.whl", True),
        ("msgspec-0.22.0-cp39-cp39-manylinux_2_17_x86_64.whl", False),
        ("msgspec-0.22.0-cp312-cp312-win_amd64.whl", False),
        ("msgspec-0.22.0-cp38-abi3-macosx_11_0_arm64.whl", True),
        ("msgspec-0.22.0-py3-none-any.whl", True),
        ("msgspec-0.22.0.tar.gz", True),
        ("msgspec-0.22.1.tar.gz", False),
        ("msgspec-0.22.0.exe", False),
    ],
)
def test_only_files_that_can_be_installed_here_are_listed(file, fits):
    assert pins._fits(file, "0.22.0") is fits
