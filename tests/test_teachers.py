"""The step of GitHub Actions and the zip for Gradescope, as far as they need neither."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from programs import FOLDER

ROOT = Path(__file__).parent.parent
ORDER = "::set-env name=PATH::/tmp"


@pytest.fixture
def runner(tmp_path: Path) -> dict[str, str]:
    """What GitHub's runner sets, where Noughts is installed already."""
    (tmp_path / "noughts").symlink_to(sys.prefix)
    files = {
        name: str(tmp_path / name.lower()) for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")
    }
    return {**os.environ, "RUNNER_TEMP": str(tmp_path), **files}


def step(
    runner: dict[str, str], program: Path, **inputs: str
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [str(ROOT / "action" / "check.sh")], env={**runner, "PROGRAM": str(program), **inputs},
        cwd=program.parent, capture_output=True, encoding="utf-8", timeout=300, check=False,
    )  # fmt: skip


def outputs(runner: dict[str, str]) -> dict[str, str]:
    lines = Path(runner["GITHUB_OUTPUT"]).read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines)


def test_a_faulty_program_fails_the_step_with_its_points(
    runner: dict[str, str], tmp_path: Path
) -> None:
    shutil.copy(FOLDER / "wrong" / "cs50_draws_are_losses.py", tmp_path / "tictactoe.py")
    done = step(runner, tmp_path / "tictactoe.py", OPTIONS="--interface cs50 --hints kind")
    assert (done.returncode, outputs(runner)["score"]) == (1, "70"), done.stderr
    report = Path(outputs(runner)["report"])
    assert json.loads((report / "report.json").read_text(encoding="utf-8"))["score"] == 70
    assert {each.suffix for each in report.iterdir()} == {".html", ".xml", ".json", ".txt"}
    summary = Path(runner["GITHUB_STEP_SUMMARY"]).read_text(encoding="utf-8")
    assert summary.startswith("### 70 of 100 points\n\n    tictactoe.py (cs50): 70 of 100")


def test_so_many_points_are_enough(runner: dict[str, str], tmp_path: Path) -> None:
    program = tmp_path / "player.py"
    program.write_text('def choose(board, mark):\n    return board.index(".")\n')
    assert step(runner, program).returncode == 1
    score = float(outputs(runner)["score"])
    assert 0 < score < 100
    for points, code in ((score, 0), (score + 0.5, 1)):
        done = step(runner, program, POINTS=f"{points:g}")
        assert done.returncode == code, done.stdout


def test_no_program_gives_orders_to_the_runner(runner: dict[str, str], tmp_path: Path) -> None:
    program = tmp_path / "player.py"
    program.write_text(f"raise ValueError('''\n{ORDER}''')\n")
    done = step(runner, program)
    first, *said, last = done.stdout.splitlines()
    word = first.removeprefix("::stop-commands::")
    assert (word != first, last) == (True, f"::{word}::")
    assert any("ValueError" in line for line in said)
    assert done.returncode == 1


def test_wrong_usage_has_no_points(runner: dict[str, str], tmp_path: Path) -> None:
    done = step(runner, tmp_path / "missing.py", POINTS="0")
    assert done.returncode == 2
    assert not Path(runner["GITHUB_OUTPUT"]).exists()


def test_the_zip_for_gradescope(tmp_path: Path) -> None:
    wheel, out = tmp_path / "noughts-1.2.3-any.whl", tmp_path / "grader.zip"
    wheel.write_bytes(b"a wheel")
    words = [sys.executable, str(ROOT / "release" / "gradescope.py"), str(out), str(wheel)]
    subprocess.run(words, check=True, capture_output=True)
    with zipfile.ZipFile(out) as archive:
        assert archive.namelist() == ["run_autograder", "setup.sh", wheel.name]
        for script in ("run_autograder", "setup.sh"):
            assert archive.getinfo(script).external_attr >> 16 == 0o100755
