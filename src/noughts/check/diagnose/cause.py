"""What kind of mistake an edit mends, where the moves alone show only a symptom.

A program that misses lines of the other side may have exchanged max and min in one place: no way of
playing tells that, but the edit that mends it does.
"""

import ast
import re
from dataclasses import replace

from noughts.check.diagnose.advice import EXPLAINED, UNEXPLAINED, say
from noughts.check.diagnose.edits import Edit
from noughts.check.judge.evidence import Evidence
from noughts.check.judge.findings import Diagnosis
from noughts.check.judge.play import Play
from noughts.words import count

__all__ = ["with_cause"]

# What the slips of each kind are called, if they are slips of the search
SLIPS = {
    "function": "sign-flipped",  # min for max
    "sign": "sign-flipped",
    "turn": "turn-wrong",
    "start": "search-wrong",
    "reset": "search-wrong",
    "update": "search-wrong",
    "return": "search-wrong",
    "variable": "search-wrong",
    "comparison": "search-wrong",
}
STARTS = {"start", "reset", "update"}  # of the best value so far: these look like something else
NAMED_BY_VALUES = {"sign-flipped", "none-when-lost"}
NO_MOVES = {"finished-board", "board-mutated", "none-when-lost"}  # what is not about wrong moves
BOUND = re.compile("alpha|beta|prun", re.IGNORECASE)
REVERSED = {("<", ">"), (">", "<"), ("<=", ">="), (">=", "<=")}
WITHOUT_TIES = {(">=", ">"), ("<=", "<")}


def with_cause(found: Diagnosis, edit: Edit, evidence: Evidence) -> Diagnosis:
    """The mistake by its cause, if the edit that mends it tells the cause."""
    play = evidence.plays.get(found.function or "")
    if play is None or found.id in NO_MOVES:
        return found
    if edit.kind == "call" and edit.before == "player":
        about = f"`{found.function}` does not find out who is to move"
        return replace(say("turn-wrong", about), shown=found.shown, function=found.function)
    misled = edit.kind in STARTS and found.id not in NAMED_BY_VALUES
    kind = _kind(edit) if found.is_symptom or misled else None
    is_likeness = UNEXPLAINED in found.message
    if kind is None or (kind == found.id and not is_likeness):
        return replace(found, message=found.message.replace(UNEXPLAINED, EXPLAINED))
    about = _extent(play)
    if kind == "wrong-bound" and _is_reversed(edit):
        about = f"it compares the wrong way with a bound, and {about}"
    return replace(say(kind, about), shown=found.shown, function=found.function)


def _kind(edit: Edit) -> str | None:
    if _lets_ties_win(edit):
        return "random-among-bounds"
    if _is_about_bounds(edit):
        return "wrong-bound"
    return "sign-flipped" if _is_reversed(edit) else SLIPS.get(edit.kind)


def _is_reversed(edit: Edit) -> bool:
    return edit.kind == "comparison" and (edit.before, edit.after) in REVERSED


def _lets_ties_win(edit: Edit) -> bool:
    """Whether an equal value took the place of the best so far.

    Among exact values that does no harm: where the edit mends a program, one of them was a bound.
    """
    if edit.kind != "comparison" or (edit.before, edit.after) not in WITHOUT_TIES:
        return False
    for node in ast.walk(ast.parse(edit.text)):
        if isinstance(node, ast.If):
            test = node.test
            if test.lineno <= edit.line <= (test.end_lineno or 0):
                kept = [name for each in node.body for name in _names(each, ast.Store)]
                return not {*kept}.isdisjoint(_names(test, ast.Load))
    return False


def _names(node: ast.AST, use: type[ast.expr_context]) -> list[str]:
    found = (each for each in ast.walk(node) if isinstance(each, ast.Name))
    return [each.id for each in found if isinstance(each.ctx, use)]


def _is_about_bounds(edit: Edit) -> bool:
    """Whether it changes a bound, or what is done with it; not what a bound is handed on to."""
    if edit.kind == "function":
        return _chooses_a_bound(edit)
    *_, before, line = ["", *edit.text.split("\n")[: edit.line]]
    test = before if before.lstrip().startswith(("if", "elif")) else ""  # for this line
    return BOUND.search(f"{edit.before} {test} {line}") is not None


def _chooses_a_bound(edit: Edit) -> bool:
    """Whether it is about `max(alpha, value)`; `max(value, search(alpha))` chooses a value."""
    for node in ast.walk(ast.parse(edit.text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            here = node.lineno <= edit.line <= (node.end_lineno or 0)
            if here and node.func.id in {"min", "max"} & {edit.before, edit.after}:
                chosen = [each.id for each in node.args if isinstance(each, ast.Name)]
                return BOUND.search(" ".join(chosen)) is not None
    return False


def _extent(play: Play) -> str:
    """In how many positions its move is wrong, or there is none, and with which mark."""
    wrong = {*play.real_faults(), *(position for position, _ in play.giving_away())}
    marks = {position.turn.upper() for position in wrong}
    whose = f", always with {min(marks)} to move" if len(marks) == 1 else ""
    total = count(len(play.positions), "position")
    return f"its move is wrong in {len(wrong):,} of {total}{whose}"
