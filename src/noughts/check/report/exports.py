"""Reports for other programs: JUnit, Gradescope."""

import json
from typing import Any
from xml.etree import ElementTree

from noughts.check.judge.findings import Check, Report

__all__ = ["gradescope", "junit"]


def junit(report: Report) -> str:
    """JUnit XML for continuous integration, with one test case per check."""
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
    said = [f"{each.id}: {each.message}" for each in report.diagnoses]
    output.text = _xml("\n".join([*said, *(f"note: {note}" for note in report.notes)]))
    ElementTree.indent(suite)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(suite, "unicode") + "\n"
    )


def _counts(check: Check) -> bool:
    """Whether it counts as a failure; optional checks only inform."""
    return check.verdict == "failed" and check.required


def _xml(text: str) -> str:
    """The text, with `?` for characters that XML cannot hold."""
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
    """A results.json for Gradescope."""
    tests = [_gradescope_test(number, check) for number, check in enumerate(report.checks, 1)]
    said = [f"{each.id}: {each.message}" for each in report.diagnoses] or ["No mistakes found."]
    said += [f"note: {note}" for note in report.notes]
    results: dict[str, Any] = {
        "score": report.score,
        "execution_time": round(report.seconds),
        "output": "\n\n".join(said),
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
