"""The mistakes of the functions that know the rules, each judged by its own answers."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

from noughts.check.diagnose.advice import say
from noughts.check.diagnose.lines import LINES, Line, lines_named
from noughts.check.interfaces.cs50_cases import on_taken_cells
from noughts.check.judge.checks import shown_by
from noughts.check.judge.evidence import Asked, Evidence
from noughts.check.judge.findings import Diagnosis, Shown
from noughts.check.sandbox.answers import Answer, shown
from noughts.position import Position

__all__ = ["fault", "illegal_accepted", "rule_mistakes", "wrong_start"]

UNWRITTEN = "it raises NotImplementedError"
MOST_NAMED = 5  # lines
Side = str | None  # "x", "o" or None, as a program says who has won


def rule_mistakes(evidence: Evidence) -> Iterator[Diagnosis]:
    """What is wrong with the functions that know the rules."""
    yield from _changed(evidence)
    for function in sorted(KINDS, key=lambda each: not _never_answers(evidence, each)):
        asked = evidence.answered(function)
        wrong = evidence.wrong(function)
        if wrong:
            found = _unusable(function, wrong) or [*KINDS[function](function, wrong, asked)]
            yield from found


def _never_answers(evidence: Evidence, function: str) -> bool:
    """Whether it crashes whatever it is asked: that is seen before anything else."""
    asked = evidence.answered(function)
    return bool(asked) and not any(answer.ok for _, answer in asked)


def _changed(evidence: Evidence) -> Iterator[Diagnosis]:
    if evidence.changed:
        function, position = max(evidence.changed, key=lambda pair: pair[1].empty)
        yield say("board-mutated", f"`{function}` does", Shown(position), function)


def _unusable(function: str, wrong: Sequence[Asked]) -> list[Diagnosis]:
    """A function that is not written, crashes, or returns a value of another kind."""
    if crashed := [(case, answer) for case, answer in wrong if not answer.ok]:
        case, answer = crashed[0]
        return [fault(answer, case.position, function)]
    odd = [(c, a) for c, a in wrong if c.typed is not None and not c.typed(a.value)]
    if odd and len(odd) == len(wrong):
        case, answer = odd[0]
        about = f"`{function}` returns {shown(answer.value)} where it must {case.wanted}"
        return [say("wrong-type", about, shown_by(function, case, answer), function)]
    return []


def fault(answer: Answer, position: Position, function: str) -> Diagnosis:
    """A function that raises, ends the process or does not return."""
    if answer.text.startswith(UNWRITTEN):
        unwritten = say("not-implemented", f"`{function}`", None, function)
        return replace(unwritten, line=answer.line)
    does = answer.text.removeprefix("it ")
    kind = "hangs" if answer.kind == "late" else "crashes"
    found = say(kind, f"`{function}` {does}", Shown(position), function)
    return replace(found, line=answer.line)


def _example(kind: str, about: str, function: str, asked: Asked) -> Diagnosis:
    return say(kind, about, shown_by(function, *asked), function)


def _must(function: str, asked: Asked) -> str:
    case, answer = asked
    return f"`{function}` must {case.wanted} here; {answer.did}"


# Moves


def _turn(function: str, wrong: Sequence[Asked], _: Sequence[Asked]) -> Iterator[Diagnosis]:
    yield _example("turn-wrong", _must(function, wrong[0]), function, wrong[0])


def _actions(function: str, wrong: Sequence[Asked], _: Sequence[Asked]) -> Iterator[Diagnosis]:
    yield _example("actions-wrong", _must(function, wrong[0]), function, wrong[0])


def _result(function: str, wrong: Sequence[Asked], _: Sequence[Asked]) -> Iterator[Diagnosis]:
    """The wrong mark, or the wrong cell."""
    case, answer = wrong[0]
    before = [mark.upper() if mark != "." else None for mark in case.position.cells]
    after = [cell for row in answer.value for cell in row]
    new = [i for i in range(9) if after[i] != before[i]]
    asked_for = case.arguments[1][1] * 3 + case.arguments[1][2]
    kind = "turn-wrong" if new in ([asked_for], []) else "wrong-cell"
    yield _example(kind, _must(function, wrong[0]), function, wrong[0])


def wrong_start(evidence: Evidence) -> Iterator[Diagnosis]:
    """The first board is not empty, or its rows are one list."""
    if UNWRITTEN in evidence.wrong_start:
        yield say("not-implemented", "`initial_state`", None, "initial_state")
    elif evidence.wrong_start:
        yield say("wrong-start", evidence.wrong_start, None, "initial_state")


def illegal_accepted(evidence: Evidence) -> Iterator[Diagnosis]:
    """Moves that `result` must refuse: those on taken cells weigh more."""
    wrong = evidence.wrong("illegal moves")
    taken = on_taken_cells(wrong)
    if not wrong:
        return
    case, answer = (taken or wrong)[0]
    if not answer.ok:
        yield fault(answer, case.position, "result")
        return
    kind = "overwrites-taken" if taken else "illegal-accepted"
    yield _example(kind, f"`result` must {case.wanted}", "result", (case, answer))


# The end of the game


def _winner(function: str, wrong: Sequence[Asked], asked: Sequence[Asked]) -> Iterator[Diagnosis]:
    named = {case.position: _side(answer.value) for case, answer in asked}
    by_position = {case.position: (case, answer) for case, answer in wrong}
    missed = [p for p in by_position if p.winner and named[p] is None]
    exchanged = [p for p in by_position if p.winner and named[p] is not None]
    invented = [p for p in by_position if not p.winner]
    if about := _wrong_cells(named, missed, exchanged) or _misread_line(named, [*by_position]):
        pair = by_position[(exchanged or missed or invented)[0]]
        yield _example("wrong-cell", f"`{function}` {about}", function, pair)
        return
    if len({p.winner for p in exchanged}) == 2 and not invented:
        kind = "wrong-mark" if function == "winner" else "sign-flipped"
        pair = by_position[exchanged[0]]
        yield _example(kind, _must(function, pair), function, pair)
    else:
        invented = [*exchanged, *invented]  # a line of the side that has none
    if clear := [p for p in missed if not _has_empty_line(p)]:
        yield _example("line-forgotten", _missed_lines(clear), function, by_position[missed[0]])
    elif missed:
        about = f"`{function}` finds no line here"
        yield _example("empty-line", about, function, by_position[missed[0]])
    if invented:
        pair = by_position[invented[0]]
        yield _example("line-invented", _must(function, pair), function, pair)


def _side(value: object) -> Side:
    """Whom a program means by a value of `winner` or `evaluate`."""
    if isinstance(value, str):
        return value.lower() if value in ("X", "O") else None
    if isinstance(value, int | float):
        return "x" if value > 0 else "o" if value < 0 else None
    return None


def _has_empty_line(position: Position) -> bool:
    return any(all(position.cells[cell] == "." for cell in line) for line in LINES)


def _only_line(position: Position) -> Line | None:
    """The line of a position that has just one."""
    cells = position.cells
    lines = [line for line in LINES if "." != cells[line[0]] == cells[line[1]] == cells[line[2]]]
    return lines[0] if len(lines) == 1 else None


def _wrong_cells(
    named: dict[Position, Side], missed: Sequence[Position], exchanged: Sequence[Position]
) -> str:
    """The lines for which it names the mark of a cell outside, if that explains every answer."""
    if not exchanged and all(map(_has_empty_line, missed)):
        return ""
    about = []
    for line in LINES:
        answers = {p.cells: side for p, side in named.items() if _only_line(p) == line}
        reads = [cell for cell in range(9) if all(_mark(cells[cell]) == side
                 for cells, side in answers.items())]  # fmt: skip
        if not answers or any(cell in line for cell in reads):
            continue
        if not reads:
            return ""
        about.append(f"sees {lines_named([line])}, but returns the mark of {_pair(reads[0])}")
    return about[0] if about else ""


def _misread_line(named: dict[Position, Side], wrong: Sequence[Position]) -> str:
    """The line, or the rows or columns, with a wrong cell, if that explains every answer.

    Three empty cells may hide a line besides.
    """
    order = [*wrong, *named]  # most explanations fail at once
    for lines, about in (*_misread_lines(), *_misread_groups()):
        if all(_is_among(named[p], p, lines) for p in order):
            return about
    return ""


def _misread_lines() -> Iterator[tuple[list[Line], str]]:
    """Each line with another cell in the place of one of its own."""
    for line in LINES:
        for cell in line:
            for other in [other for other in range(9) if other != cell]:
                read = tuple(other if each == cell else each for each in line)
                instead = "" if other in line else f"reads {_pair(other)}, but "
                about = f"{instead}does not read {_pair(cell)} for {lines_named([line])}"
                yield [read if each == line else each for each in LINES], about


def _misread_groups() -> Iterator[tuple[list[Line], str]]:
    """All rows, or all columns, with one of their cells read twice and another one not at all."""
    for name, group in (("rows", LINES[:3]), ("columns", LINES[3:6])):
        for left_out, twice in permutations(range(3), 2):
            read = [
                tuple(line[twice if number == left_out else number] for number in range(3))
                for line in group
            ]
            first, second, third = (_pair(line[left_out]) for line in group)
            others = [line for line in LINES if line not in group]
            yield [*read, *others], f"does not read {first}, {second} and {third} for the {name}"


def _is_among(side: Side, position: Position, lines: Sequence[Line]) -> bool:
    """Whether that side has one of these lines; None: there is none, or it is hidden."""
    cells = position.cells
    sides = [cells[line[0]] for line in lines if len({cells[cell] for cell in line}) == 1]
    return side in sides if side else {*sides} <= {"."} or "." in sides


def _mark(cell: str) -> Side:
    return None if cell == "." else cell


def _pair(cell: int) -> str:
    return str(divmod(cell, 3))


def _missed_lines(missed: Sequence[Position]) -> str:
    lines = [line for line in LINES if any(_only_line(p) == line for p in missed)]
    if len(lines) > MOST_NAMED:
        return "most of them"
    return lines_named(lines) if lines else "one of them"


def _terminal(function: str, wrong: Sequence[Asked], _: Sequence[Asked]) -> Iterator[Diagnosis]:
    """Over too early, or noticed too late."""
    early = [pair for pair in wrong if not pair[0].position.is_over]
    late = [pair for pair in wrong if pair[0].position.is_over]
    if all(_has_empty_line(case.position) for case, _ in wrong):
        says = "says that the game is over here" if early else "does not see the line here"
        yield _example("empty-line", f"`{function}` {says}", function, (early or late)[0])
        return
    if late:
        won = [pair for pair in late if pair[0].position.winner]
        about = f"`{function}` does not notice that the game is over here"
        if len(won) == len(late):
            about += ", where there is a line"
        elif not won:
            about += ", where the board is full"
        yield _example("terminal-wrong", about, function, late[0])
    else:
        about = f"`{function}` says that the game is over, though it goes on"
        yield _example("terminal-wrong", about, function, early[0])


def _utility(function: str, wrong: Sequence[Asked], asked: Sequence[Asked]) -> Iterator[Diagnosis]:
    won = [(case, answer) for case, answer in asked if case.position.winner]
    signs = [(_sign(a.value), 1 if c.position.winner == "x" else -1) for c, a in won]
    draws = [(c, a) for c, a in wrong if c.position.winner is None and _is_number(a.value)]
    if all(found == -expected for found, expected in signs):
        about = f"`{function}` gives every win to the other side"
        yield _example("sign-flipped", about, function, wrong[0])
    elif draws and all(found == expected for found, expected in signs):
        about = f"`{function}` returns {draws[0][1].value} for a draw"
        yield _example("draws-taken-for-losses", about, function, draws[0])
    else:
        yield _example("utility-wrong", _must(function, wrong[0]), function, wrong[0])


def _is_number(found: object) -> bool:
    return type(found) in (int, float)


def _sign(found: Any) -> int:
    if not isinstance(found, int | float):
        return 0
    return (found > 0) - (found < 0)


Kinds = Callable[[str, Sequence[Asked], Sequence[Asked]], Iterator[Diagnosis]]
# In the order of cause and effect
KINDS: dict[str, Kinds] = {
    "player": _turn,
    "actions": _actions,
    "result": _result,
    "winner": _winner,
    "evaluate": _winner,
    "utility": _utility,
    "terminal": _terminal,
}
