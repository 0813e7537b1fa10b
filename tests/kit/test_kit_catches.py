"""A kit that cannot fail is worthless: for each promise a game that breaks it, and the complaint it must get."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import count
from random import Random
from typing import Annotated, Any

import msgspec
import pytest
from msgspec.structs import replace
from pig import PIG, Fell, Hold, Pig, Roll

from knobel.core.chances import PIPS, Throw
from knobel.core.contract import Alarm, Due, Move, Objection, Open, Options
from knobel.core.game import Game, Guide, RichMoves
from knobel.core.options import by_rule
from knobel.core.scene import Group, Scene
from knobel.core.words import HOUSE, Catalogue, Die, Say
from knobel.testing import Nonconforming, check_game, check_one
from knobel.testing.case import Case
from knobel.testing.twins import check_twins
from tests.kit.bet import SECRET_BET, Bet, BetOptions, Pretend, SecretBet
from tests.kit.bet import WORDS as BET_WORDS
from tests.kit.race import RACE, Close, Race
from tests.kit.tower import TOWER, Place, Settled, Tower

BROKEN: dict[str, Callable[[], Game]] = {}


def broken(complaint: str) -> Callable[[Any], Any]:
    """A rulebook that must get this complaint; the game around it is the good one."""
    return lambda book: _enlisted(complaint, book)


def _enlisted(complaint: str, book: Any) -> Any:
    assert complaint not in BROKEN
    good = {Pig: PIG, SecretBet: SECRET_BET, Race: RACE, Tower: TOWER}[book.__bases__[0]]
    BROKEN[complaint] = lambda: replace(good, rulebook=book)
    return book


def spoiled(complaint: str, game: Game, **changes: Any) -> None:
    """A good rulebook in a game that is not."""
    assert complaint not in BROKEN
    BROKEN[complaint] = lambda: replace(game, **changes)


# Making moves -------------------------------------------------------------------------------------------------------


class Unscreened(Fell, frozen=True):
    def __post_init__(self):
        pass


class Side(msgspec.Struct, frozen=True):
    up: bool


class Coins(Move, frozen=True):
    sides: tuple[Side, ...]


@broken(r"anybody can make Unscreened\(pips=.*\), although pips does not fit its type")
class LetsAnyDieBeMade(Pig, frozen=True):
    NATURE_MOVES = (Unscreened,)


@broken(r"anybody can make Coins\(sides=\(Side\(.*\),\)\), although sides does not fit its type")
class IsMadeOfAnything(Pig, frozen=True):
    SEAT_MOVES = (Roll, Hold, Coins)


# Legality -----------------------------------------------------------------------------------------------------------


@broken(r"is offered Hold\(\), yet it is refused")
class OffersWhatItRefuses(Pig, frozen=True):
    def moves(self, seat, at=0):
        return list(self.candidates(seat)) if seat in self.due().must else []


@broken(r"is not offered Hold\(\), yet it is allowed")
class ForgetsToOffer(Pig, frozen=True):
    def candidates(self, seat):
        return (Roll(),)


@broken(r"is not offered Bet\(side='\w+', chips=-?\d+\), yet it is allowed")
class TakesAnyBet(SecretBet, frozen=True):
    def refusal(self, actor, move, at):
        return None


@broken("is offered the same move twice")
class OffersTwice(Pig, frozen=True):
    def candidates(self, seat):
        return Roll(), Hold(), Roll()


@broken(r"cites PIG-99, which is not in the ledger")
class CitesNoRule(Pig, frozen=True):
    def refusal(self, actor, move, at):
        objection = super().refusal(actor, move, at)
        return objection and replace(objection, rule="PIG-99")


@broken("words missing in en: why.PIG-01")
class HasNoReason(Pig, frozen=True):
    def refusal(self, actor, move, at):
        objection = super().refusal(actor, move, at)
        return objection and replace(objection, rule="PIG-01")


@broken("words missing in de: why.BET-01")
class HasNoGermanReason(SecretBet, frozen=True):
    WORDS = Catalogue({"en": BET_WORDS.texts["en"] | {"why.BET-01": "No"}, "de": BET_WORDS.texts["de"]}, HOUSE)

    def refusal(self, actor, move, at):
        objection = super().refusal(actor, move, at)
        return objection and replace(objection, rule="BET-01")


@broken("something broke: IndexError")
class StumblesOverSillyMoves(SecretBet, frozen=True):
    def refusal(self, actor, move, at):
        if isinstance(move, Bet) and not (1, 2, 3, 4, 5)[move.chips - 1]:
            return None
        return super().refusal(actor, move, at)


@broken(r"\d is not offered Roll\(\), yet it is allowed")
class KnowsNoTurns(Pig, frozen=True):
    def objection(self, actor, move, at=0):
        if isinstance(actor, int) and isinstance(move, Roll) and self.outcome() is None and not self.in_the_air:
            return None
        return super().objection(actor, move, at)


@broken(r"\d is not offered Fell\(pips=\d\), yet it is allowed")
class LetsSeatsMakeDiceFall(Pig, frozen=True):
    def objection(self, actor, move, at=0):
        return super().objection("nature" if isinstance(move, Fell) else actor, move, at)


@broken(r"\d is not offered Close\(\), yet it is allowed")
class LetsSeatsCloseTheRace(Race, frozen=True):
    def objection(self, actor, move, at=0):
        return super().objection("clock" if isinstance(move, Close) else actor, move, at)


@broken(r"clock is not offered Close\(\), yet it is allowed")
class ClosesEarly(Race, frozen=True):
    def objection(self, actor, move, at=0):
        return super().objection(actor, move, at + 1 if actor == "clock" else at)


@broken(r"clock is offered Close\(\), yet it is refused")
class NeverCloses(Race, frozen=True):
    def refusal(self, actor, move, at):
        return Objection("RCE-01", "late") if actor == "clock" else super().refusal(actor, move, at)


@broken("offered a kind of move that seats do not have: Settled")
class OpensWhatIsNatures(Tower, frozen=True):
    def candidates(self, seat):
        return (Open("Settled", {}),)


spoiled(
    r"is offered Place\(x=9999.0\), yet it is refused", TOWER, rich_moves=RichMoves(improvise=lambda *_: Place(9999.0))
)
spoiled(
    "something broke: ValueError",
    TOWER,
    rich_moves=replace(TOWER.rich_moves, parse=lambda *given: Place(float(given[-1]))),
)
spoiled("does not say how to improvise", TOWER, rich_moves=RichMoves())


# Nature -------------------------------------------------------------------------------------------------------------


class Loaded(Throw):
    def weighed(self):
        return {move: chance * Fraction(5, 6) for move, chance in super().weighed().items()}


class Contrary(Throw):
    def weighed(self):
        return {Fell(pips): Fraction(pips, 21) for pips in range(1, 7)}


class Illegible(Throw):
    def typed(self):
        return (("one", "two"),)


class Gullible(Throw):
    def read(self, words):
        return Fell(1)


def _die(kind: type[Throw]) -> Throw:
    return kind((PIPS,), lambda up: Fell(up[0] + 1))


@broken("chances do not sum to exactly 1")
class PlaysWithLoadedDice(Pig, frozen=True):
    def chances(self):
        return _die(Loaded)


@broken(r"outcome\(\) and weighed\(\) of nature's chances disagree")
class PlaysWithContraryDice(Pig, frozen=True):
    def chances(self):
        return _die(Contrary)


@broken("and it cannot be read")
class PlaysWithIllegibleDice(Pig, frozen=True):
    def chances(self):
        return _die(Illegible)


@broken("which no dice can show, and it was read as")
class ReadsAnything(Pig, frozen=True):
    def chances(self):
        return _die(Gullible)


@broken(r"nature is offered Fell\(pips=6\), yet it is refused")
class RefusesASix(Pig, frozen=True):
    def refusal(self, actor, move, at):
        return Objection("DICE") if move == Fell(6) else super().refusal(actor, move, at)


@broken(r"nature is not offered Fell\(pips=-?\d+\), yet it is allowed")
class BelievesAnyDie(Pig, frozen=True):
    def refusal(self, actor, move, at):
        return None if isinstance(move, Fell) else super().refusal(actor, move, at)


_elsewhere = Random(1)
spoiled("draws chance from somewhere else", TOWER, sources={"slope": lambda *_: Settled(_elsewhere.gauss(0, 300))})
spoiled("asks the source 'slope', which the game does not have", TOWER, sources={"slide": lambda *_: Settled(0.0)})


# Round trips --------------------------------------------------------------------------------------------------------


@broken("a position does not come back from JSON")
class KeepsWhatJsonCannot(Pig, frozen=True):
    extra: Any = (1, 2)


@broken("taken back and made again, leads elsewhere")
class NeverTwiceTheSame(Pig, frozen=True):
    _count = count()

    def after(self, actor, move, at):
        after = super().after(actor, move, at)
        return replace(after, totals=tuple(total + next(self._count) for total in after.totals))


@broken("the game starts differently")
class ForgetsItsOptions(SecretBet, frozen=True):
    @classmethod
    def start(cls, seats, options):
        start = super().start(seats, options)
        return replace(start, chips=(options.most,) * seats, options=BetOptions())


@broken("could take back what it may not")
class TakesAnythingBack(Race, frozen=True):
    _asked = count()

    def binding(self, seat, move):
        return next(self._asked) % 2 == 0


# Views --------------------------------------------------------------------------------------------------------------


@broken("views must be idempotent")
class CoversMoreAndMore(SecretBet, frozen=True):
    def view(self, seat):
        return replace(super().view(seat), bank=self.bank + 1)


@broken(r"from the view of \S+ \S+ due\(\) is")
class ForgetsWhoHasDecided(SecretBet, frozen=True):
    def view(self, seat):
        return replace(self, hands=(None,) * len(self.hands))


@broken(r"from the view of seat \d its moves are")
class ForgetsItsChips(SecretBet, frozen=True):
    def view(self, seat):
        return replace(super().view(seat), chips=(1,) * len(self.chips))


@broken(r"from the view of seat \d there is another objection")
class ForgetsHowManyChips(SecretBet, frozen=True):
    def refusal(self, actor, move, at):
        objection = super().refusal(actor, move, at)
        return objection and replace(objection, args={"have": self.bank})

    def view(self, seat):
        return replace(super().view(seat), bank=99)


@broken("says it has no secrets, yet hides something")
class HidesWithoutSaying(Pig, frozen=True):
    def view(self, seat):
        return replace(self, gathered=0) if seat is None else self


@broken("says it has no secrets, yet hides Roll")
class HidesAMoveWithoutSaying(Pig, frozen=True):
    def shown(self, seat, actor, move):
        return Hold() if seat is None else move


# Twins --------------------------------------------------------------------------------------------------------------


@broken(r"tell apart two games .*: by its view")
class LeaksPretending(SecretBet, frozen=True):
    def view(self, seat):
        covered = super().view(seat)
        peeked = [
            Pretend() if mine == Pretend() else hand for mine, hand in zip(self.hands, covered.hands, strict=True)
        ]
        return replace(covered, hands=tuple(peeked))


@broken(r"yet shown\(\) tells them apart")
class LeaksByShowing(SecretBet, frozen=True):
    def shown(self, seat, actor, move):
        return move if isinstance(move, Pretend) else super().shown(seat, actor, move)


@broken("tell apart two games .*: by what it is shown of the move")
class ShowsTheMoverMore(SecretBet, frozen=True):
    """Betting lets the one who bets peek, and yet the bet could be taken back."""

    def shown(self, seat, actor, move):
        return self.hands[0] or move if seat == actor == 1 else super().shown(seat, actor, move)


@broken("tell apart two games .*: by whether it could take back")
class LeaksByBinding(SecretBet, frozen=True):
    def binding(self, seat, move):
        return Pretend() in self.hands


_story = count()
spoiled(
    "tell apart two games .*: by what it is told",
    SECRET_BET,
    tell=lambda *_: [Say("points"), *[Say("title")] * (next(_story) % 2)],
)


# Words --------------------------------------------------------------------------------------------------------------

_NO_LABEL = {key: text for key, text in PIG.words.texts["en"].items() if key != "can.Hold"}
_NO_TELLING = {key: text for key, text in PIG.words.texts["en"].items() if key != "told.Fell"}
spoiled("words missing in en: guide.nothing", PIG, guide=lambda _view, _seat: Guide(Say("guide.nothing")))
spoiled(
    "the guide calls .* natural, which seat 0 may not do now",
    PIG,
    guide=lambda _view, _seat: Guide(Say("points"), Fell(1)),
)

_NO_OPTION = {key: text for key, text in PIG.words.texts["en"].items() if key != "options.target.label"}
_NO_RULE = {key: text for key, text in PIG.words.texts["en"].items() if key != "rules.PIG-04"}
_ODD = PIG.words.texts["en"] | {"told.Fell": "The die shows {points}."}


@broken("the en words for told.Fell have a choice in a choice")
class ChoosesWithinAChoice(Pig, frozen=True):
    WORDS = Catalogue({"en": PIG.words.texts["en"] | {"told.Fell": "[pips:one|[pips:a pip|# pips]]"}}, HOUSE)


@broken("the de words for told.Fell have .* one without an end")
class LeavesAChoiceOpen(Pig, frozen=True):
    TEXTS = PIG.words.texts["en"]
    WORDS = Catalogue({"en": TEXTS, "de": TEXTS | {"told.Fell": "Der Würfel zeigt [pips:Eins|# Augen."}}, HOUSE)


@broken("words missing in en: can.Hold")
class HasNoLabel(Pig, frozen=True):
    WORDS = Catalogue({"en": _NO_LABEL}, HOUSE)


@broken("words missing in en: told.Fell")
class HasNoStory(Pig, frozen=True):
    WORDS = Catalogue({"en": _NO_TELLING}, HOUSE)


@broken("words missing in de: can.Hold")
class IsHalfTranslated(Pig, frozen=True):
    WORDS = Catalogue({"en": PIG.words.texts["en"], "de": _NO_LABEL}, HOUSE)


@broken("words missing: options.target.label")
class HasNoNameForAnOption(Pig, frozen=True):
    WORDS = Catalogue({"en": _NO_OPTION}, HOUSE)


@broken("not in the ledger: PIG-04")
class HasAnOptionWithoutARule(Pig, frozen=True):
    WORDS = Catalogue({"en": _NO_RULE}, HOUSE)


@broken("cannot be filled in: KeyError")
class FillsInWhatIsNotThere(Pig, frozen=True):
    WORDS = Catalogue({"en": _ODD}, HOUSE)


spoiled("words missing in en: nowhere", PIG, scene=lambda _: Scene(middle=(Group(caption=Say("nowhere")),)))
spoiled(
    "2 things in a scene have the id points",
    PIG,
    scene=lambda _: Scene(places=((Group(id="points", caption=Say("points")),),) * 2),
)
spoiled(
    "an id in a scene is small letters, digits and points, and not 'The points'",
    PIG,
    scene=lambda _: Scene(middle=(Group(id="The points", caption=Say("points")),)),
)
spoiled(
    "2 things in a scene have the id one",
    PIG,
    scene=lambda _: Scene(middle=(Group(caption=Say("points"), dice=(Die("1", id="one"), Die("2", id="one"))),)),
)


class AnyMotto(Options, frozen=True):
    target: Annotated[int, by_rule("PIG-04", ge=2, le=1000)] = 100
    motto: Annotated[str, by_rule("PIG-04")] = ""


spoiled("the option motto has no size in its type", PIG, options=AnyMotto)
spoiled("words missing: presets.quick", PIG, presets={"quick": {"target": 10}})


# Due, scores and places ---------------------------------------------------------------------------------------------


@broken("is not over after 500 moves")
class NeverEnds(Pig, frozen=True):
    def after(self, actor, move, at):
        return replace(super().after(actor, move, at), totals=(0,) * len(self.totals))


@broken(r"scores\(\) must have one entry a seat")
class ScoresTheFirstOnly(Pig, frozen=True):
    def scores(self):
        return self.totals[:1]


@broken("places must have one entry a seat")
class PlacesTheFirstOnly(Pig, frozen=True):
    def due(self):
        due = super().due()
        return due if due.places is None else Due(places=(1,))


@broken("places count from 1")
class HasNoFirst(Pig, frozen=True):
    def due(self):
        due = super().due()
        return due if due.places is None else Due(places=(2,) * len(self.totals))


@broken("the game is over, yet due")
class WaitsAfterTheEnd(Pig, frozen=True):
    def due(self):
        due = super().due()
        return due if due.places is None else replace(due, alarm=Alarm(0, Roll()))


@broken("waits for nobody")
class WaitsForNobody(Pig, frozen=True):
    def due(self):
        due = super().due()
        return Due(may=due.must) if due.must else due


@broken("must move and has no legal move")
class LeavesNoMove(Pig, frozen=True):
    def refusal(self, actor, move, at):
        return Objection("PIG-03") if self.gathered > 3 and actor == self.turn else super().refusal(actor, move, at)


@broken("waits for seats that are not at the table")
class WaitsForAStranger(Pig, frozen=True):
    def due(self):
        due = super().due()
        return replace(due, may=frozenset({99})) if due.must else due


@broken("must and also that they only may")
class MustAndMay(Pig, frozen=True):
    def due(self):
        due = super().due()
        return replace(due, may=due.must)


@pytest.mark.parametrize("complaint", BROKEN)
def test_a_broken_game_is_caught(complaint):
    with pytest.raises(Nonconforming, match=complaint):
        check_game(BROKEN[complaint](), games=60, max_moves=500)


def test_chips_that_get_lost_are_noticed():
    with pytest.raises(Nonconforming, match=r"what no move may change was 8 and is now \d+"):
        check_one(SECRET_BET, seats=2, seed=1, conserved=lambda state: sum(state.chips))


class PeeksAtPretending(SecretBet, frozen=True):
    """Who is not the first may pretend only if somebody does: so whoever may knows it."""

    def refusal(self, actor, move, at):
        alone = isinstance(move, Pretend) and any(self.hands) and Pretend() not in self.hands
        return Objection("BET-02", args={"have": 0}) if alone else super().refusal(actor, move, at)


class PeeksWhenItObjects(SecretBet, frozen=True):
    def refusal(self, actor, move, at):
        objection = super().refusal(actor, move, at)
        return objection and replace(objection, args={"have": sum(hand == Pretend() for hand in self.hands)})


class LeavesOutWhoPretends(SecretBet, frozen=True):
    def due(self):
        due = super().due()
        return replace(due, may=frozenset(seat for seat, hand in enumerate(self.hands) if hand == Pretend()))


@pytest.mark.parametrize(
    ("book", "leak"),
    [(PeeksAtPretending, "its moves"), (PeeksWhenItObjects, "the objection to"), (LeavesOutWhoPretends, "who is due")],
)
def test_twins_alone_notice_what_a_view_would_answer_otherwise(book, leak):
    case = Case(replace(SECRET_BET, rulebook=book), 3, {"rounds": 6}, seed=1)
    with pytest.raises(Nonconforming, match=f"tell apart two games .*: by {leak}"):
        check_twins(case, case.game.start(3, rounds=6), 0, 500)


class LetsTheLastOnePeek(SecretBet, frozen=True):
    """Whoever bets last sees what the others bet."""

    def view(self, seat):
        return self if None not in self.hands and self.last == seat else super().view(seat)

    def after(self, actor, move, at):
        return replace(super().after(actor, move, at), last=actor if isinstance(actor, int) else None)

    last: int | None = None


class LetsTheLastOnePeekForGood(LetsTheLastOnePeek, frozen=True):
    def binding(self, seat, move):
        return self.hands.count(None) == 1


def test_a_move_that_shows_the_mover_something_must_be_binding():
    with pytest.raises(Nonconforming, match="or say that the move is binding"):
        check_game(replace(SECRET_BET, rulebook=LetsTheLastOnePeek))
    check_game(replace(SECRET_BET, rulebook=LetsTheLastOnePeekForGood))


def test_a_stranger_can_see_the_complaint_again():
    game = replace(SECRET_BET, rulebook=TakesAnyBet)
    with pytest.raises(Nonconforming) as caught:
        check_game(game)
    first = caught.value
    with pytest.raises(Nonconforming) as again:
        check_one(game, seats=first.seats, seed=first.seed, options=first.options)
    assert str(again.value) == str(first)
    assert f"check_one(game, seats={first.seats}, seed={first.seed}, options={first.options})" in str(first)


def test_the_kit_needs_no_test_framework():
    hidden = "import sys; sys.modules |= dict.fromkeys(('pytest', '_pytest', 'hypothesis', 'numpy'))"
    checking = "from pig import PIG; from knobel.testing import check_one; print(check_one(PIG, seats=2, seed=1).games)"
    run = subprocess.run([sys.executable, "-c", f"{hidden}; {checking}"], capture_output=True, text=True, check=True)
    assert run.stdout == "1\n"
