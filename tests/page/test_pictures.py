"""The picture is the truth: in every phase of every game each thing is drawn where its target is, and nowhere cut off.

Asked of the picture, not of the document: an id pass (everything once more in a colour of its own, read back from the
canvas), and the pixels of a screenshot.
"""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from matplotlib.image import imread
from playwright.sync_api import Page, WebSocket, WebSocketRoute, expect

from knobel.core.registry import all_games
from tests.conftest import Sized
from tests.page.conftest import NewPage
from tests.page.people import PATIENCE, choices, felt, letters_come, resize, sit_down, start, stop_the_clock, until
from tests.page.positions import recorded, turn_with, turned_up

DESK, PHONE = (1440, 900), (390, 844)
STAGE = "document.querySelector('[data-stage]')"
Json = dict[str, Any]

MEASURED = """
() => {
    const stage = document.querySelector('[data-stage]');
    const box = stage.getBoundingClientRect();
    const parts = selector => [...stage.querySelectorAll(selector)].map(each => {
        const all = [each, ...each.querySelectorAll('[data-face]')].map(part => part.getBoundingClientRect());
        const least = side => Math.min(...all.map(box => box[side]));
        const most = side => Math.max(...all.map(box => box[side]));
        const [left, top, right, bottom] = [least('left'), least('top'), most('right'), most('bottom')];
        const id = each.dataset.thing ?? each.textContent.trim().replace(/\\s+/g, " ");
        return { id, button: each.tagName === 'BUTTON', label: each.matches('.label'),
            left: (left - box.left) / box.width, right: (right - box.left) / box.width,
            top: (top - box.top) / box.height, bottom: (bottom - box.top) / box.height };
    });
    const drawn = Object.fromEntries([...stage.querySelectorAll('[data-drawn]')].map(each => {
        const { left, top, right, bottom } = each.getBoundingClientRect();
        return [each.dataset.drawn, { left: (left - box.left) / box.width, right: (right - box.left) / box.width,
            top: (top - box.top) / box.height, bottom: (bottom - box.top) / box.height }];
    }));
    const bend = parseFloat(getComputedStyle(stage).getPropertyValue('--bend')) / 100;
    const labelled = [...stage.querySelectorAll('[data-group]:has(.label)')].map(({ dataset }) => dataset.group);
    return { bend, labelled, things: stage.proof.things(), seen: stage.proof.seen() ?? null, drawn,
        targets: parts('[data-thing]'), words: parts('.label, .place'),
        width: box.width, height: box.height, left: box.left, top: box.top };
}
"""


