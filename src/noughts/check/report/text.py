"""A report as text, for the terminal."""

import textwrap
from dataclasses import replace

from noughts.check.judge.findings import Diagnosis, Report, Shown
from noughts.check.report.once import Row, conclusion, failures, noted, rows
from noughts.harmless import for_terminal

__all__ = ["lines"]

WIDTH = 96
SIGNS = {"passed": "ok", "failed": "FAILED"}  # the other verdicts are shown as they are


def lines(report: Report, ascii_only: bool = False) -> list[str]:
    """The lines of a report: first what to fix, then the checks."""
    points = f"{_points(report.score)} of {_points(report.max_score)} points"
    found = [f"{report.program} ({report.interface}): {points}"]
    found += [report.ungraded] if report.broke else []
    for note in report.notes:
        found += textwrap.wrap(f"note: {note}", WIDTH, subsequent_indent="  ")
    found.append("")
    for diagnosis in report.diagnoses:
        found += [*_diagnosis(report, diagnosis, ascii_only), ""]
    if not report.diagnoses:
        found += [conclusion(report), ""]
    table = rows(report)
    width = max(len(_name(row)) for row in table)
    for row in table:
        head = f"{_name(row):<{width}}  {SIGNS.get(row.verdict, row.verdict):<7}  {_of(row)}  "
        found += textwrap.wrap(head + row.message, WIDTH, subsequent_indent=" " * len(head))
    if report.adapter:
        found += ["", "adapter.py, to begin with:", ""]
        found += [f"    {line}".rstrip() for line in report.adapter.splitlines()]
    for shown, names in failures(report).items():
        found += ["", f"{', '.join(names)}:", *_shown(report, shown, ascii_only)]
    for shown, names in noted(report).items():
        found += ["", f"{', '.join(names)} (a note, not a mistake):"]
        found += _shown(report, replace(shown, did="", wanted=""), ascii_only)  # the check says it
    if report.printed.strip():
        found += ["", "What the program printed (first lines):"]
        found += [f"  | {line[:100]}" for line in report.printed.splitlines()[:5]]
    open_doors = [name for name, shut in report.protected.items() if not shut and name in DOORS]
    if open_doors:
        told = "; ".join(DOORS[name] for name in open_doors)
        found += ["", f"Not protected on this system: {told}. See docs/reference/sandbox.md."]
    found = [for_terminal(line) for line in found]
    return [line.encode("ascii", "replace").decode() for line in found] if ascii_only else found


DOORS = {
    "network": "the program could use the network",
    "writing": "it could write outside its scratch folder",
    "processes": "it could see your other processes and send them signals",
    "memory": "the checker watches its memory, but the system does not limit it",
}


def _diagnosis(report: Report, diagnosis: Diagnosis, ascii_only: bool) -> list[str]:
    message = f"* {diagnosis.id}: {diagnosis.message}"
    found = textwrap.wrap(message, WIDTH, subsequent_indent="  ")
    if diagnosis.line:
        head = f"  line {diagnosis.line}: "
        found.append(head + diagnosis.quoted)
        if place := diagnosis.place:
            found.append(" " * (len(head) + place[0]) + "^" * (place[1] - place[0]))
    if diagnosis.after:
        found += _block("instead of:", diagnosis.before) if diagnosis.before else []
        found += _block("write:", diagnosis.after)
    if diagnosis.also:
        found.append(f"  The same slip is in {diagnosis.elsewhere}; mend all of them.")
    if diagnosis.shown:
        found += [f"  {line}" for line in _shown(report, diagnosis.shown, ascii_only)]
    return found


def _block(head: str, code: str) -> list[str]:
    first, *more = code.splitlines()
    return [f"  {head:<12} {first}", *(f"  {'':<12} {line}" for line in more)]


def _shown(report: Report, shown: Shown, ascii_only: bool) -> list[str]:
    """The board, the call to paste, and what it should have returned."""
    found = shown.drawn(report.notation, ascii_only).splitlines()
    if not shown.position.is_over:
        found.insert(0, f"{shown.position.turn.upper()} to move:")
    if shown.call:
        found.append(f"Try: {shown.call}")
    return found + textwrap.wrap(shown.told, WIDTH - 2)


def _points(number: float) -> str:
    return f"{number:g}"


def _name(row: Row) -> str:
    return row.names[0] if len(row.names) == 1 else f"{len(row.names)} checks"


def _of(row: Row) -> str:
    if not row.max_points:
        return "   -   "
    return f"{_points(row.points):>3}/{_points(row.max_points):<3}"
