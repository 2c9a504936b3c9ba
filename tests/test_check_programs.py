"""Every wrong program is named correctly; every right one gets full marks."""

from pathlib import Path

import pytest
from programs import ENTRIES, Entry, entries, grade

from noughts.check.diagnose.advice import ADVICE
from noughts.check.judge.findings import Report

WRONG, RIGHT = entries("wrong"), entries("right")
WITHOUT_A_POSITION = {"no-pruning", "missing-functions", "missing-package", "reads-input"}
WITHOUT_A_POSITION |= {"not-implemented", "unknown-shape", "wrong-start"}


def name(entry: Entry) -> str:
    return entry.file


def verdicts(report: Report) -> str:
    return "\n".join(f"{c.name}: {c.verdict}: {c.message}" for c in report.checks)


def test_the_corpus_is_large_enough() -> None:
    assert sum(entry.file.startswith("wrong/") for entry in ENTRIES) >= 100
    assert sum(entry.file.startswith("right/") for entry in ENTRIES) >= 22
    assert {entry.diagnosis for entry in ENTRIES if entry.diagnosis} == {*ADVICE}


@pytest.mark.parametrize("entry", WRONG, ids=name)
def test_a_wrong_program_is_named(entry: Entry, tmp_path: Path) -> None:
    report = grade(entry, tmp_path)
    found = [diagnosis.id for diagnosis in report.diagnoses]
    assert found, verdicts(report)
    assert found[0] == entry.diagnosis, f"{found}\n{verdicts(report)}"
    assert {*found} <= {entry.diagnosis, *entry.also}, f"{found}\n{verdicts(report)}"
    assert report.exit_code == (0 if entry.diagnosis in ("slow-win", "no-pruning") else 1)
    first = report.diagnoses[0]
    assert entry.line in (None, first.line), f"line {first.line}: {first.quoted}"
    assert first.shown is not None or entry.diagnosis in WITHOUT_A_POSITION


@pytest.mark.parametrize("entry", RIGHT, ids=name)
def test_a_right_program_gets_full_marks(entry: Entry, tmp_path: Path) -> None:
    report = grade(entry, tmp_path)
    assert (report.score, report.max_score) == (100, 100), verdicts(report)
    assert report.exit_code == 0
    assert not report.diagnoses
    assert not [check.name for check in report.checks if check.verdict == "failed"]
