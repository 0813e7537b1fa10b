"""The rulebook on the screen: every rule with its number, what a table may choose, and the ready-made choices."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from rich.table import Table
from rich.text import Text

from knobel.cli.telling import show_head
from knobel.cli.terminal import Terminal
from knobel.core.game import BOX, Game
from knobel.core.options import Option, merged, options
from knobel.core.words import NamedDie
from knobel.table.game_info import card_of


def show_rules(terminal: Terminal, game: Game, wanted: str = "") -> None:
    """The ledger; or only the rules whose number (or the end of it) was typed."""
    rules = game.ledger(terminal.language)
    chosen = {rule: text for rule, text in rules.items() if _is(rule, wanted)} if wanted else rules
    if not chosen:
        terminal.say("rules.unknown", typed=wanted, known=", ".join(rules))
        return
    width = max(map(len, rules)) + 2
    for rule, text in chosen.items():
        terminal.show_hung(text, width, rule)


def show_card(terminal: Terminal, game: Game) -> None:
    """The game on one card; where it has none, the ledger."""
    card = card_of(game, merged(game.options, {}, {}), terminal.language)
    if card is None:
        show_rules(terminal, game)
        return
    terminal.show(card.goal, "bold")
    terminal.show()
    for number, text in enumerate(card.turn, 1):
        terminal.show_hung(text, 5, f"{number:>3}")
    terminal.show()
    table = Table.grid(padding=(0, 2))
    for row in card.table:
        dice = tuple(NamedDie(die.face or die.colour, die.face, die.colour) for die in row.dice)
        drawn = Text(" ").join(terminal.pen.sentence((die,)) for die in dice)
        table.add_row("", drawn, terminal.fit(row.what), terminal.fit(row.worth))
    terminal.show(table)


def rule_in_words(terminal: Terminal, game: Game, wanted: str) -> str:
    """One rule by its number, or what to type for one."""
    rules = game.ledger(terminal.language)
    found = next((rule for rule in rules if wanted and _is(rule, wanted)), None)
    return f"{found}: {rules[found]}" if found else terminal.text("live.rule", example=next(iter(rules)))


def show_options(terminal: Terminal, game: Game) -> None:
    """What a table may choose: the name to type, what it means, the default, and all it may be."""
    if not (known := options(game.options)):
        return
    terminal.show()
    show_head(terminal, terminal.text("rules.options"), terminal.text("rules.options-how"))
    for option in known:
        label, values = option_words(game, option, terminal.language)
        rule = f"  ({option.rule})" if option.rule else ""
        terminal.show(f"{option.name} = {spelled(option.default)}{rule}", "bold")
        terminal.show_hung(label, 4)
        for value, words in values.items():
            terminal.show_hung(f"{value}: {words}" if words else value, 6)
        if limits := _limits(terminal, option):
            terminal.show_hung(limits, 6)


def show_presets(terminal: Terminal, game: Game) -> None:
    """The ready-made choices. The box rules are always among them."""
    terminal.show()
    show_head(terminal, terminal.text("rules.presets"), terminal.text("rules.presets-how"))
    for name, words, chosen in presets(terminal, game):
        settings = ", ".join(f"{option}={spelled(value)}" for option, value in chosen.items())
        offered = f" ({terminal.text('rules.offered')})" if name == game.offered != BOX else ""
        terminal.show((f"{name}: {words}" if words else name) + offered)
        if settings:
            terminal.show_hung(settings, 4, style="dim")


def presets(terminal: Terminal, game: Game) -> list[tuple[str, str, dict[str, object]]]:
    """Each preset: its name, its words and the options it sets."""
    words = game.words.under("presets", terminal.language)
    boxed = words.get(BOX) or terminal.text("rules.box")
    known: dict[str, Mapping[str, object]] = {BOX: {}, **game.presets}
    return [(name, boxed if name == BOX else words.get(name, ""), dict(chosen)) for name, chosen in known.items()]


def option_words(game: Game, option: Option, language: str) -> tuple[str, dict[str, str]]:
    """What an option means, and what each of its choices means."""
    words = game.words.under(f"options.{option.name}", language)
    return words.get("label", ""), {spelled(choice): words.get(spelled(choice), "") for choice in option.choices}


def _is(rule: str, wanted: str) -> bool:
    number, typed = rule.upper(), wanted.upper()
    return number == typed or number.rpartition("-")[2].lstrip("0") == typed.lstrip("0")


def _limits(terminal: Terminal, option: Option) -> str:
    if option.least is not None and option.most is not None:
        return terminal.text("rules.between", least=option.least, most=option.most)
    if option.least is not None:
        return terminal.text("rules.least", least=option.least)
    return terminal.text("rules.most", most=option.most) if option.most is not None else ""


def spelled(value: object) -> str:
    """A value as a person types it: words as they are, everything else as in JSON.

    >>> spelled("longest"), spelled(True), spelled((1, 2))
    ('longest', 'true', '[1,2]')
    """
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
