"""A game's own commands are found under the words it gives them."""

from msgspec.structs import replace

import knobel
from knobel.cli import command_line


def test_a_games_commands_stand_beside_those_of_the_house_and_share_groups(monkeypatch, capsys):
    def luck(*, json: bool = False) -> None:
        print("lucky", json)

    one, two = (
        replace(knobel.game("pig"), name=name, commands={"luck": luck} if name == "one" else {f"odds {name}": luck})
        for name in ("one", "two")
    )
    three = replace(one, name="three", commands={"odds three": luck})
    monkeypatch.setattr(command_line, "all_games", lambda: {game.name: game for game in (one, two, three)})
    for words in (["luck"], ["odds", "two", "--json"], ["odds", "three"]):
        assert command_line.run(words) == 0
    assert capsys.readouterr().out == "lucky False\nlucky True\nlucky False\n"
    assert command_line.run(["odds", "four"]) == 2
    assert "four" in capsys.readouterr().err