class Shower:
    """A house that shows the page whatever position it is told to."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.seq = 0
        self._sockets: list[WebSocketRoute] = []
        page.route_web_socket("**/play", self._between)
        self._now: Json = {}
        self.asked: Json = {}
        """How the page last said hello."""

    def _between(self, socket: WebSocketRoute) -> None:
        self._sockets.append(socket)
        socket.on_message(lambda message: self._said(socket, json.loads(message)))

    def _said(self, socket: WebSocketRoute, told: Json) -> None:
        if told["type"] == "hello":
            self.asked = told
            socket.send(json.dumps(self._now))

    def show(self, welcome: Json) -> None:
        """The page has just come to the table, or a new position is there: it is drawn and lies still."""
        self.seq += 1
        self._now = welcome | {"seq": self.seq}
        if self._sockets:
            self._sockets[-1].send(json.dumps(self._now))
        else:
            self.page.goto("/table/shown")
        expect(self.page.locator(f"[data-seq='{self.seq}']")).to_have_count(1, timeout=PATIENCE)
        settled(self.page)

    def expect_back(self, welcome: Json) -> None:
        """This is what the page is shown when it connects anew."""
        self.seq += 1
        self._now = welcome | {"seq": self.seq}

    def tell(self, news: Json) -> None:
        """Something happens at the table that was shown."""
        happenings = [each | {"seq": self.seq + 1 + i} for i, each in enumerate(news["happenings"])]
        self.seq += len(happenings)
        self._sockets[-1].send(json.dumps(news | {"happenings": happenings}))


def settled(page: Page) -> None:
    """Everything lies still."""
    expect(felt(page)).to_be_visible(timeout=PATIENCE)
    until(page, f"() => {STAGE}?.proof.still()")


def named(position: Json, things: list[Json]) -> set[str]:
    """The dice that a position names and that no cup covers."""
    scene = position["scene"]
    dice: set[str] = set()
    for seat, groups in [(None, scene["middle"]), *enumerate(scene["places"])]:
        for group in groups:
            cup = any(thing["kind"] == "cup" and thing["id"] == f"cup.{seat}" for thing in things)
            hidden = cup and all(not die["face"] and not die["colour"] for die in group["dice"])
            dice |= set() if hidden else {die["id"] for die in group["dice"]}
    return dice


def faults(page: Page, position: Json, colours: dict[str, tuple[float, float, float]]) -> list[str]:
    """What is wrong with the picture of a position."""
    told = page.evaluate(MEASURED)
    things = {thing["id"]: thing for thing in told["things"]}
    seen = told["seen"] if told["seen"] is not None else told["drawn"]
    aspect = told["width"] / told["height"]
    found = [f"{die} is nowhere" for die in named(position, told["things"]) - things.keys()]
    clip = {"x": told["left"], "y": told["top"], "width": told["width"], "height": told["height"]}
    picture = imread(BytesIO(page.screenshot(clip=clip, type="jpeg", quality=90)), "jpeg") / 255 if colours else None
    for name, thing in things.items():
        if name not in seen or seen[name]["left"] == seen[name]["right"]:
            found += [] if thing["kind"] == "pile" else [f"{name} is not drawn"]  # of a pile nothing may be left
            continue
        box = seen[name]
        x, y = (box["left"] + box["right"]) / 2, (box["top"] + box["bottom"]) / 2
        if thing["kind"] == "die" and (
            abs(x - thing["x"]) > thing["size"] / 4 or abs(y - thing["y"]) > thing["size"] * aspect / 3
        ):
            found.append(f"{name} is drawn at {x:.2f} {y:.2f}, not at {thing['x']:.2f} {thing['y']:.2f}")
        if min(box["left"], box["top"]) < 0.001 or max(box["right"], box["bottom"]) > 0.999:
            found.append(f"{name} is cut off at the edge {box}")
        if picture is not None and name in colours and not shows(picture, told, thing, colours[name]):
            found.append(f"{name} cannot be seen in its colour")
    found += [
        f"{target['id']} can be tapped where nothing is drawn" for target in told["targets"] if not meets(target, seen)
    ]
    buttons = [target for target in told["targets"] if target["button"]]
    words = told["words"]
    pairs = [(a, b) for kind in (buttons, words) for i, a in enumerate(kind) for b in kind[:i]]
    pairs += [(a, b) for a in buttons for b in words]
    found += [f"{a['id']!r} lies over {b['id']!r}" for a, b in pairs if overlap(a, b)]
    found += [
        f"{word['id']!r} is cut off at the edge" for word in words if word["left"] < -0.001 or word["right"] > 1.001
    ]
    if told["height"] > LOW_PX:  # else it is read out
        told_of = {name.rsplit(".", 1)[0] for name in things} | things.keys() | set(told["labelled"])
        held = [[group["id"] for group in place if group["count"]] for place in position["scene"]["places"]]
        found += [f"of {ids} nothing is told" for ids in held if ids and told_of.isdisjoint(ids)]
    corners = [
        (thing["id"], thing["x"] + side * thing["size"] / 2, thing["y"])
        for thing in things.values()
        for side in (-1, 1)
    ]
    corners += [(word["id"], word[side], word["top"]) for word in words if word["label"] for side in ("left", "right")]
    found += [f"{name!r} lies beyond the rail" for name, x, y in corners if y < rail(told["bend"], x)]
    return found


def rail(bend: float, x: float) -> float:
    """Where the far side of the table is, at that part of its width: half an ellipse, as `Around.bend` says."""
    return bend * (1 - max(0.0, 1 - (2 * x - 1) ** 2) ** 0.5)


def meets(target: Json, seen: dict[str, Json]) -> bool:
    """Whether what is tapped there is what is drawn there."""
    box = seen.get(target["id"])
    if box is None:
        return False
    x, y = (box["left"] + box["right"]) / 2, (box["top"] + box["bottom"]) / 2
    return target["left"] < x < target["right"] and target["top"] < y < target["bottom"]


def overlap(a: Json, b: Json, much: float = 0.004) -> bool:
    across = min(a["right"], b["right"]) - max(a["left"], b["left"])
    down = min(a["bottom"], b["bottom"]) - max(a["top"], b["top"])
    return across > much and down > much


def shows(picture: np.ndarray, told: Json, thing: Json, colour: tuple[float, float, float]) -> bool:
    """Whether a screenshot has a good part of a die's colour where it lies."""
    side = thing["size"] * told["width"]
    left, top = thing["x"] * told["width"] - side / 2, thing["y"] * told["height"] - side * 0.6
    part = picture[max(0, round(top)) : round(top + side), max(0, round(left)) : round(left + side)]
    lit = [np.abs(part - np.array(colour) * light).max(axis=2) < 0.2 for light in (1, SHADED)]
    return bool(part.size) and float(np.logical_or(*lit).mean()) > 0.22


