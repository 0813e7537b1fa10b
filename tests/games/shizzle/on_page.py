"""What people do on the page in a game of Shizzle."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from tests.page.people import choose, say_what_fell, thrown


def roll_a_die_that_fits(page: Page) -> Locator:
    """With real dice, so that there is no luck in it: of five dice one fits the Spark. The die that does."""
    choose(page, "Make die 1 the Spark")
    [[spark, *_]] = thrown(page)
    say_what_fell(page, [spark])
    choose(page, "Roll the 5 dice")
    fits = [[face for face in die if {*face} & {*spark}] for die in thrown(page)]
    others = [[face for face in die if not {*face} & {*spark}] for die in thrown(page)]
    say_what_fell(page, [fits[0][0], *(die[0] for die in others[1:])])
    return page.get_by_role("button", name="Lay the")
