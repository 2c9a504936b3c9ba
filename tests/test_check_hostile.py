"""Programs that attack whoever runs them: no crash, no stall, no change of their own mark."""

import json
import os
import time
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from programs import Entry, entries, grade

from noughts.check import Report, gradescope, junit, lines, report_page
from noughts.check.sandbox.sandbox import probe

HOSTILE = entries("hostile")


protected = cache(probe)


def scratch_users() -> list[str]:
    """The processes whose working folder is a scratch folder of this test's checker."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            folder = os.readlink(process / "cwd")
        except OSError:
            continue
        if "noughts-check-" in folder:
            found.append(f"{process.name} in {folder}")
    return found


@pytest.mark.parametrize("entry", HOSTILE, ids=lambda entry: entry.file)
def test_a_hostile_program(entry: Entry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if entry.wall and not protected().get(entry.wall):
        pytest.skip(f"this system has no wall for {entry.wall}")
    temporary = tmp_path / "noughts-check-tmp"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    beside = tmp_path / "beside.txt"
    beside.write_text("mine")
    report = grade(entry, tmp_path)
    said = [f"{check.name}: {check.verdict}: {check.message}" for check in report.checks]
    assert report.exit_code in (0, 1), said
    got = "full marks" if report.score == report.max_score else "faults"
    assert got in entry.expected, said
    assert report.passed == (got == "full marks")
    verdicts = {check.name: check.verdict for check in report.checks}
    assert entry.verdicts.items() <= verdicts.items(), said
    assert_readable(report)
    assert beside.read_text() == "mine"
    assert not list(temporary.iterdir()), "a scratch folder is left"
    assert all(str(temporary) not in each for each in _gone_soon(str(temporary)))


def assert_readable(report: Report) -> None:
    """Each output can be written and read again, whatever the program has said."""
    told = report.told("edit")
    assert all(line.isprintable() for line in lines(told))
    ElementTree.fromstring(junit(told).encode())
    json.loads(gradescope(told).encode())
    report_page(told).encode()
    assert Report.read(json.loads(json.dumps(report.as_json()))).score == report.score


def _gone_soon(temporary: str) -> list[str]:
    """Whoever is still there after a while."""
    deadline = time.monotonic() + 10
    while (left := [each for each in scratch_users() if temporary in each]) and (
        time.monotonic() < deadline
    ):
        time.sleep(0.05)
    return left
