"""There is room for everything: what can be done is in sight, no word lies over a die, nobody's name over another's.

Asked of recorded positions, and of the pixels where a glow or a drawing is meant.
"""

from __future__ import annotations

import json
from io import BytesIO
from itertools import islice
from typing import Literal

import numpy as np
import pytest
from matplotlib.image import imread
from playwright.sync_api import Locator, Page, expect

from knobel.core.registry import all_games
from knobel.core.words import LANGUAGES
from tests.conftest import Sized
from tests.page.conftest import NewPage
from tests.page.greatness import great, steps_of
from tests.page.people import PATIENCE, letters_come, resize, result, sit_down, start, stop_the_clock, until
from tests.page.positions import recorded
from tests.page.test_pictures import (
    DESK,
    DRAWN,
    MEASURED,
    PHONE,
    SIDEWAYS,
    STAGE,
    Json,
    Shower,
    misdrawn,
    overlap,
    settled,
    shows,
)
from tests.page.test_sight import AROUND, hidden, places_of

FEW = 6
"""So many choices are all in sight; of more at least the first."""
LOW = """
() => [...document.querySelectorAll('.below [data-choice], .below input, .below [role=slider]')].map(each => (
    { id: each.ariaLabel || each.textContent.trim(), low: each.getBoundingClientRect().bottom - innerHeight }
))
"""
NARROW = """
() => [...document.querySelectorAll('.place:not(:has(q)), .place .name')]
    .filter(({ classList, textContent }) => !classList.contains('name') || textContent.length <= 6)
    .filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.innerText)
"""
OVER_WORDS = """
() => {
    const [hint, ...words] = ['.hints', '.status span', '.told span'].map(each => document.querySelector(each));
    const { left, right, top, bottom } = hint?.getBoundingClientRect() ?? {};
    return words.filter(each => hint && each).filter(each => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return [...range.getClientRects()].some(line => line.width && line.left < right && line.right > left
            && line.top + 3 < bottom && line.bottom - 3 > top);
    }).map(each => each.innerText);
}
"""
WIDER = "() => document.documentElement.scrollWidth - innerWidth"
HIGHER = "() => document.documentElement.scrollHeight - innerHeight"


def crammed(page: Page) -> list[str]:
    """What has no room in the picture that is shown, once its letters have come."""
    letters_come(page)
    told = page.evaluate(MEASURED)
    tall = told["width"] / told["height"]
    dice = [thing for thing in told["things"] if thing["kind"] == "die" and not thing["id"].startswith("tray")]
    lying = [
        {"id": die["id"], **box(die["x"], die["size"] * 0.46, "left", "right"),
         **box(die["y"], die["size"] * 0.46 * tall, "top", "bottom")}
        for die in dice
    ]  # fmt: skip
    found = [f"{word['id']!r} lies over {die['id']}" for word in told["words"] for die in lying if overlap(word, die)]
    found += [f"{name!r} is too long for its place" for name in page.evaluate(NARROW)]
    found += [f"the hint lies over {words!r}" for words in page.evaluate(OVER_WORDS)]
    outstanding = [each.strip() for each in page.locator(".below .first").all_inner_texts()]
    found += [f"{outstanding} stand out at once"] if len(outstanding) > 1 else []
    choices: list[Json] = page.evaluate(LOW)
    seen = choices if len(choices) <= FEW else choices[:4]
    found += [f"{each['id']!r} is {each['low']:.0f} px below the window" for each in seen if each["low"] > 0]
    return found + ([f"the page is {wider} px too wide"] if (wider := page.evaluate(WIDER)) > 0 else [])


def box(middle: float, half: float, low: str, high: str) -> Json:
    return {low: middle - half, high: middle + half}


MUCH = 15
"""So much lies before everybody: as many discs as there are."""


def seated(welcome: Json, many: int, few: set[str]) -> Json:
    """The same table among so many, and much before each of them, but for groups of which nobody has more."""
    position, room = welcome["position"], welcome["room"]
    places = [
        [
            group
            if group["dice"] or group["count"] is None or group["id"].split(".")[0] in few
            else group | {"count": MUCH}
            for group in place
        ]
        for place in position["scene"]["places"][:many]
    ]
    scene = position["scene"] | {"places": places}
    return welcome | {
        "looking": 0,
        "yours": [0],
        "room": room | {"seats": room["seats"][:many]},
        "position": position | {"scene": scene, "moves": [], "open": [], "due": position["due"] | {"must": [many - 1]}},
    }


