"""Folders made to harm: each is graded to its end, and nothing outside is read or written.

All that is aimed at is made by the test itself: a secret beside the folder, a pipe, a link.
"""

import contextlib
import csv
import io
import json
import multiprocessing
import os
import pickle
import signal
import socket
import stat
import subprocess
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import click
import pytest
from laws import noughts, one_line
from programs import part_of_the_corpus

from noughts import check
from noughts.check import (
    PAGES,
    SHEET,
    SUMMARY,
    Graded,
    Kept,
    Settings,
    check_program,
    grade_folder,
    is_one_program,
    kept,
    skipped,
    write_file,
    write_sheet,
)
from noughts.check import folder as grading
from noughts.check.gather import copies
from noughts.check.gather.gather import Gathered, gather
from noughts.check.gather.unzip import unzip
from noughts.check.judge.checks import Item, run_checks
from noughts.check.judge.findings import Check, Report
from noughts.check.submissions import submissions
from noughts.cli.check import command
from noughts.errors import NotationError
from noughts.harmless import for_terminal

PLAYER = "def choose(board, mark):\n    return board.index('.')\n"
WORD = "hunter2"  # what nobody may find out
TRUNCATED = 3 << 30  # bytes of a file that takes no room
Plant = Callable[[Path], object]

root = os.geteuid() == 0


class Here:
    """Stands for a pool of processes: all work is done at once, in this one."""

    def __init__(self, *_: object) -> None:
        pass

    def __enter__(self) -> "Here":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def submit(self, work: Callable[..., Any], *words: object) -> "Future[Any]":
        future = Future[Any]()
        future.set_result(work(*words))
        return future


def loads(name: str, found: Gathered, *_: object) -> Report:
    """Stands for the examination: everything that loads is right."""
    assert found.main.is_file()
    return Report(name, "player", (Check("loads", "passed", 100, "it loads"),), notes=found.notes)


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grading, "ProcessPoolExecutor", Here)
    monkeypatch.setattr(grading, "examine", loads)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    """A folder with one good submission, and a secret beside it."""
    (tmp_path / "secret.txt").write_text(f"{WORD} is the word\n")
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "main.py").write_text(f"{WORD} is the word\n")
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "good.py").write_text(PLAYER)
    yield folder
    # Python's own way to remove folders does not reach the bottom of 1,500 of them.
    subprocess.run(["rm", "-rf", "--", folder], check=True)


# What a student can plant


def file(name: str | bytes, text: str = PLAYER) -> Plant:
    def plant(folder: Path) -> Path:
        path = folder / os.fsdecode(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return plant


def sparse(name: str, mode: int = 0o644) -> Plant:
    def plant(folder: Path) -> None:
        path = file(name)(folder)
        assert isinstance(path, Path)
        os.truncate(path, TRUNCATED)
        path.chmod(mode)

    return plant


def link(name: str, target: str) -> Plant:
    def plant(folder: Path) -> None:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).symlink_to(target.format(outside=folder.parent, folder=folder))

    return plant


def pipe(name: str) -> Plant:
    return lambda folder: os.mkfifo(folder / name)


def unix_socket(name: str) -> Plant:
    def plant(folder: Path) -> None:
        before = os.getcwd()
        os.chdir(folder)  # the address of a socket must be short
        try:
            with socket.socket(socket.AF_UNIX) as made:
                made.bind(name)
        finally:
            os.chdir(before)

    return plant


def nested(depth: int) -> Plant:
    def plant(folder: Path) -> None:
        before = os.getcwd()
        os.chdir(folder)
        try:
            for _ in range(depth):
                os.mkdir("d")
                os.chdir("d")
        finally:
            os.chdir(before)

    return plant


def zipped(name: str, *inner: str, mode: int = 0o644) -> Plant:
    def plant(folder: Path) -> None:
        with zipfile.ZipFile(folder / name, "w") as archive:
            for each in inner:
                made = zipfile.ZipInfo(each)
                made.external_attr = mode << 16
                archive.writestr(made, PLAYER)

    return plant


def together(*plants: Plant) -> Plant:
    return lambda folder: [plant(folder) for plant in plants]


