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
from noughts.check.diagnose.rule_mistakes import UNWRITTEN, illegal_accepted, rule_mistakes
from noughts.check.judge.evidence import Evidence
from noughts.check.judge.findings import Diagnosis
from noughts.check.sandbox.answers import Answer

__all__ = ["diagnose"]


def diagnose(evidence: Evidence, repairer: Repairer | None = None) -> list[Diagnosis]:
    """The mistakes of a program, the one that explains most first."""
    if not evidence.loaded.ok:
        return [_unloaded(evidence.loaded)]
    if evidence.unknown:
        return [say("unknown-shape", evidence.unknown)]
    if (game := evidence.game_at_import) is not None:
        return [_unloaded(game), *diagnose(replace(evidence, game_at_import=None))]
    if evidence.interface == "gomocup":
        return []
    found = [*_missing(evidence), *_mistakes(evidence)]
    once = list({(each.id, each.function): each for each in reversed(found)}.values())[::-1]
    return [_with_line(each, repairer) for each in once]


def _unloaded(loaded: Answer) -> Diagnosis:
    if loaded.text.startswith(UNWRITTEN):
        return say("not-implemented", "the file")
    kind = "hangs" if loaded.kind == "late" else "crashes"
    kind = "reads-input" if "EOFError" in loaded.text else kind
    return replace(say(kind, loaded.text), line=loaded.line)


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
