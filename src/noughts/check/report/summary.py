"""A whole class on one page: the overview, the table, and what was not graded and why."""

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from noughts.check.diagnose.advice import ADVICE
from noughts.check.judge.findings import NOT_GRADED, Report
from noughts.check.report.html import in_html, page
from noughts.harmless import for_html
from noughts.words import count

__all__ = ["Student", "page_name", "problem", "summary_page"]

ONE, HIGHEST = 1.5, 8.0  # rem: a column for one student, and the largest of a large class
LONGEST_NAME = 60  # characters of a submission's name in the name of its page

# What a mistake is in general, where the advice begins with what is special about a program.
IN_GENERAL = {
    "crashes": "it raises an exception",
    "missing-package": "it needs a package that is not there",
    "unknown-shape": "no function was found that takes a board and chooses a move",
}


@dataclass(frozen=True)
class Student:
    """A submission, its report, and the address of its page."""

    name: str
    report: Report
    address: str


def page_name(name: str) -> str:
    """A file name for the page of a submission: plain, short, and another one for each name.

    >>> page_name("Ada <3.py")
    'Ada-3.py-23ee9a27.html'
    """
    plain = re.sub(r"[^A-Za-z0-9._]+", "-", name)[:LONGEST_NAME].strip(".-")
    short = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{plain}-{short}.html"


def problem(report: Report) -> str:
    """The mistakes by their names; without any, what the first check says that did not pass.

    What was not graded comes before all of them.
    """
    if report.broke:
        why = next(check.message for check in report.checks if check.verdict == NOT_GRADED)
        return f"{report.ungraded}; {why}"
    names = ", ".join(found.id for found in report.diagnoses)
    told = [c.message for c in report.checks if c.verdict not in ("passed", "note", "not run")]
    return names or (told[0] if told else "")


def summary_page(students: Sequence[Student], skipped: Mapping[str, str]) -> str:
    """Everything about a class; `skipped` says why something was not graded."""
    good = sum(student.report.passed for student in students)
    passed = f"{good} passed every required check"
    body = f"<h1>Summary</h1><p>{count(len(students), 'submission')}, {passed}.</p>"
    body += _mistakes(students) + _points(students) + _failed_checks(students)
    head = "<td>submission</td><td>interface</td><td class=number>points</td><td>mistakes</td>"
    body += (
        f'<h2>Submissions</h2><table class="list"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(map(_row, students))}</tbody></table>"
    )
    if skipped:
        items = "".join(
            f"<li>{for_html(name)}: {for_html(why)}</li>" for name, why in skipped.items()
        )
        body += f"<h2>Not graded</h2><ul>{items}</ul>"
    return page("Summary", body)


def _row(student: Student) -> str:
    report = student.report
    style = "passed" if report.passed else "failed"
    address = for_html(student.address)
    return (
        f'<tr><td><a class="{style}" href="{address}">{for_html(student.name)}</a>'
        f'</td><td class="word">{for_html(report.interface)}</td>'
        f'<td class="number">{report.score:g}/{report.max_score:g}</td>'
        f"<td>{in_html(problem(report))}</td></tr>"
    )


def _mistakes(students: Sequence[Student]) -> str:
    """How many students make each mistake."""
    made = Counter(
        kind for each in students for kind in dict.fromkeys(d.id for d in each.report.diagnoses)
    )
    named = [(_mistake(kind), number) for kind, number in made.most_common()]
    return _bars("Mistakes", named, len(students))


def _mistake(kind: str) -> str:
    """The name of a mistake, and what it is in a few words."""
    about = IN_GENERAL.get(kind) or ADVICE.get(kind, "").partition(":")[0]
    return kind if not about or "{" in about else f"{kind}: {about}"


def _points(students: Sequence[Student]) -> str:
    """How many students have how many points, of a hundred."""
    shares = [round(100 * s.report.score / (s.report.max_score or 1)) for s in students]
    numbers = {low: sum(low <= each < low + 10 for each in shares) for low in range(0, 101, 10)}
    high = min(ONE, HIGHEST / max(1, *numbers.values()))  # for each student
    columns = "".join(
        f"<td>{number}<span style=height:{number * high:.2f}rem></span></td>" if number else
        "<td></td>" for number in numbers.values()
    )  # fmt: skip
    names = "".join(f"<th>{low}</th>" for low in numbers)
    return (
        f'<section><h2>Points</h2><table class="columns"><tr>{columns}</tr><tr>{names}</tr></table>'
        f"<p><small>Submissions by their points, of 100; 80 means 80 to 89.</small></p></section>"
    )


def _failed_checks(students: Sequence[Student]) -> str:
    failed = Counter(
        c.name for student in students for c in student.report.checks if c.verdict == "failed"
    )
    return _bars("Failed checks", failed.most_common(), len(students))


def _bars(title: str, numbers: Sequence[tuple[str, int]], total: int) -> str:
    """Numbers of students as bars, of which the longest possible is all of them."""
    if not numbers:
        return ""
    rows = "".join(
        f'<tr><td>{in_html(word)}</td><td class="number">{number}</td><td class="bar">'
        f"<span style=width:{100 * number / total:.0f}%></span></td></tr>"
        for word, number in numbers
    )
    return f'<section><h2>{title}</h2><table class="bars">{rows}</table></section>'
