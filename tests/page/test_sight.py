"""What a person sees on a phone: nothing lies over what is to be read, and nothing that is needed is cut off.

Asked of the picture and of where letters stand on it, with positions as a house sends them.
"""

from __future__ import annotations

import json
import re
import unicodedata
from io import BytesIO
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread
from playwright.sync_api import Page, expect

from knobel.core.registry import all_games
from tests.conftest import Sized
from tests.page.conftest import NewPage
from tests.page.people import choose, letters_come, resize, say_what_fell, sit_down, start, stop_the_clock, thrown
from tests.page.positions import recorded
from tests.page.test_pictures import DESK, DRAWN, MEASURED, PHONE, SIDEWAYS, Json, Shower, overlap

FACE = 0.44
"""So much of a die's size, each way from its middle, is the face that is read; its side may be covered."""


def hidden(page: Page) -> list[str]:
    """Over which dice something lies that is not of their own row, heap or tower: another die, a cup, a card.

    A cup hides a die's side as well; dice of the next row may. No word touches anything that stands there.
    """
    told, around = page.evaluate(MEASURED), page.evaluate(AROUND)
    aspect = told["width"] / told["height"]
    dice = {
        thing["id"]: thing for thing in told["things"] if thing["kind"] == "die" and thing["id"] in around["groups"]
    }
    bodies = {body["id"]: body for body in around["bodies"]}
    cups = [bodies[thing["id"]] for thing in told["things"] if thing["kind"] == "cup"]
    pairs = [(face_of(die, aspect), other) for die in dice.values() for other in around["cards"]]
    pairs += [(face_of(die, aspect), bodies[other]) for die in dice.values() for other in dice]
    pairs += [(bodies[die], cup) for die in dice for cup in cups]
    piles = [
        told["drawn"][thing["id"]] | {"id": thing["id"]}
        for thing in told["things"]
        if thing["kind"] == "pile" and thing["id"] in told["drawn"]
    ]
    piles = [pile for pile in piles if pile["right"] > pile["left"]]
    over = [(cup, pile) for cup in cups for pile in piles] + list(combinations(piles, 2))
    over += [(word, thing) for word in told["words"] for thing in (*bodies.values(), *piles)]
    over += [(word, glow | {"id": f"the glow of {glow['id']}"}) for word in told["words"] for glow in around["glows"]]
    return [
        f"{other['id']} lies over {die['id']}"
        for die, other in pairs
        if around["groups"][die["id"]] != around["groups"].get(other["id"]) and overlap(die, other)
    ] + [f"{other['id']} lies over {thing['id']}" for thing, other in over if overlap(thing, other)]


AROUND = """
() => {
    const stage = document.querySelector('[data-stage]'), box = stage.getBoundingClientRect();
    const sides = (each, id) => {
        const { left, top, right, bottom } = each.getBoundingClientRect();
        return { id, left: (left - box.left) / box.width, right: (right - box.left) / box.width,
            top: (top - box.top) / box.height, bottom: (bottom - box.top) / box.height };
    };
    const body = drawn => [...drawn.querySelectorAll(':scope > g')].map(part => sides(part, drawn.dataset.drawn))
        .reduce((a, b) => ({ id: a.id, left: Math.min(a.left, b.left), right: Math.max(a.right, b.right),
            top: Math.min(a.top, b.top), bottom: Math.max(a.bottom, b.bottom) }));
    const dice = new Set(stage.proof.things().filter(({ kind }) => kind === 'die').map(({ id }) => id));
    const drawn = [...stage.querySelectorAll('[data-drawn]')].filter(each => dice.has(each.dataset.drawn));
    const AFTER = Node.DOCUMENT_POSITION_FOLLOWING;
    const groups = [...stage.querySelectorAll('[data-group]')].flatMap(group =>
        [...group.querySelectorAll('[data-thing]')].map(thing => [thing.dataset.thing, group.dataset.group]));
    return {
        groups: Object.fromEntries(groups),
        glows: [...stage.querySelectorAll('[data-glow]')].map(each => ({
            ...sides(each, each.dataset.glow),
            die: dice.has(each.dataset.glow),
            beneath: drawn.every(other => each.compareDocumentPosition(other) & AFTER) })),
        bodies: [...stage.querySelectorAll('[data-drawn]:has(> g)')].map(body),
        cards: [...stage.querySelectorAll('.label.card')].map(each => sides(each, each.textContent.trim())),
    };
}
"""
"""Which thing is of which group, where each is drawn without its shadow and its glow, where glows and cards are."""


