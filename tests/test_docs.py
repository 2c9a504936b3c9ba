"""The README shows what the program prints, and CONTRIBUTING names files that exist."""

import json
import os
import re
import shlex
import signal
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


COMMANDS = [
    each
    for each in shown()
    if each[0].startswith(("noughts compare", "noughts solve", "noughts arena"))
]


def test_the_readme_shows_commands() -> None:
    assert [command.split()[:2] for command, _ in shown()] == [
        ["make", "play"],
        ["noughts", "compare"],
        ["noughts", "solve"],
        ["noughts", "arena"],
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
    """`make play` runs `noughts play`; the moves to this position need a second person."""
    _, lines = shown()[0]
    begin, hint = lines[: lines.index("...")], lines[lines.index("X to move: hint") :]

    def play(*words: str, say: str) -> list[str]:
        command = [sys.executable, "-m", "noughts", "play", *words]
        done = subprocess.run(command, capture_output=True, text=True, input=say)
        return done.stdout.splitlines()

    assert play(say="quit\n")[: len(begin)] == begin
    printed = play("--method", "human", say="a1\na2\nb1\nc1\nhint\nquit\n")
    where = printed.index(hint[0])
    assert printed[where : where + len(hint)] == hint


def test_the_picture_is_what_the_command_beside_it_draws(tmp_path: Path) -> None:
    named = re.search(r"`noughts (tree [^`]+) -o tree\.svg`\):\n\n!\[[^]]*\]\(([^)]+)\)", README)
    assert named
    words = [*shlex.split(named[1]), "-o", str(tmp_path / "tree.svg")]
    subprocess.run([sys.executable, "-m", "noughts", *words], check=True, capture_output=True)
    assert (tmp_path / "tree.svg").read_text("utf-8") == (ROOT / named[2]).read_text("utf-8")


def table(text: str, head: str) -> list[list[str]]:
    """The rows of the table with this heading, each as a list of cells."""
    _, _, rest = text.partition(f"| {head} |")
    rows = rest.split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def test_a_number_in_two_places_is_the_same_number() -> None:
    """Node counts and times of the README are those of `bench`, the times rounded."""
    peers = (ROOT / "bench" / "peers.md").read_text("utf-8")
    measured = table(peers, "tic-tac-toe from the empty board")
    told = table(README, "program")
    assert len(told) == len(measured) == 7
    for (_, nodes, time), (_, counted, exact, _) in zip(told, measured, strict=True):
        assert nodes == counted
        places = len(time.partition(".")[2])
        assert float(time) == round(float(exact), places)
    proofs = {
        row[0]: row for row in table((ROOT / "bench" / "proofs.md").read_text("utf-8"), "game")
    }
    for game, seconds in (("7x7x5", "0.4"), ("8x8x4-straight", "0.7")):
        assert round(float(proofs[game][4]), 1) == float(seconds)
        assert f"({seconds} s)" in README
    textbook = {row[0].strip("`"): row[-1] for row in table(README, "method | the idea")}
    compared = dict(
        line.split()[:5:4]
        for command, lines in shown()
        if "compare" in command
        for line in lines[1:9]
    )
    assert all(nodes in ("", compared[method]) for method, nodes in textbook.items())


def test_the_three_counts_of_the_engine_are_explained() -> None:
    def nodes(command: str) -> str:
        words = [sys.executable, "-m", "noughts", *command.split(), "--json"]
        found = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
        return f"{found['nodes']:,}"

    text = " ".join(README.split())
    compared = dict(shown())["noughts compare ........."][-1].split()
    assert compared[0] == "engine"
    assert f"Why {compared[4]} nodes for the engine?" in text
    assert f"in {nodes('solve 3x3x3')} that the empty board is a draw" in text
    assert f"in {nodes('analyse 3x3x3')} what all nine moves are worth" in text
    rows = dict(row[:2] for row in table(README, "program"))
    assert rows["noughts, engine: the exact value of all nine moves"] == nodes("analyse 3x3x3")


def make(target: str, program: str, folder: Path) -> subprocess.Popen[str]:
    """`make TARGET` with this script as the program, and nothing built."""
    (folder / "noughts").write_text(program)
    (folder / "noughts").chmod(0o755)
    words = ["make", "--no-print-directory", "--old-file=.venv/ready-play", target]
    words.append(f"BIN={folder}")
    return subprocess.Popen(
        words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=True,
    )  # fmt: skip


@pytest.mark.parametrize("target", ["play", "web"])
@pytest.mark.parametrize("code", [0, 3])
def test_make_ends_with_how_to_call_noughts_from_now_on(
    target: str, code: int, tmp_path: Path
) -> None:
    process = make(target, f'#!/bin/sh\necho "it runs $*"\nexit {code}\n', tmp_path)
    output, _ = process.communicate(timeout=60)
    first, second, *rest = output.splitlines()
    assert first == f"it runs {target}"
    assert second == (
        f"From now on: {tmp_path}/noughts, or just noughts after: source {tmp_path}/activate"
    )
    assert bool(process.returncode) == bool(code)
    assert bool(rest) == bool(code), "make reports a failure"
    assert not code or "Error 3" in rest[0]


def test_make_says_so_after_ctrl_c_too(tmp_path: Path) -> None:
    waits = "#!/bin/sh\ntrap 'echo bye; exit 0' INT\necho ready\nwhile :; do sleep 0.1; done\n"
    process = make("play", waits, tmp_path)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    os.killpg(process.pid, signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert output.startswith(f"bye\nFrom now on: {tmp_path}/noughts, ")


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


def test_every_link_leads_somewhere() -> None:
    folders = (ROOT, ROOT / "docs", ROOT / "bench", ROOT / "tests")
    for file in (file for folder in folders for file in folder.glob("*.md")):
        for link in re.findall(r"\]\((?!http|#)([^)#]+)", file.read_text(encoding="utf-8")):
            assert (file.parent / link).exists(), f"{file.name}: {link}"
