"""A package of somebody else's that is broken costs nobody anything: its game is named and left out."""

import json
import subprocess

import httpx
import pytest

from knobel.core.words import LANGUAGES
from tests.cli.house import PROGRAM, House

ASKED = (["games"], ["rules", "cups"], ["watch", "cups", "--seed", "1"], ["play", "cups", "--seed", "1"], [])


def install(house: House, name: str, module: str, *, entry: str = "GAME") -> None:
    """A package with one game, beside the others of the house."""
    plugins = house.folder / "plugins"
    (plugins / f"{name}_package.py").write_text(module)
    info = plugins / f"{name}_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-package\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[knobel.games]\n{name} = {name}_package:{entry}\n")


BROKEN = {
    "import": ("import nothing_of_that_name", "ModuleNotFoundError: No module named 'nothing_of_that_name'"),
    "syntax": ("GAME = (", "SyntaxError"),
    "exits": ("raise SystemExit('bye')", "SystemExit: bye"),
    "nothing": ("OTHER = 1", "AttributeError"),
    "no game": ("GAME = 1", "it is no Game called oops"),
    "half a game": (
        "from msgspec.structs import replace; from tests.cli.cups import CUPS as C; GAME = replace(C, seats=None)",
        "TypeError: the game cups has no usable seats",
    ),
    "other name": ("from tests.cli.cups import CUPS as GAME", "it is no Game called oops"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_package_is_named_once_and_every_other_game_is_there(house, fault):
    module, why = BROKEN[fault]
    install(house, "oops", module)
    for words in ASKED if fault == "import" else ASKED[:1]:
        asked = house.run(*words)
        assert asked.returncode == 0
        (line,) = asked.stderr.splitlines()
        assert all(part in line for part in ("“oops”", "oops_package:GAME", "oops-package", "pip uninstall", why))
        assert "oops" not in asked.stdout


def test_data_for_programs_stays_clean(house):
    install(house, "oops", "GAME = 1")
    listed = house.run("games", "--json")
    assert "oops" not in [game["name"] for game in json.loads(listed.stdout)]
    assert "oops" in listed.stderr


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_asks_for_a_broken_game_hears_why_in_their_language(house, language):
    words = {
        "en": "cannot be used",
        "de": "ist nicht zu haben",
        "es": "no se puede usar",
        "fr": "est inutilisable",
    }[language]
    install(house, "oops", "import nothing_of_that_name")
    for command in ("play", "rules", "watch"):
        refused = house.run(command, "oops", "--language", language)
        assert refused.returncode == 2
        (line,) = refused.stderr.splitlines()
        assert words in line
        assert "nothing_of_that_name" in line


def test_the_second_game_of_a_name_is_left_out_and_the_first_is_played(house):
    install(
        house,
        "shizzle",
        "from msgspec.structs import replace\nfrom tests.cli.cups import CUPS\n"
        "GAME = replace(CUPS, name='shizzle', commands={})",
    )
    shown = house.run("rules", "shizzle")
    assert "SHZ-01" in shown.stdout
    assert "already a game of that name" in shown.stderr


@pytest.mark.parametrize("path", ["play", ""])
def test_a_game_whose_command_cannot_be_had_can_still_be_played(house, path):
    install(
        house,
        "loud",
        "from msgspec.structs import replace\nfrom tests.cli.cups import CUPS\n"
        f"GAME = replace(CUPS, name='loud', commands={{{path!r}: print}})",
    )
    watched = house.run("watch", "loud", "--seed", "1")
    assert watched.returncode == 0
    assert f"“{path}” of the game loud" in watched.stderr
    assert house.run("play", "loud", "--seed", "1").returncode == 0


def test_the_house_opens_for_others_and_names_it_in_its_log(house):
    install(house, "oops", "import nothing_of_that_name")
    served = subprocess.Popen(
        [PROGRAM, "serve", "--port", "0", "--store", "house.db"],
        env=house.environment,
        cwd=house.folder,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert served.stderr
    try:
        logged = []
        for line in served.stderr:
            if line.startswith("{"):
                logged.append(json.loads(line))
                if "port" in logged[-1]:
                    break
        assert any(entry["level"] == "warning" and "oops_package:GAME" in entry["message"] for entry in logged)
        api = f"http://127.0.0.1:{logged[-1]['port']}/api"
        assert "pig" in [game["name"] for game in httpx.get(f"{api}/games").json()]
        refused = httpx.post(f"{api}/tables", json={"game": "oops"})
        assert (refused.status_code, refused.json()["code"]) == (503, "game-broken")
        assert "nothing_of_that_name" not in refused.text
    finally:
        served.terminate()
        served.communicate()
