"""Names and texts from strangers: every output can be read back, and none of them does harm."""

import csv
import json
import re
import unicodedata
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import board

from noughts.check import Check, Diagnosis, Report, gradescope, junit, lines, report_page
from noughts.check.judge.findings import Shown, Verdict
from noughts.check.report.sheet import sheet
from noughts.check.report.summary import Student, page_name, summary_page
from noughts.harmless import for_csv, for_html, for_json, for_terminal, for_xml, short_name

NASTY = (
    "\x00\x07\x08\x1b[31m\x1b]0;title\x07\x7f\x80\x9b\x9d",  # a terminal's orders
    "\u202e\u2066\u200f\u061c\ufeff\u2028\u2029\x85",  # directions, and ends of lines
    "\ud800 \udcff \ude00\ud83d \ud83d\ude00",  # halves of surrogate pairs
    "\ufffe\uffff\U0001ffff",  # not characters at all
    "<script>alert(1)</script><!-- ]]> &amp; &#27; \" ' ` </pre></td></title></style>",
    "=1+1", "+1", "-1", "@x", " =1", "\t=1", "\r\n=1", '"=1', "' =1", "x;=1", "\uff1d1", "|x", "%x",
    "a\r\nb\rc\n\nd", "é ß 日本 😀", "\\x1b \\u202e", "a,b;c\td",
)  # fmt: skip
ALL = " ".join(NASTY)
TEXTS = st.text(st.characters() | st.sampled_from("\x1b\ud800\udfff\u202e\x00=;\"'<&\n"))


def nasty(text: str) -> Report:
    """A report in which every text is this one."""
    shown = Shown(board("x.o/xo./x.."), did=text, call=text, wanted=text)
    found = Diagnosis(
        text, text, shown, text, line=7, before=text[:3], after=text, quoted=text + "!"
    )
    verdicts: tuple[Verdict, ...] = ("passed", "failed", "note", "not run")
    checks = [Check(f"{text}{i}", each, 5, text, shown) for i, each in enumerate(verdicts)]
    return Report(
        text, text, tuple(checks), (found,), notes=(text, text), printed=text, adapter=text
    )


class Page(HTMLParser):
    """The tags and the text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.comments: list[str] = []
        self.seen = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.seen += data

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)


@pytest.mark.parametrize("text", [*NASTY, ALL], ids=lambda text: ascii(text)[:20])
def test_every_output_can_be_read_back(text: str) -> None:
    report = nasty(text)
    check_terminal(report)
    check_json(report)
    check_junit(report)
    check_pages(report)
    check_sheet(report)


@given(TEXTS)
def test_any_text_can_be_read_back(text: str) -> None:
    report = replace(nasty(text), diagnoses=())
    check_terminal(report)
    check_json(report)
    check_junit(report)
    check_sheet(report)


def check_terminal(report: Report) -> None:
    for ascii_only in (False, True):
        said = lines(report, ascii_only)
        assert all(line.isprintable() for line in said)
        "\n".join(said).encode("ascii" if ascii_only else "utf-8")


def check_json(report: Report) -> None:
    for text in (for_json(report.as_json()), gradescope(report)):
        told = json.loads(text)
        assert not re.search("[\ud800-\udfff]", json.dumps(told, ensure_ascii=False))
    assert Report.read(json.loads(for_json(report.as_json()))).score == report.score


def check_junit(report: Report) -> None:
    suite = ElementTree.fromstring(junit(report).encode("utf-8"))
    cases = suite.findall("testcase")
    assert [case.get("name") for case in cases] == [for_xml(c.name) for c in report.checks]
    assert cases[1].find("failure") is not None


def check_pages(report: Report) -> None:
    plain = Page(report_page(nasty("x")))
    page = Page(report_page(report))
    assert page.tags == [tag for tag in page.tags if tag in {*plain.tags, "code", "mark"}]
    assert not page.comments
    student = Student(report.program, report, page_name(report.program))
    summary = Page(summary_page([student], {report.program: report.program}))
    assert "script" not in {*page.tags, *summary.tags}
    for text in (page.seen, summary.seen):
        text.encode("utf-8")
        odd = {char for char in text if not char.isprintable()} - {"\n", "\t"}
        assert not odd, {unicodedata.name(char, ascii(char)) for char in odd}


def check_sheet(report: Report) -> None:
    text = sheet([Student(report.program, report, ""), Student("x", report, "")])
    text.encode("utf-8")
    rows = list(csv.reader(text.splitlines()))
    assert len(rows) == 3
    assert len({len(row) for row in rows}) == 1
    for cell in (cell for row in rows for cell in row):
        for part in cell.split(";"):
            assert not re.match(r"[\s\"`]*[=+\-@\uff1d\uff0b\uff0d\uff20]", part), ascii(cell)


@pytest.mark.parametrize("word", ["=1", "+1", "-1", "@x", " =1+1.py", '"=1', "''=1", "＝1"])
def test_no_cell_is_a_formula(word: str) -> None:
    assert for_csv(word) == f"'{word}"
    assert for_csv(f"x{word}") == f"x{word}"
    assert for_csv(f"x;{word}") == f"x;'{word}"


@given(TEXTS)
def test_what_is_harmless_stays_so(text: str) -> None:
    assert for_terminal(text).isprintable()
    assert for_terminal(for_terminal(text)) == for_terminal(text)
    assert for_xml(for_xml(text)) == for_xml(text)
    assert len(short_name(text)) <= 80
    for each in (for_terminal, for_csv, for_xml, for_html, for_json, short_name):
        each(text).encode("utf-8")


def test_plain_text_stays_as_it_is() -> None:
    for text in ("ada.py", "Å, ß, 日本, 😀", "it returns (2, 2)", r"\d+"):
        for each in (for_terminal, for_csv, for_xml, for_html, short_name):
            assert each(text) == text
        assert json.loads(for_json([text, 1, None, {text: 0.5}])) == [text, 1, None, {text: 0.5}]


def test_names_of_pages_differ() -> None:
    names = ["a\ud800", "a\udcff", "a\\udcff", "A", "a", Path("a").name + "\n"]
    assert len({page_name(name).lower() for name in names}) == len(names)
