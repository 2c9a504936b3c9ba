"""Boards and values for the terminal: as wide as it is, in colour where possible.

Everything can be read without colour too, and is plain ASCII where the output is.
"""

import shutil
import sys
import textwrap
from collections.abc import Callable, Collection, Sequence
from functools import partial

import click

from noughts import drawing
from noughts.analysis import Analysis, MoveValue
from noughts.notation import ROWS, Notation
from noughts.position import Position
from noughts.rules import Move, Rules
from noughts.words import does, game_over, listed

__all__ = ["advice", "ascii_only", "board", "fold", "in_words", "screen_width", "table", "values"]

MARK_COLOURS = {"x": "cyan", "o": "yellow"}
VALUE_COLOURS = {"win": "green", "draw": None, "loss": "red"}
PIPE = (80, 1000)  # columns and lines where there is no terminal
MOST_RULED = 8  # rows: more of them are easier to read without ruled lines
AROUND = 3  # lines of the terminal that are needed beside the board


def screen_width() -> int:
    """How many columns the terminal has now."""
    return shutil.get_terminal_size(PIPE).columns


def board(
    position: Position,
    last: Move | None = None,
    won: Collection[Move] = (),
    notation: Notation = ROWS,
) -> str:
    """The board in the largest form that fits; `[X]` is the last move, `*X*` a winning one."""
    rules, cells = position.rules, position.cells

    def label(cell: Move) -> str:
        mark = cells[cell].upper()
        return f"*{mark}*" if cell in won else f"[{mark}]" if cell == last else f" {mark} "

    def paint(cell: Move, text: str) -> str:
        if cells[cell] == ".":
            return click.style(text, dim=True)
        bold = cell in won or cell == last
        return click.style(text, fg=MARK_COLOURS[cells[cell]], bold=bold, reverse=cell in won)

    labels = [label(cell) for cell in range(rules.size)]
    ruled = partial(_boxed, rules, [label.replace(".", " ") for label in labels])
    forms: list[Form] = [ruled] if rules.rows <= MOST_RULED else []
    forms += [
        partial(drawing.compact, rules, labels, gap=""),
        partial(drawing.tight, rules, labels),
    ]
    if drawn := _largest(forms, notation, paint):
        return drawn
    needed = _width(drawing.tight(rules, labels, notation=notation))
    size, there = f"{rules.rows}x{rules.columns}", screen_width()
    played = "no move yet"
    if last is not None:
        played = f"the last move is {cells[last].upper()} {notation.cell_name(rules, last)}"
    return f"(a {size} board needs {needed} columns, this terminal has {there}: {played})"


def values(analysis: Analysis, notation: Notation = ROWS) -> str:
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

    def paint(cell: Move, text: str) -> str:
        if cell not in found:
            mark = position.cells[cell]
            return click.style(text, fg=MARK_COLOURS.get(mark))
        colour = VALUE_COLOURS.get(found[cell].outcome or "")
        return click.style(text, fg=colour, bold=cell in analysis.best)

    forms: list[Form] = [partial(drawing.compact, rules, labels)]
    if rules.rows <= MOST_RULED:
        forms.insert(0, partial(_boxed, rules, labels))
    if drawn := _largest(forms, notation, paint):
        return drawn
    named = [
        (notation.cell_name(rules, value.move), in_short(value)) for value in _ranked(analysis)
    ]
    return "\n".join(f"{name:>5}  {value}" for name, value in named[:10])


Form = Callable[..., str]  # takes the notation and the paint


def _largest(forms: Sequence[Form], notation: Notation, paint: drawing.Paint) -> str:
    """The first of the forms that fits the terminal; the last one may be too high; or nothing."""
    columns, lines = shutil.get_terminal_size(PIPE)
    for form in forms:
        plain = form(notation=notation)
        high = plain.count("\n") + 1 + AROUND
        if _width(plain) <= columns and (high <= lines or form is not forms[0]):
            return form(notation=notation, paint=paint)
    return ""


def _width(text: str) -> int:
    return max(map(len, text.splitlines()))


def _boxed(
    rules: Rules, labels: Sequence[str], *, notation: Notation, paint: drawing.Paint | None = None
) -> str:
    plain = {} if paint is None else {"paint": paint}
    return drawing.boxed(rules, labels, notation=notation, ascii_only=ascii_only(), **plain)


def _ranked(analysis: Analysis) -> list[MoveValue]:
    """The moves, the best first."""
    return sorted(analysis.moves, key=lambda value: -value.score)


def in_short(value: MoveValue) -> str:
    """A move's value in a word: `win 5`, `draw`, `loss 2`, `loss`, `≤ 0` or `+97`."""
    short = str(value)
    return short if ascii_only() else short.replace(">=", "≥").replace("<=", "≤")


def in_words(analysis: Analysis, notation: Notation = ROWS) -> str:
    """What the analysis says about the position, in a sentence."""
    position = analysis.position
    if position.is_over:
        return game_over(position)
    head = f"{analysis.verdict}. Best: "
    best = notation.cell_names(position.rules, analysis.best)
    return f"{head}{listed(best, screen_width() - len(head))}."


def advice(analysis: Analysis, notation: Notation = ROWS) -> str:
    """Which moves are best and why, in words, and what the numbers in `values` mean."""
    rules, mark = analysis.position.rules, analysis.position.turn.upper()
    best = notation.cell_names(rules, analysis.best)
    if analysis.outcome == "loss" and len(best) == len(analysis.moves):
        head = f"Every move {does('loss', analysis.plies)}"
    elif analysis.outcome == "loss":
        head = f"Every move loses; {best[0]} holds out longest"
        head += "" if analysis.plies is None else f", {analysis.plies} plies"
    elif analysis.outcome:
        head = f"{best[0]} {does(analysis.outcome, analysis.plies)}"
        if best[1:]:
            also = "; also good: "
            head += also + listed(best[1:], screen_width() - len(head) - len(also))
    else:
        first = [value for value in analysis.moves if value.move in analysis.best]
        others = [value for value in _ranked(analysis) if value.move not in analysis.best]
        top = [
            f"{notation.cell_name(rules, value.move)} ({in_short(value)})"
            for value in (first + others)[:5]
        ]
        head = f"{top[0]} looks best" + (f"; then {', '.join(top[1:])}" if top[1:] else "")
    lines = [f"{head}."]
    if any(value.outcome is None for value in analysis.moves):
        lines.append(
            f"Numbers are the engine's opinion: above 0 is good for {mark}, the more the better."
        )
    for outcome, verb in (("win", "wins"), ("loss", "loses")):
        if any(value.outcome == outcome and value.plies is None for value in analysis.moves):
            lines.append(f"{outcome} without a number: it {verb}, but nobody counted the plies.")
    return "\n".join(map(fold, lines))


def fold(text: str) -> str:
    """The text as lines that fit the terminal; elsewhere as it is."""
    return textwrap.fill(text, screen_width()) if sys.stdout.isatty() else text


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


def ascii_only() -> bool:
    """Whether stdout cannot show ruled lines."""
    try:
        "┌─┬┐".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return True
    return False
