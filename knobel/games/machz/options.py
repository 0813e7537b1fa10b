"""The house rules of MACHZ. The defaults are the box rules."""

from __future__ import annotations

from typing import Annotated, Literal

from knobel.core.contract import Options
from knobel.core.options import by_rule

MINUTE, SECOND = 60_000, 1000


class MachzOptions(Options, frozen=True):
    """What a table may agree on before the first roll."""

    setter: Annotated[Literal["roll", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], by_rule("MCZ-41")] = "roll"
    pot: Annotated[int, by_rule("MCZ-R2", ge=20, le=1000)] = 150
    stacks: Annotated[Literal["extra", "from_pot"], by_rule("MCZ-R2")] = "extra"
    combination: Annotated[Literal["first", "final", "both"], by_rule("MCZ-R4")] = "first"
    machz_pay: Annotated[Literal["alone", "both"], by_rule("MCZ-R5")] = "alone"
    poor_sets: Annotated[Literal["never", "below_2", "below_3"], by_rule("MCZ-07")] = "never"
    bet_size: Annotated[Literal["one", "vote", "many"], by_rule("MCZ-34")] = "one"
    most_bet: Annotated[int, by_rule("MCZ-34", ge=2, le=25)] = 5
    seconds: Annotated[int, by_rule("MCZ-R8", ge=0, le=3600)] = 0
    refills: Annotated[int, by_rule("MCZ-37", ge=0, le=9)] = 0
    refill: Annotated[Literal["fresh", "carry"], by_rule("MCZ-R13")] = "fresh"
    minutes: Annotated[int, by_rule("MCZ-38", ge=0, le=1440)] = 0
    target: Annotated[int, by_rule("MCZ-39", ge=0, le=1000)] = 0
    machz: Annotated[int, by_rule("MCZ-40", ge=0, le=100)] = 0
    laps: Annotated[int, by_rule("MCZ-26", ge=0, le=100)] = 0
    values: Annotated[bool, by_rule("MCZ-03")] = False
    """Display only: chips are shown in their four colours."""
    banker: Annotated[Literal["house", "honour"], by_rule("MCZ-35")] = "house"
    """Display only: who is told to move the chips. The house counts either way."""

    @property
    def few_colours(self) -> int:
        """MCZ-07, MCZ-R13: an object set with fewer colours than this may be passed over."""
        return {"never": 0, "below_2": 2, "below_3": 3}[self.poor_sets]

    @property
    def time_limit(self) -> int | None:
        """MCZ-38: the table's time at which play ends."""
        return self.minutes * MINUTE or None

    def deadline(self, at: int) -> int | None:
        """MCZ-R8: until when bets may be placed (or votes cast) that are asked for now."""
        return at + self.seconds * SECOND if self.seconds else None


PRESETS = {
    "half_hour": {"minutes": 30, "pot": 300},
    "hundred": {"target": 100, "pot": 300},
    "six": {"machz": 6, "pot": 400},
    "high_stakes": {"bet_size": "many", "pot": 400},
}
"""What the sheet suggests, each with a Pot that lasts so long."""
