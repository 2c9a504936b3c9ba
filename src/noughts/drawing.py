"""Boards as text and as pictures. A drawing does not know the rules, only what to put where."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import chain, pairwise
from typing import Literal, TypeAlias

from noughts.notation import ROWS, Notation
from noughts.rules import OTHER, Mark, Move, Rules

__all__ = ["BLUE", "GREY", "ORANGE", "Box", "Notes", "Paint", "boxed", "compact", "game_svg"]
__all__ += ["growth_svg", "svg", "tight", "tree_page", "tree_svg", "tree_width"]

# Okabe and Ito's colours, which colour-blind people can tell apart. The marks also differ in shape.
BLUE, ORANGE, GREY = "#0072B2", "#D55E00", "#767676"
LAST, WON = "#F0E442", "#CCEBDF"  # behind the last move and behind a winning line


Paint: TypeAlias = Callable[[Move, str], str]  # may add colour to the text of a cell


def _plain(cell: Move, text: str) -> str:
    return text


def compact(
    rules: Rules,
    labels: Sequence[str],
    *,
    notation: Notation = ROWS,
    gap: str = " ",
    paint: Paint = _plain,
) -> str:
    """One line of text per row; labels are centred in cells as wide as the widest label.

    >>> print(compact(Rules(2, 3, 3), "x.o..."))
      1 2 3
    a x . o
    b . . .
    """
    columns, rows = notation.column_names(rules), _right_aligned(notation.row_names(rules))
    width = max(*map(len, columns), *map(len, labels))
    head = gap.join(column.center(width) for column in columns)

    def row(r: int) -> str:
        cells = range(r * rules.columns, (r + 1) * rules.columns)
        return gap.join(_centred(cell, labels[cell], width, paint) for cell in cells)

    lines = [" " * len(rows[0]) + gap + head]
    lines += [rows[r] + gap + row(r) for r in range(rules.rows)]
    return "\n".join(line.rstrip() for line in lines)


def tight(
    rules: Rules, labels: Sequence[str], *, notation: Notation = ROWS, paint: Paint = _plain
) -> str:
    """Two characters a cell: what stands beside a mark, as in `[x]`, goes between the cells.

    >>> print(tight(Rules(2, 3, 3), ["x", "[o]", ".", "*x*", "*x*", "."]))
      1 2 3
    a x[o].
    b*x*x*.
    """
    columns, rows = notation.column_names(rules), _right_aligned(notation.row_names(rules))
    margin = " " * len(rows[0])
    heads = [
        f"{margin} {' '.join(digits)}" for digits in zip(*_right_aligned(columns), strict=True)
    ]

    def row(r: int) -> str:
        cells = range(r * rules.columns, (r + 1) * rules.columns)
        three = [labels[cell].center(3) for cell in cells]
        before = [three[0][0], *(max(a[2], b[0]) for a, b in pairwise(three)), three[-1][2]]
        marks = [paint(cell, label[1]) for cell, label in zip(cells, three, strict=True)]
        return rows[r] + "".join(chain(*zip(before, [*marks, ""], strict=True)))

    return "\n".join(line.rstrip() for line in [*heads, *map(row, range(rules.rows))])


def _centred(cell: Move, label: str, width: int, paint: Paint) -> str:
    """Only the label is painted, not the blanks around it: none must be left at the end."""
    text = label.strip()
    return label.center(width).replace(text, paint(cell, text)) if text else " " * width


def _right_aligned(words: Sequence[str]) -> list[str]:
    width = max(map(len, words))
    return [word.rjust(width) for word in words]


def boxed(
    rules: Rules,
    labels: Sequence[str],
    *,
    notation: Notation = ROWS,
    ascii_only: bool = False,
    paint: Paint = _plain,
) -> str:
    """A board with ruled lines; labels are centred in cells as wide as the widest label."""
    width = max(3, max(map(len, labels)))
    rows = _right_aligned(notation.row_names(rules))
    margin = " " * len(rows[0])
    # left of, between and right of the cells: in the top, inner and bottom rules, then in a row
    corners = ["+++", "+++", "+++", "|||"] if ascii_only else ["┌┬┐", "├┼┤", "└┴┘", "│││"]
    bar = ("-" if ascii_only else "─") * width
    top, inner, bottom = (
        f"{margin} {c[0]}{c[1].join([bar] * rules.columns)}{c[2]}" for c in corners[:3]
    )
    left, between, right = tuple(corners[3])

    def row(r: int) -> str:
        cells = range(r * rules.columns, (r + 1) * rules.columns)
        centred = between.join(_centred(cell, labels[cell], width, paint) for cell in cells)
        return f"{rows[r]} {left}{centred}{right}"

    columns = notation.column_names(rules)
    head = f"{margin}  " + " ".join(column.center(width) for column in columns)
    body = f"\n{inner}\n".join(row(r) for r in range(rules.rows))
    return "\n".join([head.rstrip(), top, body, bottom])


@dataclass(frozen=True)
class Notes:
    """Text in the cells of a picture: in the middle of an empty cell, in a corner beside a mark."""

    texts: Mapping[Move, str] = field(default_factory=dict)
    shades: Mapping[Move, str] = field(default_factory=dict)  # the colours behind some cells
    bold: Collection[Move] = ()

    def svg(self, rules: Rules, cells: str, cell: float) -> str:
        """The texts as an SVG fragment; each is as large as its cell allows."""
        parts = []
        for move, text in self.texts.items():
            r, c = divmod(move, rules.columns)
            free = cells[move] == "."
            x, y = (c + (0.5 if free else 0.97)) * cell, (r + (0.5 if free else 0.85)) * cell
            size = cell * (min(0.3, 1.4 / max(1, len(text))) if free else 0.28)
            weight = ' font-weight="bold"' if move in self.bold else ""
            anchor = "middle" if free else "end"
            parts.append(
                f'<text x="{x:g}" y="{y:g}" font-size="{size:.3g}" text-anchor="{anchor}"{weight}>'
                f"{escape(text)}</text>"
            )
        # The white edge keeps a number legible where it touches its mark.
        style = 'font-family="sans-serif" dominant-baseline="central" fill="#222" '
        style += f'paint-order="stroke" stroke="#fff" stroke-width="{cell / 18:.2g}"'
        return f"<g {style}>{''.join(parts)}</g>" if parts else ""


def svg(
    rules: Rules,
    cells: str,
    *,
    won: Collection[Move] = (),
    notes: Notes | None = None,
    about: str = "",
) -> str:
    """The whole board as an SVG picture, with the names of its rows and columns."""
    notes = notes or Notes()
    cell = 52 if any(len(text) > 3 for text in notes.texts.values()) else 36
    margin = cell * 0.8  # for the names above and to the left
    width, height = margin + cell * (rules.columns + 0.2), margin + cell * (rules.rows + 0.2)
    text = f'font-family="sans-serif" font-size="{cell * 0.36:.0f}" fill="{GREY}"'
    text += ' text-anchor="middle" dominant-baseline="central"'
    columns = "".join(
        f'<text x="{margin + (c + 0.5) * cell:g}" y="{margin / 2:g}">{name}</text>'
        for c, name in enumerate(ROWS.column_names(rules))
    )
    rows = "".join(
        f'<text x="{margin / 2:g}" y="{margin + (r + 0.5) * cell:g}">{name}</text>'
        for r, name in enumerate(ROWS.row_names(rules))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img" '
        f'aria-label="{escape(about or f"{rules} board")}">'
        f"<g {text}>{columns}{rows}</g>"
        f'<g transform="translate({margin:g} {margin:g})">'
        f"{marks_svg(rules, cells, cell, marked={**notes.shades, **dict.fromkeys(won, WON)})}"
        f"{notes.svg(rules, cells, cell)}</g></svg>"
    )


def game_svg(
    rules: Rules, cells: str, moves: Sequence[Move], *, won: Collection[Move] = (), about: str = ""
) -> str:
    """The board after these moves, the last of the game, each with its number."""
    numbers = Notes({move: str(number) for number, move in enumerate(moves, 1)})
    return svg(rules, cells, won=won, notes=numbers, about=about)


def marks_svg(rules: Rules, cells: str, cell: float, *, marked: Mapping[Move, str]) -> str:
    """The grid and marks of a board as an SVG fragment with its top left at 0, 0.

    `marked` gives some cells a colour of their own.
    """
    width, height = rules.columns * cell, rules.rows * cell
    rule = [f"M{c * cell:g} 0V{height:g}" for c in range(rules.columns + 1)]
    rule += [f"M0 {r * cell:g}H{width:g}" for r in range(rules.rows + 1)]
    parts = [f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>']
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


MOST_CROSSES = 8  # untried moves drawn at a node; the rest are only counted


@dataclass
class Box:
    """One node of a drawn tree: a small board, the text under it, and its branches."""

    rules: Rules
    cells: str
    up: bool | None  # None where nobody moves
    value: str
    window: str = ""
    edge: str = ""
    title: str = ""
    last: Move | None = None
    won: Collection[Move] = ()
    children: "list[Box]" = field(default_factory=list)
    folded: int = 0
    note: str = ""  # below it, where it has no branches
    crossed: list[str] = field(default_factory=list)
    frame: Literal["", "selected", "new"] = ""
    x: float = 0


def tree_svg(roots: Sequence[Box], caption: str, maximiser: Mark, caution: str = "") -> str:
    """Trees of boards side by side, the roots on top, as an SVG picture with a legend.

    Under each board are ▲ (the side to move maximises) or ▼, its value and its window. Crossed
    edges are moves that were never tried; "+5" counts branches that are not drawn.
    """
    legend = _legend(caption, maximiser, caution)
    if any(map(_has_note, roots)):
        legend.append("table: the value was remembered, and the position not searched again")
    return _TreePicture(roots).svg(escape(caption), legend)


def growth_svg(root: Box, legend: Sequence[str]) -> str:
    """A tree at one step of its growth; the first line of the legend is its caption.

    Boards that are `selected` have a blue frame and thick edges, `new` ones a dashed orange frame.
    """
    lines = [escape(line) for line in legend]
    return _TreePicture([root]).svg(lines[0], [*lines, *FRAMES])


def tree_width(roots: Sequence[Box]) -> float:
    """How many pixels the branches of some trees take from left to right."""
    return _TreePicture(roots).place_all()


def tree_page(picture: str, title: str) -> str:
    """The picture of a tree as a web page that needs nothing else, in light and dark."""
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{escape(title)}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 16px sans-serif; margin: 1rem; }}
h1 {{ font-size: 1.2rem; overflow-wrap: anywhere; }}
div {{ overflow-x: auto; }}
@media (prefers-color-scheme: dark) {{
  body {{ background: #16181d; color: #e6e6e6; }}
  svg text {{ fill: #e6e6e6; }}
  svg .small {{ fill: #b8b8b8; stroke: #16181d; }}
  svg .ground {{ fill: #16181d; }}
  svg .cut {{ fill: #ff8c3b; }}
}}
</style>
<h1>{escape(title)}</h1>
<div tabindex="0">{picture}</div>
</html>
"""


