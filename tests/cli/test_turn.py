"""What a person may type at a question, and what becomes of it."""

import pytest

from tests.cli.house import MOVE


@pytest.mark.parametrize("typed", ["banana", "0", "3", "99", "-1", "1.5", "é☃", "\x1b[A", "/", "1 1"])
def test_a_wrong_entry_explains_itself_and_loses_nothing(house, typed):
    sitting = house.sit("play", "pig", "--record", "game.jsonl")
    sitting.wait(MOVE)
    before = (house.folder / "game.jsonl").read_bytes()
    sitting.type(typed)
    sitting.wait(MOVE)
    assert "type 1" in sitting.shown.lower()
    assert (house.folder / "game.jsonl").read_bytes() == before
    sitting.type("1")
    sitting.wait(MOVE)
    assert "You roll." in sitting.everything


def test_a_refused_move_shows_the_rule_and_its_text(house):
    played = house.run("play", "pig", typed="hold\n")
    assert "You have nothing to hold yet: roll first (PIG-03)" in played.stdout
    assert "PIG-03: You may hold once you have gathered something" in played.stdout


def test_a_move_may_be_called_by_its_words(house):
    played = house.run("play", "pig", "--real-dice", typed="roll\n4\nHOLD keep\n")
    assert "You roll." in played.stdout
    assert "You hold." in played.stdout


@pytest.mark.parametrize("typed", ["▲5", "red 5", "lay red 5", "lay ▲5"])
def test_a_die_in_a_move_is_typed_as_it_looks_or_by_its_name(house, typed):
    played = house.run("play", "shizzle", "--seed", "3", "--seat", "Ann,Bo", typed=f"1\n1\n1\n{typed}\nq\n")
    assert "Lay the ▲5" in played.stdout
    assert "Ann lays the ▲5." in played.stdout


def test_words_that_fit_several_moves_narrow_the_list_down(house):
    played = house.run("play", "shizzle", typed="spark\n")
    assert played.stdout.count("Make die 4 the Spark") == 2
    assert "You choose" not in played.stdout


def test_a_long_list_is_shortened_and_can_be_searched_or_shown_in_full(house):
    loud = ["play", "cups", "--seed", "1", "--option", "loud=true"]
    short = house.run(*loud, typed="").stdout
    assert "Shout 19 times" in short
    assert "Shout 20 times" not in short
    assert "… and 11 more" in short
    assert "Shout 30 times" in house.run(*loud, typed="m\n").stdout
    assert "You shout." in house.run(*loud, typed="shout 30\n").stdout


def test_help_and_rules_are_always_at_hand(house):
    played = house.run("play", "pig", typed="h\n?\n? PIG-02\n? 4\n?99\n")
    assert "save the game and leave" in played.stdout
    assert played.stdout.count("PIG-01") == 2
    assert played.stdout.count("A one ends the turn") == 2
    assert played.stdout.count("Whoever reaches the target wins") == 2
    assert "There is no rule “99”" in played.stdout


def test_a_move_can_be_taken_back_until_something_comes_of_it(house):
    typed = "1\n1\nu\n"
    played = house.run("play", "shizzle", "--seed", "3", typed=typed)
    assert "There is nothing to take back" in played.stdout
    laid = house.run("play", "shizzle", "--seed", "3", typed="1\n1\n1\nu\n1\nq\n")
    assert laid.stdout.count("You lay the") == 2
    assert "You take your last move back." in laid.stdout


def test_one_person_takes_back_before_the_next_has_moved(house):
    played = house.run("play", "pig", "--seed", "1", "--seat", "Ann,Bo", typed="1\n2\nu\n")
    assert "Ann holds." in played.stdout
    assert "Ann takes the last move back." in played.stdout
    assert played.stdout.rstrip().splitlines()[-3].startswith("Ann, your move (1–2)")


def test_a_move_too_rich_to_list_is_typed(house):
    played = house.run("play", "cups", "--seed", "1", typed="1\n1\none two\n\n1\nelephant\n1\nelk\n")
    assert "One word, please" in played.stdout
    assert "That word has more than five letters (CUP-02)" in played.stdout
    assert "CUP-02: A call is one word" in played.stdout
    assert "You call elk." in played.stdout


def test_a_letter_with_a_slash_is_a_command_where_words_are_typed(house):
    played = house.run("play", "cups", "--seed", "1", typed="1\n1\n/h\nq\n")
    assert "save the game and leave" in played.stdout
    assert "You call q." in played.stdout


def test_whoever_need_not_speak_may_keep_quiet(house):
    quiet = house.run("play", "cups", "--seed", "1", typed="1\n1\nelk\n\n")
    assert "You may speak up" in quiet.stdout
    assert "You cheer" not in quiet.stdout
    assert quiet.returncode == 0
    assert "the game is over" in quiet.stdout
    loud = house.run("play", "cups", "--seed", "1", typed="1\n1\nelk\n1\n")
    assert "You cheer." in loud.stdout
    assert "the game is over" in loud.stdout


def test_the_clock_moves_when_a_person_is_too_late(house):
    played = house.run("play", "cups", "--option", "hurry=true", "--seat", "Ann,random")
    assert "Too late: skipped." in played.stdout
    assert played.returncode == 0