GRADED = "player"
SKIPPED_KIND = "not a file or a folder"
# What is planted, and what is said about it: in its row, or where it says what was skipped.
ATTACKS: dict[str, tuple[Plant, str]] = {
    "a pipe": (pipe("eve.py"), f"eve.py: {SKIPPED_KIND}"),
    "a socket": (unix_socket("eve.py"), f"eve.py: {SKIPPED_KIND}"),
    "a link to a file": (link("eve.py", "{outside}/secret.txt"), "eve.py: links are not"),
    "a link to a folder": (link("eve", "{outside}/secrets"), "eve: links are not followed"),
    "a link to a neighbour": (link("eve.py", "good.py"), "eve.py: links are not followed"),
    "a link to nothing": (link("eve.py", "nowhere"), "eve.py: links are not followed"),
    "a link to itself": (link("eve.py", "eve.py"), "eve.py: links are not followed"),
    "a link to its folder": (link("eve", "."), "eve: links are not followed"),
    "a link to a device": (link("eve.py", "/dev/zero"), "eve.py: links are not followed"),
    "a zip that is a link": (link("eve.zip", "{outside}/secret.txt"), "eve.zip: links are not"),
    "a pipe inside": (together(file("eve/main.py"), pipe("eve/p")), "p: it is not a plain file"),
    "a socket inside": (
        together(file("eve/main.py"), unix_socket("eve/s.txt")), "s.txt: it cannot be read"),
    "a link inside": (
        together(file("eve/main.py"), link("eve/key.txt", "{outside}/secret.txt")),
        "left out key.txt: links are not followed"),
    "its program is a link": (
        link("eve/main.py", "{outside}/secret.txt"), "'eve' has no main file"),
    "a linked folder inside": (
        together(file("eve/main.py"), link("eve/data", "{outside}/secrets")),
        "left out data: links are not followed"),
    "a device": (
        lambda folder: os.mknod(folder / "eve.py", stat.S_IFCHR | 0o666, os.makedev(1, 5)),
        f"eve.py: {SKIPPED_KIND}"),
    "a file of 3 GB": (sparse("eve.py"), "'eve.py' cannot be graded: too large"),
    "a command of 3 GB": (sparse("eve", 0o755), "'eve' cannot be graded: too large"),
    "a zip of 3 GB": (sparse("eve.zip"), "left out eve.zip: too large"),
    "3 GB inside": (
        together(file("eve/main.py"), sparse("eve/x.bin")), "left out x.bin: too large"),
    "1,500 folders": (
        together(file("eve/main.py"), lambda folder: nested(1500)(folder / "eve")),
        "left out d/d/d/d/d/d/d: more than 6 folders deep"),
    "not UTF-8": (file(b"eve\xff.py"), r"eve\udcff.py"),
    "not UTF-8 inside": (file(b"eve/\xfe/m\xff.py"), r"graded \udcfe/m\udcff.py"),
    "control characters": (file("eve\x1b[31m\x07\n\r.py"), r"eve\x1b[31m\x07\n\r.py"),
    "control characters inside": (file("eve/\x1b[2J/a.py"), r"graded \x1b[2J/a.py"),
    "from right to left": (file("eve\u202eyp.txt.py"), r"eve\u202eyp.txt.py"),
    "a formula": (file(" =1+1.py"), " =1+1.py"),
    "another formula": (file("\t@SUM(1).py"), r"\t@SUM(1).py"),
    "HTML": (file("<script>alert(1)<!--.py"), "<script>alert(1)<!--.py"),
    "quotes": (file("eve\"'`;,.py"), "eve\"'`;,.py"),
    "an option": (file("--help.py"), "--help.py"),
    "a long name": (file("n" * 252 + ".py"), "n" * 76 + "..."),
    "two long names": (
        together(file("n" * 200 + "1.py"), file("n" * 200 + "2.py")), "n" * 76 + "... (2)"),
    "upper case": (together(file("eve.py"), file("EVE.py")), "EVE.py"),
    "a name from Windows": (together(file("CON.py"), file("nul.py"), file("a:b.py")), "CON.py"),
    "a hard link": (
        lambda folder: os.link(folder / "good.py", folder / "eve.py"), "eve.py"),
    "no Python": (file("eve/readme.txt"), "'eve' has no main file: it holds no Python file"),
    "nothing": (lambda folder: (folder / "eve").mkdir(), "'eve' has no main file"),
    "zeros": (file("eve.py", "\0" * 100), "eve.py"),
    "not a zip": (file("eve.zip", "PK"), "left out eve.zip: it is not a zip, or a damaged one"),
    "a zip that leads out": (
        zipped("eve.zip", "../../up.py", "/etc/up.py", "main.py"),
        "left out ../../up.py, /etc/up.py: its name leads out of the zip"),
    "odd names in a zip": (
        zipped("eve.zip", "\x1b[31m/\u202e.py"), r"graded \x1b[31m/\u202e.py"),
    "names from Windows in a zip": (zipped("eve.zip", "CON", "aux.txt", "main.py"), "graded main"),
    "upper case in a zip": (zipped("eve.zip", "main.py", "MAIN.PY", "Main.py"), "graded main.py"),
    "a long name in a zip": (
        zipped("eve.zip", "n" * 300, "main.py"), "n" * 76 + "...: its name is too long"),
    "links in a zip": (
        zipped("eve.zip", "main.py", mode=stat.S_IFLNK | 0o777), "main.py: links are not followed"),
    "too many zips": (
        together(file("eve/x.txt"), *(zipped(f"eve/{i}.zip", "x.txt") for i in range(7))),
        "left out 5.zip, 6.zip: too many zips"),
    "a folder called results.csv": (
        file(f"{SHEET}/main.py"), f"{SHEET}: its name is one of those that the checker writes"),
    "a folder called summary.html": (
        file(f"{SUMMARY}/main.py"), f"{SUMMARY}: its name is one of those that the checker"),
    "a file in the place of the pages": (file(PAGES), f"{PAGES}: its name is one of those"),
    "a link in the place of the pages": (
        link(PAGES, "{outside}/secrets"), f"{PAGES}: its name is one of those"),
    "a link in the place of the sheet": (
        link(SHEET, "{outside}/secret.txt"), f"{SHEET}: its name is one of those"),
    "a pipe in the place of the summary": (pipe(SUMMARY), f"{SUMMARY}: its name is one of"),
    "what nobody wrote": (file("node_modules/main.py"), ""),
    "a folder without rights": (
        lambda folder: (folder / "eve").mkdir(mode=0),
        "'eve' has no main file" if root else "it cannot be read: Permission denied"),
    "a file without rights": (
        together(file("eve.py"), lambda folder: (folder / "eve.py").chmod(0)),
        "eve.py" if root else "'eve.py' cannot be graded: it cannot be read: Permission denied"),
}  # fmt: skip


