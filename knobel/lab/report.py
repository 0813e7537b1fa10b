"""A comparison as one file that can be sent around: what changes for sure, every figure with its interval, and plots.

The plots are drawn here as SVG, without a library: dots with their intervals, and lines of how long games are.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Any, cast

import msgspec

from knobel.core.registry import game as game_called
from knobel.core.words import HOUSE, Argument, Catalogue, Percent, Say, Voice, percent
from knobel.lab.estimates import MEASURES, ComparedVariant, Comparison, Measure
from knobel.lab.measuring import DECISION_S, MATTERS, MAX_TRIED, MOVE_S, ROUNDS, SURELY, THROW_S
from knobel.lab.plan import ComparisonPlan
from knobel.table.seats import level_name

LAB_WORDS = Catalogue.of_package("knobel.lab", HOUSE)

PARTS = ("first", "settled", "skill", "luck", "spread")
"""Measures that are parts of a whole."""
COLOURS = ("#5b6770", "#c0392b", "#1f6fb2", "#2e8b57", "#b8860b", "#7d3c98")
"""A colour a variant; each also has dashes and a mark of its own, for those who do not see colours."""
DASHES = ("", "8 4", "2 4", "12 4 2 4", "6 6", "1 3")
WIDE, ROW, EDGE = 620, 26, 150
MAX_BARS = 60

STYLE = """
:root{--ink:#1b1f23;--faint:#6a737d;--rule:#d8dce0;--ground:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#e6e8ea;--faint:#9aa4ad;--rule:#3a4148;--ground:#16191c}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground)}
body{max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.7rem;line-height:1.2}h2{font-size:1.2rem;margin-top:2.2rem}h3{font-size:1rem;margin:1.4rem 0 .2rem}
.faint,small{color:var(--faint)}.wide{overflow-x:auto}table{border-collapse:collapse}
th,td{text-align:right;padding:.3rem .8rem;border-bottom:1px solid var(--rule);vertical-align:top}
th:first-child,td:first-child{text-align:left;font-weight:normal;padding-left:0}
td small{display:block;white-space:nowrap}
svg{max-width:100%;height:auto;display:block}svg text{fill:var(--ink);font:13px system-ui,sans-serif}
svg .faint{fill:var(--faint)}svg .rule{stroke:var(--rule)}dt{font-weight:600;margin-top:.6rem}dd{margin:0}
code{overflow-wrap:anywhere}
"""


def text(language: str, key: str, **args: Argument) -> str:
    """Words of the lab."""
    return LAB_WORDS.text(Say(key, args), Voice(language=language))


def figure(name: str, value: float, language: str, signed: bool = False) -> str:
    """A measure as a language writes it.

    >>> figure("turns", 38.25, "de"), figure("skill", 0.123, "en"), figure("turns", -2, "en", signed=True)
    ('38,2', '12.3%', '−2.0')
    """
    from babel.numbers import format_decimal

    size = abs(value) if signed else value
    told = percent(size, language) if name in PARTS else format_decimal(size, "#,##0.0", language)
    told = told.replace("-", "−")
    return f"{'−' if value < 0 else '+'}{told}" if signed else told


def variant_name(shown: ComparedVariant, language: str) -> str:
    """What a variant is called."""
    return shown.variant.name or text(language, "report.box")


def rules_named(plan: ComparisonPlan, language: str) -> str:
    """The rules that all else is compared with: what they have that the box has not."""
    given = _given(plan)
    return ", ".join(f"{name}={value}" for name, value in given.items()) or text(language, "report.box-rules")


def _given(plan: ComparisonPlan) -> dict[str, str]:
    box = msgspec.json.decode(msgspec.json.encode(game_called(plan.game).options()))
    return {name: _typed(value) for name, value in plan.variants[0].options.items() if value != box[name]}


def _typed(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ",".join(map(_typed, cast("Sequence[Any]", value)))
    return str(value).lower() if isinstance(value, bool) else str(value)


def command_for(plan: ComparisonPlan) -> str:
    """The command that plays the same again."""
    words = ["knobel", "compare", plan.game]
    words += [f"--option={name}={value}" for name, value in _given(plan).items()]
    words += [f"--with={variant.name}" for variant in plan.variants[1:]]
    words += [f"--players={plan.players}", f"--games={plan.games}", f"--seed={plan.seed}"]
    return shlex.join(words)


def told_of(comparison: Comparison) -> list[str]:
    """The measures that there is something to tell of, in order."""
    return [name for name in MEASURES if any(name in shown.measures for shown in comparison.variants)]


def compared(comparison: Comparison) -> int:
    """How many figures are compared with those of the first variant; luck is what skill leaves, and not counted."""
    first = comparison.variants[0].measures.keys() - {"luck"}
    return sum(len(first & shown.measures.keys()) for shown in comparison.variants[1:])


def changes(comparison: Comparison, shown: ComparedVariant, language: str) -> list[str]:
    """What a variant changes for sure, in sentences."""
    first = comparison.variants[0]
    return [
        text(
            language,
            "report.change",
            what=text(language, f"measure.{name}"),
            before=figure(name, first.measures[name].value, language),
            after=figure(name, measure.value, language),
            change=figure(name, measure.change, language, signed=True),
            low=figure(name, measure.change_low, language, signed=True),
            high=figure(name, measure.change_high, language, signed=True),
        )
        for name, measure in shown.measures.items()
        if measure.differs and name != "luck"
    ]


def notes(plan: ComparisonPlan, names: Sequence[str], language: str) -> Iterator[tuple[str, str]]:
    """How each measure came about: what it is called, and what was done."""
    numbers: dict[str, Argument] = {
        "throw": THROW_S,
        "decision": DECISION_S,
        "move": MOVE_S,
        "part": Percent(MATTERS, 0),
    }
    for name in names:
        if name == "luck":
            continue
        levels = ", ".join(level_name(level, language) for level in plan.levels)
        said = text(language, f"how.{name}", levels=levels, **numbers)
        if name == "matter":
            kind = "matter-exact" if plan.exact else "matter-tried"
            said += " " + text(
                language, f"how.{kind}", n=plan.looked, rounds=ROUNDS, moves=MAX_TRIED, surely=int(SURELY)
            )
        title = text(language, f"measure.{name}")
        yield (f"{title}, {text(language, 'measure.luck')}" if name == "skill" else title), said


def report(comparison: Comparison, language: str = "en") -> str:
    """All of it as one page that needs nothing else."""
    plan = comparison.plan
    title = text(language, "report.title", game=game_called(plan.game).title(language))
    played = text(language, "report.played", players=plan.players, games=plan.games, seed=plan.seed)
    base = text(language, "report.base", rules=rules_named(plan, language))
    names = told_of(comparison)
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(f'{played} {base}')}</p>",
        f"<h2>{escape(text(language, 'report.changes'))}</h2>",
        *_changes(comparison, language),
        f'<p class="faint">{escape(text(language, "report.sure", n=compared(comparison)))}</p>',
        f"<h2>{escape(text(language, 'report.all'))}</h2>",
        _table(comparison, names, language),
        f'<p class="faint">{escape(text(language, "report.intervals"))}</p>',
        *(_plot(comparison, name, language) for name in names if name != "luck"),
        f"<h3>{escape(text(language, 'report.histogram'))}</h3>",
        _histogram(comparison, language),
    ]
    if plan.levels and comparison.variants[0].levels:
        parts += [f"<h3>{escape(text(language, 'report.levels'))}</h3>", _levels(comparison, language)]
    parts += [f"<h2>{escape(text(language, 'report.how'))}</h2>", "<dl>"]
    parts += [f"<dt>{escape(what)}</dt><dd>{escape(how)}</dd>" for what, how in notes(plan, names, language)]
    parts += ["</dl>", f"<p>{escape(text(language, 'how.again'))} <code>{escape(command_for(plan))}</code></p>"]
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def _changes(comparison: Comparison, language: str) -> Iterator[str]:
    for shown in comparison.variants[1:]:
        level = text(language, "report.by", level=level_name(shown.variant.level, language))
        yield f"<h3>{escape(shown.variant.name)} <small>{escape(level)}</small></h3>"
        found = changes(comparison, shown, language) or [text(language, "report.none")]
        yield f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in found)}</ul>"


def _table(comparison: Comparison, names: Sequence[str], language: str) -> str:
    heads = "".join(f"<th>{escape(variant_name(shown, language))}</th>" for shown in comparison.variants)
    rows = [f"<tr><th></th>{heads}</tr>"]
    for name in names:
        cells = "".join(_cell(name, shown.measures.get(name), language) for shown in comparison.variants)
        rows.append(f"<tr><td>{escape(text(language, f'measure.{name}'))}</td>{cells}</tr>")
    return f'<div class="wide"><table>{"".join(rows)}</table></div>'


def _cell(name: str, measure: Measure | None, language: str) -> str:
    if measure is None:
        return "<td>–</td>"
    value = figure(name, measure.value, language)
    value = f"<b>{value}</b>" if measure.differs else value
    games = escape(text(language, "report.games", n=measure.games))
    return f"<td>{value}<small>{between(name, measure, language)}</small><small>{games}</small></td>"


def between(name: str, measure: Measure, language: str) -> str:
    """The interval of a measure."""
    return f"{figure(name, measure.low, language)} – {figure(name, measure.high, language)}"


# Plots ----------------------------------------------------------------------------------------------------------------


def _plot(comparison: Comparison, name: str, language: str) -> str:
    shown = [(number, each.measures[name]) for number, each in enumerate(comparison.variants) if name in each.measures]
    named = [variant_name(each, language) for each in comparison.variants]
    rows = [(number, named[number], measure) for number, measure in shown]
    return f"<h3>{escape(text(language, f'measure.{name}'))}</h3>" + _dots(name, rows, language)


def _levels(comparison: Comparison, language: str) -> str:
    rows = [
        (number, f"{level_name(level, language)}, {variant_name(shown, language)}", shown.levels[level])
        for level in reversed(comparison.plan.levels)
        for number, shown in enumerate(comparison.variants)
    ]
    return _dots("skill", rows, language)


def _dots(name: str, rows: Sequence[tuple[int, str, Measure]], language: str) -> str:
    """A row each: a dot, and the interval around it."""
    low, high = min(row[2].low for row in rows), max(row[2].high for row in rows)
    room = (high - low) or 1.0
    ticks = _ticks(low - room * 0.05, high + room * 0.05)
    low, high = min(low, ticks[0]), max(high, ticks[-1])
    edge = max(EDGE, 8 * max(len(label) for _, label, _ in rows))

    def across(value: float) -> float:
        return edge + (WIDE - edge - 30) * (value - low) / ((high - low) or 1.0)

    tall = ROW * len(rows) + 30
    drawn = [
        f'<line class="rule" x1="{across(tick):.1f}" x2="{across(tick):.1f}" y1="6" y2="{tall - 22}"/>'
        f'<text class="faint" text-anchor="middle" x="{across(tick):.1f}" y="{tall - 6}">'
        f"{escape(figure(name, tick, language))}</text>"
        for tick in ticks
    ]
    for place, (number, label, measure) in enumerate(rows):
        y, colour = ROW * place + 20, COLOURS[number % len(COLOURS)]
        drawn.append(
            f'<text x="0" y="{y + 4}">{escape(label)}</text>'
            f'<line x1="{across(measure.low):.1f}" x2="{across(measure.high):.1f}" y1="{y}" y2="{y}" stroke="{colour}" '
            f'stroke-width="3"/><circle cx="{across(measure.value):.1f}" cy="{y}" r="5" fill="{colour}"/>'
        )
    return f'<svg viewBox="0 0 {WIDE} {tall}" width="{WIDE}" role="img">{"".join(drawn)}</svg>'


def _ticks(low: float, high: float) -> list[float]:
    """A few round numbers that lie within.

    >>> _ticks(0.7, 3.1)
    [1.0, 1.5, 2.0, 2.5, 3.0]
    """
    rough = (high - low) / 6
    power = 10.0 ** floor(log10(rough))
    step = next(size * power for size in (1, 2, 5, 10) if size * power >= rough)
    return [round(step * number, 9) for number in range(ceil(low / step), floor(high / step) + 1)]


def _histogram(comparison: Comparison, language: str) -> str:
    """A line each: how many of a hundred games take so many turns."""
    last = max(shown.lengths[int(len(shown.lengths) * 0.995)] for shown in comparison.variants)
    first = min(shown.lengths[0] for shown in comparison.variants)
    width = -(-(last - first + 1) // MAX_BARS)
    bars = range(first, last + 1, width)
    parts = [
        [sum(start <= turns < start + width for turns in shown.lengths) / len(shown.lengths) for start in bars]
        for shown in comparison.variants
    ]
    top = max(max(each) for each in parts) or 1.0
    legend = 20 * len(comparison.variants)
    tall, under = 240 + legend, 210 + legend

    def across(place: float) -> float:
        return 40 + (WIDE - 60) * place / len(bars)

    def up(part: float) -> float:
        return under - 190 * part / top

    drawn = [
        f'<line class="rule" x1="40" x2="{WIDE - 20}" y1="{up(part):.1f}" y2="{up(part):.1f}"/>'
        f'<text class="faint" x="0" y="{up(part) + 4:.1f}">{escape(percent(part, language, 0))}</text>'
        for part in _ticks(-top * 0.01, top)
    ]
    for tick in _ticks(first - 0.5, last):
        if tick == int(tick):
            x = across((tick - first) / width + 0.5)
            drawn.append(f'<text class="faint" text-anchor="middle" x="{x:.1f}" y="{tall - 10}">{tick:.0f}</text>')
    for number, each in enumerate(parts):
        points = " ".join(
            f"{across(place + side):.1f},{up(part):.1f}" for place, part in enumerate(each) for side in (0, 1)
        )
        colour = COLOURS[number % len(COLOURS)]
        drawn.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2" '
            f'stroke-dasharray="{DASHES[number % len(DASHES)]}"/>'
            f'<text x="{WIDE - 20}" y="{18 + 18 * number}" text-anchor="end" style="fill:{colour}">'
            f"{escape(variant_name(comparison.variants[number], language))}</text>"
        )
    return f'<svg viewBox="0 0 {WIDE} {tall}" width="{WIDE}" role="img">{"".join(drawn)}</svg>'
