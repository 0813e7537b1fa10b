"""A secret bet: all bet on a coin at once, under a hand; who only pretends to bet cannot be told from who does."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from msgspec.structs import replace

from knobel.core.chances import Throw
from knobel.core.contract import IN_THE_AIR, Actor, Due, Move, Objection, Options, Seat, State, waits_for
from knobel.core.game import Game
from knobel.core.options import by_rule
from knobel.core.words import HOUSE, Catalogue, Say, Who

Side = Literal["heads", "tails"]
SIDES: tuple[Side, Side] = ("heads", "tails")

WORDS = Catalogue(
    {
        "en": {
            "title": "Secret bet",
            "rules": {
                "BET-01": "Everyone bets at once, in secret, or only pretends to.",
                "BET-02": "Nobody bets more than they have.",
                "BET-03": "The coin falls, all bets are shown, and the bank pays or collects.",
                "BET-04": "After the last round most chips win.",
            },
            "options": {"rounds": {"label": "Rounds"}, "most": {"label": "Highest bet"}},
            "can": {"Bet": "Bet [chips:one chip|# chips] on {side}", "Pretend": "Only pretend to bet"},
            "side": {"heads": "heads", "tails": "tails"},
            "told": {
                "Bet": "[who:You bet|{who} bets] [chips:one chip|# chips] on {side}.",
                "Pretend": "[who:You only pretend|{who} only pretends] to bet.",
                "Decided": "{who} has a hand on the table.",
                "Coin": "The coin shows {side}.",
            },
            "why": {"BET-02": "You have only [have:one chip|# chips]"},
        },
        "de": {
            "title": "Geheime Wette",
            "rules": {
                "BET-01": "Alle wetten zugleich und verdeckt, oder tun nur so.",
                "BET-02": "Niemand setzt mehr, als er hat.",
                "BET-03": "Die Münze fällt, alle Wetten werden gezeigt, und die Bank zahlt oder kassiert.",
                "BET-04": "Nach der letzten Runde gewinnt, wer am meisten hat.",
            },
            "options": {"rounds": {"label": "Runden"}, "most": {"label": "Höchste Wette"}},
            "can": {"Bet": "Setze [chips:einen Chip|# Chips] auf {side}", "Pretend": "Tu nur so, als ob"},
            "side": {"heads": "Kopf", "tails": "Zahl"},
            "told": {
                "Bet": "[who:Du setzt|{who} setzt] [chips:einen Chip|# Chips] auf {side}.",
                "Pretend": "[who:Du tust|{who} tut] nur so.",
                "Decided": "{who} hat eine Hand auf dem Tisch.",
                "Coin": "Die Münze zeigt {side}.",
            },
            "why": {"BET-02": "Du hast nur [have:einen Chip|# Chips]"},
        },
    },
    HOUSE,
)


class BetOptions(Options, frozen=True):
    """How long it takes, and how high people may bet."""

    rounds: Annotated[int, by_rule("BET-04", ge=1, le=6)] = 3
    most: Annotated[int, by_rule("BET-02", ge=1, le=5)] = 3


class Bet(Move, frozen=True):
    """So many chips on one side of the coin."""

    side: Side
    chips: int


class Pretend(Move, frozen=True):
    """A hand on the table with nothing beneath."""


class Decided(Move, frozen=True):
    """What others see of a bet: a hand on the table."""


class Coin(Move, frozen=True):
    """Nature: the coin shows a side."""

    side: Side


class Shown(Move, frozen=True):
    """What everyone sees when the coin falls: its side, and what was under the hands."""

    side: Side
    bets: tuple[Bet | Pretend, ...]


COIN = Throw((SIDES,), lambda up: Coin(SIDES[up[0]]))


class SecretBet(State, frozen=True):
    """A position: everyone's chips, the bank's, and what lies under each hand (None: not decided yet)."""

    SEAT_MOVES = (Bet, Pretend)
    NATURE_MOVES = (Coin,)
    WORDS = WORDS

    options: BetOptions
    chips: tuple[int, ...]
    hands: tuple[Bet | Pretend | Decided | None, ...]
    bank: int = 0
    round: int = 1

    @classmethod
    def start(cls, seats: int, options: BetOptions) -> Self:
        return cls(options, chips=(4,) * seats, hands=(None,) * seats)

    def due(self) -> Due:
        if self.round > self.options.rounds:
            return Due(places=tuple(1 + sum(other > own for other in self.chips) for own in self.chips))
        undecided = [seat for seat, hand in enumerate(self.hands) if hand is None]
        return waits_for(*undecided) if undecided else IN_THE_AIR

    def candidates(self, seat: Seat) -> list[Move]:
        return [Pretend(), *(Bet(side, chips) for side in SIDES for chips in range(1, self.options.most + 1))]

    def refusal(self, actor: Actor, move: Move, at: int) -> Objection | None:
        match move:
            case Bet(chips=chips) if isinstance(actor, int) and not 1 <= chips <= self.most_for(actor):
                return Objection("BET-02", args={"have": self.chips[actor]})
            case _:
                return None

    def most_for(self, seat: Seat) -> int:
        """BET-02: nobody bets more than they have, nor more than the table allows."""
        return min(self.options.most, self.chips[seat])

    def chances(self) -> Throw:
        return COIN

    def after(self, actor: Actor, move: Move, at: int) -> Self:
        match move:
            case Coin(side):
                return self.paid(side)
            case Bet() | Pretend():
                hands = tuple(move if seat == actor else hand for seat, hand in enumerate(self.hands))
                return replace(self, hands=hands)
            case _:
                raise TypeError(move)

    def paid(self, side: Side) -> Self:
        """BET-03: the bank pays those who were right and collects from those who were not."""
        won = [
            0 if not isinstance(hand, Bet) else hand.chips if hand.side == side else -hand.chips for hand in self.hands
        ]
        chips = tuple(own + more for own, more in zip(self.chips, won, strict=True))
        hands = (None,) * len(chips)
        return replace(self, chips=chips, bank=self.bank - sum(won), hands=hands, round=self.round + 1)

    def scores(self) -> tuple[int, ...]:
        return self.chips

    def view(self, seat: Seat | None) -> Self:
        hands = tuple(hand if hand is None or owner == seat else Decided() for owner, hand in enumerate(self.hands))
        return replace(self, hands=hands)

    def shown(self, seat: Seat | None, actor: Actor, move: Move) -> Move:
        if isinstance(move, Coin):
            return Shown(move.side, tuple(hand for hand in self.hands if isinstance(hand, Bet | Pretend)))
        return move if actor == seat else Decided()


def tell(before: SecretBet, actor: Actor, move: Move, after: SecretBet) -> list[Say]:
    """Who laid a hand on the table; and when the coin falls, what was beneath."""
    match move:
        case Coin(side):
            return [Say("told.Coin", {"side": Say(f"side.{side}")})]
        case Shown(side, bets):
            each = [_told(seat, bet) for seat, bet in enumerate(bets)]
            return [Say("told.Coin", {"side": Say(f"side.{side}")}), *each]
        case _:
            return [_told(actor, move)] if isinstance(actor, int) else []


def _told(seat: Seat, hand: Move) -> Say:
    match hand:
        case Bet(side, chips):
            return Say("told.Bet", {"who": Who(seat), "side": Say(f"side.{side}"), "chips": chips})
        case Pretend():
            return Say("told.Pretend", {"who": Who(seat)})
        case _:
            return Say("told.Decided", {"who": Who(seat)})


def label(view: SecretBet, seat: Seat, move: Move) -> Say:
    """What a bet would be."""
    if isinstance(move, Bet):
        return Say("can.Bet", {"side": Say(f"side.{move.side}"), "chips": move.chips})
    return Say("can.Pretend")


SECRET_BET = Game(
    name="secret-bet",
    rulebook=SecretBet,
    options=BetOptions,
    seats=range(2, 5),
    secret=True,
    tell=tell,
    label=label,
)


def all_chips(state: SecretBet) -> int:
    """What the bank and everyone have together never changes."""
    return sum(state.chips) + state.bank
