"""Commands, their help, their data for programs, and what they say to a mistake."""

import json
import subprocess
import sys
from itertools import cycle

import msgspec
import pytest

import knobel
from knobel.core.words import LANGUAGES
from knobel.table.game_info import game_info
from tests.cli.house import MOVE

GAMES = [*knobel.all_games(), "cups"]


def test_without_arguments_and_without_a_terminal_it_lists_the_games_and_ends(house):
    listed = house.run()
    assert listed.returncode == 0
    assert all(f"({game})" in listed.stdout for game in GAMES)
    assert listed.stdout == house.run("games").stdout


def test_without_arguments_a_person_is_asked_what_and_with_whom(house):
    sitting = house.sit()
    sitting.wait("Which game")
    sitting.type("chess")
    sitting.wait("Which game")
    assert "There is no game “chess”" in sitting.everything
    sitting.type("pig")
    sitting.wait("Players")
    sitting.type("Ann, Ann")
    sitting.wait("Players")
    assert "already called “Ann”" in sitting.everything
    sitting.type("")
    sitting.wait(MOVE)
    assert "Guest, Anything goes (bot)" in sitting.everything
    sitting.type("q")
    assert sitting.end() == 0


def test_play_without_a_game_asks_for_it_and_offers_the_last_one(house):
    first = house.sit("play", "--seat", "Ann,Bo")
    first.wait(f"1–{len(GAMES)}, Enter for Cups")
    assert all(f"({game})" in first.everything for game in GAMES)
    first.type("pig")
    first.wait("Ann, your move")
    first.type("q")
    assert first.end() == 0
    second = house.sit("play", "--language", "de")
    second.wait("Enter für Pig")
    second.type("")
    second.wait("Dein Zug")
    second.type("q")
    assert second.end() == 0
    assert len(house.records) == 2


def test_play_without_a_game_through_a_pipe_names_the_games(house):
    refused = house.run("play", "--seat", "Ann,Bo", typed="1\n")
    assert refused.returncode == 2
    assert all(game in refused.stderr for game in GAMES)
    assert house.records == []


@pytest.mark.parametrize("answers", [["q"], ["pig", "q"]])
def test_a_person_who_only_looks_in_may_leave(house, answers):
    sitting = house.sit()
    for answer in answers:
        sitting.wait("Which game", "Players")
        sitting.type(answer)
    assert sitting.end() == 0
    assert house.records == []


def test_it_is_also_a_module(house):
    listed = subprocess.run(
        [sys.executable, "-m", "knobel", "games"], env=house.environment, capture_output=True, text=True, check=True
    )
    assert "Pig" in listed.stdout


@pytest.mark.parametrize(
    "command",
    [
        "",
        "games",
        "rules",
        "play",
        "resume",
        "records",
        "replay",
        "verify",
        "watch",
        "league",
        "party",
        "backup",
        "prune",
        "house drain",
    ],
)
def test_every_command_has_help_with_an_example(house, command):
    helped = house.run(*command.split(), "--help")
    assert helped.returncode == 0
    assert "For instance: knobel" in helped.stdout


def test_the_data_of_games_and_rules_can_be_read_by_programs(house):
    games = json.loads(house.run("games", "--json").stdout)
    assert [game["name"] for game in games] == sorted(GAMES)
    said = msgspec.json.encode([game_info(game, "en") for game in knobel.all_games().values()])
    assert [game for game in games if game["name"] != "cups"] == json.loads(said)
    rules = json.loads(house.run("rules", "pig", "--json").stdout)
    assert rules["rules"] == knobel.game("pig").ledger()
    assert rules["options"][0]["option"]["default"] == 100
    assert rules["presets"][0] == {"name": "box", "label": rules["presets"][0]["label"], "options": {}}


