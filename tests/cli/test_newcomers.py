"""A newcomer is never lost: one sentence says what to do now, and a lesson teaches each game by its own rules."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import knobel
from knobel.core.contract import State
from knobel.core.game import Game
from knobel.core.lesson import BrokenLesson, Lesson, LessonStep, read_lesson, taught
from knobel.core.options import merged
from knobel.core.words import LANGUAGES, Die, NamedDie, Say, Voice, Who
from knobel.games.machz.moves import Bet, Reroll
from knobel.games.machz.moves import Fell as Colours
from knobel.games.machz.moves import Roll as Take
from knobel.games.machz.pays import shape
from knobel.games.schocken.moves import Fell as Thrown
from knobel.games.schocken.moves import Stand, Throw
from knobel.games.shizzle.dice import Face
from knobel.games.shizzle.moves import Fell, Lay, Return, Roll, Stop, Strike
from knobel.games.stack_attack.moves import Place, Rolled, Settled
from knobel.games.stack_attack.moves import Roll as RollTower
from knobel.games.stack_attack.moves import Stop as StopTower
from knobel.games.word_shout.moves import Ready
from knobel.table.game_info import card_of, game_info
from knobel.table.seats import bot_name, level_name

GAMES = knobel.all_games()
OURS = [name for name, game in GAMES.items() if game.rulebook.__module__.startswith("knobel.")]
TAUGHT = [name for name, game in GAMES.items() if read_lesson(game)]


def after(state: State, *moves: tuple[object, object]) -> State:
    for actor, move in moves:
        state = state.play(actor, move)  # pyright: ignore[reportArgumentType]
    return state


def guided(game: Game, state: State, seat: int) -> tuple[str, object]:
    assert game.guide
    guide = game.guide(state.view(seat), seat)
    assert guide
    return game.words.text(guide.say, Voice(names=("Ann", "Bo"), you=seat)), guide.move


@pytest.mark.parametrize("name", OURS)
def test_every_game_of_the_house_guides(name):
    assert GAMES[name].guide


def test_shizzle_says_which_die_fits_and_what_a_risk_it_is_to_go_on():
    game = GAMES["shizzle"]
    spark = after(game.start(2, starter=1), (0, Strike(0)), ("nature", Fell((Face(0, "red", 6),))))
    assert guided(game, spark, 0) == ("Your line begins at the red 6. Roll the other dice.", Roll())
    faces = (Face(1, "red", 5), Face(2, "orange", 5), Face(3, "purple", 2), Face(4, "purple", 1), Face(5, "green", 4))
    fell = after(spark, (0, Roll()), ("nature", Fell(faces)))
    assert guided(game, fell, 0) == ("Lay a die that shares colour or number with the red 6.", Lay(1))
    laid = after(fell, (0, Lay(1)))
    assert "stop for 2 points" in guided(game, laid, 0)[0]
    words, natural = guided(game, after(laid, (0, Lay(2))), 0)
    assert words == "Stop for 3 points, or roll the 3 others: if none fits the orange 5, all of it is lost."
    assert natural == Roll()


def test_shizzle_does_not_call_stopping_or_rolling_natural_where_the_table_wants_the_longest_line():
    game = GAMES["shizzle"]
    faces = (Face(1, "red", 5), Face(2, "orange", 5), Face(3, "purple", 2), Face(4, "purple", 1), Face(5, "green", 4))
    start = game.start(2, starter=1, placing="longest")
    laid = after(
        start, (0, Strike(0)), ("nature", Fell((Face(0, "red", 6),))), (0, Roll()), ("nature", Fell(faces)), (0, Lay(1))
    )
    assert guided(game, laid, 0) == ("Lay a die that shares colour or number with the red 5.", None)
    assert guided(game, after(laid, (0, Lay(2))), 0)[1] in (Roll(), Stop())


@pytest.mark.parametrize(
    ("faces", "words", "natural"),
    [
        ((4, 2, 1), "You have Jule: if it wins, the loser takes 7 discs.", Stand()),
        ((1, 1, 1), "You have Schock Out: if it wins, the loser takes 13 discs.", Stand()),
        ((1, 5, 3), "You have only a simple hand. Keep the ones", Throw((1, 2))),
        ((2, 5, 3), "You have only a simple hand, and no one among them.", Throw((0, 1, 2))),
        ((6, 6, 3), "Two sixes in one throw", None),
    ],
)
def test_schocken_names_the_hand_and_never_offers_standing_before_a_look(faces, words, natural):
    game = GAMES["schocken"]
    start = game.start(2, starter=1)
    assert guided(game, start, 0)[1] == Throw((0, 1, 2))
    thrown = after(start, (0, Throw((0, 1, 2))), ("nature", Thrown(faces)))
    said, move = guided(game, thrown, 0)
    assert said.startswith(words)
    assert move == natural


def test_machz_tells_the_roller_what_is_missing_and_leaves_a_bet_to_the_rocker():
    game = GAMES["machz"]
    five = ("red", "red", "blue", "green", "yellow")
    betting = after(game.start(2, setter=2), (1, Take()), ("nature", Colours(five)), (0, Take()))
    assert betting.due().must == {1}
    assert guided(game, betting, 1)[1] is None
    fell = after(betting, (1, Bet("none")), ("nature", Colours(("red", "red", "blue", "green", "green"))))
    words, natural = guided(game, fell, 0)
    assert words == "Still missing: yellow. Roll again for MACHZ and 30 chips, or leave it at that."
    assert natural == Reroll(1)


def test_stack_attack_says_what_goes_on_top_and_stops_by_nature():
    game = GAMES["stack-attack"]
    start = game.start(3)
    assert guided(game, start, 0) == ("The tower opens with a 1. Roll your dice.", RollTower())
    rolled = after(start, (0, RollTower()), ("nature", Rolled((1, 2, 2, 5, 6))))
    assert guided(game, rolled, 0) == ("A 1 opens the tower: add it.", Place(1))
    assert guided(game, after(rolled, (0, Place(1)), ("nature", Settled())), 0)[1] == StopTower()


def test_word_shout_says_that_its_words_are_english_in_every_language():
    game = GAMES["word-shout"]
    assert game.guide
    guide = game.guide(game.start(2), 0)
    assert guide
    assert guide.move == Ready()
    said = [game.words.text(guide.say, Voice(language=language)) for language in LANGUAGES]
    assert all(word in text for word, text in zip(("English", "englisch", "inglesas", "anglais"), said, strict=True))


# Lessons --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_has_a_goal_a_slip_that_its_rule_answers_and_an_end(name):
    game = GAMES[name]
    lesson = read_lesson(game)
    assert lesson
    steps = list(taught(game, lesson))
    assert steps[0].move is None
    assert steps[-1].move is None
    slips = [step for step in steps if step.objection]
    assert slips
    assert all(step.actor == lesson.learner for step in slips)
    assert all(step.objection and step.objection.rule in game.ledger() for step in slips)
    assert sum(step.say is not None for step in steps) <= 16


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_is_clicked_through_in_every_language(house, name, language):
    learned = house.run("learn", name, "--language", language, typed="\n" * 60)
    assert learned.returncode == 0, learned.stderr
    game, lesson = GAMES[name], read_lesson(GAMES[name])
    assert lesson
    heard = " ".join(learned.stdout.split())
    for step in taught(game, lesson):
        if step.objection:
            assert step.objection.rule in heard
    ending = game.words.text(Say(f"lesson.{lesson.steps[-1].say}"), Voice(language=language))
    assert " ".join(ending.split()) in heard


def test_whatever_is_typed_in_a_lesson_is_answered(house):
    """The Spark's number, a number that is none, words that are none, and words of the move itself."""
    learned = house.run("learn", "shizzle", typed="\n9\nbanana\n2\ndie 1\nq\n")
    told = " ".join(learned.stdout.split()) + learned.stderr
    assert "“9” is none of these: press Enter, or type a number from 1 to 6; q leaves." in told
    assert "“banana” is none of these" in told
    assert "That is allowed too." in told
    assert "Now roll the other five." in told


