"""What in a folder is a submission, and why the rest is not."""

import os
import re
import stat
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from noughts.check.gather.beside import files_beside, read_text
from noughts.check.gather.choice import MAIN_NAMES, is_program
from noughts.check.gather.copies import LINK, Copies, is_ignored, some_of
from noughts.check.gather.gather import is_zip
from noughts.check.interfaces.detect import detect
from noughts.check.interfaces.outline import outline
from noughts.harmless import short_name

__all__ = ["PAGES", "SHEET", "SUMMARY", "is_one_program", "left_out", "own_place", "shown_names"]
__all__ += ["skipped", "submissions"]

SHEET, SUMMARY = "results.csv", "summary.html"
PAGES = "noughts-check-pages"  # a folder
OLD = "noughts-check.jsonl"  # where results were kept once; what it says is not believed
OWN = {SHEET: stat.S_ISREG, SUMMARY: stat.S_ISREG, OLD: stat.S_ISREG, PAGES: stat.S_ISDIR}
A_CLASS = 2  # programs beside one with a usual name, or that one imports
MOST_LOOKED_AT = 20  # files of a folder
OURS, NOT_THEIRS = "written by the checker", "not a student's work"


def submissions(folder: Path) -> list[Path]:
    """Every file or sub-folder that may be a submission, sorted by name."""
    return [path for path in sorted(folder.iterdir()) if not _why_skipped(path)]


def left_out(folder: Path) -> dict[str, str]:
    """What else is in the folder, and why it is not graded; but for what no student wrote."""
    reasons = {path: _why_skipped(path) for path in sorted(folder.iterdir())}
    told = [path for path, why in reasons.items() if why not in ("", NOT_THEIRS, OURS)]
    return {name: reasons[path] for path, name in shown_names(told).items()}


def skipped(folder: Path) -> tuple[str, ...]:
    """The same in sentences, one for each reason."""
    reasons: dict[str, list[str]] = {}
    for name, why in left_out(folder).items():
        reasons.setdefault(why, []).append(name)
    return tuple(f"skipped {some_of(names)}: {why}" for why, names in reasons.items())


def shown_names(paths: Iterable[Path]) -> dict[Path, str]:
    """A name to show for each path in a folder: harmless, short, and no two alike."""
    found: dict[Path, str] = {}
    numbers: dict[str, int] = {}
    taken: set[str] = set()
    for path in paths:
        name = short = short_name(path.name)
        while name in taken:
            numbers[short] = numbers.get(short, 1) + 1
            name = f"{short} ({numbers[short]})"
        taken.add(name)
        found[path] = name
    return found


def is_one_program(folder: Path) -> bool:
    """Whether a folder is one program: a file with a usual name, or one that needs the others.

    A file with a usual name among several other programs is somebody's who has not renamed it.
    """
    if any(stat.S_ISREG(_mode(folder / name)) for name in MAIN_NAMES):
        others = [path for path in submissions(folder) if path.name not in MAIN_NAMES]
        return sum(map(_is_whole, others)) < A_CLASS
    paths = [path for path in submissions(folder) if not path.is_dir() or any(path.glob("*.py"))]
    names = [Path(path.name) for path in paths]
    whole = [n for n in names if n.suffix == ".py" and is_program(read_text(folder, n))]
    if len(whole) != 1 or len(names) == 1:
        return False
    main = folder / whole[0]
    needed = files_beside(main, detect(main), Copies(folder))
    others = [name for name in needed if name.suffix == ".py"]
    if sum(_may_choose(read_text(folder, name)) for name in others) >= A_CLASS:
        return False  # one who imports the programs of all others
    return {*names} == {*whole, *(Path(name.parts[0]) for name in others)}


def _may_choose(text: str) -> bool:
    """Whether a file has a function that is named for choosing moves."""
    return any(routine.is_named_for_it for routine in outline(text).routines)


def _is_whole(path: Path) -> bool:
    """Whether something is a program of its own, as far as one can see."""
    if path.is_dir():
        return any(_is_whole(file) for file in islice(path.glob("*.py"), MOST_LOOKED_AT))
    text = read_text(path.parent, Path(path.name)) if path.suffix == ".py" else ""
    return is_program(text) or is_zip(path)


def own_place(folder: Path, name: str, as_folder: bool = False) -> Path:
    """Where to write something of the checker's own: another name if something is in the way."""
    stem, suffix = os.path.splitext(name)
    path = folder / name
    for number in range(2, 10):
        mode = _mode(path)
        may_write = not as_folder or os.access(path, os.W_OK | os.X_OK)
        if not mode or (stat.S_ISDIR(mode) == as_folder and may_write):
            break
        path = folder / f"{stem}-{number}{suffix}"
    return path


def _why_skipped(path: Path) -> str:
    """Why something in a folder is not a submission; empty if it is one."""
    mode = _mode(path)
    own = re.sub(r"-\d(?=$|\.)", "", path.name)  # `own_place` adds a number
    if own in OWN:
        return OURS if OWN[own](mode) else "its name is one of those that the checker writes"
    if is_ignored([path.name]):
        return NOT_THEIRS
    if path.name.startswith((".", "_")):
        return "the name begins with . or _"
    if stat.S_ISLNK(mode):
        return LINK
    if not (stat.S_ISDIR(mode) or stat.S_ISREG(mode)):
        return "not a file or a folder"
    may_run = path.suffix == ".py" or is_zip(path) or os.access(path, os.X_OK)
    if stat.S_ISDIR(mode) or may_run:
        return ""
    return "not a Python file, a folder, a zip or something to run"


def _mode(path: Path) -> int:
    """What lies there, without following a link; 0 if that cannot be said."""
    try:
        return os.lstat(path).st_mode
    except OSError:
        return 0