def face_of(die: Json, aspect: float) -> Json:
    across, down = die["size"] * FACE, die["size"] * FACE * aspect
    sides = {"left": die["x"] - across, "right": die["x"] + across, "top": die["y"] - down, "bottom": die["y"] + down}
    return sides | {"id": die["id"]}


def shouting(words: list[str], taken: list[str]) -> Json:
    """A round of Word Shout in which one's own shouts are in the air, and one has taken words before."""
    before = next(each for each in recorded("word-shout") if any("cry" in group["id"] for group in middle_of(each)))
    own, (lies, *_) = before["looking"], [group for group in middle_of(before) if group["id"] == "table"]
    cry = next(group for group in middle_of(before) if "cry" in group["id"])
    cries = [
        cry | {"id": f"cry.{own}.{word}", "caption": f"You: {word}!", "dice": [
            cry["dice"][0] | {"id": f"cry.{own}.{word}.{at}", "face": letter} for at, letter in enumerate(word)
        ]}
        for word in words
    ]  # fmt: skip
    points = before["position"]["scene"]["places"][own][0]
    cards = [points | {"id": f"taken.{at}", "caption": word, "count": len(word)} for at, word in enumerate(taken)]
    places = [groups[:1] for groups in before["position"]["scene"]["places"]]
    places[own] = [points, *cards]
    lies = lies | {"dice": lies["dice"][sum(map(len, taken)) :]}
    scene = before["position"]["scene"] | {"middle": [lies, *cries], "places": places}
    return before | {"position": before["position"] | {"scene": scene}}


def middle_of(welcome: Json) -> list[Json]:
    return welcome["position"]["scene"]["middle"]


@pytest.mark.parametrize(
    ("words", "taken"),
    [
        (["SHIPS", "SUNDRY", "HYDRUS"], []),
        (["MANACLE", "GAMMING", "WARMTH"], ["SHY"]),
        (["RUIN", "RUNS", "URNS"], ["SHY", "DIP"]),
        ([], ["SHY", "DIP", "URN"]),
        (["RUIN"], ["RHO – challenged, and right"]),
    ],
)
def test_shouts_and_the_words_one_has_taken_lie_beside_each_other(
    new_page: NewPage, words: list[str], taken: list[str]
) -> None:
    """As many as ten dice allow."""
    page = new_page(PHONE, expects=("404 (Not Found)",))
    page.add_init_script(DRAWN)
    shower, wrong = Shower(page), []
    for size in (PHONE, DESK, SIDEWAYS):
        resize(page, size)
        shower.show(shouting(words, taken))
        page.keyboard.press("Escape")
        letters_come(page)
        found, cards = page.evaluate(MEASURED)["words"], page.evaluate(AROUND)["cards"]
        wrong += [f"{size}: {fault}" for fault in hidden(page)]
        wrong += [f"{size}: {a['id']!r} lies over {b['id']!r}" for a, b in combinations(found, 2) if overlap(a, b)]
        wrong += [f"{size}: {each['id']!r} is cut off" for each in cards if each["top"] < 0 or each["bottom"] > 1]
    assert not wrong, "\n".join(wrong)


CUT = "each => Math.max(0, each.scrollWidth - each.clientWidth)"
"""How much of a text is cut off."""