def test_a_word_is_typed_in_a_lesson_as_at_a_table(house):
    learned = house.run("learn", "word-shout", typed="\n\n\nstreet\n-\nxy\nstone\nmonster\nq\n")
    told = " ".join(learned.stdout.split()) + learned.stderr
    assert "(WSH-R3)" in told
    assert "That is allowed too." in told
    assert "MONSTER goes to you: 7 dice." in told


def test_a_lesson_that_the_rules_do_not_allow_is_no_lesson():
    game = GAMES["shizzle"]
    early = Lesson(steps=(LessonStep(move={"type": "Stop"}),), options={"starter": 1})
    with pytest.raises(BrokenLesson, match="SHZ-06"):
        list(taught(game, early))
    allowed = Lesson(steps=(LessonStep(move={"type": "Strike", "die": 0}, refused="SHZ-08"),), options={"starter": 1})
    with pytest.raises(BrokenLesson, match="not SHZ-08"):
        list(taught(game, allowed))
    with pytest.raises(BrokenLesson, match="no move"):
        list(taught(game, replace(early, steps=(LessonStep(move={"type": "Sing"}),))))


def test_a_game_without_a_lesson_says_where_its_rules_are(house):
    learned = house.run("learn", "pig")
    assert learned.returncode != 0
    assert "knobel rules pig" in learned.stdout + learned.stderr


