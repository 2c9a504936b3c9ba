"""Reports as one self-contained page: no scripts, no external files, everything escaped."""

import re
from collections.abc import Sequence
from dataclasses import replace

from noughts.check.judge.findings import Diagnosis, Report, Shown
from noughts.check.report.once import Row, conclusion, failures, noted, rows
from noughts.harmless import for_html
from noughts.notation import Notation

__all__ = ["in_html", "page", "report_page"]

STYLE = """
:root { color-scheme: light dark; --line: #8886; --soft: #8882; --good: #0072B2; --bad: #B84A00; }
@media (prefers-color-scheme: dark) { :root { --good: #56B4E9; --bad: #FF8C3B; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  overflow-wrap: break-word; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; background: var(--soft);
  border-radius: .2rem; }
code { padding: 0 .2rem; }
pre { padding: .5rem .7rem; margin: .5rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
dl.code { display: grid; grid-template-columns: max-content 1fr; gap: .3rem .7rem; margin: .7rem 0;
  align-items: baseline; }
dl.code dd { margin: 0; min-width: 0; }
dl.code pre { margin: 0; padding: .1rem .5rem; width: fit-content; max-width: 100%; }
table { border-collapse: collapse; }
td, th { padding: .3rem .7rem; text-align: left; vertical-align: top; font-weight: inherit; }
table.list { width: 100%; } table.list tr { border-bottom: 1px solid var(--line); }
table.list thead { font-weight: bold; }
table.list td:first-child { min-width: 9rem; }
table.list td:first-child, table.list td:last-child, .bars td { overflow-wrap: anywhere; }
td.number { text-align: right; white-space: nowrap; } td.word { white-space: nowrap; }
table.board { margin: .7rem 0; } table.board caption { text-align: left; }
table.board td { border: 1px solid var(--line); min-width: 3.5rem; height: 3rem; padding: .2rem; }
table.board td { text-align: center; vertical-align: middle; overflow-wrap: normal; }
table.board th { text-align: center; vertical-align: middle; padding: .2rem .5rem; opacity: .75; }
table.board td.mark { font-size: 1.5rem; }
table.board td.played { outline: 3px solid var(--bad); outline-offset: -3px; }
.note table.board td.played { outline-color: var(--line); }
small { font-weight: normal; opacity: .75; }
.passed { color: var(--good); } .failed { color: var(--bad); font-weight: bold; }
section { break-inside: avoid; }
.diagnosis { border-left: 4px solid var(--bad); padding-left: 1rem; margin: 1.5rem 0; }
.wide { overflow-x: auto; }
.bars { width: 100%; } .bars td.bar { width: 55%; }
.bars span { display: inline-block; height: 1rem; min-width: 2px; background: var(--good); }
.columns { width: 100%; max-width: 36rem; table-layout: fixed; }
.columns td, .columns th { padding: 0 .1rem; text-align: center; font-size: .9rem; }
.columns td { vertical-align: bottom; border-bottom: 1px solid var(--line); }
.columns span { display: block; margin: 0 auto; width: 70%; background: var(--good); }
@media (max-width: 40rem) {
  table.list, table.list tbody { display: block; } table.list thead { display: none; }
  table.list tr { display: grid; grid-template-columns: 1fr auto auto; padding: .4rem 0; }
  table.list td { padding: 0 .5rem 0 0; } table.list td:last-child { grid-column: 1 / -1; }
  table.board td { height: 2.6rem; font-size: .85rem; }
  .bars td { padding: .3rem .4rem .3rem 0; } .bars td.bar { width: 30%; }
}
@media print { body { margin: 0; } a { color: inherit; } nav { display: none; } }
"""


def report_page(report: Report, summary: str = "") -> str:
    """The report on one program, with a link to the summary of its class if there is one."""
    told = "".join(_diagnosis(report, each) for each in report.diagnoses)
    if report.broke or not told:
        told = f"<p>{in_html(conclusion(report))}</p>{told}"
    notes = "".join(f"<p>Note: {in_html(note)}</p>" for note in report.notes)
    back = f'<nav><a href="{for_html(summary)}">Summary of all submissions</a></nav>'
    body = (
        f"{back if summary else ''}<h1>{for_html(report.program)}</h1>"
        f"<p>Interface {for_html(report.interface)}. <strong>{report.score:g} of "
        f"{report.max_score:g} points.</strong></p>{notes}"
        f"<h2>What to look at</h2>{told}"
        f'<h2>The checks</h2><table class="list"><thead><tr><td>check</td><td>verdict</td>'
        f"<td class=number>points</td><td></td></tr></thead>"
        f"<tbody>{''.join(map(_row, rows(report)))}</tbody></table>"
        f"{_failures(report)}{_adapter(report)}"
    )
    return page(report.program, body)


