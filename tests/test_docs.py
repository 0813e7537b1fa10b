"""What the docs name is there: commands with their flags, files, modules, and what classes have."""

from __future__ import annotations

import re
import shlex
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from cyclopts import App

from knobel.cli.command_line import built
from knobel.cli.help import Manual
from knobel.cli.terminal import Terminal
from tests.test_glossary import public_names

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")])
FENCED = re.compile(r"^ *```(\w*).*?\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
ROOMS = ("knobel", "tests", "tools", "bench", "web", "examples", "docs", "pins")
NO_COMMANDS = {"knobel commitment": "what is hashed in front of a secret", "knobel mygame": "a game of the reader's"}
"""What reads like a command and is none."""
NO_FILES = {
    "knobel/WordShout-v0": "an environment of Gymnasium, as are all that end so",
    "web/tools/worker": "written with a star behind it",
}
NO_MODULES = {"knobel.db": "the file that tables last in, and what lies beside it"}
GONE_TARGETS = {"words": "the changes tell what took its place"}
OF_THE_PAGE = {"Solid.prepare": "the page's own class", "Drawn.svelte": "a file of the page"}
EXAMPLES = {"NAME.label": "where a game's own name is put in"}


@cache
def commands() -> App:
    app, _ = built(Manual(Terminal("en")))
    return app


def fenced(page: Path) -> list[str]:
    """The command lines of a page that stand by themselves: somebody will copy them."""
    blocks = [code for _, code in FENCED.findall(page.read_text("utf-8"))]
    lines = [line.strip().removeprefix("$ ").split(" #")[0] for code in blocks for line in code.splitlines()]
    return [line.removesuffix("&").strip() for line in lines if line.startswith("knobel ")]


def inline(page: Path) -> list[str]:
    """What of the command line a page speaks of, in the midst of a sentence."""
    text = FENCED.sub("", page.read_text("utf-8"))
    return [code for code in re.findall(r"`(knobel [^`\n]+)`", text) if not code.startswith(tuple(NO_COMMANDS))]


SHOWN = [pytest.param(line, id=f"{page.stem}: {line}") for page in PAGES for line in fenced(page)]


@pytest.mark.parametrize("line", SHOWN)
def test_every_command_that_is_shown_is_understood(line):
    command, _, unused = commands().parse_args(shlex.split(line)[1:], exit_on_error=False, print_error=False)
    assert callable(command)
    assert unused == {}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_that_is_spoken_of_is_there_with_its_flags(page):
    for code in inline(page):
        words = code.split()[1:]
        chain, apps, _ = commands().parse_commands(words)
        assert chain, f"{page.name}: there is no command `{code}`"
        takes = apps[-1].assemble_argument_collection() if apps[-1].default_command else ()
        known = {name for argument in takes for name in argument.names}
        unknown = {word for word in words if word.startswith("--") and word.rstrip(",.") not in known | {"--help"}}
        assert not unknown, f"{page.name}: `{code}`"


def codes(page: Path) -> list[str]:
    return re.findall(r"`([^`\n]+)`", page.read_text("utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_that_is_named_is_there(page):
    named = [path for code in codes(page) for path in re.findall(rf"\b(?:{'|'.join(ROOMS)})/[\w/.-]*\w", code)]
    gone = [path for path in named if not (ROOT / path).exists() and path not in NO_FILES and path[-3:] != "-v0"]
    assert gone == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_whatever_make_and_python_are_told_to_run_is_there(page):
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    text = "\n".join((*codes(page), *(code for _, code in FENCED.findall(page.read_text("utf-8")))))
    asked = {target for words in re.findall(r"\bmake ((?:[a-z-]+ ?)+)", text) for target in words.split()}
    assert sorted(asked - targets - GONE_TARGETS.keys()) == []
    modules = re.findall(r"\bpython -m ((?:tests|tools|bench)[\w.]*)", text)
    assert [name for name in modules if not runs(name)] == []


def runs(module: str) -> bool:
    path = ROOT / module.replace(".", "/")
    return path.with_suffix(".py").is_file() or (path / "__main__.py").is_file()


def loggers() -> set[str]:
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "knobel").rglob("*.py"))
    return set(re.findall(r'getLogger\("(knobel\.\w+)"\)', sources))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_module_that_is_named_can_be_loaded_and_has_what_is_said(page):
    named = {name for code in codes(page) for name in re.findall(r"(?<![\w/-])knobel(?:\.\w+)+", code)}
    gone = [name for name in named - loggers() if not name.startswith(tuple(NO_MODULES)) and not is_there(name)]
    assert gone == []


def is_there(name: str) -> bool:
    """Whether a dotted name leads to a module, or to something in one."""
    home, _, rest = name.rpartition(".")
    try:
        import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:  # something that this machine has not, for a module that is there
            return True
        return bool(home) and hasattr(import_module(home), rest)
    return True


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_part_of_a_class_that_is_named_is_there(page):
    known = public_names()
    named = {name for code in codes(page) for name in re.findall(r"\b[A-Z]\w+\.[a-z_]\w*", code)}
    ours = {name for name in named if name.split(".")[0] in known} - OF_THE_PAGE.keys() - EXAMPLES.keys()
    assert sorted(ours - known) == []


PAGE = (ROOT / "docs" / "page.md").read_text("utf-8")
SOURCE = ROOT / "web" / "src"


def test_the_page_s_own_docs_tell_of_every_folder_and_of_all_that_a_game_may_bring():
    told = set(re.findall(r"^\| `(\w+)/(?:<game>/)?` \|", PAGE, re.MULTILINE))
    assert told == {path.name for path in SOURCE.iterdir() if path.is_dir()}
    view = (SOURCE / "games" / "games.ts").read_text("utf-8").split("export interface GameView {")[1].split("\n}")[0]
    (listed,) = re.findall(r"^- `view.ts` exports `view`:(.*?)^$", PAGE, re.MULTILINE | re.DOTALL)
    brought = set(re.findall(r"readonly (\w+)\?:", view))
    assert brought == set(re.findall(r"`(\w+)`(?=,)", listed))


def test_what_is_let_pass_is_still_spoken_of():
    text = "".join(page.read_text("utf-8") for page in PAGES)
    assert [name for name in (*NO_FILES, *NO_MODULES, *OF_THE_PAGE, *EXAMPLES) if name not in text] == []


def test_the_contract_s_example_runs():
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "contract.md").read_text("utf-8"), re.DOTALL)
    exec(compile(code, "contract.md", "exec"), {})