@pytest.mark.parametrize("game", sorted(all_games()))
def test_all_that_can_be_done_is_in_sight_and_nothing_lies_over_a_die(
    new_page: NewPage, sized: Sized, game: str
) -> None:
    """And each thing is drawn where it can be tapped, on a phone's side without scrolling: all is asked at once.

    Tables of other sizes too, where much lies before everybody; those of all sizes in a campaign.
    """
    page = new_page(DESK, expects=("404 (Not Found)",))
    page.clock.install()
    shower, wrong = Shower(page), []
    fullest = max(recorded(game), key=lambda each: len(each["room"]["seats"]))
    most = len(fullest["room"]["seats"])
    sizes = range(max(2, most - 2), 1, -sized("fewer_seats", most, 1))
    regions = next(each for each in page.request.get("/api/games").json() if each["name"] == game)["stage"]["wide"]
    few = {name for name, region in regions["regions"].items() if any(p["shape"] == "die" for p in region["pieces"])}
    others = [seated(fullest, many, few) for many in sizes]
    shower.show(recorded(game)[0])
    stop_the_clock(page)  # a hand that sways would be drawn again and again
    for which, size in enumerate((DESK, PHONE, SIDEWAYS)):
        resize(page, size)
        for scheme in SCHEMES[: sized("schemes", 1, 2)]:
            page.emulate_media(color_scheme=scheme if which % 2 else SCHEMES[1 - SCHEMES.index(scheme)])
            for number, welcome in enumerate([*recorded(game), *others]):
                shower.show(welcome | {"room": welcome["room"] | {"hints": True}})
                page.keyboard.press("Escape")  # the drawer lies over nothing
                found = crammed(page) + hidden(page) + misdrawn(page, welcome["position"])
                if size == SIDEWAYS and not welcome["position"]["places"] and (higher := page.evaluate(HIGHER)) > 0:
                    found.append(f"the page is {higher} px too high")
                wrong += [f"{number} {size} {scheme}: {fault}" for fault in found]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", sorted(all_games()))
def test_what_lies_before_an_only_rival_keeps_clear_of_the_middle(new_page: NewPage, game: str) -> None:
    """Who plays alone against the house has them across the table, right above what lies in its middle."""
    page = new_page(DESK, expects=("404 (Not Found)",))
    page.add_init_script(DRAWN)
    shower, wrong = Shower(page), []
    for size in (DESK, PHONE):
        resize(page, size)
        for number, welcome in enumerate(recorded(game)):
            if welcome["looking"] == 0 and not welcome["position"]["places"]:
                kinds = {group["id"].split(".")[0] for place in places_of(welcome) for group in place}
                shower.show(seated(welcome, 2, kinds))  # as much as there was
                page.keyboard.press("Escape")
                wrong += [f"{number} {size}: {fault}" for fault in crammed(page) + hidden(page)]
    assert not wrong, "\n".join(wrong)


SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_there_is_room_for_the_words_of_every_language(new_page: NewPage, sized: Sized, language: str) -> None:
    """Every third game in each of them, late in its golden games; whole games, and all of them, in a campaign."""
    page = new_page(DESK, locale=language, expects=("404 (Not Found)",))
    shower, wrong = Shower(page), []
    every = sized("games_apart", 3, 1)
    for name in sorted(all_games())[LANGUAGES.index(language) % every :: every]:
        steps = list(islice(steps_of(all_games()[name]), sized("steps_shown_of", 60, 400)))
        shown = steps[sized("steps_shown_from", -1, 0) :: 7]
        for step in shown:
            welcome = great(all_games()[name], step, "", language).welcome
            for size in (DESK, PHONE):
                resize(page, size)
                shower.show(welcome)
                page.keyboard.press("Escape")
                found = crammed(page) + hidden(page) + misdrawn(page, welcome["position"])
                wrong += [f"{name} {step.n} {size}: {fault}" for fault in found]
    assert not wrong, "\n".join(wrong)


