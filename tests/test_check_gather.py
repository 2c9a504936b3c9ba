"""The files of a program: what comes along, what is found in folders and zips, what stays out."""

import io
import os
import stat
import struct
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from programs import CS50, WHOLE_CORPUS

from noughts.check import Settings, check_program
from noughts.check.folder import grade_folder, grade_one, write_sheet
from noughts.check.gather import copies, unzip
from noughts.check.gather.gather import Gathered, gather
from noughts.check.submissions import is_one_program, skipped, submissions
from noughts.errors import NotationError

BEST = "def best_move(board):\n    return board.index(None)\n"
PLAYER = "def choose(board, mark):\n    return board.index('.')\n"


@pytest.fixture(autouse=True)
def _leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "scratch").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "scratch"))


def found(path: Path, **how: bool) -> tuple[set[str], str, tuple[str, ...]]:
    """The files that come along, the one to load, and the notes."""
    scratch = Path(tempfile.gettempdir())
    with gather(path, **how) as gathered:  # type: ignore[arg-type]
        told = _names(gathered), gathered.main.name, gathered.notes
    assert not list(scratch.iterdir()), "a copy was left behind"
    return told


def _names(gathered: Gathered) -> set[str]:
    if gathered.files.is_file():
        return {gathered.files.name}
    files = [file for file in gathered.files.rglob("*") if not file.is_dir()]
    return {file.relative_to(gathered.files).as_posix() for file in files}


def write(folder: Path, files: dict[str, str]) -> Path:
    """Files with these texts."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def zipped(path: Path, files: dict[str, str]) -> Path:
    """A zip with these files."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


# Beside a file


def test_what_a_file_needs_comes_along(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "ada.py": "import util, shapes\nopen('book.json')\nopen('data/more.csv')\n",
            "util.py": "from deep import x\n",
            "deep.py": "x = 1",
            "book.json": "{}",
            "data/more.csv": "1",
            "shapes/__init__.py": "",
            "shapes/lines.py": "",
            "shapes/notes.docx": "",
            "other.py": "",
            "grades.csv": "bob,1",
        },
    )
    files, main, notes = found(tmp_path / "ada.py")
    beside = {"util.py", "deep.py", "book.json", "data/more.csv"}
    assert files == {"ada.py", *beside, "shapes/__init__.py", "shapes/lines.py"}
    assert main == "ada.py"
    assert notes[0].startswith("came along from the same folder: ")
    assert found(tmp_path / "ada.py", alone=True) == ({"ada.py"}, "ada.py", ())


def test_a_file_runs_with_what_came_along(tmp_path: Path) -> None:
    text = "import util\ndef choose(board, mark):\n    return util.first(board)\n"
    write(tmp_path, {"ada.py": text, "util.py": "def first(board):\n    return board.index('.')\n"})
    report = check_program(tmp_path / "ada.py")
    assert report.checks[1].verdict == "passed", report.checks[1].message
    assert report.notes == ("came along from the same folder: util.py",)
    assert "util" in check_program(tmp_path / "ada.py", Settings(alone=True)).diagnoses[0].message


@pytest.mark.parametrize("text", ["from bob import *", "import bob", "open('bob.py')"])
def test_another_program_does_not_come_along(text: str, tmp_path: Path) -> None:
    write(tmp_path, {"ada.py": text, "bob.py": CS50})
    files, _, notes = found(tmp_path / "ada.py")
    assert files == {"ada.py"}
    assert not notes or "bob.py: it is a program itself" in notes[0]


