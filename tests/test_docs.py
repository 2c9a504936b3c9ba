"""Numbers, pictures and names in the pages are the real ones.

What the pages show in blocks is run by `tests/test_pages.py`.
"""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from pages import blocks_of

from noughts.cli import COMMANDS

sys.path.insert(0, str(Path(__file__).parent.parent / "docs"))

import walk

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
METHODS_PAGE = (ROOT / "docs" / "reference" / "methods.md").read_text(encoding="utf-8")
PROVE_PAGE = ROOT / "docs" / "how-to" / "analyse-and-prove.md"
HEAD, OPENSPIEL = "tic-tac-toe from the empty board", "OpenSpiel, Python search over C++ states"
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def shown() -> dict[str, list[str]]:
    """The commands of the page on analysing, each with the lines that stand under it."""
    blocks = (block for block in blocks_of(PROVE_PAGE) if block.kind == "console")
    return {command: text.splitlines() for each in blocks for command, text in each.commands()}


@pytest.mark.parametrize(
    "page", ["docs/how-to/watch-a-search.md", "docs/explanation/best-first.md"]
)
def test_the_picture_is_what_the_command_beside_it_draws(page: str, tmp_path: Path) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    (named,) = re.findall(r"`noughts (tree [^`]+) -o \w+\.svg`", text)
    (picture,) = re.findall(r"\]\(([^)]*\.svg)\)", text)
    words = [*shlex.split(named), "-o", str(tmp_path / "tree.svg")]
    subprocess.run([sys.executable, "-m", "noughts", *words], check=True, capture_output=True)
    drawn = (ROOT / page).parent / picture
    assert (tmp_path / "tree.svg").read_text("utf-8") == drawn.read_text("utf-8")


def test_the_moving_picture_is_the_one_that_the_program_draws() -> None:
    assert walk.WRITTEN.read_text("utf-8") == walk.drawn(), "run python docs/walk.py"


def test_every_picture_is_on_a_page() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = {
        (page.parent / name).resolve()
        for page in pages
        for name in re.findall(r"!\[[^]]*\]\(([^)]+)\)", page.read_text(encoding="utf-8"))
    }
    drawn = [path for path in (ROOT / "docs").rglob("*.*") if path.suffix in (".png", ".svg")]
    assert drawn
    assert {*drawn} <= shown


def test_every_command_is_in_the_table() -> None:
    page = (ROOT / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `noughts (\w+)", page, re.M) == list(COMMANDS)


def table(text: str, head: str) -> list[list[str]]:
    """The rows of the table with this heading, each as a list of cells."""
    _, _, rest = text.partition(f"| {head} |")
    rows = rest.split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def test_a_number_in_two_places_is_the_same_number() -> None:
    """Node counts and times of the README are those of `bench`, the times rounded."""
    peers = (ROOT / "bench" / "peers.md").read_text("utf-8")
    measured = table(peers, HEAD)
    told = table(METHODS_PAGE, "program")
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
        assert f"({seconds} s)" in METHODS_PAGE
    textbook = {row[0].strip("`"): row[-1] for row in table(METHODS_PAGE, "method | the idea")}
    compared = dict(line.split()[:5:4] for line in shown()["noughts compare ........."][1:])
    assert all(nodes in ("", compared[method]) for method, nodes in textbook.items())


def test_the_three_counts_of_the_engine_are_explained() -> None:
    def nodes(command: str) -> str:
        words = [sys.executable, "-m", "noughts", *command.split(), "--json"]
        found = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
        return f"{found['nodes']:,}"

    text = " ".join(PROVE_PAGE.read_text("utf-8").split())
    compared = shown()["noughts compare ........."][-1].split()
    assert compared[0] == "engine"
    assert f"Why {compared[4]} nodes for the engine?" in text
    assert f"in {nodes('solve 3x3x3')} that the empty board is a draw" in text
    assert f"in {nodes('analyse 3x3x3')} what all nine moves are worth" in text
    rows = dict(row[:2] for row in table(METHODS_PAGE, "program"))
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


def test_what_the_readme_says_of_others_is_what_was_measured() -> None:
    """Its comparisons are those of `bench`."""
    rows = {row[0]: row for row in table((ROOT / "bench/peers.md").read_text("utf-8"), HEAD)}
    ours, quick = rows["noughts, textbook, ±1"], rows["noughts, textbook, 10 - depth"]
    theirs, searched = rows["easyAI, 100 - depth / 100"], rows[OPENSPIEL]
    assert "[three times as fast](bench/peers.md)" in README
    assert quick[1] == theirs[1]
    assert 2.8 < float(theirs[2]) / float(quick[2]) < 3.5
    assert "takes [a third less time](bench/peers.md)" in README
    assert 0.6 < float(searched[2]) / float(ours[2]) < 0.72
    strength = (ROOT / "bench" / "strength.md").read_text("utf-8")
    (won, drawn, lost) = re.findall(r"without its net .*?\| (\d+), (\d+), (\d+) \|", strength)[0]
    assert f"({won} won, {drawn} drawn, {lost} lost)" in README
