"""Reports for other programs: JUnit, Gradescope."""

import json
from typing import Any
from xml.etree import ElementTree

from noughts.check.judge.findings import NOT_GRADED, Check, Diagnosis, Report
from noughts.check.report.once import conclusion

__all__ = ["gradescope", "junit"]


def junit(report: Report) -> str:
    """JUnit XML for continuous integration, with one test case per check."""
    suite = ElementTree.Element(
        "testsuite",
        name=f"noughts check {report.program}",
        tests=str(len(report.checks)),
        failures=str(sum(check.verdict == "failed" for check in report.checks)),
        errors=str(sum(check.verdict == NOT_GRADED for check in report.checks)),
        skipped=str(sum(check.verdict == "not run" for check in report.checks)),
        time=f"{report.seconds:.3f}",
    )
    for check in report.checks:
        case = ElementTree.SubElement(suite, "testcase", name=check.name, classname=report.program)
        if check.verdict == "failed":
            failure = ElementTree.SubElement(case, "failure", message=_xml(check.message))
            failure.text = _xml(_details(report, check))
        elif check.verdict == NOT_GRADED:
            ElementTree.SubElement(case, "error", message=_xml(check.message))
        elif check.verdict == "not run":
            ElementTree.SubElement(case, "skipped", message=_xml(check.message))
        else:
            ElementTree.SubElement(case, "system-out").text = _xml(check.message)
    output = ElementTree.SubElement(suite, "system-out")
    output.text = _xml("\n".join(_told(report)))
    ElementTree.indent(suite)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(suite, "unicode") + "\n"
    )


def _xml(text: str) -> str:
    """The text, with `?` for characters that XML cannot hold."""
    return "".join(
        c
        if c in "\t\n\r" or (c >= " " and c not in "\ufffe\uffff" and not "\ud800" <= c <= "\udfff")
        else "?"
        for c in text
    )


def _details(report: Report, check: Check) -> str:
    """The message and the example of a check."""
    if check.shown is None:
        return check.message
    call = f"\nTry: {check.shown.call}" if check.shown.call else ""
    return f"{check.message}\n\n{check.shown.drawn(report.notation)}{call}"


def _told(report: Report) -> list[str]:
    """The mistakes and the notes, in words."""
    return [*map(_mistake, report.diagnoses), *(f"note: {note}" for note in report.notes)]


def _mistake(found: Diagnosis) -> str:
    told = [f"{found.id}: {found.message}"]
    if found.line:
        told.append(f"Line {found.line}: {found.quoted}")
    if found.after:
        told.append(f"Write: {found.after}")
        told += [f"Instead of: {found.before}"] * bool(found.before)
    return "\n".join(told)


def gradescope(report: Report) -> str:
    """A results.json for Gradescope."""
    tests = [_gradescope_test(report, *each) for each in enumerate(report.checks, 1)]
    told = _told(report)
    if report.broke or not report.diagnoses:
        told.insert(0, conclusion(report))
    results: dict[str, Any] = {
        "score": report.score,
        "execution_time": round(report.seconds),
        "output": "\n\n".join(told),
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    }
    if report.nodes is not None and report.passed:
        results["leaderboard"] = [{"name": "nodes", "value": report.nodes, "order": "asc"}]
    return json.dumps(results, indent=1)


def _gradescope_test(report: Report, number: int, check: Check) -> dict[str, Any]:
    return {
        "name": check.name,
        "number": str(number),
        "score": check.points,
        "max_score": check.max_points,
        "status": "failed" if check.verdict in ("failed", NOT_GRADED) else "passed",
        "output": _details(report, check),
        "output_format": "text",
        "visibility": "visible",
    }
