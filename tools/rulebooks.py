"""Writes docs/games/<game>.md from each game's ledger and options, and the table of games in the README: `make docs`.

With --check it only compares.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

from knobel.core.game import BOX, Game
from knobel.core.options import Option, options
from knobel.core.registry import all_games

ROOT = Path(__file__).absolute().parent.parent
README = ROOT / "README.md"
TABLE = re.compile(r"(?<=<!-- the games: written by `make docs` -->\n).*?(?=\n<!-- until here -->)", re.DOTALL)
"""Where the README has its table of games."""


def table(games: Iterable[Game]) -> str:
    """The games as the README has them: who can play, and what it feels like."""
    rows = (
        f"| [{game.title()}](docs/games/{game.name}.md) | {game.seats[0]}–{game.seats[-1]}"
        f" | {game.words.template('tagline', 'en')} |"
        for game in games
    )
    return "\n".join(("| game | players | what it feels like |", "|---|---|---|", *rows))


def page(game: Game) -> str:
    """A game's rulebook as a page: rules, readings, options, presets."""
    ledger = game.ledger()
    readings = {rule: text for rule, text in ledger.items() if "-R" in rule}
    lines = [
        f"# {game.title()}",
        "",
        f"*{game.words.template('tagline', 'en')}* For {game.seats[0]} to {game.seats[-1]} players.",
        "",
        f"Made from the game's own ledger and options by `make docs`; `knobel rules {game.name}` prints the same.",
        "",
        "## Rules",
        "",
        *(f"- **{rule}** {text}" for rule, text in ledger.items() if rule not in readings),
        "",
        *(["## Readings", "", "What the sheet leaves open, and how we play it.", ""] if readings else []),
        *(f"- **{rule}** {text}" for rule, text in readings.items()),
        *([""] if readings else []),
        "## Options",
        "",
        "| option | default | may be | rule | what it does |",
        "|---|---|---|---|---|",
        *(row(game, option) for option in options(game.options)),
        "",
        "## Presets",
        "",
        f"- `{BOX}`: {game.words.template('presets.box', 'en') or 'Box rules'} (every option at its default)",
        *(preset(game, name) for name in game.presets),
        "",
    ]
    return "\n".join(lines)


def row(game: Game, option: Option) -> str:
    """One option as a row of the table."""
    label = game.words.template(f"options.{option.name}.label", "en") or ""
    choices = [
        f"{game.words.template(f'options.{option.name}.{choice}', 'en')} (`{shown(choice)}`)"
        for choice in option.choices
        if not isinstance(choice, bool)
    ]
    meaning = f"{label}: {'; '.join(choices)}" if choices else label
    return f"| `{option.name}` | `{shown(option.default)}` | {allowed(option)} | {option.rule} | {meaning} |"


def allowed(option: Option) -> str:
    """What values an option takes."""
    if option.least is not None and option.most is not None:
        return f"{option.least} – {option.most}"
    if option.choices and all(isinstance(choice, str | bool | int) for choice in option.choices):
        listed = ", ".join(f"`{shown(choice)}`" for choice in option.choices)
        return listed if option.exhaustive else f"{listed}, or a number"
    return "a list" if option.listed else "a number"


def shown(value: object) -> str:
    """A value as it is typed."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(map(str, value)) or "none"
    return str(value)


def preset(game: Game, name: str) -> str:
    """One preset as a line."""
    values = ", ".join(f"`{option}={shown(value)}`" for option, value in game.presets[name].items())
    return f"- `{name}`: {game.words.template(f'presets.{name}', 'en')} ({values})"


def main() -> int:
    """Writes the pages, or says which are not up to date."""
    check = "--check" in sys.argv[1:]
    house = [game for game in all_games().values() if game.rulebook.__module__.startswith("knobel.")]
    wanted = {ROOT / "docs" / "games" / f"{game.name}.md": page(game) for game in house}
    wanted[README] = TABLE.sub(lambda _: table(house), README.read_text("utf-8"))
    stale = [path for path, text in wanted.items() if not path.is_file() or path.read_text("utf-8") != text]
    for path in stale:
        if check:
            print(f"{path.relative_to(ROOT)} is not up to date: run `make docs`", file=sys.stderr)
        else:
            path.write_text(wanted[path], "utf-8")
            print(f"wrote {path.relative_to(ROOT)}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
