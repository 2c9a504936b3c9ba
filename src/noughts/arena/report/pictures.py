"""Ratings with their intervals, and small boards, as SVG. The page's style gives the colours."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from noughts.harmless import for_html
from noughts.notation import names
from noughts.rules import Move, Rules

__all__ = ["grid", "rating_plot", "small_board"]

ROW, AXIS = 32, 28  # of the plot: the height of a player and of the numbers below, in pixels
EDGE = 0.04  # of the plot's width, free at both sides
STEPS = (5, 10, 20, 50, 100, 200, 250, 500, 1000)  # of Elo between two lines of the plot
MOST_LINES = 6  # so that their numbers have room on a phone

CELL = 10  # of a small board, in its own units
ARM, SIDE = 3, 6  # half the size of a mark, and all of it


def rating_plot(table: Sequence[Mapping[str, Any]]) -> str:
    """A dot for each player, on a bar that is its interval.

    The names are text beside the picture, which takes the width that they leave.
    """
    lowest, highest = min(row["low"] for row in table), max(row["high"] for row in table)
    room = max(highest - lowest, 1.0)
    height = ROW * len(table)

    def across(elo: float) -> str:
        return f"{100 * (EDGE + (elo - lowest) / room * (1 - 2 * EDGE)):.1f}%"

    parts = []
    for elo in _lines(lowest, highest):
        style, x = ("zero" if elo == 0 else "line"), across(elo)
        parts.append(f'<line class="{style}" x1="{x}" x2="{x}" y1="0" y2="{height + 4}"/>')
        parts.append(f'<text class="tick" x="{x}" y="{height + 18}">{_signed(elo)}</text>')
    for place, row in enumerate(table):
        y, low, high = ROW * place + ROW // 2, across(row["low"]), across(row["high"])
        parts.append(
            f'<line class="bar" x1="{low}" x2="{high}" y1="{y}" y2="{y}"/>'
            f'<circle class="dot" cx="{across(row["elo"])}" cy="{y}" r="5"/>'
        )
    labels = (f"{place} {for_html(row['name'])}" for place, row in enumerate(table, 1))
    return (
        f'<div class="plot" style="--row:{ROW}px" role="img" aria-label="Plot of the ratings with '
        f'their 95 % intervals; the table has the numbers">'
        f"<div>{''.join(f'<span>{label}</span>' for label in labels)}</div>"
        f'<svg height="{height + AXIS}">{"".join(parts)}</svg></div>'
    )


def _lines(lowest: float, highest: float) -> Iterator[int]:
    """Where the plot has lines: at round numbers."""
    step = next((step for step in STEPS if (highest - lowest) / step <= MOST_LINES), STEPS[-1])
    first = -int(-lowest // step) * step
    yield from range(first, int(highest) + 1, step)


def _signed(elo: int) -> str:
    return f"{elo:+d}" if elo else "0"


def grid(rules: Rules) -> str:
    """The lines of all small boards, once; `small_board` refers to them."""
    width, height = rules.columns * CELL, rules.rows * CELL
    lines = "".join(f"M{c * CELL} 0V{height}" for c in range(rules.columns + 1))
    lines += "".join(f"M0 {r * CELL}H{width}" for r in range(rules.rows + 1))
    return (
        f'<svg class="unseen" aria-hidden="true"><symbol id="grid" overflow="visible">'
        f'<path class="grid" d="{lines}"/></symbol></svg>'
    )


def small_board(rules: Rules, moves: Sequence[Move]) -> str:
    """The board after these moves, X first."""
    crosses, rings = [], []
    for number, move in enumerate(moves):
        row, column = divmod(move, rules.columns)
        x, y = column * CELL + CELL // 2, row * CELL + CELL // 2
        if number % 2 == 0:
            crosses.append(
                f"M{x - ARM} {y - ARM}l{2 * ARM} {2 * ARM}m0-{2 * ARM}l-{2 * ARM} {2 * ARM}"
            )
        else:
            rings.append(f'<circle class="o" cx="{x}" cy="{y}" r="{ARM}"/>')
    width, height = rules.columns * CELL, rules.rows * CELL
    cross = f'<path class="x" d="{"".join(crosses)}"/>' if crosses else ""
    about = " ".join(names(rules, moves)) or "no moves"
    return (
        f'<svg class="small" viewBox="-1 -1 {width + 2} {height + 2}" role="img" '
        f'aria-label="Board after {about}"><use href="#grid"/>{cross}{"".join(rings)}</svg>'
    )
