"""The README says what is true."""

import re
from pathlib import Path

import knobel

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_library_example_plays_a_game(capsys):
    exec(blocks("python")[0], {})
    assert re.fullmatch(r"\(\d+, \d+\) \([12], [12]\)\n", capsys.readouterr().out)


def test_the_example_of_many_games_tells_each_players_chance(capsys):
    exec(blocks("python")[1].replace("games=100", "games=4, workers=1"), {})
    assert re.fullmatch(r"(\w+ [\d.]+ \([\d.]+, [\d.]+\)\n){2}", capsys.readouterr().out)


def test_every_game_of_the_house_is_listed_with_its_own_line():
    for game in knobel.all_games().values():
        if game.rulebook.__module__.startswith("knobel."):
            row = (
                f"| [{game.title()}](docs/games/{game.name}.md) | {game.seats[0]}–{game.seats[-1]} "
                f"| {game.words.template('tagline', 'en')} |"
            )
            assert row in README