LOW_PX = 360
"""On a lower stage only numbers are written before the others."""
SHADED = 0.72
"""So dark is a side that the lamp does not reach: of a die in a tower it is all that one sees."""
PAINTS = {
    "red": "b8322a", "orange": "ee8a2b", "yellow": "f5d76b", "green": "2c7d48", "blue": "1f4f96", "purple": "a678c4",
    "": "f8f1e1",
}  # fmt: skip
"""As web/src/dice/faces.ts paints them."""


def bodies(position: Json) -> dict[str, tuple[float, float, float]]:
    """The colours that open dice on the table must be seen in."""
    scene = position["scene"]
    groups = [*scene["middle"], *(group for place in scene["places"] for group in place)]
    dice = [die for group in groups for die in group["dice"] if die["face"] or die["colour"]]
    hexes = {die["id"]: PAINTS[die["colour"]] for die in dice}
    return {name: tuple(int(text[at : at + 2], 16) / 255 for at in (0, 2, 4)) for name, text in hexes.items()}


@pytest.mark.parametrize("game", sorted(all_games()))
def test_every_phase_is_drawn_in_three_dimensions_where_it_can_be_tapped_on_desk_and_phone(
    new_page: NewPage, sized: Sized, game: str
) -> None:
    """Each phase on one after the other by turns, and on both in a campaign.

    Without a third dimension `test_all_that_can_be_done_is_in_sight_and_nothing_lies_over_a_die` looks at them all.
    """
    page = new_page(DESK, still=False, reduced_motion="reduce", expects=("404 (Not Found)", "GPU stall"))
    page.clock.install()
    shower, wrong = Shower(page), []
    shower.show(recorded(game)[0])
    stop_the_clock(page)  # a hand that sways would be drawn again and again
    every = sized("phase_sizes", 2, 1)
    for which, size in enumerate((DESK, PHONE)):
        resize(page, size)
        for number, welcome in enumerate(recorded(game)):
            if (number + which) % every:
                continue
            shower.show(welcome)
            page.keyboard.press("Escape")  # nothing lies over the stage
            wrong += [f"{number} {size}: {fault}" for fault in misdrawn(page, welcome["position"])]
    assert not wrong, "\n".join(wrong)