class Host(Shower):
    """A house that also says who looks on."""

    def tell_watchers(self, watching: int) -> None:
        self._sockets[-1].send(json.dumps({"type": "ping", "id": 1, "now": 0, "watching": watching}))


@pytest.mark.parametrize("game", sorted(all_games()))
def test_a_games_name_is_there_in_full_however_many_look_on(new_page: NewPage, game: str) -> None:
    page = new_page((360, 740), expects=("404 (Not Found)",))
    host = Host(page)
    host.show(recorded(game)[0])
    host.tell_watchers(12)
    expect(page.locator("header .watching")).to_contain_text("12")
    letters_come(page)
    assert page.locator("header h1, header .watching").evaluate_all(f"all => all.map({CUT})") == [0, 0]


def test_the_real_dice_that_were_picked_are_in_sight_with_all_that_may_follow(new_page: NewPage) -> None:
    page = new_page(PHONE)
    sit_down(page, "shizzle", ["Ann", "Ben"], dice="real")
    start(page)
    choose(page, "Make die 1 the Spark")
    [[spark, *_]] = thrown(page)
    say_what_fell(page, [spark])
    choose(page, "Roll the 5 dice")
    fell = [die[0] for die in thrown(page)]
    assert len(fell) == 5
    before = page.evaluate(FACES)
    for face in fell[:-1]:
        page.locator(f".faces [data-face='{face}']").click()
    picked = page.get_by_role("region", name="What fell?").get_by_role("button", name="Take")
    expect(picked).to_have_count(4)
    for seen in [*picked.all(), *page.locator(".faces button").all()]:
        expect(seen).to_be_in_viewport(ratio=1)
    assert page.evaluate(FACES) == before, "the faces must not move under a finger, nor the page scroll to them"


FACES = "() => document.querySelector('.faces').getBoundingClientRect().top"


def test_three_rows_of_choices_are_in_sight_on_a_phone(new_page: NewPage) -> None:
    """Liar's Dice offers more than can be: the first six, and the way to the others."""
    page = new_page(PHONE, expects=("404 (Not Found)",))
    shower = Shower(page)
    for welcome in recorded("liars-dice"):
        if welcome["position"]["places"]:
            continue
        shower.show(welcome)
        letters_come(page)
        choices = page.locator(".choices button").all()
        assert len(choices) >= 7
        for each in choices[:6]:
            expect(each).to_be_in_viewport(ratio=1)
        expect(page.locator(".choices .plain")).to_be_in_viewport(ratio=1)


def line_starts(page: Page, selector: str) -> list[str]:
    """What each line of a text begins with."""
    return page.evaluate(STARTS, selector)


STARTS = r"""
selector => [...document.querySelectorAll(selector)].flatMap(all => {
    const walker = document.createTreeWalker(all, NodeFilter.SHOW_TEXT), starts = [];
    let line = -Infinity;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.parentElement.closest('.hidden')) continue;
        for (const found of node.data.matchAll(/\S/g)) {
            const range = document.createRange();
            range.setStart(node, found.index);
            range.setEnd(node, found.index + 1);
            const box = range.getBoundingClientRect();
            const dice = [...all.querySelectorAll('svg')].map(die => die.getBoundingClientRect());
            const led = dice.some(die => die.right <= box.left + 1 && die.top < box.bottom && die.bottom > box.top);
            if (box.top > line + box.height / 2 && !led) starts.push(found[0]);
            line = Math.max(line, box.top);
        }
    }
    return starts;
})
"""


