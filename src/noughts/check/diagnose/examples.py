"""To each mistake a call to paste and what it should return, and the student's own line."""

import ast
from dataclasses import replace

from noughts.check.judge.checks import shown_by
from noughts.check.judge.evidence import Evidence
from noughts.check.judge.findings import Diagnosis, Shown

__all__ = ["complete"]

LONGEST_LINE = 200  # characters of a line to quote


def complete(found: Diagnosis, evidence: Evidence) -> Diagnosis:
    """The diagnosis with everything that a report needs."""
    shown = found.shown and _with_call(found, found.shown, evidence)
    quoted, message = _line(evidence.source, found.line), found.message
    if shown and shown.wanted:  # what should be and what is stands below the board
        twice = f"`{found.function}` must {shown.wanted}"
        message = message.replace(f"{twice} here; {shown.did}", twice)
        message = message.replace(twice, f"look at `{found.function}`")
        if shown.did.removeprefix("it ") in message:
            shown = replace(shown, did="")
    return replace(found, message=message, shown=shown, quoted=quoted)


def _with_call(found: Diagnosis, shown: Shown, evidence: Evidence) -> Shown:
    if shown.call or found.function is None:
        return shown
    if found.id == "board-mutated":
        return replace(
            shown,
            call=_with_name(_changing_call(found.function, shown, evidence)),
            wanted="leave `board` as it is",
        )
    for case, answer in evidence.wrong(found.function):
        if case.position == shown.position:
            return replace(shown_by(found.function, case, answer), did=shown.did)
    play = evidence.plays.get(found.function)
    return shown if play is None else play.shown(shown.position, shown.played)


def _changing_call(function: str, shown: Shown, evidence: Evidence) -> str:
    """A call after which the board is no longer what it was."""
    for case, answer in evidence.asked.get(function, []):
        if case.position == shown.position and answer.changed:
            return case.call(function)
    play = evidence.plays.get(function)
    return play.call(shown.position) if play else ""


def _with_name(call: str) -> str:
    """The call with a name for its board, so that one sees what becomes of it.

    >>> _with_name("result([[None]], (0, 0))")
    'board = [[None]]; result(board, (0, 0)); print(board)'
    """
    tree = ast.parse(call or "f()", mode="eval").body
    if not isinstance(tree, ast.Call) or not tree.args:
        return call
    board, *more = map(ast.unparse, tree.args)
    words = ", ".join(["board", *more])
    return f"board = {board}; {ast.unparse(tree.func)}({words}); print(board)"


def _line(source: str, number: int | None) -> str:
    lines = source.replace("\r\n", "\n").split("\n")
    if number is None or number > len(lines):
        return ""
    return "".join(c if c.isprintable() else " " for c in lines[number - 1])[:LONGEST_LINE].strip()