def misdrawn(page: Page, position: Json) -> list[str]:
    """What is wrong with the picture of a position; a hand that sways may hide what it holds."""
    return faults(page, position, {} if position["view"].get("phase") == "swaying" else bodies(position))


LOSE = "document.querySelector('[data-stage] canvas').getContext('webgl2').getExtension('WEBGL_lose_context')"
SIDEWAYS = (844, 390)


def in_a_turn(game: str) -> Json:
    """The position with the most open dice among the fewest people."""
    return max(
        recorded(game),
        key=lambda welcome: (-len(welcome["position"]["scene"]["places"]), len(bodies(welcome["position"]))),
    )


@pytest.mark.parametrize("game", sorted(all_games()))
def test_a_phone_on_its_side_shows_the_whole_table_and_what_can_be_done(new_page: NewPage, game: str) -> None:
    page = new_page(SIDEWAYS, expects=("404 (Not Found)",))
    shower, welcome = Shower(page), in_a_turn(game)
    shower.show(welcome)
    page.keyboard.press("Escape")
    assert faults(page, welcome["position"], bodies(welcome["position"])) == []
    assert page.evaluate(STAGE + ".clientWidth") > SIDEWAYS[0] / 2
    assert page.evaluate("document.documentElement.scrollWidth") <= SIDEWAYS[0]
    assert page.evaluate("document.documentElement.scrollHeight") <= SIDEWAYS[1]
    for choice in choices(page).all()[:4]:
        expect(choice).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("flat", [False, True], ids=["solid", "drawn"])
def test_the_same_picture_is_there_whatever_happens_to_the_window(new_page: NewPage, flat: bool) -> None:
    page = new_page(
        PHONE, still=flat, reduced_motion="reduce", expects=("404 (Not Found)", "GPU stall", "Context Lost")
    )
    page.route("**/*.woff2", lambda route: (page.wait_for_timeout(700), route.continue_()))  # fonts come late
    shower, welcome = Shower(page), in_a_turn("shizzle")
    shower.show(welcome)
    wrong: list[str] = []

    def look(after: str) -> None:
        expect(page.locator(f"[data-seq='{shower.seq}']")).to_have_count(1, timeout=PATIENCE)
        settled(page)
        page.keyboard.press("Escape")
        letters_come(page)
        position = welcome["position"]
        wrong.extend(f"after {after}: {fault}" for fault in faults(page, position, bodies(position)))

    look("coming in while fonts are under way")
    for name, size in {"rotating": SIDEWAYS, "rotating back": PHONE, "making it small": (700, 520)}.items():
        resize(page, size)
        look(name)
    page.reload()
    look("reloading")
    page.goto("/")
    page.go_back()
    look("going back")
    page.go_forward()
    page.go_back()
    look("going forward and back")
    watched = welcome["position"] | {"moves": [], "open": [], "undo": False}
    shower.show(welcome | {"looking": None, "yours": [], "position": watched})
    look("somebody coming in who only looks on")
    if not flat:
        page.evaluate(f"() => {LOSE}.loseContext()")
        expect(page.locator("[data-drawn]").first).to_be_attached(timeout=PATIENCE)
        look("losing the context of the canvas")
    assert not wrong, "\n".join(wrong)


PICTURE = "() => document.querySelector('[data-stage] canvas').toDataURL('image/jpeg', 0.6)"
SHOWN = "() => document.querySelector('[data-stage]').proof.shown()"
FALLS = "() => (falls => falls.length ? falls : null)(document.querySelector('[data-stage]').proof.falls())"
LOADED = "**/solid-throws-2*"
"""Loaded after those of five dice and of one."""
DRAWN = """if (location.protocol !== 'about:') localStorage['knobel.settings'] = '{"flat": true}'"""
FRAME_MS = 30
SETTLED_MS, MOST_PICTURES = 250, 20
COUNTED = "() => document.querySelector('[data-stage]').proof.pictures()"


