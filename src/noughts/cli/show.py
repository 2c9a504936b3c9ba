"""Boards and values for the terminal: as wide as it is, in colour where possible.

Everything can be read without colour too, and is plain ASCII where the output is.
"""

import contextlib
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, TypeAlias

import click

from noughts import drawing
from noughts.analysis import Analysis, MoveValue
from noughts.notation import ROWS, Notation
from noughts.position import Position
from noughts.rules import Move, Rules
from noughts.words import does, game_over, listed

__all__ = ["advice", "ascii_only", "board", "fold", "in_words", "say", "screen_width", "table"]
__all__ += ["question", "values"]

MARK_COLOURS = {"x": "cyan", "o": "yellow"}
VALUE_COLOURS = {"win": "green", "draw": None, "loss": "red"}
PIPE = (80, 1000)  # columns and lines where there is no terminal
MOST_RULED = 8  # rows: more of them are easier to read without ruled lines
MOST_LISTED = 10  # moves with their values, where no board fits
NO_BREAK = "\N{NO-BREAK SPACE}"
LEAST_BESIDE = 16  # columns: a text needs them to stand beside its head
AROUND = 3  # lines of the terminal that are needed beside the board

Form: TypeAlias = Callable[..., str]  # draws a board: rules, labels, notation and paint


def screen_width() -> int:
    """How many columns the terminal has now."""
    return _screen()[0]


def _screen() -> tuple[int, int]:
    """Columns and lines of the terminal. COLUMNS may have been exported before a resize."""
    if sys.stdout.isatty():
        with contextlib.suppress(OSError, ValueError):
            columns, lines = os.get_terminal_size(sys.stdout.fileno())
            if columns and lines:
                return columns, lines
    return shutil.get_terminal_size(PIPE)


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
    forms: list[Form] = [_boxed, partial(drawing.compact, gap=""), drawing.tight]
    marked = ["[X]"] * rules.size  # a form must fit whatever comes to be marked
    if form := _largest(forms, rules, marked, notation):
        return form(rules, labels, notation=notation, paint=paint)
    needed = _width(drawing.tight(rules, marked, notation=notation))
    size, there = f"{rules.rows}x{rules.columns}", screen_width()
    played = "no move yet"
    if last is not None:
        played = f"the last move is {cells[last].upper()} {notation.cell_name(rules, last)}"
    return fold(f"(a {size} board needs {needed} columns, this terminal has {there}: {played})")


def values(analysis: Analysis, notation: Notation = ROWS) -> str:
    """The value of every move, on the board if they fit, otherwise the ten best as a list."""
    position, rules = analysis.position, analysis.position.rules
    found = {value.move: value for value in analysis.moves}
    labels = _labels(analysis)

    def paint(cell: Move, text: str) -> str:
        if cell not in found:
            mark = position.cells[cell]
            return click.style(text, fg=MARK_COLOURS.get(mark))
        colour = VALUE_COLOURS.get(found[cell].outcome or "")
        return click.style(text, fg=colour, bold=cell in analysis.best)

    if form := _form_of_values(rules, labels, notation):
        return form(rules, labels, notation=notation, paint=paint)
    named = [
        (notation.cell_name(rules, value.move), in_short(value)) for value in _ranked(analysis)
    ]
    return "\n".join(f"{name:>5}  {value}" for name, value in named[:MOST_LISTED])


def _labels(analysis: Analysis) -> list[str]:
    """The marks of the board, and the values of the moves."""
    found = {value.move: in_short(value) for value in analysis.moves}
    unknown = " " if analysis.position.is_over else "?"
    marks = analysis.position.cells.upper().replace(".", unknown)
    return [found.get(cell, mark) for cell, mark in enumerate(marks)]


def _shown(analysis: Analysis, notation: Notation) -> list[MoveValue]:
    """The moves whose values `values` shows, the best first."""
    ranked = _ranked(analysis)
    on_the_board = _form_of_values(analysis.position.rules, _labels(analysis), notation)
    return ranked if on_the_board else ranked[:MOST_LISTED]