def _has_note(box: Box) -> bool:
    return bool(box.note) or any(map(_has_note, box.children))


STUB = 16  # pixels: the width of a move that was never tried
LEGEND = 14  # pixels: from one line of the legend to the next
NARROWEST = 460  # pixels: the width of the legend


def _legend(caption: str, maximiser: Mark, caution: str) -> list[str]:
    """What the signs and colours of a tree mean, line by line."""
    high, low = maximiser.upper(), OTHER[maximiser].upper()
    return [
        escape(caption),
        *([escape(caution)] if caution else []),
        f"▲ MAX: {high} to move, takes the highest value; ▼ MIN: {low} to move, takes the lowest",
        "≥ 0: at least 0, ≤ 0: at most 0, otherwise exact; α, β: what MAX and MIN have elsewhere",
        '<tspan class="cut" font-weight="bold">×</tspan> never tried (cut off); '
        "+2: two branches not drawn",
        f'<tspan fill="{LAST}" stroke="{GREY}">■</tspan> the last move; '
        f'<tspan fill="{WON}" stroke="{GREY}">■</tspan> a winning line',
    ]


FRAME_STYLES = {
    "selected": f'stroke="{BLUE}" stroke-width="2.5"',
    "new": f'stroke="{ORANGE}" stroke-width="2.5" stroke-dasharray="5 3"',
}
FRAMES = (
    f'<tspan fill="{BLUE}">□</tspan> blue frame and thick edges: selected; '
    f'<tspan fill="{ORANGE}">□</tspan> dashed orange frame: new; "was": changed by this step',
    f'<tspan fill="{LAST}" stroke="{GREY}">■</tspan> the last move; '
    f'<tspan fill="{WON}" stroke="{GREY}">■</tspan> a winning line; +2: two branches not drawn',
)


