"""Which names look alike, by Unicode's own list of characters that are taken for each other (UTS 39)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache

Looks = frozenset[tuple[str, str]]
"""How a name looks: as it is written, and but for upper and lower case. Names that share one of these look alike."""


def looks(name: str) -> Looks:
    r"""How a name looks.

    A letter is compared with single letters alone: Unicode's list also takes m for r and n, and then neither Amie and
    Arnie nor Tom and Torn could sit at one table.

    >>> bool(looks("Ann") & looks("\u0410nn")), bool(looks("Ann") & looks("ANN")), bool(looks("AI") & looks("Al"))
    (True, True, True)
    >>> bool(looks("Amie") & looks("Arnie")), bool(looks("Ian") & looks("Lan"))
    (False, False)
    """
    seen = "".join(sign for sign in unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name)) if _is_seen(sign))
    taken_for = _taken_for()
    written = "".join(taken_for.get(sign, sign) for sign in seen)
    spelled = "".join(_spelled(sign, taken_for) for sign in seen)
    return frozenset({("written", written), ("folded", unicodedata.normalize("NFD", spelled.casefold()))})


def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign) != "Cf" and sign != "\ufe0f"


def _spelled(sign: str, taken_for: Mapping[str, str]) -> str:
    """The letter that others would read, large where it is large: lower and upper case are no matter of looks."""
    read = sign if sign.isascii() else taken_for.get(sign, sign)
    return "I" if read == "l" and unicodedata.category(sign) == "Lu" else read


@cache
def _taken_for() -> Mapping[str, str]:
    """What each character is taken for: of all that look alike, the same one."""
    # large, and most commands name nobody; it has no types
    from confusable_homoglyphs.confusables import confusables_data  # pyright: ignore[reportMissingTypeStubs]

    listed: Mapping[str, list[dict[str, str]]] = confusables_data
    pairs = {_bare(one): [_bare(other["c"]) for other in others] for one, others in listed.items()}
    found: dict[str, str] = {}
    for one in pairs:
        if one not in found:
            alike = _all_alike(one, pairs)
            found |= dict.fromkeys(alike, _plainest(alike))
    return {one: other for one, other in found.items() if len(one) == 1 and one != other}


def _all_alike(one: str, pairs: Mapping[str, list[str]]) -> set[str]:
    alike, waiting = {one}, [one]
    while waiting:
        more = set(pairs.get(waiting.pop(), ())) - alike
        alike |= more
        waiting += more
    return alike


def _plainest(alike: set[str]) -> str:
    """Of all that look alike: a letter that everybody knows, else what several letters spell, else the first."""
    if "l" in alike:
        return "l"
    return min(alike, key=lambda sign: (not (sign.isascii() and len(sign) == 1), not sign.isalpha(), -len(sign), sign))


def _bare(sign: str) -> str:
    """A character without the marks that keep lists of them in order."""
    return sign.strip("\u200e")
