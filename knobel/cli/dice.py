"""A die on the screen: a little box with its pips or its face; its colour, and always the colour's symbol beside it."""

from __future__ import annotations

import re

import msgspec
from rich.cells import cell_len
from rich.text import Text

from knobel.cli.letters import plain
from knobel.core.words import HOUSE, SYMBOLS, Die, NamedDie, Parts

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
_START, _MIDDLE, _END = "\ue000", "\ue001", "\ue002"
_MARKED = re.compile(f"{_START}(.*?){_MIDDLE}(.*?){_END}")

_COLOURS = {symbol: colour for colour, symbol in SYMBOLS.items()}
_SKETCHED = re.compile(f"([{''.join(_COLOURS)}]) (.)")

Block = list[Text]
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

    def sentence(self, parts: Parts) -> str:
        """A sentence whose dice are drawn, with their colours marked for `painted`."""
        return "".join(part if isinstance(part, str) else self._inline(part) for part in parts)

    def _inline(self, die: NamedDie) -> str:
        face = self.face(Die(die.face, die.colour))
        return f"{_START}{STYLES.get(die.colour, 'bold')}{_MIDDLE}{face}{_END}"

    def box(self, die: Die, big: bool) -> Block:
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


def painted(words: str) -> Text:
    """Words with the dice in them in their colours."""
    text, at = Text(), 0
    for die in _MARKED.finditer(words):
        text.append(words[at : die.start()])
        text.append(die[2], style=die[1])
        at = die.end()
    return text.append(words[at:])


def unmarked(words: str) -> str:
    """Words with the dice in them, for where there are no colours at all."""
    return _MARKED.sub(r"\2", words)