# Words ----------------------------------------------------------------------------------------------------------------


def said(game: Game, say: Say, language: str = "en", you: int | None = 0) -> str:
    return game.words.text(say, Voice(language=language, names=("Ann", "Bo"), you=you))


def test_one_disc_is_not_discs():
    game = GAMES["schocken"]
    captions = [said(game, Say("scene.discs", {"n": 1}), language).casefold() for language in LANGUAGES]
    assert captions == ["disc", "scheibe", "ficha", "jeton"]
    held = replace(game.start(2, starter=1), discs=(1, 2))
    assert [said(game, place[0].caption) for place in game.scene(held).places] == ["Disc", "Discs"]


def test_one_die_shows_and_several_show():
    game = GAMES["shizzle"]
    spark = after(game.start(2, starter=1), (0, Strike(0)), ("nature", Fell((Face(0, "red", 6),))))
    rolling = replace(spark, line=(*spark.line, *([spark.line[0]] * 4)), in_the_air=(5,), begun=True)
    fell = Fell((Face(5, "purple", 6),))
    assert said(game, next(iter(game.tell(rolling, "nature", fell, rolling)))) == "It shows purple 6."


def test_the_number_of_a_die_is_no_face():
    game = GAMES["schocken"]
    thrown = after(game.start(2, starter=1), (0, Throw((0, 1, 2))), ("nature", Thrown((2, 2, 5))))
    label = game.label(thrown, 0, Throw((0,)))
    assert game.words.parts(label) == ("Throw the ", NamedDie("2", "2", ""), " again (die 1)")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "You and Bo share the win!"),
        ("de", "Geteilter Sieg: du und Bo!"),
        ("es", "¡Victoria compartida: tú y Bo!"),
        ("fr", "Victoire partagée\xa0: toi et Bo\xa0!"),
    ],
)
def test_whoever_is_meant_too_is_you(language, words):
    shared = Say("told.shared", {"who": Who(0), "players": (Who(0), Who(1))})
    assert said(GAMES["shizzle"], shared, language) == words
    assert "Ann" in said(GAMES["shizzle"], shared, language, you=None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_attack_says_who_attacked(language):
    told = Say("told.return", {"by": Who(1), "who": Who(0), "n": 6})
    assert "Bo" in said(GAMES["shizzle"], told, language)


def test_shizzle_tells_whose_shizzle_a_return_is_for():
    game = GAMES["shizzle"]
    spark = after(game.start(2, starter=1), (0, Strike(0)), ("nature", Fell((Face(0, "red", 6),))))
    before = replace(spark, points=(0, 8), line=tuple([spark.line[0]] * 6), begun=True, laid=1)
    told = game.tell(before, 0, Return(1), before.after(0, Return(1), 0))
    assert said(game, next(iter(told)), you=1) == "Ann makes you return 6 points to the Bank."


def test_spanish_puts_the_colour_behind_the_number_and_takes_with_a_word_for_all_of_spain_and_america():
    game = GAMES["shizzle"]
    assert said(game, Say("can.lay", {"die": Die("3", "blue")}), "es") == "Poner el 3 azul"
    for known in GAMES.values():
        texts = " ".join(known.words.texts.get("es", {}).values()).lower().split()
        assert not [word for word in texts if word.startswith(("coge", "coja", "coger"))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_word_shout_says_on_its_card_that_its_words_are_english(language):
    tagline = GAMES["word-shout"].words.template("tagline", language) or ""
    assert any(word in tagline for word in ("English", "englisch", "inglesas", "anglais"))


def test_players_of_the_house_have_names_in_the_language_of_the_table(house):
    watched = bot_name("casual", [], "de"), bot_name("casual", [], "fr"), bot_name("random", [], "en")
    assert watched == ("Gemütlich", "Tranquille", "Anything goes")
    sitting = house.run("play", "shizzle", "--language", "es", "--seed", "1", typed="q\n")
    assert "Tranqui" in sitting.stdout
    assert "Casual" not in sitting.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_wherever_the_terminal_tells_of_a_level_it_has_its_name_in_the_language_of_the_player(house, language):
    """What is typed to ask for a level is the same everywhere, and stands only beside its name."""
    known = {level: level_name(level, language) for level in ("beginner", "casual")}
    seats = ["--seat", "casual,Bo=beginner", "--seed", "1", "--language", language]
    shown = [
        house.run("watch", "shizzle", *seats),
        house.run("watch", "shizzle", *seats, "--games", "2"),
        house.run("play", "shizzle", "--seat", "casual,Bo=beginner,Ann", *seats[2:], typed="q\n"),
        house.run("rules", "shizzle", "--language", language),
    ]
    for told in shown:
        assert told.returncode == 0, told.stderr
        said = " ".join(told.stdout.split())
        assert known["casual"] in said
        for level, name in known.items():
            assert level not in said.replace(f"{name} ({level})", ""), said
            assert language == "en" or level.capitalize() not in said, said
    assert all(known["beginner"] in " ".join(told.stdout.split()) for told in shown[1:])
    league = ["league", "liars-dice", "--games", "1", "--players", "2", "--option", "dice=1", "--language", language]
    ranked = house.run(*league).stdout
    assert level_name("careful", language) in ranked
    assert "careful" not in ranked


# The rules card -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OURS)
def test_every_game_fits_on_a_card(house, name, language):
    card = game_info(GAMES[name], language).card
    assert card
    assert card.goal
    assert len(card.turn) == 3
    assert len(card.table) >= 4
    shown = " ".join(house.run("rules", name, "--card", "--language", language, COLUMNS="200").stdout.split())
    assert " ".join(card.goal.split()) in shown
    assert all(" ".join(row.what.split()) in shown for row in card.table)


def test_the_card_of_schocken_ranks_by_the_rules_of_the_table():
    def ranked(**chosen: object) -> list[tuple[str, str]]:
        card = card_of(GAMES["schocken"], merged(GAMES["schocken"].options, {}, chosen), "en")
        assert card
        return [(row.what, row.worth) for row in card.table]

    assert ranked()[:3] == [("Schock Out", "13 discs"), ("Pippi", "9 discs"), ("Jule", "7 discs")]
    assert ranked(discs=15)[0] == ("Schock Out", "15 discs")
    order = [what for what, _ in ranked(general_high=True)]
    assert order.index("a General") == order.index("Schock 2") - 1


def test_the_card_of_machz_shows_dice_that_make_each_combination():
    card = game_info(GAMES["machz"], "en").card
    assert card
    shown = {row.what: (row.worth, shape(tuple(die.colour for die in row.dice))) for row in card.table if row.dice}
    assert shown["Full house"] == ("5 chips", (3, 2))
    assert shown["Rainbow"] == ("4 chips", (1, 1, 1, 1, 1))


def test_the_german_card_of_machz_names_what_is_there_and_not_what_is_paid_for():
    card = game_info(GAMES["machz"], "de").card
    assert card
    named = [row.what for row in card.table if row.dice and "MACHZ" not in row.what]
    assert named == ["Fünfling", "Vierling", "Full House", "Regenbogen", "Drilling", "Zwei Paare", "Paar"]


def test_a_game_without_a_card_shows_its_ledger(house):
    assert "PIG-" in house.run("rules", "pig", "--card").stdout
