"""With which signs a screen is drawn on, and what lies on the table, drawn: dice as little boxes before each seat."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec
from rich.cells import cell_len
from rich.text import Text

from knobel.core.scene import Group, Scene
from knobel.core.words import HOUSE, SYMBOLS, Die, Parts, Say

# The signs that a screen has: some know only plain letters -----------------------------------------------------------

_SPELLED = str.maketrans(
    {
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "Ä": "Ae",
        "Ö": "Oe",
        "Ü": "Ue",
        "ß": "ss",
        "¿": "",
        "¡": "",
        "“": '"',
        "”": '"',
        "„": '"',
        "«": '"',
        "»": '"',
        "’": "'",
        "‘": "'",
        "º": ".",
        "ª": ".",
        "–": "-",
        "−": "-",
        "—": "-",
        "…": "...",
        "·": "-",
        "▸": ">",
        "×": "x",
        "→": "->",
        "●": "o",
        "─": "-",
        "│": "|",
        "═": "=",
        "┴": "^",
    }
)
_SAMPLE = "".join(SYMBOLS.values()) + "╭│●▒„“…"


def plain(text: str) -> str:
    """The text in plain letters.

    >>> plain("¿Más? „Größe“ … 5–6, −3")
    'Mas? "Groesse" ... 5-6, -3'
    """
    spelled = unicodedata.normalize("NFKD", text.translate(_SPELLED))
    return "".join(char if char.isascii() else "?" for char in spelled if not unicodedata.combining(char))


def only_letters(encoding: str | None, environment: Mapping[str, str]) -> bool:
    """Whether a screen can show plain letters only: its encoding says so, or the person's own setting does.

    >>> only_letters("utf-8", {}), only_letters("ascii", {}), only_letters("utf-8", {"LC_ALL": "C"})
    (False, True, True)
    """
    names = (environment.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    if next((name for name in names if name), "") in ("C", "POSIX"):
        return True
    try:
        _SAMPLE.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


# Dice, and whatever lies beside them ----------------------------------------------------------------------------------

STYLES = {
    "red": "bold red",
    "orange": "bold dark_orange",
    "yellow": "bold yellow",
    "green": "bold green",
    "blue": "bold dodger_blue1",
    "purple": "bold medium_purple1",
}
"""How each colour is painted; a screen with fewer colours takes the nearest it has."""

_PIPS = {
    "1": ("     ", "  ●  ", "     "),
    "2": ("●    ", "     ", "    ●"),
    "3": ("●    ", "  ●  ", "    ●"),
    "4": ("●   ●", "     ", "●   ●"),
    "5": ("●   ●", "  ●  ", "●   ●"),
    "6": ("●   ●", "●   ●", "●   ●"),
}
_COLOURS = {symbol: colour for colour, symbol in SYMBOLS.items()}
_SKETCHED = re.compile(f"([{''.join(_COLOURS)}]) (.)")

TextBlock = list[Text]
"""Lines that belong together."""


class Pen(msgspec.Struct, frozen=True):
    """What dice are drawn with: every sign there is, or plain letters only."""

    letters: bool = False
    language: str = "en"

    def symbol(self, colour: str) -> str:
        """The sign of a colour; in plain letters, the beginning of its name.

        >>> Pen().symbol("yellow"), Pen(True).symbol("yellow"), Pen(True, "de").symbol("yellow")
        ('★', 'Ye', 'Ge')
        """
        if not self.letters:
            return SYMBOLS.get(colour, colour)
        return (HOUSE.template(f"colour.{colour}", self.language) or colour)[:2].capitalize()

    def face(self, die: Die) -> str:
        """What a die shows, in one word.

        >>> Pen().face(Die("5", "red")), Pen().face(Die("5")), Pen().face(Die())
        ('▲5', '5', '▒')
        """
        if not die.face and not die.colour:
            return "#" if self.letters else "▒"
        return (self.symbol(die.colour) if die.colour else "") + die.face

    def sentence(self, parts: Parts) -> Text:
        """A sentence whose dice are drawn, each in its colour.

        >>> from knobel.core.words import NamedDie
        >>> Pen().sentence(("You lay the ", NamedDie("red 3", "3", "red"), ".")).plain
        'You lay the ▲3.'
        """
        text = Text()
        for part in parts:
            if isinstance(part, str):
                text.append(self._sign(part))
            else:
                text.append(self._sign(self.face(Die(part.face, part.colour))), STYLES.get(part.colour, "bold"))
        return text

    def box(self, die: Die, big: bool) -> TextBlock:
        """A die as it lies. A covered one is a closed box; a big one shows pips, if that is what it has."""
        inside = self._inside(die, big)
        across = cell_len(inside[0])
        edge = ("+", "-", "+", "|", "+", "+") if self.letters else ("╭", "─", "╮", "│", "╰", "╯")
        lines = [edge[0] + edge[1] * across + edge[2]]
        lines += [edge[3] + line + edge[3] for line in inside]
        lines += [edge[4] + edge[1] * across + edge[5]]
        return [Text(line, style=STYLES.get(die.colour, "")) for line in lines]

    def sketched(self, line: str) -> Text:
        """A line of a drawing. A symbol in it is in its colour, and with it the face that follows after a space.

        >>> Pen(True).sketched("│ ★ 5 │").plain
        '| Ye5 |'
        """
        text, at = Text(), 0
        for die in _SKETCHED.finditer(line):
            text.append(self._sign(line[at : die.start()]))
            colour = _COLOURS[die[1]]
            face = f"{self.symbol(colour)}{die[2]}" if self.letters else die[0]
            text.append(face, style=STYLES[colour])
            at = die.end()
        return text.append(self._sign(line[at:]))

    def _sign(self, line: str) -> str:
        return plain(line) if self.letters else line

    def _inside(self, die: Die, big: bool) -> tuple[str, ...]:
        if not die.face and not die.colour:
            shade = "#" if self.letters else "▒"
            return (shade * 5,) * 3 if big else (shade * 3,)
        if big and not die.colour and die.face in _PIPS:
            return tuple(row.replace("●", "o") if self.letters else row for row in _PIPS[die.face])
        face = f"{self.symbol(die.colour)} {die.face}".strip() if die.colour else die.face
        return (f" {face} ",)


def across(block: TextBlock) -> int:
    """How wide a block is."""
    return max((line.cell_len for line in block), default=0)


def beside(blocks: Sequence[TextBlock], width: int, gap: int) -> TextBlock:
    """Blocks from left to right; what no longer fits begins a new row.

    >>> [line.plain for line in beside([[Text("a"), Text("b")], [Text("cc")], [Text("d")]], 5, 1)]
    ['a cc', 'b', 'd']
    """
    rows: list[list[TextBlock]] = []
    used = 0
    for block in blocks:
        if rows and used + gap + across(block) <= width:
            rows[-1].append(block)
            used += gap + across(block)
        else:
            rows.append([block])
            used = across(block)
    return [line for row in rows for line in _joined(row, gap)]


def indented(block: TextBlock, by: int) -> TextBlock:
    """A block moved to the right."""
    return [Text(" " * by).append_text(line) if line.plain else line for line in block]


def _joined(row: Sequence[TextBlock], gap: int) -> TextBlock:
    lines: TextBlock = []
    for index in range(max(map(len, row))):
        line = Text()
        for block in row:
            part = block[index] if index < len(block) else Text()
            line.append_text(part)
            line.append(" " * (across(block) - part.cell_len + gap))
        line.rstrip()
        lines.append(line)
    return lines


MARGIN = 2
_GAP = 4


class Easel(msgspec.Struct, frozen=True, kw_only=True):
    """Where a scene is drawn: the pen, the room there is, and how captions are put into words."""

    pen: Pen
    width: int
    height: int
    """How many lines a scene may take before its dice are drawn small."""
    caption: Callable[[Say], Text]


def drawn(scene: Scene, names: Sequence[str], turn: Collection[int], easel: Easel) -> TextBlock:
    """The scene in lines: with big dice where there is room for them, else with small ones."""
    big = _drawn(scene, names, turn, easel, big=True)
    return big if len(big) <= easel.height else _drawn(scene, names, turn, easel, big=False)


def _drawn(scene: Scene, names: Sequence[str], turn: Collection[int], easel: Easel, *, big: bool) -> TextBlock:
    width = easel.width - MARGIN
    groups = [_group(group, easel, big) for group in scene.middle]
    if scene.drawing:
        captions = [line for group in groups for line in group]
        middle = beside([[easel.pen.sketched(line) for line in scene.drawing], captions], width, _GAP)
    else:
        middle = beside(groups, width, _GAP)
    places = [
        _place(name, seat in turn, groups, easel, big)
        for seat, (name, groups) in enumerate(zip(names, scene.places, strict=False))
    ]
    parts = [part for part in (middle, beside(places, width, _GAP)) if part]
    lines: TextBlock = []
    for part in parts:
        lines += ([Text()] if lines else []) + part
    return indented(lines, MARGIN)


def _place(name: str, turn: bool, groups: Sequence[Group], easel: Easel, big: bool) -> TextBlock:
    mark = (">" if easel.pen.letters else "▸") if turn else " "
    lines = [Text(f"{mark} {name}", style="bold underline" if turn else "bold")]
    for group in groups:
        lines += indented(_group(group, easel, big), MARGIN)
    return lines


def _group(group: Group, easel: Easel, big: bool) -> TextBlock:
    heading = easel.caption(group.caption)
    if group.count is not None:
        heading = heading.append(": ").append(str(group.count), style="bold")
    dice = [] if group.built else [easel.pen.box(die, big) for die in group.dice]
    return [heading, *beside(dice, easel.width - 2 * MARGIN, 1)]