def roll(page: Page) -> Json:
    """Rolls the five dice: the throw that is played then."""
    before = len(page.evaluate(FALLS) or ())
    page.get_by_role("button", name="Roll the 5 dice").click()
    return until(page, f"before => {STAGE}.proof.falls()[before]", before)


def ready_to_roll(page: Page) -> None:
    """In Shizzle, with the throws loaded, before the five dice are rolled."""
    sit_down(page, "shizzle", ["Ann"], bots=1, options={"turns": 20, "starter": 1})
    with page.expect_response(LOADED, timeout=PATIENCE):
        start(page)
    page.get_by_role("button", name="Make die 1 the Spark").click()
    expect(page.get_by_role("button", name="Roll the 5 dice")).to_be_visible(timeout=PATIENCE)
    settled(page)


def test_a_throw_is_many_pictures_and_ends_on_what_the_house_drew(new_page: NewPage) -> None:
    page = new_page((900, 700), still=False, expects=("404 (Not Found)", "GPU stall"))
    page.clock.install()
    shower, turn = Shower(page), turn_with("machz", "Fell")
    with page.expect_response(LOADED):
        shower.show(turn["before"])
    stop_the_clock(page)
    shower.tell(turn["news"])
    (fall,) = until(page, FALLS)
    pictures = set()
    for _ in range(round(fall["length"] * 1000 / FRAME_MS) + 1):
        pictures.add(page.evaluate(PICTURE))
        page.clock.run_for(FRAME_MS)
    assert len(pictures) >= 20
    page.clock.resume()
    settled(page)
    drew = turned_up(turn["before"], turn["news"])
    rolled = [thing for thing in page.evaluate(SHOWN) if thing["id"] in drew]
    assert len(rolled) == len(drew) == 5
    for thing in rolled:  # what can be read of it, from the house's own words, is what is drawn on top
        told = page.locator(f"[data-thing='{thing['id']}']").get_attribute("aria-label") or ""
        assert drew[thing["id"]] == f"{thing['up']['colour']} {thing['up']['face']}".strip()
        assert drew[thing["id"]] in told
    assert all(abs(thing["turn"][0]) + abs(thing["turn"][1]) < 0.01 for thing in rolled)  # the upper face looks up
    drawn = [0, page.evaluate(COUNTED)]
    while drawn[-1] > drawn[-2] and len(drawn) < MOST_PICTURES:  # words that come change what glows
        page.wait_for_timeout(SETTLED_MS)
        drawn.append(page.evaluate(COUNTED))
    assert drawn[-1] == drawn[-2], f"nothing moves, and yet it is drawn: {drawn}"


def test_nothing_that_happens_on_the_page_cuts_a_throw_off(new_page: NewPage) -> None:
    page = new_page((900, 700), still=False, expects=("GPU stall",))
    sockets: list[WebSocket] = []
    page.on("websocket", lambda socket: sockets.append(socket))
    page.clock.install()
    ready_to_roll(page)
    stop_the_clock(page)
    fall = roll(page)
    page.clock.run_for(2 * FRAME_MS)
    resize(page, (940, 720))
    page.clock.run_for(2 * FRAME_MS)
    page.get_by_role("tab", name="Chat").click()
    page.clock.run_for(2 * FRAME_MS)
    page.get_by_label("Say something").fill("Good luck")
    with sockets[-1].expect_event("framereceived", lambda frame: "Good luck" in str(frame)):
        page.get_by_role("button", name="Send").click()  # it comes back from the house while the dice are in the air
    while page.evaluate(FALLS)[-1]["shown"] < fall["length"] and not page.evaluate(f"() => {STAGE}.proof.still()"):
        page.clock.run_for(FRAME_MS)
    assert page.evaluate(FALLS)[-1]["shown"] >= fall["length"]


