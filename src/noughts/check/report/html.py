"""Reports as one self-contained page: no scripts, no external files, everything escaped."""

from collections.abc import Sequence
from html import escape

from noughts.check.judge.findings import Check, Diagnosis, Report, Shown

__all__ = ["report_page", "summary_page"]

STYLE = """
:root { color-scheme: light dark; --line: #8886; --good: #0072B2; --bad: #D55E00; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; }
td, th { padding: .3rem .7rem; text-align: left; vertical-align: top; }
table.list tr { border-bottom: 1px solid var(--line); } td.number { text-align: right; }
table.board td { border: 1px solid var(--line); width: 4.5rem; height: 3rem; }
table.board td { text-align: center; vertical-align: middle; }
table.board td.mark { font-size: 1.5rem; } table.board td.played { outline: 3px solid var(--bad); }
.passed { color: var(--good); } .failed { color: var(--bad); font-weight: bold; }
section { break-inside: avoid; }
.diagnosis { border-left: 4px solid var(--bad); padding-left: 1rem; }
@media print { body { margin: 0; } a { color: inherit; } }
"""


def report_page(report: Report) -> str:
    """The report on one program."""
    checks = "".join(map(_row, report.checks))
    diagnoses = "".join(map(_diagnosis, report.diagnoses)) or "<p>No mistakes found.</p>"
    notes = "".join(f"<p>Note: {escape(note)}</p>" for note in report.notes)
    body = (
        f"<h1>{escape(report.program)}</h1>"
        f"<p>Interface {escape(report.interface)}. <strong>{report.score:g} of "
        f"{report.max_score:g} points.</strong></p>{notes}"
        f"<h2>What to look at</h2>{diagnoses}"
        f'<h2>The checks</h2><table class="list"><tr><th>check</th><th>verdict</th><th>points</th>'
        f"<th></th></tr>{checks}</table>{''.join(map(_failure, report.checks))}"
    )
    return _page(report.program, body)


def summary_page(rows: Sequence[Sequence[str]], failed: Sequence[int]) -> str:
    """A table of all submissions; `failed` holds the rows that did not pass; row 0 is the head."""
    head = "".join(f"<th>{escape(word)}</th>" for word in rows[0])
    body = ""
    for number, row in enumerate(rows[1:], 1):
        style = "failed" if number in failed else "passed"
        cells = "".join(map(_sheet_cell, row[1:]))
        body += f'<tr><td class="{style}">{escape(row[0])}</td>{cells}</tr>'
    good = len(rows) - 1 - len(failed)
    return _page(
        "Summary",
        f"<h1>Summary</h1><p>{len(rows) - 1} submissions, {good} passed every required check.</p>"
        f'<table class="list"><tr>{head}</tr>{body}</table>',
    )


def _sheet_cell(word: str) -> str:
    style = ' class="number"' if word.replace(".", "", 1).isdecimal() else ""
    return f"<td{style}>{escape(word)}</td>"


def _page(title: str, body: str) -> str:
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>{body}</body></html>\n"
    )


def _row(check: Check) -> str:
    style = {"passed": "passed", "failed": "failed"}.get(check.verdict, "")
    if check.verdict == "failed" and not check.required:
        style = ""
    points = f"{check.points:g}/{check.max_points:g}" if check.max_points else "optional"
    return (
        f'<tr><td>{escape(check.name)}</td><td class="{style}">{check.verdict}</td>'
        f'<td class="number">{points}</td><td>{escape(check.message)}</td></tr>'
    )


def _diagnosis(diagnosis: Diagnosis) -> str:
    return (
        f'<section class="diagnosis"><p><strong>{escape(diagnosis.id)}</strong>: '
        f"{escape(diagnosis.message)}</p>{_shown(diagnosis.shown)}</section>"
    )


def _failure(check: Check) -> str:
    if check.shown is None or check.verdict != "failed":
        return ""
    return f"<section><h2>{escape(check.name)}</h2>{_shown(check.shown)}</section>"


def _shown(shown: Shown | None) -> str:
    if shown is None:
        return ""
    columns, labels = shown.position.rules.columns, shown.labels()
    rows = [labels[i : i + columns] for i in range(0, len(labels), columns)]
    cells = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    did = f"<p>{escape(shown.did)}</p>" if shown.did else ""
    return f'<table class="board">{cells}</table>{did}'


def _cell(label: str) -> str:
    played, text = label.startswith("["), label.strip("[]")
    style = "played" if played else "mark" if text in ("X", "O") else ""
    return f'<td class="{style}">{escape(text)}</td>'