@pytest.mark.usefixtures("_quick")
@pytest.mark.parametrize("attack", ATTACKS)
def test_a_folder_is_data(attack: str, place: Path) -> None:
    plant, expected = ATTACKS[attack]
    try:
        plant(place)
    except PermissionError:
        pytest.skip("only root makes a device")
    before, said = outside(place), [*skipped(place)]
    graded = grade_folder(place, Settings(), 1)
    written = write_sheet(place, graded)
    assert outside(place) == before
    assert {each.name: each.report["score"] for each in graded}["good.py"] == 100
    said += [each.name for each in graded]
    said += [note for each in graded for note in each.report["notes"]]
    said += [check["message"] for each in graded for check in each.report["checks"]]
    assert expected in for_terminal("; ".join(said))
    for text in (written.sheet.read_text("utf-8"), written.summary.read_text("utf-8")):
        assert WORD not in text
    rows = list(csv.DictReader(written.sheet.read_text("utf-8").splitlines()))
    assert len(rows) == len(graded) == len({row["submission"] for row in rows})
    assert len([*written.pages.iterdir()]) == len(graded)
    assert not any(path.name.startswith(".noughts") for path in place.iterdir())
    again = write_sheet(place, grade_folder(place, Settings(), 1, heard=_fails))
    assert again == written, "what it has written itself is not in the way"


def _fails(*_: object) -> None:
    raise AssertionError("it was graded again")