def _adapter(report: Report) -> str:
    """A file to start from, where there is no way to ask the program."""
    if not report.adapter:
        return ""
    return f"<h2>adapter.py, to begin with</h2><pre>{for_html(report.adapter)}</pre>"


def page(title: str, body: str) -> str:
    """A whole page."""
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{for_html(title)}</title><style>{STYLE}</style></head><body>{body}</body></html>\n"
    )


def in_html(text: str) -> str:
    """Words, with what stands between backticks as code.

    >>> in_html("`a < b` is wrong")
    '<code>a &lt; b</code> is wrong'
    """
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", for_html(text))


def _row(row: Row) -> str:
    style = row.verdict if row.verdict in ("passed", "failed") else ""
    points = f"{row.points:g}/{row.max_points:g}" if row.max_points else "optional"
    return (
        f'<tr><td>{for_html(", ".join(row.names))}</td><td class="word {style}">{row.verdict}</td>'
        f'<td class="number">{points}</td><td>{in_html(row.message)}</td></tr>'
    )


def _diagnosis(report: Report, found: Diagnosis) -> str:
    code = [(f"Line {found.line}", _quoted(found))] if found.line else []
    if found.after and found.before not in ("", found.quoted):
        code.append(("Instead of", for_html(found.before)))
    code += [("Write", for_html(found.after))] if found.after else []
    also = f"<p>The same slip is in {found.elsewhere}; mend all of them.</p>" if found.also else ""
    return (
        f'<section class="diagnosis"><p><strong>{for_html(found.id)}</strong>: '
        f"{in_html(found.message)}</p>{_code(code)}{also}"
        f"{_shown(report.notation, found.shown)}</section>"
    )


def _code(parts: Sequence[tuple[str, str]]) -> str:
    """Pieces of code that are harmless already, each with a word in front."""
    items = "".join(f"<dt>{word}</dt><dd><pre>{code}</pre></dd>" for word, code in parts)
    return f'<dl class="code">{items}</dl>' if parts else ""


def _quoted(found: Diagnosis) -> str:
    """The student's line, with what is wrong in it marked."""
    if found.place is None:
        return for_html(found.quoted)
    start, end = found.place
    before, wrong, after = found.quoted[:start], found.quoted[start:end], found.quoted[end:]
    return f"{for_html(before)}<mark>{for_html(wrong)}</mark>{for_html(after)}"


def _failures(report: Report) -> str:
    """The examples that no diagnosis has shown, and then what notes are about."""
    found = "".join(
        f"<section><h2>{for_html(', '.join(names))}</h2>{_shown(report.notation, shown)}</section>"
        for shown, names in failures(report).items()
    )
    for shown, names in noted(report).items():
        told = _shown(report.notation, replace(shown, did="", wanted=""))  # the check says it
        head = f"{for_html(', '.join(names))} <small>(a note, not a mistake)</small>"
        found += f'<section class="note"><h2>{head}</h2>{told}</section>'
    return found


def _shown(notation: Notation, shown: Shown | None) -> str:
    """The board, the call to paste, and what it should have returned."""
    if shown is None:
        return ""
    rules, labels = shown.position.rules, shown.labels()
    head = "".join(f"<th>{for_html(column)}</th>" for column in notation.column_names(rules))
    body = ""
    for number, row in enumerate(notation.row_names(rules)):
        cells = labels[number * rules.columns : (number + 1) * rules.columns]
        body += f"<tr><th>{for_html(row)}</th>{''.join(map(_cell, cells))}</tr>"
    turn = "" if shown.position.is_over else f"{shown.position.turn.upper()} to move:"
    call = _code([("Try", for_html(shown.call))]) if shown.call else ""
    told = f"<p>{in_html(shown.told)}</p>" if shown.told else ""
    return (
        f'<div class="wide"><table class="board"><caption>{turn}</caption><tr><th></th>{head}</tr>'
        f"{body}</table></div>{call}{told}"
    )


def _cell(label: str) -> str:
    played, text = label.startswith("["), label.strip("[] ")
    style = "played" if played else "mark" if text in ("X", "O") else ""
    return f'<td class="{style}">{for_html(text)}</td>'