def test_a_throw_that_has_been_seen_is_not_played_again(new_page: NewPage) -> None:
    """A phone is turned, and turned back before everything has glided to its place."""
    page = new_page(PHONE, still=False, expects=("404 (Not Found)", "GPU stall"))
    page.clock.install()
    shower, turn = Shower(page), turn_with("machz", "Fell")
    with page.expect_response(LOADED):
        shower.show(turn["before"])
    stop_the_clock(page)
    shower.tell(turn["news"])
    until(page, FALLS)
    while not page.evaluate(f"() => {STAGE}.proof.still()"):
        page.clock.run_for(4 * FRAME_MS)
    for size in (SIDEWAYS, PHONE):
        resize(page, size)
        page.clock.run_for(FRAME_MS)
    dice = [thing for thing in page.evaluate(SHOWN) if thing["kind"] == "die"]
    assert len(dice) > 5
    turned = [die["id"] for die in dice if abs(die["turn"][0]) + abs(die["turn"][1]) > 0.01]
    assert turned == [], "they tumble"


def test_a_cup_is_shaken_and_nothing_under_it_is_seen_before_it_is_lifted(new_page: NewPage) -> None:
    page = new_page((900, 700), still=False, expects=("GPU stall",))
    page.clock.install()
    sit_down(page, "schocken", ["Ann"], bots=1, options={"starter": 1})
    with page.expect_response(LOADED, timeout=PATIENCE):
        start(page)
    throw = page.get_by_role("button", name="Throw all three dice", exact=True)
    expect(throw).to_be_visible(timeout=PATIENCE)
    settled(page)
    stop_the_clock(page)
    throw.click()
    falls = until(page, FALLS)
    pictures, read = set[str](), set[str]()
    for _ in range(round(falls[0]["length"] * 1000 / FRAME_MS) + 1):
        pictures.add(page.evaluate(PICTURE))
        read |= {thing["up"]["face"].strip() for thing in page.evaluate(SHOWN) if thing["kind"] == "die"}
        page.clock.run_for(FRAME_MS)
    assert len(pictures) >= 20
    page.clock.resume()
    expect(page.locator("[data-guide]")).to_have_text("Lift your cup", timeout=PATIENCE)
    expect(page.locator(".dock .first")).to_have_count(0)  # nothing is the natural choice before one has looked
    settled(page)
    read |= {thing["up"]["face"].strip() for thing in page.evaluate(SHOWN) if thing["kind"] == "die"}
    assert read <= {""}


@pytest.mark.parametrize("flat", [False, True], ids=["solid", "drawn"])
def test_ones_own_dice_are_seen_once_the_cup_is_lifted(new_page: NewPage, flat: bool) -> None:
    page = new_page(DESK, still=False, expects=("GPU stall",))
    if flat:
        page.add_init_script(DRAWN)
    sit_down(page, "schocken", ["Ann"], bots=1, options={"starter": 1})
    start(page)
    page.get_by_role("button", name="Throw all three dice", exact=True).click()
    lift = page.get_by_role("button", name="Lift your cup")
    expect(lift).to_be_visible(timeout=PATIENCE)
    for fall in page.evaluate(FALLS) or []:  # in real time, however long each picture takes
        assert fall["shown"] >= fall["length"], "the throw was cut off"
    lift.click()
    expect(page.locator("[data-thing^='die.0.']")).to_have_count(3, timeout=PATIENCE)
    settled(page)
    told = page.evaluate(MEASURED)
    own = [thing for thing in told["things"] if thing["id"].startswith("die.0.")]
    clip = {"x": told["left"], "y": told["top"], "width": told["width"], "height": told["height"]}
    picture = imread(BytesIO(page.screenshot(clip=clip)))[..., :3]
    ivory = tuple(int(PAINTS[""][at : at + 2], 16) / 255 for at in (0, 2, 4))
    assert len(own) == 3
    assert [thing["id"] for thing in own if not shows(picture, told, thing, ivory)] == []
