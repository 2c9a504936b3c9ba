"""What the pages say of `noughts check` is what it does and prints."""

import re
from pathlib import Path

import pytest
from laws import noughts

from noughts.check import (
    FORMS,
    INTERFACES,
    MAIN_NAMES,
    SHEET,
    SUMMARY,
    Interface,
    Settings,
    check_program,
)
from noughts.check.gather import copies
from noughts.check.gather.gather import AS_DEEP_AS_PACKAGES
from noughts.check.judge import collect
from noughts.check.sandbox.inside import memoise
from noughts.check.submissions import A_CLASS
from noughts.position import Position
from noughts.rules import TIC_TAC_TOE

ROOT = Path(__file__).parent.parent
PAGES = ("how-to/grade-programs.md", "reference/checks.md")
PAGE = "\n".join((ROOT / "docs" / name).read_text(encoding="utf-8") for name in PAGES)
SENTENCES = " ".join(PAGE.split())


def tables() -> list[list[list[str]]]:
    """The tables of the page: rows of cells, without the line under the head."""
    found = []
    for table in re.findall(r"(?:^\|.*\n)+", PAGE, re.M):
        rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()]
        found.append([rows[0], *rows[2:]])
    return found


def points(interface: Interface) -> dict[str, float]:
    """What the page promises for each check of an interface."""
    head, *rows = next(table for table in tables() if "gomocup" in table[0])
    (place,) = [i for i, title in enumerate(head) if interface in title.split(", ")]
    found = {}
    for row in rows:
        name, _, only = row[place].partition(" (")
        other = re.fullmatch(r"(.+): (\d+)\)", only)
        if other and interface in other[1].split(", "):
            found[name] = float(other[2])
        elif name and not (only.endswith("only)") and interface not in only):
            found[name] = float(row[place + 1])
    return found


@pytest.mark.parametrize("interface", INTERFACES)
def test_the_points(interface: Interface, tmp_path: Path) -> None:
    anything = "X, O, board = 'X', 'O', [' '] * 9\n"
    anything += "def best_move(board, player):\n    return board.index(' ')\n"
    (tmp_path / "empty.py").write_text(anything if interface == "any" else "")
    report = check_program(tmp_path / "empty.py", Settings(interface))
    promised = points(interface)
    assert {check.name: check.max_points for check in report.checks if check.required} == promised
    assert sum(promised.values()) == 100
    for check in report.checks:
        assert check.required or f"`{check.name.split(' of ')[0]}" in PAGE


def test_the_interfaces_and_forms() -> None:
    (table,) = [table for table in tables() if table[0][0] == "`--interface`"]
    assert [row[0].strip("`") for row in table[1:]] == [*INTERFACES]
    symbols = [form for form in FORMS if " " in form]  # the page sends you to the command for them
    assert all(f"`{form}` (" in PAGE for form in FORMS if form not in symbols)
    said = noughts("check", "x.py", "--form", "x").stderr
    assert all((repr(form) if form in symbols else form) in said for form in FORMS)


def test_the_names_of_files() -> None:
    first = ", ".join(f"`{name}`" for name in MAIN_NAMES[:-1])
    assert f"{first} or `{MAIN_NAMES[-1]}` is one submission" in SENTENCES
    assert f"`{SHEET}` and `{SUMMARY}` into the folder" in SENTENCES


def test_the_limits_of_what_is_copied() -> None:
    each = f"{copies.MOST_FILES} of them and {copies.MOST_BYTES >> 20} MB"
    assert f"at most {each}, {copies.LARGEST >> 20} MB per file" in SENTENCES
    deepest = f"{copies.DEEPEST} folders deep ({AS_DEEP_AS_PACKAGES} with `--command`)"
    assert f"up to {deepest}" in SENTENCES
    assert f"more than {copies.MOST_SEEN:,} names" in SENTENCES
    assert A_CLASS == 2
    assert "at least two other programs" in SENTENCES


def test_the_numbers() -> None:
    start = Position(TIC_TAC_TOE)
    crowded = start.play(0).play(1).play(2).play(4).play(3)
    assert round(collect.question_seconds(crowded)) == 5
    assert 50 < collect.question_seconds(start) < 70
    assert "(5 s, or up to a minute for the first moves of a game)" in SENTENCES
    assert collect.CROWDED == 5
    budgets = f"share {collect.CROWDED_BUDGET:.0f} s, the others {collect.PLAYING / 60:.0f} minutes"
    assert f"with five stones or more on the board {budgets}" in SENTENCES
    assert f"if all but {collect.NEARLY_DONE:.0%} of the positions" in SENTENCES
    assert f"up to {collect.CONFIRMED} of the questions" in SENTENCES
    assert "a Python newer than {}.{}".format(*memoise.READABLE[-1]) in SENTENCES
