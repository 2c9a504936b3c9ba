"""Boards as text and as pictures. A drawing knows no rules, only what to put where."""

from collections.abc import Collection, Sequence

from noughts.notation import ROW_LETTERS
from noughts.rules import Move, Rules

__all__ = ["BLUE", "GREEN", "GREY", "ORANGE", "boxed", "compact", "marks_svg", "svg"]

# Okabe and Ito's colours: they stay apart for colour-blind eyes. The marks differ in shape as well.
BLUE, ORANGE, GREEN, GREY = "#0072B2", "#D55E00", "#009E73", "#767676"


def compact(rules: Rules, labels: Sequence[str], *, centred: bool = False) -> str:
    """One line of text a row; the labels are padded to the widest.

    >>> print(compact(Rules(2, 3, 3), "x.o..."))
      1 2 3
    a x . o
    b . . .
    """
    width = max(len(str(rules.columns)), *(len(label) for label in labels))
    pad = str.center if centred else str.rjust

    def line(head: str, words: Sequence[str]) -> str:
        return " ".join([head, *(pad(word, width) for word in words)]).rstrip()

    numbers = [str(c + 1) for c in range(rules.columns)]
    rows = [labels[r * rules.columns : (r + 1) * rules.columns] for r in range(rules.rows)]
    return "\n".join([line(" ", numbers), *map(line, ROW_LETTERS, rows)])


def boxed(rules: Rules, labels: Sequence[str], *, ascii_only: bool = False) -> str:
    """A board with ruled lines; the labels are centred in cells as wide as the widest."""
    width = max(3, *(len(label) for label in labels))
    # left, between and right of the cells: in the top, the inner and the bottom rule; then in a row
    corners = ["+++", "+++", "+++", "|||"] if ascii_only else ["┌┬┐", "├┼┤", "└┴┘", "│││"]
    bar = ("-" if ascii_only else "─") * width
    top, inner, bottom = (f"  {c[0]}{c[1].join([bar] * rules.columns)}{c[2]}" for c in corners[:3])
    left, between, right = corners[3]

    def row(r: int) -> str:
        words = labels[r * rules.columns : (r + 1) * rules.columns]
        centred = between.join(word.center(width) for word in words)
        return f"{ROW_LETTERS[r]} {left}{centred}{right}"

    head = "   " + " ".join(str(c + 1).center(width) for c in range(rules.columns))
    body = f"\n{inner}\n".join(row(r) for r in range(rules.rows))
    return "\n".join([head.rstrip(), top, body, bottom])


def svg(rules: Rules, cells: str, *, won: Collection[Move] = (), cell: int = 36) -> str:
    """The whole board as an SVG picture, with the names of its rows and columns."""
    width, height = cell * (rules.columns + 1), cell * (rules.rows + 1)
    half = cell // 2
    text = f'font-family="sans-serif" font-size="{cell * 0.36:.0f}" fill="{GREY}"'
    text += ' text-anchor="middle" dominant-baseline="central"'
    columns = "".join(
        f'<text x="{cell + c * cell + half}" y="{half}">{c + 1}</text>'
        for c in range(rules.columns)
    )
    letters = "".join(
        f'<text x="{half}" y="{cell + r * cell + half}">{ROW_LETTERS[r]}</text>'
        for r in range(rules.rows)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" aria-label="{rules} board">'
        f"<g {text}>{columns}{letters}</g>"
        f'<g transform="translate({cell - half / 2:g} {cell - half / 2:g})">'
        f"{marks_svg(rules, cells, cell, won=won)}</g></svg>"
    )


def marks_svg(
    rules: Rules, cells: str, cell: float, *, won: Collection[Move] = (), last: Move | None = None
) -> str:
    """Grid and marks of a board as an SVG fragment with its top left at 0, 0."""
    width, height = rules.columns * cell, rules.rows * cell
    rule = [f"M{c * cell:g} 0V{height:g}" for c in range(rules.columns + 1)]
    rule += [f"M0 {r * cell:g}H{width:g}" for r in range(rules.rows + 1)]
    parts = [f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>']
    marked = {move: "#CCEBDF" for move in won}
    if last is not None:
        marked.setdefault(last, "#F0E442")
    for move, colour in marked.items():
        r, c = divmod(move, rules.columns)
        parts.append(
            f'<rect x="{c * cell:g}" y="{r * cell:g}" width="{cell:g}" height="{cell:g}" '
            f'fill="{colour}"/>'
        )
    parts.append(f'<path d="{"".join(rule)}" stroke="#999" stroke-width="{cell / 36:.2g}"/>')
    crosses, rings = [], []
    arm = cell * 0.28
    for move, mark in enumerate(cells):
        r, c = divmod(move, rules.columns)
        x, y = (c + 0.5) * cell, (r + 0.5) * cell
        if mark == "x":
            crosses.append(f"M{x - arm:g} {y - arm:g}l{2 * arm:g} {2 * arm:g}m0 {-2 * arm:g}")
            crosses.append(f"l{-2 * arm:g} {2 * arm:g}")
        elif mark == "o":
            rings.append(f'<circle cx="{x:g}" cy="{y:g}" r="{arm:g}"/>')
    stroke = f'fill="none" stroke-width="{cell * 0.11:.2g}" stroke-linecap="round"'
    if crosses:
        parts.append(f'<path d="{"".join(crosses)}" stroke="{BLUE}" {stroke}/>')
    if rings:
        parts.append(f'<g stroke="{ORANGE}" {stroke}>{"".join(rings)}</g>')
    return "".join(parts)
