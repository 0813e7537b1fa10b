"""The chances of a game as a picture: one line a seat, from the first move to the last."""

from __future__ import annotations

from html import escape

from knobel.coach.review import Review

WIDE, HIGH, EDGE, LINE = 900, 360, 44, 13
STROKES = ("#c0392b", "#1f6fb2", "#2e8b57", "#b8860b", "#7d3c98", "#444444")
"""A colour a seat; each line also has dashes of its own, for those who do not see colours."""
DASHES = ("", "8 4", "2 4", "12 4 2 4", "6 6", "1 3")


def chart(review: Review) -> str:
    """An SVG of everybody's winning chance; what decided the game is marked."""
    steps = review.steps
    last = max(1, len(steps))

    def across(number: int) -> float:
        return EDGE + (WIDE - 2 * EDGE) * number / last

    def up(chance: float) -> float:
        return HIGH - EDGE - (HIGH - 2 * EDGE) * chance

    room = (WIDE - 2 * EDGE) // len(review.seats)
    lines: list[str] = []
    for seat in review.seats:
        chances = [seat.start, *(step.after[seat.seat] for step in steps)]
        points = " ".join(f"{across(number):.1f},{up(chance):.1f}" for number, chance in enumerate(chances))
        stroke, dashes = STROKES[seat.seat % len(STROKES)], DASHES[seat.seat % len(DASHES)]
        lines.append(
            f'<polyline points="{points}" fill="none" stroke="{stroke}" stroke-width="2" stroke-dasharray="{dashes}"/>'
            f'<text x="{EDGE + room * seat.seat}" y="{EDGE - 14}" fill="{stroke}">{escape(seat.name)}</text>'
        )
    marks = [
        f'<line x1="{across(number):.1f}" x2="{across(number):.1f}" y1="{EDGE}" y2="{HIGH - EDGE}" stroke="#999"/>'
        f'<text x="{across(number) + 3:.1f}" y="{HIGH - EDGE + LINE * row}" fill="#666">{number}</text>'
        for row, number in enumerate(review.deciding, 1)
    ]
    scale = [
        f'<line x1="{EDGE}" x2="{WIDE - EDGE}" y1="{up(part / 4):.1f}" y2="{up(part / 4):.1f}" stroke="#ddd"/>'
        f'<text x="2" y="{up(part / 4) + 4:.1f}" fill="#666">{25 * part} %</text>'
        for part in range(5)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" font-family="sans-serif" font-size="12">'
        f'<rect width="{WIDE}" height="{HIGH}" fill="#fff"/>{"".join(scale)}{"".join(marks)}{"".join(lines)}</svg>\n'
    )
