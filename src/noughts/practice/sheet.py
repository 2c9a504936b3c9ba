"""Exercises as one HTML page to be printed: the exercises first, then their keys.

It needs nothing else, prints on A4 and letter, and turns the paper for wide trees.
"""

from collections.abc import Sequence
from importlib.resources import files

from noughts.drawing import svg
from noughts.harmless import for_html
from noughts.practice.exercise import Exercise, written
from noughts.practice.picture import tree_svg
from noughts.practice.trees import Node

__all__ = ["key_table", "sheet_page"]

LEAVES_UPRIGHT = 16  # more of them are easier to read on paper that lies across
COLUMNS_UPRIGHT, COLUMNS_ACROSS = 12, 18  # of a table that fits the paper
SIGNS = {"alpha": "α", "beta": "β", "value": "value"}


def sheet_page(exercises: Sequence[Exercise], key: bool = True) -> str:
    """The whole page; without `key`, only the exercises."""
    style = files("noughts.practice").joinpath("sheet.css").read_text("utf-8")
    names = [f"Exercise {i}" if exercises[1:] else "Exercise" for i in range(1, len(exercises) + 1)]
    body = "".join(map(_question, exercises, names))
    if key:
        keys = "".join(map(_answer, exercises, names))
        body += f'<div class="keys"><header><h1>Key</h1></header>{keys}</div>'
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>Game trees</title>'
        f"<style>{style}</style></head><body><header><h1>Game trees</h1>"
        f'<p class="who">Name {_blank(14)} Date {_blank(7)}</p></header>{body}</body></html>\n'
    )


def key_table(exercise: Exercise) -> str:
    """What the key says at each inner node, as HTML."""
    return _tables(exercise, filled=True)


def _question(exercise: Exercise, name: str) -> str:
    across = " class=across" if _is_wide(exercise) else ""
    best = f"Best move at {exercise.tree.root.name}: {_blank(4)} &emsp; Line of best play: {_blank(14)}"
    return (
        f"<section{across}><h2>{name} <small>{exercise.title}</small></h2>"
        f"<p>{for_html(exercise.task)}</p><figure>{_board(exercise)}{tree_svg(exercise.tree)}</figure>"
        f"{_tables(exercise, filled=False)}<p>{best}</p></section>"
    )


def _answer(exercise: Exercise, name: str) -> str:
    across = " class=across" if _is_wide(exercise) else ""
    cuts = "".join(f"<li>{for_html(each)}</li>" for each in exercise.cuts)
    seed = "" if exercise.seed is None else f"Seed {exercise.seed}: "
    return (
        f"<section{across}><h2>{name} <small>{exercise.title}</small></h2>"
        f"<p>{for_html(exercise.answer)}</p>"
        f"<figure>{tree_svg(exercise.tree, exercise.key)}</figure>{key_table(exercise)}"
        f"{f'<ul>{cuts}</ul>' if cuts else ''}"
        f'<p class="source">{seed}{for_html(str(exercise.tree))}</p></section>'
    )


def _is_wide(exercise: Exercise) -> bool:
    return len(exercise.tree.leaves) > LEAVES_UPRIGHT


def _board(exercise: Exercise) -> str:
    """The position that a real game begins with."""
    position = exercise.tree.position
    return svg(position.rules, position.cells) if position else ""


def _tables(exercise: Exercise, filled: bool) -> str:
    """A column for each inner node, in as many tables as the paper needs."""
    most = COLUMNS_ACROSS if _is_wide(exercise) else COLUMNS_UPRIGHT
    inner = exercise.tree.inner
    parts = -(-len(inner) // most)
    size = -(-len(inner) // parts)
    return "".join(
        _table(exercise, inner[start : start + size], filled)
        for start in range(0, len(inner), size)
    )


def _table(exercise: Exercise, nodes: Sequence[Node], filled: bool) -> str:
    head = "".join(f'<th scope="col">{node.name}</th>' for node in nodes)
    rows = ""
    for what in exercise.fields:
        cells = "".join(_cell(exercise, node, what) if filled else "<td></td>" for node in nodes)
        rows += f'<tr><th scope="row">{SIGNS[what]}</th>{cells}</tr>'
    return f"<table><thead><tr><th>node</th>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _cell(exercise: Exercise, node: Node, what: str) -> str:
    entry = exercise.key[node.name]
    return f"<td{' class=cut' if entry.cut else ''}>{for_html(written(entry, what))}</td>"


def _blank(width: int) -> str:
    return f'<span class="blank" style="width: {width}em">&nbsp;</span>'