def test_who_won_and_what_comes_next_is_in_sight_on_a_phones_side(new_page: NewPage) -> None:
    """With all that whoever opened the table may do, and the course of the game beneath it."""
    page = new_page(SIDEWAYS, expects=("404 (Not Found)",))
    page.route("**/api/tables/*/steps*", lambda route: route.fulfill(json=[{"scores": [n] * 6} for n in range(9)]))
    Shower(page).show(next(each for each in recorded("shizzle") if each["position"]["places"]) | {"host": True})
    page.keyboard.press("Escape")
    expect(page.locator(".over figure")).to_be_visible()
    letters_come(page)
    expect(result(page).locator(".display")).to_be_in_viewport(ratio=1)
    for name in ("Play again", "Watch the replay", "Verify the dice"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    assert page.evaluate(WIDER) <= 0


def picture_of(page: Page, told: Json) -> np.ndarray:
    clip = {"x": told["left"], "y": told["top"], "width": told["width"], "height": told["height"]}
    return imread(BytesIO(page.screenshot(clip=clip)))[..., :3]


IVORY, GLOW = (0xF8 / 255, 0xF1 / 255, 0xE1 / 255), (1, 0xCF / 255, 0x6B / 255)


def test_dice_are_seen_before_the_3d_part_has_come(new_page: NewPage) -> None:
    page = new_page(
        DESK, still=False, reduced_motion="reduce", service_workers="block", expects=("Service Worker registration",)
    )  # else it brings what was kept
    page.route("**/assets/solid*", lambda _route: None)  # it never comes
    sit_down(page, "shizzle", ["Ann"], bots=1, options={"starter": 1})
    start(page)
    expect(page.get_by_role("button", name="Make die 6 the Spark")).to_be_visible(timeout=PATIENCE)
    until(page, f"() => {STAGE}?.proof?.things().length")
    told = page.evaluate(MEASURED)
    picture, dice = picture_of(page, told), [thing for thing in told["things"] if thing["kind"] == "die"]
    assert len(dice) == 6
    assert [die["id"] for die in dice if not shows(picture, told, die, IVORY)] == []


def test_what_can_be_tapped_glows_around_itself_and_not_beside(new_page: NewPage) -> None:
    page = new_page(PHONE, still=False, expects=("404 (Not Found)", "GPU stall"))
    thrown = next(each for each in recorded("schocken") if each["position"]["view"]["cups"][each["looking"]]["throws"])
    Shower(page).show(thrown)
    page.keyboard.press("Escape")
    settled(page)
    told = page.evaluate(MEASURED)
    cup = next(thing for thing in told["things"] if thing["id"] == f"cup.{thrown['looking']}")
    picture, side = picture_of(page, told), cup["size"] * told["width"]
    x, y = cup["x"] * told["width"], cup["y"] * told["height"]
    part = picture[round(y - side) : round(y + side), round(x - side) : round(x + side)]
    columns = np.nonzero((np.abs(part - np.array(GLOW)).max(axis=2) < 0.14).any(axis=0))[0]
    assert len(columns) > side
    assert abs((columns[0] + columns[-1]) / 2 - side) < side * 0.04


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_whose_turn_it_is_can_be_seen(new_page: NewPage, size: tuple[int, int]) -> None:
    """Their card has a rim of light, and no other's has; on a desk their face is ringed and sits on the rail."""
    page = new_page(size, color_scheme="dark", expects=("404 (Not Found)",))
    waits = next(
        each for each in recorded("schocken") if each["position"]["due"]["must"] not in ([], [each["looking"]])
    )
    Shower(page).show(waits)
    page.keyboard.press("Escape")
    letters_come(page)
    lit = [lighted(page, place) > 20 for place in page.locator(".place:not(.you)").all()]
    assert lit.count(True) == len(waits["position"]["due"]["must"])
    assert lighted(page, page.locator(".place.turn")) > 20
    if size == DESK:
        assert lighted(page, page.locator(".place.turn [data-face]")) > 20
        assert (page.locator(".place.turn [data-face]").bounding_box() or {})["width"] > 40


def lighted(page: Page, part: Locator) -> int:
    """How many points of its rim are of the colour of light."""
    box = part.bounding_box()
    assert box
    clip = {"x": box["x"] - 5, "y": box["y"] - 5, "width": box["width"] + 10, "height": box["height"] + 10}
    picture = imread(BytesIO(page.screenshot(clip=clip)))[..., :3]
    return int((np.abs(picture - np.array(GLOW)).max(axis=2) < 0.06).sum())


def test_a_bet_that_nobody_may_see_is_a_piece_and_no_die(new_page: NewPage) -> None:
    page = new_page(DESK, expects=("404 (Not Found)",))
    covered = next(each for each in recorded("machz") if '"covered.' in json.dumps(each["position"]["scene"]))
    Shower(page).show(covered)
    things = page.evaluate(MEASURED)["things"]
    assert {thing["kind"] for thing in things if thing["id"].startswith("covered.")} == {"pile"}


@pytest.mark.parametrize("wide", [1440, 1200])
def test_every_table_of_the_house_is_in_sight_on_a_desk(new_page: NewPage, wide: int) -> None:
    page = new_page((wide, 900))
    page.goto("/")
    cards = page.get_by_role("article")
    expect(cards).to_have_count(len(all_games()))
    sides = "selector => [...document.querySelectorAll(selector)].map(each => each.getBoundingClientRect().toJSON())"
    assert max(card["right"] for card in page.evaluate(sides, "article")) <= wide
    rows = {round(button["top"]) for button in page.evaluate(sides, "article .first")}
    assert len(rows) == -(-len(all_games()) // 5)  # their buttons are in line


@pytest.mark.parametrize("flat", [False, True], ids=["solid", "drawn"])
def test_dice_that_can_be_played_lie_higher_than_the_rest(new_page: NewPage, flat: bool) -> None:
    page = new_page(DESK, still=flat, reduced_motion="reduce", expects=("404 (Not Found)", "GPU stall"))
    laid = max(
        (each for each in recorded("shizzle") if each["position"]["view"]["rolled"]),
        key=lambda each: len(each["position"]["moves"]),
    )
    Shower(page).show(laid)
    told = page.evaluate(MEASURED)
    drawn = told["seen"] or {body["id"]: body for body in page.evaluate(AROUND)["bodies"]}
    targets = set(page.locator("[data-thing][data-choice]").evaluate_all("all => all.map(each => each.dataset.thing)"))
    raised: dict[bool, list[float]] = {True: [], False: []}
    for die in told["things"]:
        if die["id"] in drawn and die["kind"] == "die":
            box = drawn[die["id"]]
            raised[die["id"] in targets].append((die["y"] - (box["top"] + box["bottom"]) / 2) / die["size"])
    assert min(raised[True]) > max(raised[False]) + 0.02


def test_the_dice_that_the_guide_speaks_of_are_lit(new_page: NewPage) -> None:
    """Schocken: the ones are kept; what is to be thrown again glows and is picked, so that one tap throws it."""
    page = new_page(DESK, reduced_motion="reduce", expects=("404 (Not Found)",))
    page.add_init_script(DRAWN)
    Shower(page).show(with_a_one())
    lit = page.locator("[data-thing^='die.0.'][aria-pressed=true]")
    expect(lit).to_have_count(2)
    expect(page.locator(".picks .first")).to_be_visible()
    assert page.evaluate(GLOWING) == 2
    lit.first.click()  # put back
    expect(lit).to_have_count(1)
    assert page.evaluate(GLOWING) == 1


GLOWING = "() => new Set([...document.querySelectorAll('[data-glow][fill=\"#fff\"]')].map(e => e.dataset.glow)).size"


def test_one_choice_stands_out_whatever_has_been_picked(new_page: NewPage) -> None:
    """Schocken: where all three dice are natural to throw again none is picked; once one is, that stands out."""
    page = new_page(PHONE, reduced_motion="reduce", expects=("404 (Not Found)",))
    page.add_init_script(DRAWN)
    shower, lit = Shower(page), page.locator("[data-thing^='die.0.'][aria-pressed=true]")
    shower.show(with_a_one())
    expect(page.locator(".below .first")).to_have_count(1)
    shower.show(with_a_one(natural=(0, 1, 2)))
    expect(page.locator(".below .first")).to_contain_text("Throw all three dice again")
    expect(lit).to_have_count(0)
    page.locator("[data-thing^='die.0.']").first.click()
    expect(lit).to_have_count(1)
    expect(page.locator(".below .first")).to_have_count(1)
    expect(page.locator(".picks .first")).to_be_visible()
    lit.click()  # put back
    expect(page.locator(".below .first")).to_contain_text("Throw all three dice again")


def with_a_one(natural: tuple[int, ...] = (0, 1)) -> Json:
    """A hand of which the house calls it natural to throw these dice again."""
    before = next(each for each in recorded("schocken") if len(each["position"]["moves"]) > 2)
    moves = [each | {"primary": each["move"].get("dice") == [*natural]} for each in before["position"]["moves"]]
    return before | {"position": before["position"] | {"moves": moves}}