def test_nothing_from_elsewhere_comes_along(tmp_path: Path) -> None:
    write(tmp_path, {"secret.txt": "secret", "secret.py": "x = 1", "home/secret.csv": ""})
    folder = write(
        tmp_path / "ada",
        {"ada.py": "import linked, folder, " + "n" * 300 + "\n"
        + "".join(f"open({name!r})\n" for name in (
            "../secret.txt", str(tmp_path / "secret.txt"), "link.txt", "folder/secret.csv",
            ".hidden.txt", "pipe.txt", "x\0.txt", "\udc80.txt", "a" * 300 + ".txt",
        )),
        ".hidden.txt": ""})  # fmt: skip
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "linked.py").symlink_to(tmp_path / "secret.py")
    (folder / "folder").symlink_to(tmp_path / "home")
    os.mkfifo(folder / "pipe.txt")
    files, _, notes = found(folder / "ada.py")
    assert files == {"ada.py"}
    assert notes == ("left out linked.py, link.txt, folder/secret.csv: links are not followed",)


def test_what_comes_along_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies, "LARGEST", 100)
    names = [f"m{number}" for number in range(80)]
    write(tmp_path, {"ada.py": f"import {', '.join(names)}\nopen('big.txt')", "big.txt": "x" * 101})
    for name in names:
        (tmp_path / f"{name}.py").write_text("")
    with pytest.raises(NotationError, match=r"'ada.py' cannot be graded: too large"):
        found(tmp_path / "ada.py")
    monkeypatch.setattr(copies, "LARGEST", 10_000)
    assert len(found(tmp_path / "ada.py")[0]) == 51


# In a folder


@pytest.mark.parametrize(
    ("files", "main"),
    [
        ({"tictactoe.py": "", "other.py": CS50}, "tictactoe.py"),
        ({"tictactoe/tictactoe.py": CS50}, "tictactoe/tictactoe.py"),
        ({"runner.py": "", "tictactoe/tictactoe.py": CS50}, "tictactoe/tictactoe.py"),
        ({"helper.py": "", "mine.py": CS50}, "mine.py"),
        ({"a/b/c/mine.py": "", "readme.txt": ""}, "a/b/c/mine.py"),
        ({"a/tictactoe.py": "def winner(): pass", "a/b.py": ""}, "a/tictactoe.py"),
        ({"a/main.py": PLAYER, "a/b.py": PLAYER}, "a/main.py"),
        ({"venv/lib/x.py": CS50, "__MACOSX/tictactoe.py": CS50, "mine.py": ""}, "mine.py"),
    ],
)
def test_the_one_program_of_a_folder(files: dict[str, str], main: str, tmp_path: Path) -> None:
    folder = write(tmp_path / "ada", files)
    _, name, notes = found(folder)
    assert name == Path(main).name
    assert notes == ((f"graded {main}",) if "/" in main else ())
    archive = zipped(tmp_path / "ada.zip", files)
    assert found(archive)[1:] == (Path(main).name, (f"graded {main}",))


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"a.py": CS50, "b.py": PLAYER}, "holds several programs, and nothing says which one to "
         "grade: a.py, b.py; leave only one"),
        ({"a/tictactoe.py": "", "b/tictactoe.py": ""}, "several programs"),
        ({"a.py": "", "b.py": ""}, "has no main file: it holds a.py, b.py; name one"),
        ({"a.txt": ""}, "has no main file: it holds no Python file"),
        ({"a/" * 8 + "main.py": ""}, "more than 6 folders deep"),
    ],
)  # fmt: skip
def test_no_one_program(files: dict[str, str], said: str, tmp_path: Path) -> None:
    with (
        pytest.raises(NotationError, match="'ada' .*" + said),
        gather(write(tmp_path / "ada", files)),
    ):
        pass
    with (
        pytest.raises(NotationError, match="'ada.zip' .*" + said),
        gather(zipped(tmp_path / "ada.zip", files)),
    ):
        pass


def test_a_program_runs_in_its_own_folder(tmp_path: Path) -> None:
    text = "SIZE = int(open('size.txt').read())\n" + PLAYER
    write(tmp_path / "ada", {"code/mine.py": text, "code/size.txt": "3", "big.txt": ""})
    report = check_program(tmp_path / "ada")
    assert report.checks[1].verdict == "passed", report.checks[1].message
    assert report.program == "ada"
    assert report.notes == ("graded code/mine.py",)


