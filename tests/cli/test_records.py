"""Records told again, and their dice checked."""

import json
import re
from random import Random

import pytest
from msgspec import Raw
from msgspec.structs import replace

from knobel.core.record import Moved, read_record, wrote
from knobel.core.words import LANGUAGES


@pytest.fixture
def fair(house):
    house.run("play", "pig", "--seat", "random,random", "--record", "fair.jsonl")
    return house.folder / "fair.jsonl"


def test_a_fair_record_is_fair(house, fair):
    checked = house.run("verify", fair)
    assert checked.returncode == 0
    assert checked.stdout.startswith("Fair: all")
    data = json.loads(house.run("verify", fair, "--json").stdout)
    assert data["verdict"] == "fair"
    assert data["checked"] > 1


def test_a_record_is_checked_against_a_card_of_promises(house, fair):
    promise = read_record(fair.read_bytes()).header.dice.deal.seed
    card = house.folder / "card.json"
    told = {"card": 1, "table": "oak", "game": "pig", "deals": [{"house": promise}]}
    card.write_text(json.dumps(told))
    kept = house.run("verify", fair, "--card", card)
    assert kept.returncode == 0
    assert "what your card says" in kept.stdout
    assert json.loads(house.run("verify", fair, "--card", card, "--json").stdout)["card"] == "kept"
    card.write_text(json.dumps(told | {"deals": [{"house": "0" * 64}]}))
    broken = house.run("verify", fair, "--card", card)
    assert broken.returncode == 1
    assert "has not kept its promise" in broken.stdout
    card.write_text("no card")
    refused = house.run("verify", fair, "--card", card)
    assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_dice_from_a_seed_that_somebody_chose_are_repeatable_and_not_called_fair(house, language):
    word = {"en": "Repeatable:", "de": "Wiederholbar:", "es": "Repetible:", "fr": "Répétable\xa0:"}[language]
    played = house.run("play", "pig", "--seat", "random,random", "--seed", "1", "--record", "s.jsonl")
    assert "To check that the dice were fair" not in played.stdout
    checked = house.run("verify", "s.jsonl", "--language", language)
    assert checked.returncode == 0
    assert checked.stdout.startswith(word)
    data = json.loads(house.run("verify", "s.jsonl", "--json").stdout)
    assert (data["verdict"], data["checked"] > 1) == ("repeatable", True)


def test_the_commitment_shown_first_is_the_one_in_the_record_and_the_seed_comes_last(house):
    played = house.run("play", "pig", "--seat", "random,random", "--record", "fair.jsonl").stdout
    header, *_, last = (house.folder / "fair.jsonl").read_text().splitlines()
    promise = json.loads(header)["dice"]["deal"]["seed"]
    assert promise in played.split("Anything goes rolls")[0]
    assert json.loads(last)["do"] == "seed"
    assert json.loads(last)["seed"] not in played


def test_the_seed_lies_beside_the_record_only_while_the_game_lasts(house):
    house.run("play", "pig", "--record", "half.jsonl", typed="1\n")
    seed = house.folder / "half.jsonl.seed"
    assert seed.stat().st_mode & 0o077 == 0
    assert seed.read_text().strip() not in (house.folder / "half.jsonl").read_text()
    house.run("resume", "half.jsonl", typed="1\n2\n" * 400)
    assert not seed.exists()
    assert house.run("verify", "half.jsonl").returncode == 0


def test_a_record_edited_by_hand_is_noticed(house, fair):
    fair.write_text(re.sub(r'"pips":\d', '"pips":9', fair.read_text(), count=1))
    checked = house.run("verify", fair)
    assert checked.returncode == 2
    assert "damaged" in checked.stderr


@pytest.mark.parametrize("which", [0, 3, -1])
def test_an_edited_roll_is_found_even_with_new_checksums_and_the_move_is_named(house, fair, which):
    record = read_record(fair.read_bytes())
    rolls = [entry for entry in record.entries if isinstance(entry, Moved) and entry.by == "nature"]
    edited = rolls[which]
    pips = json.loads(bytes(edited.move))["pips"]
    other = pips % 6 + 1
    lie = replace(edited, move=Raw(b'{"type":"Fell","pips":%d}' % other))
    entries = [lie if entry is edited else entry for entry in record.entries]
    fair.write_bytes(wrote(record.header, entries))
    checked = house.run("verify", fair)
    assert checked.returncode == 1, checked.stdout + checked.stderr
    assert f"move {edited.n} (line {edited.n + 1}" in checked.stdout
    assert f"The record says: The die shows {other}." in checked.stdout
    assert f"The seed gives: The die shows {pips}." in checked.stdout
    assert json.loads(house.run("verify", fair, "--json").stdout)["entry"] == edited.n


def test_a_game_that_is_not_over_cannot_be_checked_yet(house):
    house.run("play", "pig", "--record", "half.jsonl", typed="1\n")
    checked = house.run("verify", "half.jsonl")
    assert checked.returncode == 2
    assert "not over" in checked.stdout


@pytest.mark.parametrize("content", [b"", b"hello\n", b"\xff\xfe", b"{}\n", b'{"knobel":99}\n'])
def test_a_file_that_is_no_record_is_refused_in_one_line(house, content):
    (house.folder / "no.jsonl").write_bytes(content)
    for command in ("verify", "replay", "resume"):
        refused = house.run(command, "no.jsonl")
        assert refused.returncode == 2
        assert len(refused.stderr.strip().splitlines()) == 1
        assert "Traceback" not in refused.stderr