class _TreePicture:
    """Trees being drawn: where the boards go, and what is drawn already."""

    def __init__(self, roots: Sequence[Box]) -> None:
        self.roots = roots
        rows, columns = roots[0].rules.rows, roots[0].rules.columns
        self.cell = max(3.5, min(14, 56 / max(rows, columns)))
        self.width, self.height = self.cell * columns, self.cell * rows  # of a board
        self.slot = max(self.width, 74) + 12  # the window's text needs room too
        self.step = self.height + 84  # from one level to the next
        self.top = 0  # below the legend
        self.levels = 0
        self.edges: list[str] = []
        self.thick: list[str] = []  # edges to what was selected
        self.crosses: list[str] = []
        self.nodes: list[str] = []

    def svg(self, caption: str, legend_lines: Sequence[str]) -> str:
        self.top = LEGEND * (len(legend_lines) + 1)
        width = max(self.place_all(), NARROWEST) + 20
        self.top += LEGEND if len(self.roots) > 1 else 0  # for their names
        for root in self.roots:
            if root.edge:
                self._write(root.edge, root.x, self.top - 4)
            self.draw(root, 0)
        height = self.top + self.levels * self.step
        legend = "".join(
            f'<text x="4" y="{LEGEND * (i + 1)}" class="legend">{line}</text>'
            for i, line in enumerate(legend_lines)
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" role="img" aria-label="search tree, '
            f'{caption}"><style>text{{font:10px sans-serif;text-anchor:middle;fill:#222}}'
            f".value{{font-size:12px;font-weight:bold}}.small{{font-size:9px;fill:#555;"
            f"stroke:#fff;stroke-width:3px;paint-order:stroke}}.legend{{text-anchor:start}}"
            f".cut{{fill:{ORANGE}}}.ground{{fill:#fff}}</style>"
            f'<rect x="-10" width="{width:g}" height="{height:g}" class="ground"/>{legend}'
            f'<path d="{"".join(self.edges)}" stroke="{GREY}" stroke-width="1" fill="none"/>'
            f"{self._thick_edges()}"
            f'<path d="{"".join(self.crosses)}" stroke="{ORANGE}" stroke-width="2" fill="none"/>'
            f"{''.join(self.nodes)}</svg>"
        )

    def place_all(self) -> float:
        """Place the trees side by side; return how wide they are together."""
        right = 0.0
        for root in self.roots:
            right = self.place(root, right)
        return right

    def place(self, box: Box, left: float) -> float:
        """Set the x of the box and everything under it; return where the next one may begin."""
        right = left
        for child in box.children:
            right = self.place(child, right)
        right = max(right + STUB * len(box.crossed[:MOST_CROSSES]), left + self.slot)
        if box.children:
            box.x = (box.children[0].x + box.children[-1].x) / 2
        else:
            box.x = (left + right) / 2
        return right

    def draw(self, box: Box, level: int) -> None:
        """Draw the box and everything under it."""
        self.levels = max(self.levels, level + 1)
        x, y = box.x, self.top + level * self.step
        foot = y + self.height + 30
        sign = {True: "▲ ", False: "▼ ", None: ""}[box.up]
        marked = {} if box.last is None else {box.last: LAST}
        marked |= dict.fromkeys(box.won, WON)
        board = marks_svg(box.rules, box.cells, self.cell, marked=marked)
        self.nodes.append(
            f'<g transform="translate({x - self.width / 2:g} {y:g})"><title>{escape(box.title)}'
            f"</title>{board}{self._frame(box)}</g>"
            f'<text x="{x:g}" y="{y + self.height + 14:g}" class="value">'
            f"{sign}{escape(box.value)}</text>"
        )
        self._write(box.window, x, y + self.height + 26)
        if box.folded or box.note:
            self._write(f"+{box.folded}" if box.folded else box.note, x, foot + 10)
        for child in box.children:
            top = y + self.step
            edges = self.thick if child.frame == "selected" else self.edges
            edges.append(f"M{x:g} {foot:g}L{child.x:g} {top - 2:g}")
            # The names go near the children, where the edges are apart.
            self._write(child.edge, x + (child.x - x) * 0.75 + 9, foot + (top - foot) * 0.75)
        self._cross_out(box, foot)
        for child in box.children:
            self.draw(child, level + 1)

    def _frame(self, box: Box) -> str:
        if not box.frame:
            return ""
        width, height = self.width + 4, self.height + 4
        return (
            f'<rect x="-2" y="-2" width="{width:g}" height="{height:g}" fill="none" '
            f"{FRAME_STYLES[box.frame]}/>"
        )

    def _thick_edges(self) -> str:
        path = "".join(self.thick)
        return f'<path d="{path}" stroke="{BLUE}" stroke-width="3" fill="none"/>' if path else ""

    def _cross_out(self, box: Box, foot: float) -> None:
        """Draw the moves that were never tried, to the right of the branches."""
        x, rest = box.x, len(box.crossed) - MOST_CROSSES
        start = (box.children[-1].x + self.slot / 2 if box.children else x) + STUB / 2
        for i, move in enumerate(box.crossed[:MOST_CROSSES]):
            tip_x, tip_y = start + i * STUB, foot + 24
            self.edges.append(f"M{x:g} {foot:g}L{tip_x:g} {tip_y:g}")
            mid_x, mid_y = x + (tip_x - x) * 0.7, foot + (tip_y - foot) * 0.7
            self.crosses.append(f"M{mid_x - 4:g} {mid_y - 4:g}l8 8m0 -8l-8 8")
            label = f"{move} +{rest}" if rest > 0 and i == MOST_CROSSES - 1 else move
            self._write(label, tip_x, tip_y + 10)

    def _write(self, words: str, x: float, y: float) -> None:
        self.nodes.append(f'<text x="{x:g}" y="{y:g}" class="small">{escape(words)}</text>')
