"""A folder of submissions: all of them graded, none stops the rest, and nothing is done twice."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from laws import noughts
from programs import CS50

from noughts.check import PAGES, SHEET, SUMMARY, Kept, Settings, folder
from noughts.check.submissions import submissions as submissions_of

QUICK = "def choose(board, mark):\n    return board.index('.')\n"


def submissions(folder: Path) -> Path:
    """Five submissions: a good one, wrong ones, a folder, one without a main file."""
    found = folder / "class"
    (found / "ada").mkdir(parents=True)
    (found / "ada" / "main.py").write_text(QUICK)
    (found / "nothing").mkdir()
    os.mkfifo(found / "ada" / "pipe")
    os.mkfifo(found / "pipe.py")
    (found / "ada" / "memory").symlink_to("/proc/self/mem")  # a file that cannot be read
    (found / "=cmd|' calc'!A0.py").write_text(QUICK)
    (found / "bob.py").write_text(CS50)
    (found / "eve.py").write_text("import os\nos._exit(0)\n")
    return found


def test_a_folder(tmp_path: Path) -> None:
    folder = submissions(tmp_path)
    done = noughts("check", str(folder))
    assert done.returncode == 1, done.stderr
    rows = list(csv.DictReader((folder / SHEET).read_text("utf-8").splitlines()))
    assert len(rows) == 5
    scores = {row["submission"]: row["score"] for row in rows}
    assert scores["bob.py"] == "100"
    assert scores["eve.py"] == "0"
    assert all(not row["submission"].startswith("=") for row in rows)
    assert "&#x27;" in (folder / SUMMARY).read_text("utf-8")
    there = {path.name for path in folder.iterdir()} - {"pipe.py"}
    written = there - {path.name for path in submissions_of(folder)}
    assert written == {SHEET, SUMMARY, PAGES}
    assert len([*(folder / PAGES).iterdir()]) == 5
    assert all(str(folder / name) in done.stdout for name in written), "you are told about each"

    kept = Kept(folder).path
    assert str(kept) in done.stdout
    before = kept.read_text("utf-8")
    again = noughts("check", str(folder))
    assert again.returncode == 1
    assert "bob.py" not in again.stderr, "it was graded twice"
    assert kept.read_text("utf-8") == before

    (folder / "eve.py").write_text(QUICK)
    reports = json.loads(noughts("check", str(folder), "--json").stdout)
    assert [report["score"] for report in reports if report["program"] == "bob.py"] == [100]
    assert len(reports) == 5
    new = kept.read_text("utf-8")[len(before) :].splitlines()
    assert [json.loads(line)["name"] for line in new] == ["eve.py"]


def test_a_folder_without_submissions_stays_as_it_is(tmp_path: Path) -> None:
    done = noughts("check", str(tmp_path))
    assert (done.returncode, done.stderr) == (
        2,
        f"noughts: '{tmp_path}' contains no submissions\n",
    )
    assert not list(tmp_path.iterdir())


def test_going_on_after_a_kill(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    for number in range(6):
        (folder / f"student{number}.py").write_text(QUICK + f"# {number}\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "noughts", "check", str(folder), "--jobs", "1"],
        stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        env=os.environ | {"TMPDIR": str(tmp_path)}, start_new_session=True,
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while not _kept(folder) and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    kept = _kept(folder)
    assert kept
    with open(Kept(folder).path, "a", encoding="utf-8") as file:
        file.write('{"key": "cut o')  # as a crash in the middle of a line would leave it
    done = noughts("check", str(folder))
    assert done.returncode == 1
    assert not any(f"{name}:" in done.stderr for name in kept)
    assert len((folder / SHEET).read_text("utf-8").splitlines()) == 7


@pytest.mark.parametrize("signals", [["SIGTERM", "SIGTERM"], ["SIGKILL"]])
def test_stopping_leaves_nothing_behind(signals: list[str], tmp_path: Path) -> None:
    """`timeout` sends two signals, for one; a checker that is killed has workers who notice."""
    folder, scratch = tmp_path / "class", tmp_path / "scratch"
    folder.mkdir()
    scratch.mkdir()
    for number in range(4):
        (folder / f"student{number}.py").write_text(f"while True: pass  # {number}\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "noughts", "check", str(folder)],
        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
        env=os.environ | {"TMPDIR": str(scratch)},
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while not list(scratch.glob("noughts-check-*")) and time.monotonic() < deadline:
        time.sleep(0.05)
    for each in signals:  # Ctrl-C is ignored where tests run in the background
        process.send_signal(signal.Signals[each])
    _, said = process.communicate(timeout=60)
    if signals == ["SIGKILL"]:
        assert process.returncode == -signal.SIGKILL
    else:
        assert (process.returncode, said.strip()) == (130, "noughts: stopped")
    deadline = time.monotonic() + 30
    while list(scratch.glob("noughts-check-*")) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not list(scratch.glob("noughts-check-*"))


def test_a_submission_that_breaks_the_checker_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("on purpose")

    (tmp_path / "ada.py").write_text(QUICK)
    monkeypatch.setattr(folder, "examine", broken)
    report = folder.grade_one(tmp_path / "ada.py", Settings()).report
    assert report is not None
    assert "(RuntimeError: on purpose)" in report["checks"][0]["message"]
    assert report["score"] == 0, "it was not graded"
    graded = folder.Graded("ada.py", report)
    assert graded.exit_code == 3
    assert graded.problem.startswith("not graded: loads; the checker itself failed")


def _kept(folder: Path) -> list[str]:
    lines = Kept(folder).path.read_text("utf-8").splitlines(keepends=True)
    return [json.loads(line)["name"] for line in lines if line.endswith("\n")]