def test_a_replay_tells_every_move_and_draws_the_end(house, fair):
    told = house.run("replay", fair).stdout
    data = json.loads(house.run("replay", fair, "--json").stdout)
    assert len(re.findall(r"^ +\d+  \S", told, re.MULTILINE)) >= len(data)
    assert "Points: " in told
    assert re.search(r"1\.  Anything goes", told)
    assert data[0]["move"] == 1
    assert data[0]["words"] == "Anything goes rolls."


def test_a_replay_stops_where_it_is_told_to(house, fair):
    data = json.loads(house.run("replay", fair, "--to", "3", "--json").stdout)
    assert len(data) == 3
    told = house.run("replay", fair, "--to", 0).stdout
    assert "Points: 0" in told
    assert house.run("replay", fair, "--to", 100_000).returncode == 2
    assert house.run("replay", fair, "--to", -1).returncode == 2


def hidden_hands(house, record: str, more: str = "") -> None:
    """Ann has a bee under her cup, Bo a fox; nobody has lifted them unless `more` is typed."""
    typed = f"\n1\nbee\n1\nwolf\n\n1\nfox\n1\nzebra\n{more}\n"
    house.run("play", "cups", "--seat", "Ann,Bo", "--real-dice", "--record", record, typed=typed)


def test_a_replay_of_a_game_that_is_over_can_show_everything(house):
    hidden_hands(house, "c.jsonl", "1\n")
    told = house.run("replay", "c.jsonl", "--all").stdout
    assert all(f"Under the cup is a {animal}." in told for animal in ("◆bee", "✚fox"))
    early = house.run("replay", "c.jsonl", "--all", "--to", "2").stdout
    assert "◆ bee" in early
    data = json.loads(house.run("replay", "c.jsonl", "--all", "--json").stdout)
    assert [step["made"]["animal"] for step in data if step["by"] == "nature"] == [1, 5]


def test_a_replay_of_a_game_that_goes_on_shows_nothing_hidden(house):
    hidden_hands(house, "c.jsonl")
    for asked in (
        ["--all"],
        ["--all", "--json"],
        ["--all", "--to", "1"],
        ["--seat", "Ann"],
        ["--seat", "Bo", "--json"],
    ):
        refused = house.run("replay", "c.jsonl", *asked)
        assert refused.returncode == 2
        assert "not over" in refused.stderr
        assert refused.stdout == ""
    assert "Under the cup is" not in house.run("replay", "c.jsonl").stdout


def test_whoever_sits_alone_with_bots_may_look_at_their_own_and_at_no_bots(house):
    house.run("play", "cups", "--seat", "Ann,Rob=random", "--seed", "1", "--record", "a.jsonl", typed="1\n")
    assert "Under the cup is" in house.run("replay", "a.jsonl", "--seat", "Ann").stdout
    for asked in (["--seat", "Rob"], ["--all"]):
        assert house.run("replay", "a.jsonl", *asked).returncode == 2


def test_where_nothing_is_hidden_everything_is_shown_at_any_time(house):
    house.run("play", "pig", "--seat", "Ann,Bo", "--seed", "1", "--record", "p.jsonl", typed="1\n")
    assert house.run("replay", "p.jsonl", "--all").stdout == house.run("replay", "p.jsonl").stdout


def test_a_replay_shows_a_seat_its_own_and_a_spectator_nothing_hidden(house):
    hidden_hands(house, "c.jsonl", "1\n")
    assert "Under the cup is a" not in house.run("replay", "c.jsonl").stdout
    ann = house.run("replay", "c.jsonl", "--seat", "ann").stdout
    assert "Under the cup is a ◆bee." in ann
    assert "Under the cup is a ✚fox." not in ann
    assert "You shake." in ann
    seen = json.loads(house.run("replay", "c.jsonl", "--seat", "Ann", "--json").stdout)
    assert [step["made"].get("animal") for step in seen if step["by"] == "nature"] == [1, None]
    assert "animal" not in house.run("replay", "c.jsonl", "--json").stdout
    nobody = house.run("replay", "c.jsonl", "--seat", "Zed")
    assert nobody.returncode == 2
    assert "Ann, Bo" in nobody.stderr


def test_salts_are_promised_before_any_is_opened_and_the_dice_hang_on_them(house):
    sitting = house.sit("play", "pig", "--seat", "Ann,Bo", "--salt", "--option", "target=2", "--record", "salt.jsonl")
    for name, salt in (("Ann", "pepper"), ("Bo", "x" * 201), ("Bo", "cumin")):
        sitting.wait(f"{name}, your secret word")
        assert "pepper" not in sitting.everything
        sitting.type(salt)
    sitting.wait("your move")
    said = sitting.said
    assert said.index("its promise") < said.index("Ann has promised") < said.index("Bo has promised")
    assert said.index("Bo has promised") < said.index("Ann’s word was “pepper”")
    assert "at most 200" in said
    header = json.loads((house.folder / "salt.jsonl").read_text().splitlines()[0])
    assert header["dice"]["deal"]["opened"]["1"]["text"] == "cumin"
    assert sitting.play(Random(1))
    assert house.run("verify", "salt.jsonl").returncode == 0
