"""A whole class as a table for a spreadsheet."""

import csv
import io
from collections.abc import Sequence

from noughts.check.judge.findings import Check
from noughts.check.report.summary import Student, problem
from noughts.harmless import for_csv

__all__ = ["sheet"]

COLUMNS = ("submission", "interface", "passed", "score", "of", "diagnoses", "nodes", "seconds")
PASSED = {0: "yes", 1: "no", 3: "not graded"}  # by the exit code


def sheet(students: Sequence[Student]) -> str:
    """The table as CSV: the columns of every submission, then one for each check."""
    checks = list(dict.fromkeys(c.name for student in students for c in student.report.checks))
    rows = [[*COLUMNS, *checks]]
    for student in students:
        found = {check.name: check for check in student.report.checks}
        points = [_points(found[name]) if name in found else "" for name in checks]
        rows.append([*_row(student), *points])
    text = io.StringIO()
    csv.writer(text).writerows([[for_csv(word) for word in row] for row in rows])
    return text.getvalue()


def _points(check: Check) -> str:
    """The points of a check; the verdict if it has none."""
    return f"{check.points:g}" if check.required else check.verdict


def _row(student: Student) -> list[str]:
    report = student.report
    return [
        student.name,
        report.interface,
        PASSED[report.exit_code],
        f"{report.score:g}",
        f"{report.max_score:g}",
        problem(report),
        "" if report.nodes is None else str(report.nodes),
        f"{report.seconds:.1f}",
    ]