def test_no_line_of_a_sentence_begins_with_the_mark_after_a_die(new_page: NewPage) -> None:
    page = new_page(PHONE, expects=("404 (Not Found)",))
    shower, wrong = Shower(page), []
    welcome = next(each for each in recorded("machz") if len(each["position"]["moves"]) == 1)
    dice = [
        die | {"name": die["colour"]}
        for group in middle_of(welcome)
        if group["id"] == "object"
        for die in group["dice"]
    ]
    assert len(dice) == 5
    named = [part for die in dice for part in (die, ", ")][:-1]
    for opening in (
        "Match the object set, ",
        "Treffe die Vorgabe, ",
        "Match it, ",
        "Fais comme le jeu de dés du meneur, ",
    ):
        guide = [opening, *named, ": take up your five dice."]
        shower.show(welcome | {"position": welcome["position"] | {"guide": guide}})
        letters_come(page)
        for wide in range(320, 431, 10):
            resize(page, (wide, 844))
            starts = line_starts(page, "[data-guide]")
            assert starts
            wrong += [f"{wide}: {start}" for start in starts if start in ".,:;"]
    assert not wrong, wrong


@pytest.mark.parametrize("name", ["Jo", "Careful", "Bartholomew"])
@pytest.mark.parametrize(("game", "seats"), [("machz", 3), ("stack-attack", 4)])
def test_what_is_said_breaks_between_words_and_stays_in_the_picture(
    new_page: NewPage, game: str, seats: int, name: str
) -> None:
    """Everything that the house's players may say, on a phone."""
    page = new_page(PHONE, expects=("404 (Not Found)",))
    spoken = re.findall(
        r"'([^']+)'", "".join(path.read_text("utf-8").split("export default", 1)[1] for path in LINES.glob("*.ts"))
    )
    assert len(spoken) > 150
    welcome = next(each for each in recorded(game) if len(each["position"]["scene"]["places"]) == seats)
    room = welcome["room"]
    sitting = [seat | {"name": name} if seat["player"] != "person" else seat for seat in room["seats"]]
    shower = Shower(page)
    shower.show(welcome | {"room": room | {"seats": sitting}})
    page.clock.install()
    stop_the_clock(page)  # what is said now stays
    places = [1 if seat["player"] != "person" else 3 for seat in sitting]
    shower.show(welcome | {"room": room | {"seats": sitting}, "position": welcome["position"] | {"places": places}})
    expect(page.locator(".place q")).to_have_count(1)
    letters_come(page)
    assert page.evaluate(BROKEN, spoken) == []


@pytest.mark.parametrize("game", sorted(all_games()))
def test_no_die_of_a_roll_lies_over_another_of_it(new_page: NewPage, sized: Sized, game: str) -> None:
    """Where a camera looks from the side too, and what can be played is lifted.

    Nor do dice that wait in their tray. What is built stands on the rest, and letters that are scattered may lean over
    each other.
    """
    page = new_page(PHONE, expects=("404 (Not Found)",))
    page.add_init_script(DRAWN)
    shower, wrong = Shower(page), []
    stage = next(each for each in page.request.get("/api/games").json() if each["name"] == game)["stage"]
    free = {name for name, at in stage["wide"]["regions"].items() if at["scatter"] or at["holder"] == "tower"}
    for size in (PHONE, DESK):
        resize(page, size)
        for number, welcome in enumerate(recorded(game)[:: sized("roll_positions", 2, 1)]):
            rows = [
                group
                for group in groups_in(welcome)
                if len(group["dice"]) > ROW and group["id"].split(".")[0] not in free
            ]
            shower.show(welcome)
            around = page.evaluate(AROUND)
            bodies = {body["id"]: body for body in around["bodies"]}
            named = [[die["id"] for die in row["dice"]] for row in rows]
            for row in [*named, [body for body in bodies if body.startswith("tray.")]]:
                lying = [bodies[die] for die in row if die in bodies]
                wrong += [
                    f"{number} {size}: {a['id']} lies over {b['id']}"
                    for a, b in combinations(lying, 2)
                    if overlap(a, b, TOUCHING)
                ]
            wrong += [f"{number} {size}: {fault}" for fault in coarse(around)]
    assert not wrong, "\n".join(wrong)