@pytest.mark.parametrize(("game", "language"), zip(GAMES, cycle(LANGUAGES), strict=False))
def test_the_rulebook_shows_every_rule_option_and_preset(house, game, language):
    shown = house.run("rules", game, "--language", language).stdout
    data = json.loads(house.run("rules", game, "--language", language, "--json").stdout)
    assert all(rule in shown for rule in data["rules"])
    assert all(f"{option['option']['name']} = " in shown for option in data["options"])
    assert all(option["option"]["rule"] in shown for option in data["options"])
    assert all(preset["name"] in shown for preset in data["presets"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "chess"], "There is no game called “chess”"),
        (["rules", "chess"], "There is no game called “chess”"),
        (["watch", "chess"], "There is no game called “chess”"),
        (["play", "pig", "--option", "speed=9"], "There is no option “speed”"),
        (["play", "pig", "--option", "seats=9"], "There is no option “seats”"),
        (["play", "pig", "--option", "target=1"], "The option target cannot be “1”"),
        (["play", "pig", "--option", "target"], "“target” is not an option: type name=value"),
        (["play", "pig", "--preset", "night"], "There is no preset called “night”"),
        (["play", "pig", "--seat", "Bo=nobody"], "There is no player called “nobody”"),
        (["play", "pig", "--seat", "randm"], "Is “randm” the bot random?"),
        (["play", "pig", "--seat", "Ann,ann"], "already called “ann”"),
        (["play", "pig", "--seat", "=random"], "A name has one to 24 letters"),
        (["play", "pig", "--seat", "Ann\u202eEvil"], "A name has one to 24 letters"),
        (["play", "pig", "--seat", "a\x1b[31mb\x07"], "A name has one to 24 letters"),
        (["play", "stack-attack", "--real-dice", "--dexterity"], "With real dice this game needs dexterity=false"),
        (["play", "pig", "--seat", "a,b,c,d,e,f,g,h,i"], "Pig is for 2 to 8 players, not for 9"),
        (["play", "pig", "--seed", "1", "--real-dice"], "Choose one of"),
        (["play", "pig", "--record", "no/such/folder.jsonl"], "cannot be written"),
        (["play", "pig", "--record", "there.jsonl"], "there.jsonl is already there"),
        (["watch", "pig", "--seat", "Ann"], "Only bots can be watched"),
        (["watch", "pig", "--games", "0"], "not 0"),
        (["resume", "nowhere.jsonl"], "There is no file nowhere.jsonl"),
        (["verify", "nowhere.jsonl"], "There is no file nowhere.jsonl"),
        (["replay", "."], ""),
        (["dance"], "dance"),
        (["play"], "Which game? Name one of "),
        (["play", "pig", "--loudly"], "--loudly"),
        (["play", "pig", "--language", "xx"], "xx"),
    ],
)
def test_a_mistake_is_one_clear_line_and_exit_code_two(house, arguments, words):
    (house.folder / "there.jsonl").write_text("mine")
    refused = house.run(*arguments, typed="1\n")
    assert refused.returncode == 2
    assert words in refused.stderr
    assert len(refused.stderr.strip().splitlines()) == 1
    assert (house.folder / "there.jsonl").read_text() == "mine"


def test_mistakes_are_explained_in_the_language_asked_for(house):
    assert "Es gibt kein Spiel namens" in house.run("play", "chess", "--language", "de").stderr
    assert "No hay ningún juego llamado" in house.run("play", "chess", LANG="es_ES.UTF-8").stderr


def test_seats_may_be_people_bots_and_bots_with_names_in_any_order(house):
    played = house.run("play", "pig", "--seat", "random", "--seat", "Ann,Bo=random", "--seat", "Random")
    assert played.returncode == 0
    seats = "Anything goes (bot), Ann, Bo (bot: Anything goes), Anything goes 2 (bot)"
    assert f"At the table: {seats}" in " ".join(played.stdout.split())


def test_house_rules_are_said_and_kept(house):
    played = house.run("play", "pig", "--option", "target=30", "--record", "h.jsonl")
    assert "House rules: target=30" in played.stdout
    assert json.loads((house.folder / "h.jsonl").read_text().splitlines()[0])["options"] == {"target": 30}


def test_bots_are_watched_one_game_in_words_many_in_a_table(house):
    told = house.run("watch", "pig", "--seat", "random", "--seat", "Bo=random", "--seed", "1")
    assert "Bo rolls." in told.stdout
    assert told.stdout == house.run("watch", "pig", "--seat", "random", "--seat", "Bo=random", "--seed", "1").stdout
    many = house.run("watch", "pig", "--games", "5", "--seed", "1")
    assert "5 games, seed 1" in many.stdout
    assert "rolls" not in many.stdout
    data = json.loads(house.run("watch", "pig", "--games", "5", "--seed", "1", "--json").stdout)
    assert sum(player["won"] + player["shared"] for player in data["players"]) == 5
    assert house.records == []


def test_over_many_games_every_player_sits_in_every_seat_equally_often(house):
    asked = ["watch", "pig", "--seat", "random,random,random", "--seed", "1"]
    even = json.loads(house.run(*asked, "--games", "6", "--json").stdout)
    assert (even["even"], [player["sat"] for player in even["players"]]) == (True, [[2, 2, 2]] * 3)
    uneven = json.loads(house.run(*asked, "--games", "4", "--json").stdout)
    assert not uneven["even"]
    assert [player["sat"] for player in uneven["players"]] == [[2, 1, 1], [1, 2, 1], [1, 1, 2]]
    assert "every seat equally often: 2 times" in house.run(*asked, "--games", "6").stdout
    assert "one game was too many" in " ".join(house.run(*asked, "--games", "4").stdout.split())
    assert "one seat on after each" in " ".join(house.run("watch", "--help").stdout.split())


def test_a_games_own_commands_come_under_the_words_it_gives_them(house):
    assert house.run("count", "cups", "3", "--loud").stdout == "3 animals!\n"
    assert "Counts animals." in house.run("count", "--help").stdout
    assert "What the games say about count." in house.run("--help").stdout


def test_a_reader_who_has_read_enough_is_no_mistake(house):
    line = f"{sys.executable} -m knobel rules pig | head -n 1"
    cut = subprocess.run(line, shell=True, env=house.environment, capture_output=True, text=True, check=False)
    assert cut.stderr == ""


def test_records_go_to_the_data_folder_each_under_a_name_of_its_own(house):
    for _ in range(2):
        house.run("play", "pig")
    first, second = house.records
    assert first.name.endswith("-pig-2.knobel") or second.name.endswith("-pig.knobel")
