"""Every piece of code in the guide runs, prints what it says, or stands in the file that it names."""

from __future__ import annotations

import doctest
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
GUIDE = sorted((ROOT / "docs" / "guide").glob("*.md"))
EXAMPLE = ROOT / "examples" / "liars_dice"
BLOCK = re.compile(r'^```(\w+)(?: title="(.+?)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
PLAIN = ("sh", "text")
"""What is neither run nor looked for: commands of a shell, and what is printed somewhere else."""


@pytest.mark.parametrize("page", GUIDE, ids=lambda page: page.stem)
def test_the_code_of_a_chapter_runs_from_top_to_bottom(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    module = ModuleType(f"guide_{page.stem}")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    names = vars(module)
    said: list[str] = []
    for language, title, code in blocks(page):
        if title or language in PLAIN:
            continue
        if language == "python":
            exec(compile(code, page.name, "exec"), names)
            continue
        assert language == "pycon", f"{page.name} has a block of {language} that nothing checks"
        session = doctest.DocTestParser().get_doctest(code, names, page.name, str(page), 0)
        doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session, out=said.append, clear_globs=False)
        names.update(session.globs)
    assert not said, "".join(said)


@pytest.mark.parametrize("page", GUIDE, ids=lambda page: page.stem)
def test_the_pieces_of_files_stand_in_them(page):
    for _, title, code in blocks(page):
        if title:
            file = EXAMPLE / title if (EXAMPLE / title).exists() else ROOT / title
            assert code in file.read_text("utf-8"), f"{page.name} shows of {title} what is not there:\n{code}"


@pytest.mark.parametrize("page", [*GUIDE, *sorted((ROOT / "docs").glob("*.md"))], ids=lambda page: page.stem)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_guide_names_every_chapter():
    contents = (ROOT / "docs" / "guide" / "README.md").read_text("utf-8")
    assert all(f"]({page.name})" in contents for page in GUIDE if page.stem != "README")


def test_the_guide_names_everything_a_game_may_be_told():
    from knobel.core.game import GROUPS, Game

    contents = (ROOT / "docs" / "guide" / "README.md").read_text("utf-8")
    told = set(re.findall(r"`(\w+)`", contents.split("## All that a `Game` may be told")[1]))
    assert set(Game.__struct_fields__) <= told
    assert {name for group in GROUPS.values() for name in (group.__name__, *group.__struct_fields__)} <= told


def blocks(page: Path) -> list[tuple[str, str, str]]:
    return BLOCK.findall(page.read_text("utf-8"))