def outside(place: Path) -> dict[str, object]:
    """What must stay as it is."""
    beside = [path for path in place.parent.iterdir() if path != place]
    paths = [*beside, *(inner for path in beside if path.is_dir() for inner in path.iterdir())]
    return {str(path): path.is_file() and path.read_text() for path in paths}


def test_a_submission_of_node_modules_is_none(place: Path) -> None:
    file("node_modules/main.py")(place)
    assert [path.name for path in submissions(place)] == ["good.py"]
    assert skipped(place) == ()


@pytest.mark.usefixtures("_quick")
def test_many_files(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies, "MOST_SEEN", 100)
    for number in range(200):
        file(f"eve/{number}.txt")(place)
    eve, good = grade_folder(place, Settings(), 1)
    assert "too many files" in eve.report["checks"][0]["message"]
    assert good.exit_code == 0


def test_a_pages_folder_with_folders_in_it(place: Path) -> None:
    report = Report("x", "player", (Check("loads", "passed", 100, "it loads"),)).as_json()
    first = write_sheet(place, [Graded("x", report)])
    (page,) = first.pages.iterdir()
    page.unlink()
    page.mkdir()
    write_sheet(place, [Graded("x", report)])
    assert f'href="{PAGES}/{page.stem}-2.html"' in first.summary.read_text("utf-8")


@pytest.mark.usefixtures("_quick")
def test_all_names_are_taken(place: Path) -> None:
    for number in ("", *(f"-{n}" for n in range(2, 10))):
        (place / f"results{number}.csv").mkdir()
    with pytest.raises(click.UsageError, match=r"results-9.csv' cannot be written: Is a directory"):
        run(place)


# One program, named on the command line


def test_a_link_that_leads_elsewhere_is_not_quoted(place: Path) -> None:
    link("eve.py", "{outside}/secret.txt")(place)
    with pytest.raises(NotationError, match="is a link that leads elsewhere: name the file itself"):
        check_program(place / "eve.py")
    link("same.py", "good.py")(place)
    with gather(place / "same.py") as found:
        assert found.main.name == "same.py"
        assert found.main.read_text() == PLAYER
    link("all", ".")(place)
    with gather(place / "all") as found:
        assert found.main.name == "good.py"


@pytest.mark.parametrize("plant", [pipe("eve.py"), unix_socket("eve.py"), pipe("eve.zip")])
def test_what_is_no_file_is_refused(plant: Plant, place: Path) -> None:
    plant(place)
    (path,) = place.glob("eve.*")
    with pytest.raises(NotationError, match=f"'{path}' cannot be graded: it is not a plain file"):
        run(path)


def test_the_folder_of_a_command_is_copied_within_limits(place: Path) -> None:
    together(file("a/b/c/d/e/f/g/h/Player.class"), link("key", "{outside}/secret.txt"))(place)
    sparse("x.bin")(place)
    with gather(place, with_command=True) as found:
        assert (found.files / "a/b/c/d/e/f/g/h/Player.class").is_file()
        assert found.notes == (
            "left out key: links are not followed",
            "left out x.bin: too large",
        )
    settings = Settings("player", command=("true",))
    with pytest.raises(NotationError, match="--command makes no sense here"):
        check_program(place, settings)


def test_a_linked_main_file_does_not_make_a_class_one_program(place: Path) -> None:
    link("main.py", "{outside}/secret.txt")(place)
    assert not is_one_program(place)


# Files that change while they are read


def test_a_file_that_grows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies, "LARGEST", 1000)
    copied = copies.Copies(tmp_path)
    with open("/dev/zero", "rb") as endless:
        copied.add(Path("x.txt"), endless)
    assert copied.notes == ("left out x.txt: too large",)
    assert not [*tmp_path.iterdir()]


def test_a_file_that_becomes_a_link(place: Path) -> None:
    file("eve/data/main.py")(place)
    copied = copies.Copies(place.parent / "copy")
    names = list(copies.walk(place / "eve", copied))
    (place / "eve" / "data").rename(place / "eve" / "other")
    link("eve/data", "{outside}/secrets")(place)
    copied.add_from(place / "eve", names)
    assert copied.notes == ("left out data/main.py: links are not followed",)


