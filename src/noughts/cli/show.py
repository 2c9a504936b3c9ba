"""Boards and values for the terminal: in colour where possible, readable without."""

import sys
from collections.abc import Collection, Sequence

import click

from noughts import drawing
from noughts.analysis import Analysis, MoveValue
from noughts.notation import name, names
from noughts.position import Position
from noughts.rules import Move
from noughts.words import does, game_over

__all__ = ["ascii_only", "board", "in_words", "table", "values"]

MARK_COLOURS = {"x": "cyan", "o": "yellow"}
VALUE_COLOURS = {"win": "green", "draw": None, "loss": "red"}
WIDEST = 80


def board(position: Position, last: Move | None = None, won: Collection[Move] = ()) -> str:
    """The board, with ruled lines if it is small; `[X]` is the last move, `*X*` a winning one."""
    rules, cells = position.rules, position.cells
    small = rules.rows <= 8 and rules.columns * 4 + 3 <= WIDEST

    def label(cell: Move) -> str:
        mark = cells[cell].upper()
        if mark == ".":
            return " " if small else " . "  # as wide as a marked stone, so that nothing jumps
        return f"*{mark}*" if cell in won else f"[{mark}]" if cell == last else mark

    def paint(cell: Move, text: str) -> str:
        if cells[cell] == ".":
            return text if small else click.style(text, dim=True)
        bold = cell in won or cell == last
        return click.style(text, fg=MARK_COLOURS[cells[cell]], bold=bold, reverse=cell in won)

    labels = [label(cell) for cell in range(rules.size)]
    return _draw(position, labels, paint, small)


def values(analysis: Analysis) -> str:
    """The value of every move, on the board if they fit, otherwise the ten best as a list."""
    position, rules = analysis.position, analysis.position.rules
    found = {value.move: value for value in analysis.moves}
    unknown = " " if position.is_over else "?"
    labels = [
        in_short(found[cell])
        if cell in found
        else position.cells[cell].upper().replace(".", unknown)
        for cell in range(rules.size)
    ]
    width = max(3, *map(len, labels))

    def paint(cell: Move, text: str) -> str:
        if cell not in found:
            mark = position.cells[cell]
            return click.style(text, fg=MARK_COLOURS.get(mark))
        colour = VALUE_COLOURS.get(found[cell].outcome or "")
        return click.style(text, fg=colour, bold=cell in analysis.best)

    if rules.columns * (width + 1) + 3 <= WIDEST:
        return _draw(position, labels, paint, small=rules.rows <= 8)
    ranked = sorted(analysis.moves, key=lambda value: -value.score)
    return "\n".join(f"{name(rules, value.move):>4}  {in_short(value)}" for value in ranked[:10])


def in_short(value: MoveValue) -> str:
    """A move's value in a word: `win 5`, `draw`, `loss 2`, `loss`, `≤ 0` or `+97`."""
    if value.outcome == "draw":
        return "draw"
    if value.outcome is not None:
        return f"{value.outcome} {value.plies}" if value.plies is not None else value.outcome
    sign = {"exact": "", "at-least": "≥ ", "at-most": "≤ "}[value.bound]
    return f"{sign}{value.score:+g}" if value.score else f"{sign}0"


def in_words(analysis: Analysis) -> str:
    """What the analysis says about the position, in a sentence."""
    position = analysis.position
    mark = position.turn.upper()
    if position.is_over:
        return game_over(position)
    if analysis.outcome is None:
        verdict = "undecided" + (f", score {analysis.score:+g}" if analysis.score else "")
    elif analysis.outcome == "draw":
        verdict = "a draw"
    else:
        verdict = f"{mark} {does(analysis.outcome, analysis.plies)}"
    head = f"{mark} to move: {verdict}. Best: "
    return f"{head}{_listed(names(position.rules, analysis.best), WIDEST - len(head))}."


def _listed(words: Sequence[str], width: int) -> str:
    """As many of the words as fit, and how many more there are."""
    whole = ", ".join(words) or "none known"
    if len(whole) < width:
        return whole
    shown = list(words)
    while shown and len(", ".join(shown)) > width - len(" and 400 more."):
        shown.pop()
    return f"{', '.join(shown)} and {len(words) - len(shown)} more"


def table(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> str:
    """Columns of text; those in `right` are right-aligned."""
    widths = [max(len(row[c]) for row in rows) for c in range(len(rows[0]))]
    lines = (
        "  ".join(
            word.rjust(width) if c in right else word.ljust(width)
            for c, (word, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)


def _draw(position: Position, labels: Sequence[str], paint: drawing.Paint, small: bool) -> str:
    if not small:
        return drawing.compact(position.rules, labels, paint=paint)
    return drawing.boxed(position.rules, labels, ascii_only=ascii_only(), paint=paint)


def ascii_only() -> bool:
    """Whether stdout cannot show ruled lines."""
    try:
        "┌─┬┐".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return True
    return False