def coarse(around: Json) -> list[str]:
    """Which dice do not glow in their own shape, from beneath the others."""
    bodies = {body["id"]: body for body in around["bodies"]}
    pairs = [(glow, bodies[glow["id"]]) for glow in around["glows"] if glow["die"]]
    return [
        f"{die['id']} glows far beside itself"
        for glow, die in pairs
        if max((glow["right"] - glow["left"]) / (die["right"] - die["left"]),
               (glow["bottom"] - glow["top"]) / (die["bottom"] - die["top"])) > NEAT
    ] + [f"{die['id']} glows over another" for glow, die in pairs if not glow["beneath"]]  # fmt: skip


NEAT = 1.2
ROW = 2
TOUCHING = 0.012
"""Dice that lie askew may touch, by so much of the picture."""


def groups_in(welcome: Json) -> list[Json]:
    return [*middle_of(welcome), *(group for place in welcome["position"]["scene"]["places"] for group in place)]


def test_a_number_below_nothing_is_written_with_a_minus(new_page: NewPage) -> None:
    page = new_page(PHONE, expects=("404 (Not Found)",))
    before = recorded("word-shout")[0]
    scene = before["position"]["scene"]
    owing = [[group | {"count": -24} for group in place] for place in scene["places"]]
    Shower(page).show(before | {"position": before["position"] | {"scene": scene | {"places": owing}}})
    numbers = page.locator(".label b")
    expect(numbers).to_have_text(["−24"] * len(owing))


@pytest.mark.parametrize("size", [PHONE, DESK, SIDEWAYS], ids=["phone", "desk", "sideways"])
def test_captions_of_the_plain_stage_keep_clear_of_what_lies_in_the_next_row(
    new_page: NewPage, size: tuple[int, int]
) -> None:
    """What is under a cup before everybody, and what was shown last."""
    page = new_page(size, expects=("404 (Not Found)",))
    page.add_init_script(DRAWN)
    shower, wrong = Shower(page), []
    full = next(each for each in recorded("liars-dice") if all(place[0]["dice"] for place in places_of(each)))
    bid = next(middle_of(each) for each in recorded("liars-dice") if middle_of(each))
    for seats in range(2, len(places_of(full)) + 1):
        hand = places_of(full)[0][0]
        rows = [
            [
                hand | {"id": row, "dice": [die | {"id": f"{row}.{die['id']}"} for die in hand["dice"]]}
                for row in (f"seat.{seat}", f"shown.{seat}")
            ]
            for seat in range(seats)
        ]  # fmt: skip
        scene = full["position"]["scene"] | {"middle": bid, "places": rows}
        room = full["room"] | {"seats": full["room"]["seats"][:seats]}
        shower.show(full | {"room": room, "position": full["position"] | {"scene": scene, "moves": []}})
        page.keyboard.press("Escape")
        letters_come(page)
        wrong += [f"{seats}: {fault}" for fault in hidden(page)]
    assert not wrong, "\n".join(wrong)


def places_of(welcome: Json) -> list[list[Json]]:
    return welcome["position"]["scene"]["places"]


def test_the_words_nobody_found_are_in_sight_on_a_desk_in_whole_lines(new_page: NewPage) -> None:
    page = new_page(DESK, expects=("404 (Not Found)",))
    Shower(page).show(next(each for each in recorded("word-shout") if missed_in(each) and each["position"]["moves"]))
    missed = page.locator(".below > ul")
    expect(missed).to_be_in_viewport(ratio=1)
    letters_come(page)
    assert missed.evaluate(CUT_LINES) == []


def missed_in(welcome: Json) -> list[str]:
    return [word for group in middle_of(welcome) for word in group.get("words", [])]


CUT_LINES = """
list => [...list.children].filter(each => {
    const [line, around] = [each.getBoundingClientRect(), list.getBoundingClientRect()];
    return line.top < around.bottom - 2 && line.bottom > around.bottom + 2;
}).map(each => each.textContent)
"""