def test_what_is_gone(tmp_path: Path) -> None:
    copied = copies.Copies(tmp_path / "copy")
    assert not list(copies.walk(tmp_path / "gone", copied))
    copied.add_from(tmp_path, [Path("gone.txt")])
    unzip(tmp_path / "gone.zip", copied)
    copied.add(Path("n" * 300), io.BytesIO(b""))
    assert copied.notes == (
        "left out ., gone.txt, gone.zip: it cannot be read: No such file or directory",
        f"left out {'n' * 76}...: it cannot be copied: File name too long",
    )
    for name, why in (("gone.py", "does not exist"), ("n" * 300, "cannot be read: File name too")):
        with pytest.raises(NotationError, match=why), gather(tmp_path / name):
            pass
        with pytest.raises(click.UsageError, match="does not exist"):
            run(tmp_path / name)


# What is kept


@pytest.mark.usefixtures("_quick")
def test_planted_results_are_not_believed(place: Path) -> None:
    (known,) = grade_folder(place, Settings(), 1)
    path = Kept(place).path
    lie = json.loads(path.read_text())
    lie["report"]["checks"][0] |= {"points": 1000, "max_points": 1000}
    path.unlink()
    (place / "noughts-check.jsonl").write_text(json.dumps(lie) + "\n")
    heard: list[str] = []
    (found,) = grade_folder(place, Settings(), 1, lambda each, *_: heard.append(each.name))
    assert (found, heard) == (known, ["good.py"])
    assert skipped(place) == (), "it may be of an older version"


@pytest.mark.usefixtures("_quick")
def test_results_lie_where_only_their_owner_writes(place: Path) -> None:
    os.umask(os.umask(0))
    grade_folder(place, Settings(), 1)
    path = Kept(place).path
    assert not path.is_relative_to(place)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert Kept(place).key("good.py")
    path.chmod(0o666)
    assert (Kept(place).trouble, Kept(place).key("good.py")) == ("others may write there", "")
    path.rename(path.with_name("other"))
    path.symlink_to("other")
    assert Kept(place).trouble


