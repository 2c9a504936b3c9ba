"""The README shows what the program prints, and CONTRIBUTING names files that exist."""

import re
import shlex
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SECONDS = re.compile(r"\d+\.\d{3}")


def shown() -> list[tuple[str, list[str]]]:
    """The commands of the README, each with the lines that stand under it."""
    found: list[tuple[str, list[str]]] = []
    for block in re.findall(r"^```console\n(.*?)^```", README, re.M | re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, *lines = part.rstrip().splitlines()
            found.append((command, lines))
    return found


COMMANDS = [each for each in shown() if each[0].startswith(("noughts compare", "noughts solve"))]


def test_the_readme_shows_commands() -> None:
    assert [command.split()[:2] for command, _ in shown()] == [
        ["make", "play"],
        ["noughts", "compare"],
        ["noughts", "solve"],
        ["noughts", "check"],  # see test_check_docs.py
    ]


@pytest.mark.parametrize(("command", "lines"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_a_command_prints_what_is_shown(command: str, lines: list[str]) -> None:
    words = shlex.split(command)[1:]
    done = subprocess.run(
        [sys.executable, "-m", "noughts", *words], capture_output=True, text=True, timeout=120
    )
    for printed, line in zip_longest(done.stdout.splitlines(), lines):
        assert SECONDS.sub("0.000", printed).split() == SECONDS.sub("0.000", line).split()


def test_the_hint_is_the_real_one() -> None:
    _, lines = shown()[0]
    where = lines.index("X to move: hint")
    board = lines[where + 1 : -1]
    done = subprocess.run(
        [sys.executable, "-m", "noughts", "analyse", "xo./x../o.."], capture_output=True, text=True
    )
    assert done.stdout.splitlines()[: len(board) + 1] == [*board, lines[-1]]


def test_what_contributing_names_exists() -> None:
    """Paths stand under the root or, as the module table has them, inside the package."""
    package, targets = ROOT / "src" / "noughts", (ROOT / "Makefile").read_text(encoding="utf-8")
    static = package / "web" / "static"
    places = (ROOT, package, package / "check" / "diagnose", static, static / "watch")
    for name in set(re.findall(r"`([\w./]+)`", CONTRIBUTING)):
        path = name.removeprefix("noughts/")
        if "NAME" not in name and (path.endswith(("/", ".py", ".js", ".hpp", ".cpp", ".ts"))):
            found = [place / path for place in places if (place / path).exists()]
            found += (ROOT / "tests").rglob(Path(path).name)
            assert found, name
    for target in re.findall(r"`make (\w+)`", CONTRIBUTING):
        assert f"\n{target}:" in targets, target
    for link in re.findall(r"\]\((?!http)([^)#]+)\)", CONTRIBUTING + README):
        assert (ROOT / link).exists(), link