def test_links_and_pipes_in_a_folder_stay_out(tmp_path: Path) -> None:
    write(tmp_path, {"bob.py": CS50})
    folder = write(tmp_path / "ada", {"mine.py": PLAYER})
    (folder / "tictactoe.py").symlink_to(tmp_path / "bob.py")
    (folder / "home").symlink_to("/etc")
    os.mkfifo(folder / "main.py")
    files, main, notes = found(folder)
    assert (files, main) == ({"mine.py"}, "mine.py")
    assert notes == (
        "left out home, tictactoe.py: links are not followed",
        "left out main.py: it is not a plain file",
    )


def test_a_folder_is_copied_within_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies, "LARGEST", 1000)
    monkeypatch.setattr(copies, "MOST_BYTES", 2000)
    monkeypatch.setattr(copies, "MOST_FILES", 4)
    folder = write(tmp_path / "ada", {"z.py": PLAYER, "a.txt": "x" * 1001, "b.txt": "x" * 900})
    write(folder, {"c.txt": "x" * 900, "d.txt": "x" * 900})
    files, _, notes = found(folder)
    assert files == {"z.py", "b.txt", "c.txt"}
    assert notes == ("left out a.txt, d.txt: too large",)
    assert "left out e.txt: too many files" in found(write(folder, {"e.txt": ""}))[2]
    monkeypatch.setattr(copies, "MOST_BYTES", 10_000)
    assert len(found(write(folder, {"f.txt": ""}))[0]) == 4
    monkeypatch.setattr(copies, "MOST_SEEN", 3)
    with pytest.raises(NotationError, match=r"left out \w.\w+: too many files"):
        found(folder)


# In a zip


def test_a_zip_in_a_folder_and_in_a_zip(tmp_path: Path) -> None:
    inner = zipped(tmp_path / "inner.zip", {"mine/code.py": PLAYER, "mine/x.txt": "1"})
    folder = write(tmp_path / "ada", {"readme.txt": ""})
    inner.rename(folder / "hand in.zip")
    assert found(folder) == (
        {"code.py", "x.txt"}, "code.py", ("graded hand in/mine/code.py",)
    )  # fmt: skip
    with zipfile.ZipFile(tmp_path / "outer.zip", "w") as archive:
        archive.write(folder / "hand in.zip", "hand in.zip")
    assert found(tmp_path / "outer.zip")[2] == ("graded hand in/mine/code.py",)


def test_a_zip_is_graded(tmp_path: Path) -> None:
    report = check_program(zipped(tmp_path / "ada.zip", {"ada/mine.py": PLAYER}))
    assert (report.program, report.interface) == ("ada.zip", "player")
    assert report.checks[1].verdict == "passed"
    command = ("python3", "ada/mine.py")
    report = check_program(tmp_path / "ada.zip", Settings("process", command=command))
    assert "exit code 0" in report.checks[1].message, "the command finds the file"


EVIL = {
    "../up.py": "its name leads out of the zip",
    "a/../../up.py": "its name leads out of the zip",
    "/tmp/absolute.py": "its name leads out of the zip",
    "..\\up.py": "its name leads out of the zip",
    "C:\\windows.py": "its name leads out of the zip",
    "n" * 250 + ".py": "its name is too long",
    "a/" * 9 + "deep.py": "more than 6 folders deep",
}


@pytest.mark.parametrize("name", EVIL)
def test_names_that_lead_elsewhere(name: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "ada.zip", "w") as archive:
        archive.writestr(name, "print()")
        archive.writestr("mine.py", PLAYER)
    files, main, notes = found(tmp_path / "ada.zip")
    assert (files, main) == ({"mine.py"}, "mine.py")
    assert notes[1].startswith("left out ")
    assert notes[1].endswith(f": {EVIL[name]}")
    assert {path.name for path in tmp_path.iterdir()} == {"ada.zip", "scratch"}