@pytest.mark.usefixtures("_quick")
def test_results_are_tied_to_what_was_graded(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    together(file("eve/main.py"), file("eve/data/x.txt"), zipped("zip.zip", "a.py"))(place)

    def graded(settings: Settings = Settings()) -> list[str]:  # noqa: B008
        heard: list[str] = []
        grade_folder(place, settings, 1, lambda each, *_: heard.append(each.name))
        return sorted(heard)

    assert graded() == ["eve", "good.py", "zip.zip"]
    assert graded() == []
    file("eve/data/x.txt", "other")(place)
    zipped("zip.zip", "b.py")(place)
    assert graded() == ["eve", "zip.zip"]
    (place / "eve" / "data" / "x.txt").rename(place / "eve" / "data" / "y.txt")
    assert graded() == ["eve"]
    (place / "eve" / "main.py").chmod(0o755)
    assert graded() == ["eve"]
    assert len(graded(Settings(plays="o"))) == 3
    assert len(graded()) == 3
    monkeypatch.setattr(kept, "_checker", lambda: ("another", "version", ""))
    assert len(graded()) == 3


@pytest.mark.usefixtures("_quick")
def test_lines_that_we_did_not_write_are_ignored(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (known,) = grade_folder(place, Settings(), 1)
    path = Kept(place).path
    whole = path.read_bytes()
    for line in (
        b"",
        b"\xff",
        b"[]",
        b"[" * 100_000,
        b'{"name": 1}',
        b"null",
        whole[:-9],
        b"9" * 5000,
    ):
        path.write_bytes(line + b"\n" + whole + line)
        assert grade_folder(place, Settings(), 1, heard=_fails) == [known]
    path.write_bytes(whole[:-9])  # cut off by a crash
    grade_folder(place, Settings(), 1)
    assert grade_folder(place, Settings(), 1, heard=_fails) == [known]
    monkeypatch.setattr(kept, "LARGEST", 10)
    assert not Kept(place).key("good.py")
    assert path.stat().st_size == 0


@pytest.mark.usefixtures("_quick")
def test_where_nothing_can_be_kept(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    assert run(place) == 0
    said = capsys.readouterr()
    assert "note: the results are not kept in /dev/null/noughts/check/" in said.err
    assert "kept the results" not in said.out
    assert "1 submissions, 1 passed" in said.out


@pytest.mark.usefixtures("_quick")
def test_a_disk_that_fills_up(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file("eve.py")(place)
    results = Kept(place)
    results.path.unlink()
    results.path.symlink_to("/dev/full")
    assert len(grade_folder(place, Settings(), 1, kept=results)) == 2
    assert results.trouble


# Whatever goes wrong is one row


@pytest.mark.usefixtures("_quick")
@pytest.mark.parametrize(
    "error",
    [RuntimeError("\x1b[31m\ud800"), MemoryError(), RecursionError(), OSError(28, "No space left"),
     ValueError(10**5000), UnicodeEncodeError("utf-8", "\ud800", 0, 1, "no")],
    ids=lambda error: type(error).__name__,
)  # fmt: skip
def test_an_error_is_one_row(
    error: Exception,
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def examine(name: str, *words: Any) -> Report:
        if name == "eve.py":
            raise error
        return loads(name, *words)

    file("eve.py")(place)
    monkeypatch.setattr(grading, "examine", examine)
    for _ in range(2):
        assert run(place) == 3
        assert "eve.py: 0 (not graded: loads; the checker itself failed here, " in (
            capsys.readouterr().err
        ), "it is tried again the next time"
    rows = list(csv.DictReader((place / SHEET).read_text("utf-8").splitlines()))
    assert [row["passed"] for row in rows] == ["not graded", "yes"]


@pytest.mark.usefixtures("_quick")
def test_a_report_that_cannot_be_written_is_one_row(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def examine(name: str, *_: object) -> Report:
        nodes = 10**5000 if name == "eve.py" else 1
        return Report(name, "player", (Check("loads", "passed", 100, "\ud800"),), nodes=nodes)

    file("eve.py")(place)
    monkeypatch.setattr(grading, "examine", examine)
    assert [each.exit_code for each in grade_folder(place, Settings(), 1)] == [3, 0]

    def page(report: Report) -> str:
        assert report.program != "eve.py", "on purpose"
        return ""

    monkeypatch.setattr(grading, "examine", loads)
    monkeypatch.setattr(grading, "report_page", page)
    assert [each.exit_code for each in grade_folder(place, Settings(), 1)] == [3, 0]


@pytest.mark.usefixtures("_quick")
def test_what_could_not_be_graded_is_tried_again(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def examine(name: str, *_: object) -> Report:
        items = [Item("loads", 100, lambda: 1 / 0)]  # type: ignore[arg-type, return-value]
        return Report(name, "player", tuple(run_checks(items, lambda *_: None)))

    with monkeypatch.context() as patch:
        patch.setattr(grading, "examine", examine)
        assert [each.exit_code for each in grade_folder(place, Settings(), 1)] == [3]
    assert [each.exit_code for each in grade_folder(place, Settings(), 1)] == [0]


class Mortal(Here):
    """A pool whose worker dies of some submissions, and with it the pool."""

    deadly: dict[str, int]  # of which name it dies, and how often

    def __init__(self, *_: object) -> None:
        self.dead = False

    def submit(self, work: Callable[..., Any], *words: Any) -> "Future[Any]":
        if self.dead:
            raise BrokenProcessPool
        name = words[0].name
        if not self.deadly.get(name):
            return super().submit(work, *words)
        self.deadly[name] -= 1
        self.dead = True
        future = Future[Any]()
        future.set_exception(BrokenProcessPool())
        return future


@pytest.mark.usefixtures("_quick")
def test_workers_that_die(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    together(*(file(f"{name}.py") for name in ("ada", "bob", "eve", "zoe")))(place)
    monkeypatch.setattr(grading, "ProcessPoolExecutor", Mortal)
    monkeypatch.setattr(Mortal, "deadly", {"bob.py": 1, "eve.py": 2}, raising=False)
    found = grade_folder(place, Settings(), 1)
    assert {each.name: each.exit_code for each in found} == {
        "ada.py": 0, "bob.py": 0, "eve.py": 3, "good.py": 0, "zoe.py": 0,
    }  # fmt: skip
    assert "its grading was ended from outside" in found[2].problem


@pytest.mark.usefixtures("_quick")
def test_a_result_that_cannot_be_sent(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Mute(Here):
        def submit(self, *_: object) -> "Future[Any]":
            future = Future[Any]()
            future.set_exception(pickle.PicklingError("too much"))
            return future

    monkeypatch.setattr(grading, "ProcessPoolExecutor", Mute)
    (found,) = grade_folder(place, Settings(), 1)
    assert (found.exit_code, "too much" in found.problem) == (3, True)


@pytest.mark.usefixtures("_quick")
def test_a_pool_that_does_not_work_at_all(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(Here):
        def submit(self, *_: object) -> "Future[Any]":
            raise BrokenProcessPool

    file("eve.py")(place)
    monkeypatch.setattr(grading, "ProcessPoolExecutor", Broken)
    assert [each.exit_code for each in grade_folder(place, Settings(), 1)] == [3, 3]


def test_a_worker_that_is_killed(tmp_path: Path) -> None:
    (tmp_path / "ada").mkdir()  # without a main file, so there is little to grade
    killed: list[int] = []

    def kill() -> None:
        deadline = time.monotonic() + 30
        while not killed and time.monotonic() < deadline:
            for worker in multiprocessing.active_children():
                assert worker.pid
                os.kill(worker.pid, signal.SIGKILL)
                killed.append(worker.pid)
            time.sleep(0.01)

    killer = threading.Thread(target=kill)
    killer.start()
    (found,) = grade_folder(tmp_path, Settings(), workers=1)
    killer.join()
    assert len(killed) == 1
    assert "no main file" in found.problem


# Files are written whole, or not at all


def test_links_are_replaced_when_a_report_is_written(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    (tmp_path / "link").symlink_to("mine")
    os.link(tmp_path / "mine", tmp_path / "hard")
    os.mkfifo(tmp_path / "pipe")
    for name in ("link", "hard", "pipe", "new"):
        write_file(tmp_path / name, "\ud800 é")
        assert (tmp_path / name).read_text("utf-8") == "\\ud800 é"
        assert not (tmp_path / name).is_symlink()
    assert (tmp_path / "mine").read_text() == "mine"
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError):
        write_file(tmp_path / "folder", "")
    with pytest.raises(FileNotFoundError) as error:
        write_file(tmp_path / "nowhere" / "x", "")
    assert error.value.filename == str(tmp_path / "nowhere" / "x")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        *("folder", "hard", "link", "mine", "new", "pipe"),
    ]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError(28, "No space left on device")])
def test_a_report_that_is_broken_off(
    error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise error

    (tmp_path / "report").write_text("the last one")
    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(type(error)) as raised:
        write_file(tmp_path / "report", "the next one")
    assert getattr(raised.value, "filename", None) is None, "no file is to blame"
    assert [path.name for path in tmp_path.iterdir()] == ["report"]
    assert (tmp_path / "report").read_text() == "the last one"


def test_a_device_stays_what_it_is(capfd: pytest.CaptureFixture[str]) -> None:
    write_file(Path("/dev/stdout"), "a report")
    assert capfd.readouterr().out == "a report"
    assert Path("/dev/stdout").is_symlink()


@pytest.mark.parametrize("option", ["--html", "--junit", "--gradescope", "--adapter"])
def test_reports_replace_links(option: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = Report("good.py", "player", (Check("loads", "passed", 100, "it loads"),))
    monkeypatch.setattr(check, "check_program", lambda *_: report)
    monkeypatch.setattr(check, "adapter_for", lambda *_: (f"{check.HEADER} x", "found", True))
    out, secret = place / "out", place.parent / "secret.txt"
    for in_the_way in (link("out", str(secret)), pipe("out")):
        in_the_way(place)
        if option == "--adapter":
            with pytest.raises(click.UsageError, match="is there already, and it is no adapter"):
                run(place / "good.py", option, out)
        else:
            assert run(place / "good.py", option, out) == 0
            assert stat.S_ISREG(out.lstat().st_mode)
        out.unlink()
    for _ in range(2):
        assert run(place / "good.py", option, out) == 0
    assert WORD in secret.read_text()


def test_a_report_that_cannot_be_written(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    report = Report("good.py", "player", (Check("loads", "passed", 100, "it loads"),))
    monkeypatch.setattr(check, "check_program", lambda *_: report)
    monkeypatch.setattr(check, "write_file", full)
    with pytest.raises(click.UsageError, match="out' cannot be written: No space left on device"):
        run(place / "good.py", "--html", place / "out")
    monkeypatch.setattr(os, "access", lambda _, wanted: wanted != os.W_OK)
    with pytest.raises(click.UsageError, match="out' cannot be written: you may not write there"):
        run(place / "good.py", "--html", place / "out")


# The command line


def run(*words: object) -> int:
    """The command in this process, so that its parts can be replaced."""
    before = signal.getsignal(signal.SIGTERM)
    try:
        code = command.main([*map(str, words)], standalone_mode=False)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert isinstance(code, int)
    return code


@pytest.mark.usefixtures("_quick")
@pytest.mark.parametrize("name", [None, "summary.html"])
def test_a_folder_that_cannot_be_written_to(
    name: str | None, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", *([str(place / name)] if name else []))

    monkeypatch.setattr(check, "write_sheet", full)
    where = place / name if name else place
    said = f"'{where}' cannot be written: No space left on device; results go beside the"
    with pytest.raises(click.UsageError, match=said):
        run(place)


@pytest.mark.usefixtures("_quick")
@pytest.mark.parametrize(("right", "said"), [(os.W_OK, "written"), (os.X_OK, "read")])
def test_a_folder_without_rights(
    right: int, said: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda _, wanted: not wanted & right)
    with pytest.raises(click.UsageError, match=f"'{place}' cannot be {said}: "):
        run(place)


@pytest.mark.parametrize(
    "error", [ValueError("\x1b"), MemoryError(), RecursionError(), OSError(24, "Too many files")]
)
def test_what_breaks_the_checker_is_no_traceback(
    error: Exception,
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def broken(*_: object) -> None:
        raise error

    monkeypatch.setattr(check, "check_program", broken)
    monkeypatch.setattr(check, "grade_folder", broken)
    for path in (place / "good.py", place):
        assert run(path) == 3
        said = capsys.readouterr().err
        assert one_line(said)
        assert said.rstrip("\n").isprintable()
        assert f"noughts: the checker itself failed: {type(error).__name__}(" in said
        assert "test_check_hostile_folder.py, line " in said


def test_nobody_reads(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unread(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(check, "check_program", unread)
    with pytest.raises(BrokenPipeError):
        run(place / "good.py")


# All of it, with real workers and the real sandbox


@part_of_the_corpus
def test_a_hostile_class(place: Path) -> None:
    for number, (plant, _) in enumerate(ATTACKS.values()):
        inner = place / f"{number:02}"
        file("good.py")(inner)
        with contextlib.suppress(PermissionError):
            plant(inner)
    for name in ("a pipe", "not UTF-8", "control characters", "a formula"):
        ATTACKS[name][0](place)
    file(f"{SHEET}/main.py")(place)
    file("many/main.py")(place)
    for number in range(100_000):
        os.close(os.open(place / "many" / str(number), os.O_CREAT | os.O_WRONLY))
    before = outside(place)
    done = noughts("check", str(place), "--jobs", "2")
    assert done.returncode == 1, done.stderr
    assert outside(place) == before
    assert all(line.isprintable() for line in (done.stdout + done.stderr).splitlines())
    assert "Traceback" not in done.stderr
    assert WORD not in done.stdout + done.stderr
    rows = list(csv.DictReader((place / "results-2.csv").read_text("utf-8").splitlines()))
    assert len(rows) == len(ATTACKS) + 5
    scores = {row["submission"]: row["score"] for row in rows}
    for name in ("good.py", r"eve\udcff.py", "' =1+1.py"):
        assert scores[name] == "35"
    assert "too many files" in (place / "results-2.csv").read_text("utf-8")