def test_what_nobody_found_lies_beneath_the_letters_that_are_left(new_page: NewPage) -> None:
    """However many are left, and wherever they lie."""
    page = new_page(PHONE, expects=("404 (Not Found)",))
    page.add_init_script(DRAWN)
    shower, wrong = Shower(page), []
    over = next(each for each in recorded("word-shout") if each["position"]["places"])
    ten = next(
        group
        for each in recorded("word-shout")
        for group in middle_of(each)
        if group["id"] == "table" and len(group["dice"]) == LETTERS
    )
    missed = next(group for each in recorded("word-shout") for group in middle_of(each) if group["id"] == "missed")
    for size in (PHONE, DESK):
        resize(page, size)
        scene = over["position"]["scene"] | {"middle": [ten, missed]}
        shower.show(over | {"position": over["position"] | {"scene": scene}})
        letters_come(page)
        wrong += [f"{size}: {fault}" for fault in hidden(page)]
    assert not wrong, "\n".join(wrong)


LETTERS = 10


def test_whoever_may_still_do_something_is_not_told_to_wait(new_page: NewPage) -> None:
    """In Word Shout the next word is theirs who have shouted one."""
    page = new_page(PHONE, expects=("404 (Not Found)",))
    shouted = next(
        each
        for each in recorded("word-shout")
        if each["position"]["live"]
        and each["looking"] not in each["position"]["due"]["must"]
        and each["position"]["moves"]
    )
    shower = Shower(page)
    shower.show(shouted)
    expect(page.locator(".status")).to_have_text("Everybody at once!")
    passed = next(each for each in recorded("word-shout") if each["position"]["open"] and not each["position"]["moves"])
    last = passed["position"]["due"] | {"must": passed["position"]["due"]["must"][:1]}
    shower.show(passed | {"position": passed["position"] | {"due": last}})  # of the others one has not passed yet
    expect(page.get_by_label("Shout a word")).to_have_attribute("placeholder", "Tap letters, or type")
    expect(page.locator(".status")).to_have_text("Everybody at once!")


def test_while_a_tower_settles_nobody_speaks_of_dice_in_the_air(new_page: NewPage) -> None:
    page = new_page(PHONE, expects=("404 (Not Found)",))
    settles = next(each for each in recorded("stack-attack") if each["position"]["view"]["phase"] == "settling")
    Shower(page).show(settles)
    expect(page.locator(".status")).to_have_text("Now chance decides")


def test_what_is_aimed_with_stands_in_the_middle_and_whose_turn_it_is_under_the_table(new_page: NewPage) -> None:
    page = new_page(DESK, expects=("404 (Not Found)",))
    aims = next(
        each for each in recorded("stack-attack") if each["position"]["open"] and len(each["position"]["moves"]) == 1
    )
    Shower(page).show(aims)
    page.keyboard.press("Escape")
    letters_come(page)
    sides = page.evaluate(SIDES)
    middle = (sides["felt"]["left"] + sides["felt"]["right"]) / 2
    assert abs((sides["panel"]["left"] + sides["panel"]["right"]) / 2 - middle) < 4
    assert sides["felt"]["left"] < sides["status"]["left"] < sides["felt"]["left"] + 60


SIDES = """
() => {
    const asked = { felt: '.felt', panel: '.below > .aiming', status: '.status span' };
    return Object.fromEntries(Object.entries(asked).map(([name, each]) => {
        const { left, right } = document.querySelector(each).getBoundingClientRect();
        return [name, { left, right }];
    }));
}
"""


LINES = Path(__file__).resolve().parents[2] / "web" / "src" / "people" / "lines"
BROKEN = r"""
lines => lines.filter(line => {
    const said = document.querySelector('.place q');
    const stage = document.querySelector('[data-stage]').getBoundingClientRect();
    said.textContent = line;
    const words = [...line.matchAll(/\S+/g)].map(word => {
        const range = document.createRange();
        range.setStart(said.firstChild, word.index);
        range.setEnd(said.firstChild, word.index + word[0].length);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    const [box, card] = [said.getBoundingClientRect(), said.closest('.place').getBoundingClientRect()];
    const over = box.bottom > card.bottom + 1; // what lies before them
    const outside = over || box.top < 0 || box.left < stage.left || box.right > stage.right
        || said.scrollWidth > said.clientWidth;
    return outside || words.some(lines => lines > 1);
})
"""


