"""Curves of a study as a small SVG picture that any page can show."""

from __future__ import annotations

from html import escape

from landbridge.study.balance import Curve

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 760, 240, 44, 30, 28, 12
COLOURS = ("#8a2f22", "#2f5d50", "#7a6a3a", "#35506e")


def picture(curves: tuple[Curve, ...], title: str) -> str:
    """The middle of each figure as a line, with a band from its low to its high quarter."""
    steps = max((curve.steps for curve in curves), key=len)
    top = max((value for curve in curves for value in curve.high), default=1.0) or 1.0

    def across(place: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * place / max(1, len(steps) - 1)

    def up(value: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * value / top

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        ' font-family="sans-serif" font-size="11">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf8f0"/>',
        f'<text x="{LEFT}" y="16" font-size="13" fill="#222">{escape(title)}</text>',
    ]
    for mark in range(5):
        value = top * mark / 4
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{up(value):.1f}" y2="{up(value):.1f}"'
            f' stroke="#ddd6c4"/><text x="{LEFT - 6}" y="{up(value) + 4:.1f}"'
            f' text-anchor="end" fill="#555">{value:.0f}</text>'
        )
    every = max(1, len(steps) // 8)
    parts += [
        f'<text x="{across(place):.1f}" y="{HEIGHT - 12}" text-anchor="middle"'
        f' fill="#555">{escape(steps[place])}</text>'
        for place in range(0, len(steps), every)
    ]
    for number, curve in enumerate(curves):
        colour = COLOURS[number % len(COLOURS)]
        at = [steps.index(step) for step in curve.steps]
        band = [f"{across(p):.1f},{up(v):.1f}" for p, v in zip(at, curve.high, strict=True)]
        band += [
            f"{across(p):.1f},{up(v):.1f}"
            for p, v in reversed(list(zip(at, curve.low, strict=True)))
        ]
        line = [f"{across(p):.1f},{up(v):.1f}" for p, v in zip(at, curve.middle, strict=True)]
        parts.append(f'<polygon points="{" ".join(band)}" fill="{colour}" opacity="0.16"/>')
        parts.append(
            f'<polyline points="{" ".join(line)}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
        parts.append(
            f'<text x="{WIDTH - RIGHT - 4}" y="{16 + 13 * number}" text-anchor="end"'
            f' fill="{colour}">{escape(curve.name)}</text>'
        )
    parts.append("</svg>")
    return "\n".join(parts) + "\n"
