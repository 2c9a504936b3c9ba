"""From evidence to words: what kind of mistake it is, where to look, and a position that shows it.

The order follows cause and effect: a program whose `winner` forgets a line also plays wrong moves,
but its only mistake is the line.
"""

from collections.abc import Iterator
from dataclasses import replace

from noughts.check.diagnose.advice import say
from noughts.check.diagnose.edits import Edit
from noughts.check.diagnose.play_mistakes import (
    finished_board,
    play_mistakes,
    searching,
    slow_wins,
)
from noughts.check.diagnose.repair import Repairer
from noughts.check.diagnose.rule_mistakes import illegal_accepted, rule_mistakes
from noughts.check.diagnose.unloaded import missing_packages, needs_package, unloaded
from noughts.check.judge.evidence import Evidence
from noughts.check.judge.findings import Diagnosis

__all__ = ["diagnose"]

# What is not written comes first; what explains little comes after what explains much.
WEIGHT = {
    "not-implemented": -1,
    "wrong-type": 1,
    "finished-board": 2,
    "overwrites-taken": 3,
    "illegal-accepted": 4,
    "no-pruning": 5,
    "slow-win": 6,
}


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
    found.sort(key=lambda each: WEIGHT.get(each.id, 0))
    return _once([*needed, *missing, *(_with_line(each, repairer) for each in found)])


def _once(found: list[Diagnosis]) -> list[Diagnosis]:
    """Each kind once, and each edit once: what is mended by the same edit is the same mistake."""
    kept: list[Diagnosis] = []
    for each in found:
        same = [k for k in kept if k.id == each.id or (each.after and _edit(k) == _edit(each))]
        if not same:
            kept.append(each)
    return kept


def _edit(found: Diagnosis) -> tuple[int | None, str]:
    return found.line, found.after


def _missing(evidence: Evidence) -> Iterator[Diagnosis]:
    """Functions that are not there; what is there may be right, but it is not a whole program."""
    if evidence.missing:
        yield say("missing-functions", ", ".join(f"`{name}`" for name in evidence.missing))


def _mistakes(evidence: Evidence) -> Iterator[Diagnosis]:
    rules = [*rule_mistakes(evidence)]
    judged_alone = evidence.interface == "cs50"  # ours took the place of what is wrong
    yield from rules
    yield from play_mistakes(evidence, rules_are_wrong=bool(rules) and not judged_alone)
    yield from finished_board(evidence)
    yield from illegal_accepted(evidence)
    yield from searching(evidence)
    yield from slow_wins(evidence)


def _with_line(found: Diagnosis, repairer: Repairer | None) -> Diagnosis:
    edit: Edit | None = repairer.edit_for(found) if repairer else None
    if edit is None:
        return found
    return replace(found, line=edit.line, before=edit.before, after=edit.after)
