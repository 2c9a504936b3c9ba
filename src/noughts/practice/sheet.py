"""Exercises as one HTML page to be printed: the exercises first, then their keys.

It needs nothing else, prints on A4 and letter, and turns the paper for wide trees.
"""

from collections.abc import Iterable, Sequence
from importlib.resources import files

from noughts.drawing import svg
from noughts.harmless import for_html
from noughts.practice.exercise import Exercise, written
from noughts.practice.picture import tree_svg
from noughts.practice.trees import Node

__all__ = ["key_table", "sheet_page"]

LEAVES_UPRIGHT = 16  # more of them are easier to read on paper that lies across
COLUMNS_UPRIGHT, COLUMNS_ACROSS = 15, 10  # of a table; across, two of them stand side by side
SIGNS = {"alpha": "α", "beta": "β", "value": "value"}


def sheet_page(exercises: Sequence[Exercise], key: bool = True) -> str:
    """The whole page; without `key`, only the exercises."""
    style = files("noughts.practice").joinpath("sheet.css").read_text("utf-8")
    names = [f"Exercise {i}" if exercises[1:] else "Exercise" for i in range(1, len(exercises) + 1)]
    who = f'<p class="who">Name {_blank(14)} Date {_blank(7)}</p>'
    tasks = list(dict.fromkeys(each.task for each in exercises))
    once = "" if tasks[1:] else f"<p>{for_html(tasks[0])}</p>"  # what all of them ask for
    head = f"<header><h1>Game trees</h1>{who}</header>{once}"
    parts = [_question(each, name, not once) for each, name in zip(exercises, names, strict=True)]
    body = _sections(parts, exercises, head)
    if key:
        answers = _sections(
            map(_answer, exercises, names), exercises, "<header><h1>Key</h1></header>"
        )
        body += f'<div class="keys">{answers}</div>'
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>Game trees</title>'
        f"<style>{style}</style></head><body>{body}</body></html>\n"
    )


def _sections(parts: Iterable[str], exercises: Sequence[Exercise], head: str) -> str:
    """Each exercise apart; the first has the head, since paper that is turned begins a new page."""
    return "".join(
        f'<section class="{"across" if _is_wide(exercise) else "upright"} '
        f'levels-{exercise.tree.levels}">'
        f"{'' if i else head}{part}</section>"
        for i, (part, exercise) in enumerate(zip(parts, exercises, strict=True))
    )


def key_table(exercise: Exercise) -> str:
    """What the key says at each inner node, as HTML."""
    return _tables(exercise, filled=True)


def _question(exercise: Exercise, name: str, with_task: bool) -> str:
    root = exercise.tree.root.name
    task = f"<p>{for_html(exercise.task)}</p>" if with_task else ""
    return (
        f"<h2>{name} <small>{exercise.name}</small></h2>{task}"
        f'<div class="work">{_board(exercise)}{tree_svg(exercise.tree)}'
        f"{_tables(exercise, filled=False)}</div>"
        f"<p>Best move at {root}: {_blank(4)} &emsp; Line of best play: {_blank(14)}</p>"
    )


def _answer(exercise: Exercise, name: str) -> str:
    seed = "" if exercise.seed is None else f"Seed {exercise.seed}: "
    cuts = "".join(f"<li>{for_html(each)}</li>" for each in exercise.cuts)
    said = for_html(f"{exercise.answer} {exercise.about_bounds}".strip())
    return (
        f"<h2>{name} <small>{exercise.title}</small></h2><p>{said}</p>"
        f'<div class="work">{tree_svg(exercise.tree, exercise.key)}{key_table(exercise)}</div>'
        f"{f'<ul>{cuts}</ul>' if cuts else ''}"
        f'<p class="source">{seed}{for_html(str(exercise.tree))}</p>'
    )


def _is_wide(exercise: Exercise) -> bool:
    return len(exercise.tree.leaves) > LEAVES_UPRIGHT


def _board(exercise: Exercise) -> str:
    """The position that a real game begins with."""
    position = exercise.tree.position
    if position is None:
        return ""
    return f'<div class="board">{svg(position.rules, position.cells)}</div>'


def _tables(exercise: Exercise, filled: bool) -> str:
    """A column for each inner node, in as many tables as the paper needs."""
    most = COLUMNS_ACROSS if _is_wide(exercise) else COLUMNS_UPRIGHT
    inner = exercise.tree.inner
    parts = -(-len(inner) // most)
    size = -(-len(inner) // parts)
    tables = "".join(
        _table(exercise, inner[start : start + size], filled)
        for start in range(0, len(inner), size)
    )
    return f'<div class="tables">{tables}</div>'


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