@pytest.mark.parametrize(("locale", "beside"), [("en", ", casual"), ("de", ", gemütlich")])
def test_how_well_a_player_of_the_house_plays_stands_beside_its_name(
    new_page: NewPage, locale: str, beside: str
) -> None:
    """In the language of whoever looks; where many sit close together it is only read out."""
    page = new_page(DESK, locale=locale, expects=("404 (Not Found)",))
    shower = Shower(page)
    few, many = (next(each for each in recorded("schocken") if len(each["room"]["seats"]) == seats) for seats in (3, 8))
    for size in (DESK, PHONE):
        resize(page, size)
        shower.show(few)
        level = page.locator(".place .level")
        expect(level).to_have_text([beside] * 2)
        letters_come(page)
        for each in level.all():
            expect(each).to_be_in_viewport(ratio=1)
            assert each.evaluate("each => each.getBoundingClientRect().width") > 20
    shower.show(many)
    expect(level).to_have_text([beside] * 7)
    assert max(level.evaluate_all("all => all.map(each => each.getBoundingClientRect().width)")) < 2


def test_the_steps_of_a_turn_are_numbered(new_page: NewPage) -> None:
    """Something is written before each step: asked of the pixels there."""
    page = new_page(PHONE, expects=("404 (Not Found)",))
    Shower(page).show(recorded("shizzle")[0])
    page.get_by_role("button", name="Rules").first.click()
    steps = page.locator("[data-card] ol li")
    expect(steps.first).to_be_in_viewport(ratio=1)
    letters_come(page)
    for step in steps.all():
        step.scroll_into_view_if_needed()
        box = step.bounding_box()
        assert box
        clip = {"x": box["x"] - 21, "y": box["y"], "width": 20, "height": 22}
        before = imread(BytesIO(page.screenshot(clip=clip)))[..., :3]
        assert np.ptp(before.mean(axis=2)) > 0.3, step.inner_text()


@pytest.mark.parametrize("game", sorted(all_games()))
def test_the_rules_card_shows_the_dice_that_the_house_tells_of(new_page: NewPage, game: str) -> None:
    page = new_page(PHONE, expects=("404 (Not Found)",))
    Shower(page).show(recorded(game)[0])
    page.get_by_role("button", name="Rules").first.click()
    card = page.locator("[data-card]")
    told = next(each for each in page.request.get("/api/games").json() if each["name"] == game)["card"]
    if not told:
        return
    expect(card.locator(".goal")).to_be_in_viewport(ratio=1)
    rows = [row.locator("svg").count() for row in card.get_by_role("row").all()]
    assert rows == [len(row["dice"]) for row in told["table"]]
    steps = [step.locator("svg").count() for step in card.locator("ol li").all()]
    assert steps == [len(step["dice"]) + len(step["pieces"]) for step in told["steps"]]
    assert all(steps), "every step of a turn is drawn"
    letters_come(page)
    assert card.evaluate(CUT) == 0


SOURCES = LINES.parents[1]


def test_no_sign_stands_for_a_picture() -> None:
    """A device that lacks a sign would show a box. Only a window's title has nothing else, and a number its minus."""
    signs = [
        f"{path.relative_to(SOURCES)}: {line.strip()}"
        for path in SOURCES.rglob("*")
        if path.suffix in (".svelte", ".ts", ".css")
        for line in path.read_text("utf-8").splitlines()
        if any(ord(sign) > 127 and unicodedata.category(sign) in ("So", "Sm", "Co") for sign in line.replace("−", ""))
        and not re.match(r"\s*(//|/?\*)", line)
        and "document.title" not in line
    ]
    assert signs == []
