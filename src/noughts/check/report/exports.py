"""Reports for other programs: JUnit, Gradescope."""

from typing import Any
from xml.etree import ElementTree

from noughts.check.judge.findings import NOT_GRADED, Check, Diagnosis, Report
from noughts.check.report.once import conclusion
from noughts.harmless import for_json, for_xml

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
            failure = ElementTree.SubElement(case, "failure", message=check.message)
            failure.text = _details(report, check)
        elif check.verdict == NOT_GRADED:
            ElementTree.SubElement(case, "error", message=check.message)
        elif check.verdict == "not run":
            ElementTree.SubElement(case, "skipped", message=check.message)
        else:
            ElementTree.SubElement(case, "system-out").text = check.message
    output = ElementTree.SubElement(suite, "system-out")
    output.text = "\n".join(_told(report))
    return _written(suite)


def _written(root: ElementTree.Element) -> str:
    """The document; every text and attribute is made harmless here."""
    for element in root.iter():
        element.text = element.text and for_xml(element.text)
        element.attrib = {name: for_xml(value) for name, value in element.items()}
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, "unicode") + "\n"


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
    if found.also:
        told.append(f"The same slip is in {found.elsewhere}.")
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
    return for_json(results, indent=1)


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
