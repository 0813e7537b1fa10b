"""The Tab key: real bash asks the real command; the other shells get scripts that ask the same."""

import shutil
import subprocess

import pytest

import knobel
from knobel.core.words import LANGUAGES
from tests.cli.house import PROGRAM, House

TAB = """
source ./completion.bash
[[ $(complete -p knobel) =~ -F\\ ([^ ]+) ]] && function=${BASH_REMATCH[1]}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
COMPREPLY=()
$function knobel "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture
def script(house):
    (house.folder / "completion.bash").write_text(house.run("completion", "bash").stdout)
    return house


def tab(house: House, *words: str) -> list[str]:
    """What bash offers for the last of these words."""
    bash = shutil.which("bash")
    assert bash, "bash is what completion is tried in: install it"
    done = subprocess.run(
        [bash, "--norc", "-c", TAB, "bash", PROGRAM, *words],
        env=house.environment,
        cwd=house.folder,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.split()


def test_bash_completes_commands_flags_games_and_languages(script):
    assert sorted(tab(script, "re")) == ["records", "replay", "resume", "review"]
    assert {"--seat", "--seed"} <= set(tab(script, "play", "--se"))
    assert set(tab(script, "play", "")) >= {*knobel.all_games(), "cups"}
    assert tab(script, "rules", "schock") == ["schocken"]
    assert sorted(tab(script, "games", "--language", "")) == sorted(LANGUAGES)


def test_bash_completes_what_belongs_to_the_game_that_is_typed(script):
    assert tab(script, "play", "cups", "--preset", "") == ["box", "rushed"]
    assert tab(script, "count", "cups", "--lo") == ["--loud"]
    assert tab(script, "play", "cups", "--option", "hur") == ["hurry=false", "hurry=true"]
    assert "casual" in tab(script, "watch", "schocken", "--seat", "c")
    assert tab(script, "play", "cups", "--seat", "Ann,r") == ["Ann\\,random"]


def test_bash_completes_records(script):
    script.run("play", "pig", "--seat", "random,random")
    script.run("play", "pig", "--seat", "random,random", "--record", "here.jsonl")
    (record,) = script.records
    for command in ("resume", "replay", "verify"):
        assert tab(script, command, "2") == [record.name]
    assert tab(script, "replay", "he") == ["here.jsonl"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_gets_a_script_that_asks_the_command(house, shell):
    made = house.run("completion", shell)
    assert made.returncode == 0
    assert "__complete" in made.stdout
    assert "records" in made.stdout
    if found := shutil.which(shell):
        assert subprocess.run([found, "-n"], input=made.stdout, text=True, check=False).returncode == 0


def test_it_is_put_where_the_shell_finds_it(house):
    done = house.run("completion", "bash", "--install")
    assert done.returncode == 0
    path = house.folder / done.stdout.split()[-1]
    assert "__complete" in path.read_text()


def test_only_a_shell_that_it_knows_is_taken(house):
    refused = house.run("completion", "tcsh", "--language", "de")
    assert refused.returncode == 2
    assert "bash, zsh, fish" in refused.stderr
