"""The form for a new table: every house rule of every game, as the house describes them."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from knobel.core.options import options
from knobel.core.registry import all_games
from tests.page.conftest import NewPage
from tests.page.people import PATIENCE, felt
from tests.page.test_for_everyone import SIZES, fits, violations

OWN_SET = [" ".join(f"{'roygbp'[(die + face) % 6]}{face + 1}" for face in range(6)) for die in range(6)]
"""Six dice on which every pair of colour and number is once."""


REFUSED = ("400 (Bad Request)",)


def ask_for(page: Page, game: str, way: str = "friends") -> None:
    page.goto(f"/new?game={game}&way={way}")
    expect(page.get_by_role("radio", name=all_games()[game].title())).to_be_checked()


def house_rules(page: Page) -> Locator:
    """The part with all rules, unfolded."""
    page.get_by_text("House rules").click()
    return page.locator("details")


def open_table(page: Page) -> None:
    page.get_by_role("button", name="Open the table").click()


def room(page: Page) -> dict[str, Any]:
    """The table that was opened, as the house knows it."""
    page.wait_for_url("**/table/*")
    return page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()["room"]


@pytest.mark.parametrize("game", sorted(all_games()))
def test_every_rule_of_every_game_can_be_agreed_on(new_page: NewPage, game: str) -> None:
    page = new_page((390, 844))
    ask_for(page, game)
    fields = house_rules(page).locator("[data-option]")
    named = [fields.nth(i).get_attribute("data-option") for i in range(fields.count())]
    assert named == [option.name for option in options(all_games()[game].options)]
    for i in range(fields.count()):
        expect(
            fields.nth(i).get_by_role("textbox").or_(fields.nth(i).locator("input, select, button")).first
        ).to_be_visible()


@pytest.mark.parametrize(
    ("chosen", "told"), [("Everybody", "the house says what moves are worth"), ("Nobody", "No hints")]
)
def test_the_host_says_whether_there_are_hints_and_everybody_reads_it(
    new_page: NewPage, chosen: str, told: str
) -> None:
    page = new_page((390, 844))
    ask_for(page, "shizzle")
    page.get_by_label("Hints").select_option(chosen)
    open_table(page)
    assert room(page)["hints"] is (chosen == "Everybody")
    expect(page.locator("[data-hints]")).to_contain_text(told)


def test_a_preset_is_where_one_begins_and_changes_stand_at_the_table(new_page: NewPage) -> None:
    page = new_page()
    ask_for(page, "schocken")
    page.get_by_label("Begin with").select_option("Pub rules")
    rules = house_rules(page)
    expect(rules.get_by_label("Nobody may throw more often")).to_be_checked()
    expect(page.locator("summary")).to_contain_text("as above")
    rules.get_by_label("Discs in the game").fill("11")
    rules.get_by_label("Simple hands compare by").select_option("the highest die only")
    rules.get_by_label("Nobody sees their last throw").check()
    expect(page.locator("summary")).to_contain_text("3 changed")
    page.get_by_label("Time for each move").select_option("30 seconds")
    page.get_by_label("Who finds it").select_option("Anyone: it stands in the list")
    page.get_by_role("combobox", name="Dice", exact=True).select_option("We roll real dice")
    page.get_by_label("Bots").select_option("2")
    open_table(page)
    opened = room(page)
    rules_now = opened["options"]
    assert (rules_now["leader_caps"], rules_now["discs"], rules_now["simple_by"], rules_now["blind"]) == (
        True,
        11,
        "highest",
        True,
    )
    assert (opened["move_ms"], opened["public"], opened["dice"]) == (30_000, True, "real")
    assert [seat["player"] for seat in opened["seats"] if seat] == ["person", "casual", "casual"]
    played = page.get_by_text("This table plays").locator("..")
    expect(played).to_contain_text("the highest die only")


def test_what_the_house_refuses_is_said_at_the_field(new_page: NewPage) -> None:
    page = new_page((390, 844), expects=REFUSED)
    ask_for(page, "schocken")
    discs = house_rules(page).get_by_label("Discs in the game")
    discs.fill("99")
    page.get_by_text("House rules").click()
    open_table(page)
    expect(discs).to_be_visible()
    expect(discs).to_be_focused()
    expect(discs).to_have_attribute("aria-invalid", "true")
    expect(page.locator("[data-option=discs]").get_by_role("alert")).to_contain_text("a number from 11 to 17")
    discs.fill("12")
    open_table(page)
    assert room(page)["options"]["discs"] == 12


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_the_form_is_for_everyone_with_all_its_rules_and_a_refusal(
    new_page: NewPage, axe: str, size: str, scheme: str
) -> None:
    page = new_page(SIZES[size], color_scheme=scheme, bypass_csp=True, expects=REFUSED)
    ask_for(page, "shizzle", "pass")
    faces = house_rules(page).get_by_role("group", name="The faces of your own set")
    faces.get_by_role("button", name="Add a line").click()
    faces.get_by_role("textbox").fill("r1 o2 y3")
    open_table(page)
    expect(page.locator("[data-option=faces]").get_by_role("alert")).to_be_visible()
    assert violations(page, axe) == []
    fits(page)


@pytest.mark.parametrize(("locale", "words"), [("de-DE", "11 bis 17"), ("es-ES", "11 a 17")])
def test_a_refusal_speaks_the_lookers_language(new_page: NewPage, locale: str, words: str) -> None:
    page = new_page(locale=locale, expects=REFUSED)
    page.goto("/new?game=schocken")
    page.locator("summary").click()
    page.locator("[data-option=discs] input").fill("99")
    page.locator("form button.first").click()
    expect(page.locator("[data-option=discs]").get_by_role("alert")).to_contain_text(words)


def test_the_faces_of_ones_own_dice_are_typed_once_and_kept(new_page: NewPage) -> None:
    page = new_page((390, 844), expects=REFUSED)
    ask_for(page, "shizzle", "real")
    faces = house_rules(page).get_by_role("group", name="The faces of your own set")
    for die, line in enumerate(OWN_SET):
        faces.get_by_role("button", name="Add a line").click()
        faces.get_by_role("textbox").nth(die).fill(line if die else "r1 r1 r1 r1 r1 r1")
    open_table(page)
    expect(page.locator("[data-option=faces]").get_by_role("alert")).to_contain_text("exactly once")
    faces.get_by_role("textbox").first.fill(OWN_SET[0])
    expect(faces.locator(".dice").first.locator("svg")).to_have_count(6)
    open_table(page)
    expect(felt(page)).to_be_visible(timeout=PATIENCE)
    assert room(page)["options"]["faces"] == OWN_SET

    ask_for(page, "shizzle", "real")
    faces = house_rules(page).get_by_role("group", name="The faces of your own set")
    faces.get_by_role("button", name="Fill in what I used before").click()
    expect(faces.get_by_role("textbox")).to_have_count(6)
    open_table(page)
    expect(felt(page)).to_be_visible(timeout=PATIENCE)
    assert room(page)["options"]["faces"] == OWN_SET


def test_a_list_of_choices_and_a_list_of_numbers_are_understood(new_page: NewPage) -> None:
    page = new_page()
    ask_for(page, "stack-attack", "pass")
    rules = house_rules(page)
    hands = rules.get_by_role("group", name="How steady each hand is")
    hands.get_by_role("button", name="Add a line").click()
    hands.get_by_role("combobox").select_option("an expert’s: sways little")
    steadied = rules.get_by_role("group", name="Seats for which the house lets go")
    steadied.get_by_role("button", name="Add a line").click()
    steadied.get_by_role("textbox").fill("2")
    open_table(page)
    rules_now = room(page)["options"]
    assert (rules_now["hands"], rules_now["steadied"]) == (["expert"], [2])


def test_house_rules_can_be_agreed_on_with_the_keyboard_alone(new_page: NewPage) -> None:
    page = new_page()
    ask_for(page, "schocken")

    def reach(selector: str) -> None:
        for _ in range(60):
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{selector} cannot be reached by keys")

    reach("summary")
    page.keyboard.press("Enter")
    reach("[data-option=leader_caps] input")
    page.keyboard.press("Space")
    reach("[data-option=discs] input")
    page.keyboard.press("ArrowUp")
    reach("[data-option=simple_by] select")
    page.keyboard.press("ArrowDown")
    reach("form button.first")
    page.keyboard.press("Enter")
    rules_now = room(page)["options"]
    assert (rules_now["leader_caps"], rules_now["discs"], rules_now["simple_by"]) == (True, 14, "highest")


def test_nobody_plays_without_a_name(new_page: NewPage) -> None:
    page = new_page()
    ask_for(page, "pig", "pass")
    page.get_by_role("textbox", name="Player 1").fill(" ")
    open_table(page)
    expect(page.get_by_role("alert")).to_contain_text("Everybody needs a name")


def test_the_tables_of_the_house_come_before_those_that_others_brought(new_page: NewPage) -> None:
    page = new_page((1440, 900))
    page.goto("/")
    expect(page.get_by_role("article")).to_have_count(len(all_games()))
    shown = page.get_by_role("article").get_by_role("heading").all_inner_texts()
    ours = [game.title() for game in all_games().values() if game.rulebook.__module__.startswith("knobel.")]
    assert sorted(shown[: len(ours)]) == sorted(ours)
    for table in page.get_by_role("article").all()[: len(ours)]:
        expect(table).to_be_in_viewport(ratio=0.9)
    expect(page.get_by_text("The games’ names belong to their owners")).to_be_visible()
    page.goto("/new")
    expect(page.get_by_role("radio")).to_have_count(len(all_games()))
    assert page.locator("label:has([type=radio])").last.inner_text().strip() not in ours
