"""A report as text, for the terminal."""

import textwrap

from noughts.check.judge.findings import Check, Diagnosis, Report

__all__ = ["lines"]

WIDTH = 96
SIGNS = {"passed": "ok", "failed": "FAILED", "not run": "not run", "checker broke": "checker broke"}


def lines(report: Report, ascii_only: bool = False) -> list[str]:
    """The lines of a report: first what to fix, then the checks."""
    points = f"{_points(report.score)} of {_points(report.max_score)} points"
    found = [f"{report.program} ({report.interface}): {points}", ""]
    for diagnosis in report.diagnoses:
        found += _diagnosis(diagnosis, ascii_only)
    width = max(len(check.name) for check in report.checks)
    for check in report.checks:
        head = f"{check.name:<{width}}  {SIGNS[check.verdict]:<7}  {_of(check)}  "
        found += textwrap.wrap(head + check.message, WIDTH, subsequent_indent=" " * len(head))
    if report.adapter:
        found += ["", "adapter.py, to begin with:", ""]
        found += [f"    {line}".rstrip() for line in report.adapter.splitlines()]
    if not report.diagnoses:
        found += _first_failure(report, ascii_only)
    if report.printed.strip():
        found += ["", "What the program printed (first lines):"]
        found += [f"  | {_harmless(line)}" for line in report.printed.splitlines()[:5]]
    open_doors = [name for name, shut in report.protected.items() if not shut and name in DOORS]
    if open_doors:
        said = "; ".join(DOORS[name] for name in open_doors)
        found += ["", f"Not protected on this system: {said}. See docs/check.md for more."]
    return found


DOORS = {
    "network": "the program could use the network",
    "writing": "it could write outside its scratch folder",
    "processes": "it could see your other processes and send them signals",
    "memory": "the checker watches its memory, but the system does not limit it",
}


def _diagnosis(diagnosis: Diagnosis, ascii_only: bool) -> list[str]:
    message = f"* {diagnosis.id}: {diagnosis.message}"
    found = textwrap.wrap(message, WIDTH, subsequent_indent="  ")
    if diagnosis.shown:
        found += [f"  {line}" for line in diagnosis.shown.drawn(ascii_only).splitlines()]
        if diagnosis.shown.did:
            found.append(f"  {diagnosis.shown.did}")
    return [*found, ""]


def _first_failure(report: Report, ascii_only: bool) -> list[str]:
    for check in report.checks:
        if check.verdict == "failed" and check.required and check.shown:
            return ["", f"{check.name}:", *check.shown.drawn(ascii_only).splitlines()]
    return []


def _points(number: float) -> str:
    return f"{number:g}"


def _of(check: Check) -> str:
    if not check.max_points:
        return "   -   "
    return f"{_points(check.points):>3}/{_points(check.max_points):<3}"


def _harmless(line: str) -> str:
    """The line, with `?` for control characters."""
    return "".join(char if char.isprintable() else "?" for char in line)[:100]
