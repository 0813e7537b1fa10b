"""One phone in the middle of real dice: banker, scorekeeper and referee for all games."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from knobel.core.registry import all_games
from tests.about import about
from tests.conftest import Sized
from tests.page.browsing import open_house
from tests.page.conftest import NewPage
from tests.page.people import (
    MOST_MOVES,
    PATIENCE,
    choices,
    choose,
    make_some_move,
    result,
    say_what_fell,
    sit_down,
    start,
    thrown,
)
from tests.page.test_for_everyone import fits, violations
from tests.page.test_lessons import EVERYWHERE

PHONE = (390, 844)


def entry(page: Page) -> Locator:
    """Where it is said what fell."""
    return page.get_by_role("region", name="What fell?").or_(page.get_by_role("region", name="What happened?"))


def faces(page: Page) -> Locator:
    return entry(page).locator(".faces button")


def curtain(page: Page) -> Locator:
    return page.get_by_role("dialog").get_by_role("button", name="I am ")


def told(page: Page) -> Locator:
    return page.locator(".told")


def tap(page: Page, *names: str) -> None:
    for name in names:
        faces(page).and_(page.get_by_role("button", name=name, exact=True)).click()


def throw_any(page: Page, chance: Random, lucky: Sequence[str] = ()) -> bool:
    """Says of each die, one after another, that one of its faces fell, where that is asked. Whether it was."""
    if not entry(page).count():
        return False
    say_what_fell(page, [chance.choice([*die, *(face for face in lucky if face in die)]) for die in thrown(page)])
    return True


def real_table(page: Page, game: str, **options: object) -> str:
    """Its name."""
    table = sit_down(page, game, ["Ann", "Ben"], options=options, dice="real")
    start(page)
    return table


@pytest.mark.parametrize("game", sorted(all_games()))
@pytest.mark.long
def test_a_game_is_played_with_real_dice_on_one_phone(new_page: NewPage, sized: Sized, game: str) -> None:
    """One to its own end; of the others the first moves, and the host then ends them. In a campaign all are whole."""
    page, chance = new_page(PHONE), Random(game)
    table = real_table(page, game)
    for _ in range(MOST_MOVES if game == EVERYWHERE else sized("real_moves", 16, MOST_MOVES)):
        expect(choices(page).or_(faces(page)).or_(curtain(page)).or_(result(page)).first).to_be_visible(
            timeout=PATIENCE
        )
        if result(page).count():
            break
        if curtain(page).count():
            curtain(page).click()
        elif not throw_any(page, chance, about(game).get("LUCKY", ())):
            make_some_move(page, chance)
    if result(page).count() or game == EVERYWHERE:
        expect(result(page)).to_contain_text("win")
    else:
        assert page.request.post(f"/api/tables/{table}/end").status in (204, 409)  # it may just have been over
        expect(result(page)).to_be_visible()
    page.get_by_role("button", name="Verify the dice").click()
    expect(page.get_by_text("Real dice were used")).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize("game", sorted(all_games()))
def test_entering_dice_is_for_everyone(new_page: NewPage, axe: str, game: str) -> None:
    page, chance = new_page(PHONE, color_scheme="dark", bypass_csp=True), Random(game)
    real_table(page, game)
    for _ in range(4):
        expect(choices(page).or_(faces(page)).or_(curtain(page)).first).to_be_visible(timeout=PATIENCE)
        assert violations(page, axe) == []
        fits(page)
        if curtain(page).count():
            curtain(page).click()
            continue
        throw_any(page, chance)
        if choices(page).count():
            make_some_move(page, chance)


def test_a_die_is_one_tap_or_one_key_and_a_slip_is_taken_back(new_page: NewPage) -> None:
    page = new_page(PHONE)
    real_table(page, "shizzle")
    page.get_by_role("button", name="Make die 1 the Spark").click()
    expect(entry(page)).to_contain_text("Die 1 of 1")
    faces(page).first.click()
    expect(page.locator("[data-group=line] [data-thing]")).to_have_count(1)
    page.get_by_role("button", name="Roll the 5 dice").click()
    expect(entry(page)).to_contain_text("Die 1 of 5")
    faces(page).nth(0).click()
    faces(page).nth(1).click()
    entry(page).get_by_role("button", name="Take").first.click()
    expect(entry(page)).to_contain_text("Die 2 of 5")
    page.keyboard.press("Backspace")
    expect(entry(page)).to_contain_text("Die 1 of 5")
    for die in range(5):
        faces(page).nth(die).click()
    expect(entry(page)).to_have_count(0)


def test_schocken_counts_throws_and_asks_for_faces_only_when_the_cups_are_lifted(new_page: NewPage) -> None:
    page = new_page(PHONE)
    real_table(page, "schocken", starter=1)
    page.get_by_role("button", name="Throw all three dice", exact=True).click()
    page.get_by_role("button", name="Throw one die again").click()
    expect(told(page)).to_have_text("You throw one die again.")
    expect(entry(page)).to_have_count(0)
    page.get_by_role("button", name="Stand", exact=True).click()
    expect(curtain(page)).to_have_count(0)
    page.get_by_role("button", name="Throw all three dice", exact=True).click()
    page.get_by_role("button", name="Stand", exact=True).click()
    expect(entry(page)).to_contain_text("Die 1 of 3")
    expect(page.get_by_text("Now Ann’s dice")).to_be_visible()
    tap(page, *("a die showing 4", "a die showing 2", "a die showing 1"))
    expect(told(page)).to_contain_text("a simple hand")  # 4-2-1, but not in one throw
    expect(page.get_by_text("Now Ann’s dice")).to_have_count(0)
    page.keyboard.type("421")
    expect(told(page)).to_contain_text(re.compile("takes? 7 discs"))  # the phone turns to whoever took them
    expect(page.get_by_role("group", name=re.compile("Ben .* Jule")).locator(".marked")).to_contain_text("best")


def test_the_one_phone_keeps_bets_behind_a_curtain_and_nothing_else(new_page: NewPage) -> None:
    page = new_page(PHONE)
    sit_down(page, "machz", ["Ann", "Ben", "Cy"], options={"setter": 1}, dice="real")
    start(page)
    page.get_by_role("button", name="Roll the object set").click()
    tap(page, "red", "orange", "yellow", "green", "blue")
    page.get_by_role("button", name="Take up the five dice").click()
    for _ in ("Ann", "Cy"):
        curtain(page).click()
        page.get_by_role("region", name="Match", exact=True).get_by_role("button").first.click()
    tap(page, "red", "orange", "purple", "purple", "purple")
    expect(entry(page)).to_have_count(0)
    expect(curtain(page)).to_have_count(0)


def test_no_curtain_lies_over_how_a_game_ended(new_page: NewPage) -> None:
    page = new_page(PHONE)
    table = sit_down(page, "machz", ["Ann", "Ben", "Cy"], options={"setter": 1}, dice="real")
    start(page)
    page.get_by_role("button", name="Roll the object set").click()
    tap(page, "red", "orange", "yellow", "green", "blue")
    page.get_by_role("button", name="Take up the five dice").click()
    expect(curtain(page)).to_be_visible()
    assert page.request.post(f"/api/tables/{table}/end").ok
    page.reload()
    expect(result(page)).to_be_visible()
    expect(curtain(page)).to_have_count(0)


def test_a_real_tower_stands_or_falls_or_only_the_new_die_does(new_page: NewPage) -> None:
    page, chance = new_page(PHONE), Random(1)
    real_table(page, "stack-attack", slips=True)
    tower = page.get_by_role("region", name="What happened?")
    for _ in range(MOST_MOVES):
        expect(choices(page).or_(faces(page)).first).to_be_visible(timeout=PATIENCE)
        if tower.count():
            break
        if not throw_any(page, chance):
            make_some_move(page, chance)
    expect(faces(page)).to_have_text(["It stood", "It fell", "Only the new die fell"])
    faces(page).first.click()
    expect(page.get_by_role("group", name="The tower · 3")).to_have_count(1)  # two neutral dice, and the new one


def test_a_shouted_word_is_typed_for_whoever_took_it_and_two_at_once_end_the_round(
    new_page: NewPage, tmp_path: Path
) -> None:
    page = new_page(PHONE)
    with open_house(tmp_path / "house.db", 0, KNOBEL_PACE="1") as house:
        sit_down(page, "word-shout", ["Ann", "Ben"], dice="real", house=house)
        start(page)
        shout_with_real_dice(page)


def shout_with_real_dice(page: Page) -> None:
    for _ in ("Ann", "Ben"):
        choose(page, "ready")
    choose(page, "Roll")
    expect(entry(page)).to_contain_text("Die 1 of 10")
    page.keyboard.type("aeaetsthfb")
    expect(page.get_by_role("group", name="On the table")).to_have_count(1)
    line = page.get_by_label("Shout a word")
    line.fill("zzz")
    page.get_by_role("button", name="Ben", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="Rule")).to_contain_text("ZZZ")
    line.fill("hat")
    page.get_by_role("button", name="Ben", exact=True).click()
    expect(page.get_by_role("group", name="Ben · HAT")).to_have_count(1, timeout=PATIENCE)
    line.fill("best")
    page.get_by_role("button", name="Two at once").click()
    page.get_by_role("button", name="Ann", exact=True).click()
    page.get_by_role("button", name="Ben", exact=True).click()
    expect(told(page)).to_have_text("Any doubts about a word?", timeout=PATIENCE)
    page.get_by_role("button", name="No doubts").click()
    expect(told(page)).to_contain_text("The next round counts double")
    expect(page.get_by_role("list", name="Words nobody found")).to_contain_text("feats")