def entry(name: str, mode: int = 0, kind: int = zipfile.ZIP_STORED) -> zipfile.ZipInfo:
    made = zipfile.ZipInfo(name)
    made.external_attr, made.compress_type = mode << 16, kind
    return made


def test_links_and_odd_compression_in_a_zip(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "ada.zip", "w") as archive:
        archive.writestr(entry("tictactoe.py", stat.S_IFLNK | 0o777), "/etc/passwd")
        archive.writestr(entry("lzma.txt", kind=zipfile.ZIP_LZMA), "x")
        archive.writestr(entry("mine.py", stat.S_IFREG | stat.S_ISUID | 0o755), PLAYER)
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("mine.py", "other")
        archive.writestr("mine.py/below.txt", "")
    files, _, notes = found(tmp_path / "ada.zip")
    assert files == {"mine.py"}
    assert notes == (
        "graded mine.py",
        "left out mine.py, mine.py/below.txt: the name is taken",
        "left out tictactoe.py: links are not followed",
        "left out lzma.txt: its kind of compression is not supported",
    )
    with gather(tmp_path / "ada.zip") as gathered:
        assert gathered.main.read_text() == PLAYER
        assert stat.S_IMODE(gathered.main.stat().st_mode) == 0o755


def changed(data: bytes, change: Callable[[bytearray, int], None]) -> bytes:
    """A zip with something changed in each entry of its list of contents."""
    made, at = bytearray(data), -1
    while (at := made.find(unzip.ENTRY, at + 1)) >= 0:
        change(made, at)
    return bytes(made)


def test_an_encrypted_zip(tmp_path: Path) -> None:
    def encrypt(made: bytearray, at: int) -> None:
        made[at + 8] |= 1

    path = zipped(tmp_path / "ada.zip", {"mine.py": PLAYER})
    path.write_bytes(changed(path.read_bytes(), encrypt))
    with pytest.raises(NotationError, match=r"left out mine.py: it is encrypted"), gather(path):
        pass


def test_bombs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lie(made: bytearray, at: int) -> None:
        made[at + 24 : at + 28] = struct.pack("<I", 10)  # its size, as it claims

    path = zipped(
        tmp_path / "ada.zip", {"mine.py": PLAYER, "bomb.txt": "\0" * (copies.LARGEST + 1)}
    )
    assert found(path)[2] == ("graded mine.py", "left out bomb.txt: too large")
    path.write_bytes(changed(path.read_bytes(), lie))
    with pytest.raises(NotationError, match=r"mine.py, bomb.txt: it cannot be unpacked"):
        found(path)
    monkeypatch.setattr(unzip, "MOST_ENTRIES", 1)
    with pytest.raises(NotationError, match="the zip holds too many files"):
        found(path)
    monkeypatch.setattr(unzip, "LARGEST_ZIP", 10)
    with pytest.raises(NotationError, match=r"left out ada.zip: too large"):
        found(path)