def _form_of_values(rules: Rules, labels: Sequence[str], notation: Notation) -> Form | None:
    return _largest([_boxed, drawing.compact], rules, labels, notation)


def _largest(
    forms: Sequence[Form], rules: Rules, labels: Sequence[str], notation: Notation
) -> Form | None:
    """The first of the forms that fits the terminal.

    Ruled lines are for boards that are small and not too high; the others are equally high.
    """
    columns, lines = _screen()
    for form in forms:
        drawn = form(rules, labels, notation=notation)
        high = drawn.count("\n") + 1 + AROUND
        if form is _boxed and (rules.rows > MOST_RULED or high > lines):
            continue
        if _width(drawn) <= columns:
            return form
    return None


def _width(text: str) -> int:
    return max(map(len, text.splitlines()))


def _boxed(rules: Rules, labels: Sequence[str], **how: Any) -> str:
    """Ruled lines show where a cell is empty."""
    cells = [" " if label.strip() == "." else label for label in labels]
    return drawing.boxed(rules, cells, ascii_only=ascii_only(), **how)


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
    if analysis.outcome and 1 < len(best) == len(analysis.moves):
        head = f"Every move {does(analysis.outcome, analysis.plies, analysis.within)}"
    elif analysis.outcome == "loss":
        head = f"Every move loses; {best[0]} holds out longest"
        head += ", as far as is known" if analysis.plies is None else f", {analysis.plies} plies"
    elif analysis.outcome:
        head = f"{best[0]} {does(analysis.outcome, analysis.plies, analysis.within)}"
        if best[1:]:
            also = "; also good: "
            head += also + listed(best[1:], screen_width() - len(head) - len(also))
    else:
        head = _opinion(analysis, notation)
    lines, shown = [f"{head}."], _shown(analysis, notation)
    if any(value.outcome is None for value in shown):
        lines.append(
            f"Numbers are the engine's opinion: above 0 is good for {mark}, the more the better."
        )
    for outcome, verb in (("win", "wins"), ("loss", "loses")):
        if any(value.outcome == outcome and value.plies is None for value in shown):
            lines.append(f"{outcome} without a number: it {verb}, but nobody counted the plies.")
    return "\n".join(map(fold, lines))


def _opinion(analysis: Analysis, notation: Notation) -> str:
    """Which move looks best, and which come next.

    A deeper look may prefer another move than the numbers do; then they are not named with it.
    """
    first = [value for value in analysis.moves if value.move in analysis.best]
    others = [value for value in _ranked(analysis) if value.move not in analysis.best]
    top = [
        (notation.cell_name(analysis.position.rules, value.move), in_short(value))
        for value in (first + others)[:5]
    ]
    if first and others and others[0].score > first[0].score:
        return f"{top[0][0]} looks best, after a deeper look"
    best, *next_best = [f"{name} ({value})" for name, value in top]
    return f"{best} looks best" + (f"; then {', '.join(next_best)}" if next_best else "")


def question(text: str) -> str:
    """A question, folded between its brackets and not inside them, if each fits into a line."""

    def glued(bracket: re.Match[str]) -> str:
        fits = len(bracket[0]) <= screen_width()
        return bracket[0].replace(" ", NO_BREAK) if fits else bracket[0]

    return fold(re.sub(r"\(.*?\)|\[.*?\]:", glued, text)).replace(NO_BREAK, " ")


def fold(text: str, head: str = "") -> str:
    """`head` and a text, in lines that fit the terminal; elsewhere in one line.

    The further lines stand under the text.
    """
    if not sys.stdout.isatty():
        return head + text
    width = screen_width()
    indent = " " * (len(head) if len(head) + LEAST_BESIDE <= width else 2)
    return textwrap.fill(head + text, width, subsequent_indent=indent, break_on_hyphens=False)


def say(text: str, head: str = "") -> None:
    """Show a sentence, folded."""
    click.echo(fold(text, head))


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
