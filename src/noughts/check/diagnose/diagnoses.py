"""From evidence to words: what kind of mistake it is, where to look, and a position that shows it.

A program whose `winner` forgets a line also plays wrong moves, but its only mistake is the line.
"""

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from noughts.check.diagnose.advice import say
from noughts.check.diagnose.cause import with_cause
from noughts.check.diagnose.edits import Edit, Source
from noughts.check.diagnose.play_mistakes import (
    finished_board,
    play_mistakes,
    searching,
    slow_wins,
)
from noughts.check.diagnose.repair import Repairer
from noughts.check.diagnose.rule_mistakes import illegal_accepted, rule_mistakes, wrong_start
from noughts.check.diagnose.unloaded import missing_packages, needs_package, unloaded
from noughts.check.diagnose.weight import weight
from noughts.check.judge.evidence import Evidence
from noughts.check.judge.findings import Diagnosis

__all__ = ["diagnose"]

# What each function may do wrong in its own way
OF_EACH_FUNCTION = {"wrong-type", "crashes"}


def diagnose(evidence: Evidence, repairer: Repairer | None = None) -> list[Diagnosis]:
    """The mistakes of a program, the one that explains most first."""
    if not evidence.loaded.ok:
        return [unloaded(evidence)]
    if (game := evidence.game_at_import) is not None:
        why = unloaded(replace(evidence, loaded=game))
        return [why, *diagnose(replace(evidence, game_at_import=None))]
    if evidence.unknown:
        return [say("unknown-shape", evidence.unknown)]
    if evidence.interface == "gomocup":
        return []
    needed = [*missing_packages(evidence)]
    missing = [] if needed else [*_missing(evidence)]  # a package may have held them
    found = [each for each in _mistakes(evidence) if not needs_package(each.message)]
    found = _unwritten(found, _functions(evidence.source, _does_nothing))
    # What finds no move is mended before what finds a wrong one; and an edit may tell the cause.
    found.sort(key=lambda each: weight(each, evidence)[0])
    found = [_with_line(each, evidence, repairer) for each in found]
    # What returns nothing may lack a `return`; if that does not mend it, it was only begun.
    mended = {each.function for each in found if each.line}
    begun = _functions(evidence.source, _comes_to_nothing)
    found = _unwritten(found, {name: begun[name] for name in begun if name not in mended})
    found = sorted(_unwritten_at_once(found), key=lambda each: weight(each, evidence))
    return _once([*needed, *missing, *found])


def _unwritten(found: list[Diagnosis], empty: Mapping[str, int]) -> list[Diagnosis]:
    """The same, where the mistakes of functions without content are that they are not written."""
    kept = []
    for each in found:
        line = empty.get(each.function or "")
        said = say("not-implemented", "", None, each.function)
        kept.append(replace(said, line=line) if line else each)
    return kept


def _unwritten_at_once(found: list[Diagnosis]) -> list[Diagnosis]:
    """All functions that are not written yet in one diagnosis, beside the other mistakes."""
    unwritten = [each for each in found if each.id == "not-implemented" and each.function]
    if not unwritten:
        return found
    names = dict.fromkeys(each.function for each in unwritten)
    about = ", ".join(f"`{name}`" for name in names)
    said = replace(say("not-implemented", about, None, next(iter(names))), line=unwritten[0].line)
    return [said, *(each for each in found if each.function not in names)]


def _functions(source: str, such: Callable[[ast.stmt], bool]) -> dict[str, int]:
    """The functions in which every statement is such a one, and their lines."""
    read = Source.read(source)
    functions = read.functions.values() if read else ()
    return {f.name: f.lineno for f in functions if all(map(such, f.body))}


def _does_nothing(node: ast.stmt) -> bool:
    """Whether it is `pass`, a docstring, `...` or `return None`, perhaps with an `if`."""
    if isinstance(node, ast.If):
        return all(map(_does_nothing, (*node.body, *node.orelse)))
    if isinstance(node, ast.Return):
        value = node.value
        return value is None or (isinstance(value, ast.Constant) and value.value is None)
    said = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return said or isinstance(node, ast.Pass)


def _comes_to_nothing(node: ast.stmt) -> bool:
    """Whether it is that, or only prepares something: variables, functions of its own."""
    if isinstance(node, ast.If):
        return all(map(_comes_to_nothing, (*node.body, *node.orelse)))
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Name) for target in node.targets)
    return isinstance(node, ast.FunctionDef) or _does_nothing(node)


def _once(found: list[Diagnosis]) -> list[Diagnosis]:
    """Each mistake once."""
    kept: list[Diagnosis] = []
    for each in found:
        if not any(_are_the_same(each, other) for other in kept):
            kept.append(each)
    return kept


def _are_the_same(one: Diagnosis, two: Diagnosis) -> bool:
    """Whether it is the same kind, or mended by the same edit."""
    if one.id == two.id and one.function != two.function and one.id in OF_EACH_FUNCTION:
        return one.line is not None and one.line == two.line
    same_edit = (one.line, one.after) == (two.line, two.after)
    return one.id == two.id or (same_edit and bool(one.after))


def _missing(evidence: Evidence) -> Iterator[Diagnosis]:
    """Functions that are not there; what is there may be right, but it is not a whole program."""
    if evidence.missing:
        yield say("missing-functions", ", ".join(f"`{name}`" for name in evidence.missing))


def _mistakes(evidence: Evidence) -> Iterator[Diagnosis]:
    rules = [*rule_mistakes(evidence)]
    judged_alone = evidence.interface == "cs50"  # ours took the place of what is wrong
    yield from rules
    yield from wrong_start(evidence)
    yield from play_mistakes(evidence, rules_are_wrong=bool(rules) and not judged_alone)
    yield from finished_board(evidence)
    yield from illegal_accepted(evidence)
    yield from searching(evidence)
    yield from slow_wins(evidence)


def _with_line(found: Diagnosis, evidence: Evidence, repairer: Repairer | None) -> Diagnosis:
    edit: Edit | None = repairer.edit_for(found) if repairer else None
    if edit is None:
        return found
    found = with_cause(found, edit, evidence)
    found = replace(found, line=edit.line, also=edit.also)
    return replace(found, before=edit.before, after=edit.after)