def test_damaged_zips(tmp_path: Path) -> None:
    """Whatever is changed in a zip, it is unpacked or refused."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mine.py", PLAYER)
        archive.writestr("lib/x.txt", "x" * 100)
    whole, path = made.getvalue(), tmp_path / "ada.zip"
    for at in range(0, len(whole), 1 if WHOLE_CORPUS else 7):
        for value in (0, 255, whole[at] ^ 1):
            path.write_bytes(whole[:at] + bytes([value]) + whole[at + 1 :])
            try:
                files, _, _ = found(path)
            except NotationError:
                continue
            assert len(files) <= 2
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(NotationError, match="not a zip, or a damaged one"):
        found(path)
    assert {each.name for each in tmp_path.iterdir()} == {"ada.zip", "scratch"}


# A folder of submissions


def test_what_is_skipped_is_told(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "class", {"ada.py": "", "notes.txt": "", "_old.py": "", "results.csv": ""}
    )
    write(folder, {"x.md": "", "y.md": "", "z.md": "", "zz.md": "", "eve/main.py": ""})
    zipped(folder / "Bob.ZIP", {"main.py": ""})
    (folder / ".old.py").touch()
    (folder / ".DS_Store").touch()  # nobody wrote that: it is left out without a word
    os.mkfifo(folder / "odd\n.py")
    (folder / "gone.py").symlink_to("nowhere")
    assert [path.name for path in submissions(folder)] == ["Bob.ZIP", "ada.py", "eve"]
    assert skipped(folder) == (
        "skipped .old.py, _old.py: the name begins with . or _",
        "skipped gone.py: links are not followed",
        "skipped notes.txt, x.md, y.md, z.md and 1 more: not a Python file, a folder, a zip or "
        "something to run",
        r"skipped odd\n.py: not a file or a folder",
    )


def test_in_a_folder_of_submissions_nobody_gets_the_files_of_others(tmp_path: Path) -> None:
    util = "def first(board):\n    return board.index('.')\n"
    mine = "import util\ndef choose(board, mark):\n    return util.first(board)\n"
    write(tmp_path / "class", {"ada.py": mine, "util.py": util, "eve.py": "from ada import choose"})
    for name in ("ada.py", "eve.py"):
        report = grade_one(tmp_path / "class" / name, Settings()).report
        assert report is not None
        assert [each["id"] for each in report["diagnoses"]] == ["missing-package"]


@pytest.mark.parametrize(
    ("files", "one"),
    [
        ({"tictactoe.py": ""}, True),
        ({"mine.py": "import util\n" + CS50, "util.py": "import deep", "deep.py": ""}, True),
        ({"mine.py": "import pack\n" + CS50, "pack/__init__.py": "", "x/y.png": ""}, True),
        ({"main.py": CS50, "old.py": CS50}, True),
        ({"main.py": "from ada import minimax", "ada.py": CS50, "bob.py": PLAYER}, False),
        ({"mine.py": "import ada, bob\n" + PLAYER, "ada.py": BEST, "bob.py": BEST}, False),
        ({"mine.py": "import ada, util\n" + PLAYER, "ada.py": BEST, "util.py": ""}, True),
        ({"main.py": CS50, "ada.py": CS50, "bob.py": PLAYER, "eve.zip": ""}, False),
        ({"main.py": CS50, "ada/a.py": CS50, "bob/b.py": PLAYER, "eve/e.py": CS50}, False),
        ({"main.py": CS50, "a.py": "", "b.py": "", "tests/c.py": "", "d/e.py": ""}, True),
        ({"mine.py": CS50}, False),
        ({"mine.py": CS50, "util.py": ""}, False),
        ({"mine.py": "import util\n" + CS50, "util.py": "", "bob.py": ""}, False),
        ({"mine.py": "import util\n" + CS50, "util.py": "", "bob/main.py": ""}, False),
        ({"mine.py": "import bob\n" + CS50, "bob.py": CS50}, False),
    ],
)
def test_a_folder_that_is_one_program(files: dict[str, str], one: bool, tmp_path: Path) -> None:
    assert is_one_program(write(tmp_path / "ada", files)) == one


def test_names_that_are_not_text(tmp_path: Path) -> None:
    """Such as a zip from another system leaves; they must not end the grading of the others."""
    folder = tmp_path / "class"
    write(folder / os.fsdecode(b"a\xffda"), {os.fsdecode(b"\xe4.txt"): ""})
    (found_out,) = grade_folder(folder, Settings(), 1)
    assert found_out.name == r"a\udcffda"
    write_sheet(folder, [found_out])
    assert r"a\udcffda" in (folder / "summary.html").read_text("utf-8")


def test_an_odd_name_in_a_report(tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"a\xffda\n")
    write(folder, {"main.py": "raise ValueError"})
    report = check_program(folder)
    assert report.program == r"a\udcffda\n"
    str(report.as_json()).encode()
