"""Reports for people and for other programs: text, JUnit, Gradescope."""

import json
import textwrap
from typing import Any
from xml.etree import ElementTree

from noughts.check.findings import Check, Diagnosis, Report

__all__ = ["gradescope", "junit", "lines"]

WIDTH = 96
SIGNS = {"passed": "ok", "failed": "FAILED", "not run": "not run", "checker broke": "checker broke"}


def lines(report: Report, ascii_only: bool = False) -> list[str]:
    """The report as text: first what to do, then the checks."""
    points = f"{_points(report.score)} of {_points(report.max_score)} points"
    found = [f"{report.program} ({report.interface}): {points}", ""]
    for diagnosis in report.diagnoses:
        found += _diagnosis(diagnosis, ascii_only)
    width = max(len(check.name) for check in report.checks)
    for check in report.checks:
        head = f"{check.name:<{width}}  {SIGNS[check.verdict]:<7}  {_of(check)}  "
        found += textwrap.wrap(head + check.message, WIDTH, subsequent_indent=" " * len(head))
    if not report.diagnoses:
        found += _first_failure(report, ascii_only)
    if report.printed.strip():
        found += ["", "What the program printed (the beginning):"]
        found += [f"  | {_harmless(line)}" for line in report.printed.splitlines()[:5]]
    open_doors = [name for name, shut in report.protected.items() if not shut and name in DOORS]
    if open_doors:
        said = "; ".join(DOORS[name] for name in open_doors)
        found += ["", f"Not protected on this system: {said}. docs/check.md tells more."]
    return found


DOORS = {
    "network": "the program could use the network",
    "writing": "it could write outside its scratch folder",
    "processes": "it could see and signal other processes of yours",
    "memory": "its memory is watched, but not limited by the system",
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
    """A stranger's line without control characters."""
    return "".join(char if char.isprintable() else "?" for char in line)[:100]


def junit(report: Report) -> str:
    """One test case a check, as continuous integration reads it."""
    suite = ElementTree.Element(
        "testsuite",
        name=f"noughts check {report.program}",
        tests=str(len(report.checks)),
        failures=str(sum(_counts(check) for check in report.checks)),
        errors=str(sum(check.verdict == "checker broke" for check in report.checks)),
        skipped=str(sum(check.verdict == "not run" for check in report.checks)),
        time=f"{report.seconds:.3f}",
    )
    for check in report.checks:
        case = ElementTree.SubElement(suite, "testcase", name=check.name, classname=report.program)
        if _counts(check):
            failure = ElementTree.SubElement(case, "failure", message=_xml(check.message))
            failure.text = _xml(_details(check))
        elif check.verdict == "checker broke":
            ElementTree.SubElement(case, "error", message=_xml(check.message))
        elif check.verdict == "not run":
            ElementTree.SubElement(case, "skipped", message=_xml(check.message))
        else:
            ElementTree.SubElement(case, "system-out").text = _xml(check.message)
    output = ElementTree.SubElement(suite, "system-out")
    output.text = _xml("\n".join(f"{each.id}: {each.message}" for each in report.diagnoses))
    ElementTree.indent(suite)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(suite, "unicode") + "\n"
    )


def _counts(check: Check) -> bool:
    """Whether a failure counts; optional checks only tell."""
    return check.verdict == "failed" and check.required


def _xml(text: str) -> str:
    """Only what XML can hold."""
    return "".join(
        c
        if c in "\t\n\r" or (c >= " " and c not in "\ufffe\uffff" and not "\ud800" <= c <= "\udfff")
        else "?"
        for c in text
    )


def _details(check: Check) -> str:
    if check.shown is None:
        return check.message
    return f"{check.message}\n\n{check.shown.drawn()}\n{check.shown.text}"


def gradescope(report: Report) -> str:
    """A results.json as Gradescope reads it."""
    tests = [_gradescope_test(number, check) for number, check in enumerate(report.checks, 1)]
    said = "\n\n".join(f"{each.id}: {each.message}" for each in report.diagnoses)
    results: dict[str, Any] = {
        "score": report.score,
        "execution_time": round(report.seconds),
        "output": said or "No mistake was found.",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    }
    if report.nodes is not None and report.passed:
        results["leaderboard"] = [{"name": "nodes", "value": report.nodes, "order": "asc"}]
    return json.dumps(results, indent=1)


def _gradescope_test(number: int, check: Check) -> dict[str, Any]:
    return {
        "name": check.name,
        "number": str(number),
        "score": check.points,
        "max_score": check.max_points,
        "status": "failed" if _counts(check) else "passed",
        "output": _details(check),
        "output_format": "text",
        "visibility": "visible",
    }
