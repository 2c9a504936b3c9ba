"""Grading a folder: every submission, in parallel, resuming after an interruption.

The results go to `noughts-check.jsonl` as soon as they are known, one line of JSON per submission;
a submission whose files have not changed is not graded again. `results.csv`, `summary.html` and the
page of each submission are made from them at the end.
"""

import csv
import errno
import hashlib
import io
import json
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from noughts.check.gather.beside import files_beside, read_text
from noughts.check.gather.choice import MAIN_NAMES, is_program
from noughts.check.gather.copies import Copies, is_ignored, printable, some_of
from noughts.check.gather.gather import is_zip
from noughts.check.grade import Settings, check_program
from noughts.check.interfaces.detect import detect
from noughts.check.judge.findings import NOT_GRADED, Check, Report, not_graded
from noughts.check.report.html import report_page
from noughts.check.report.summary import Student, page_name, problem, summary_page

__all__ = ["KEPT", "PAGES", "SHEET", "SUMMARY", "Graded", "grade_folder", "is_one_program"]
__all__ += ["left_out", "skipped"]
__all__ += ["submissions", "write_sheet"]

KEPT, SHEET, SUMMARY = "noughts-check.jsonl", "results.csv", "summary.html"
PAGES = "noughts-check-pages"  # a folder
OWN = (KEPT, SHEET, SUMMARY, PAGES)
COLUMNS = ("submission", "interface", "passed", "score", "of", "diagnoses", "nodes", "seconds")
STOPPED = 130  # the exit code after Ctrl-C
LARGEST = 10_000_000  # bytes of each file to read when looking for changes


@dataclass(frozen=True)
class Graded:
    """A submission and what `--json` would print about it."""

    name: str
    report: dict[str, Any]

    @property
    def exit_code(self) -> int:
        """The same as for a single program."""
        if any(check["verdict"] == NOT_GRADED for check in self.report["checks"]):
            return 3
        return 0 if self.report["passed"] else 1

    @property
    def problem(self) -> str:
        """What is wrong, in a few words."""
        return problem(Report.read(self.report))


def submissions(folder: Path) -> list[Path]:
    """Every file or sub-folder that may be a submission, sorted by name."""
    return [path for path in sorted(folder.iterdir()) if not _why_skipped(path)]


def left_out(folder: Path) -> dict[str, str]:
    """What else is in the folder, and why it is not graded; but for what no student wrote."""
    paths = [path for path in sorted(folder.iterdir()) if path.name not in OWN]
    paths = [path for path in paths if not is_ignored([path.name])]
    return {printable(path.name): why for path in paths if (why := _why_skipped(path))}


def skipped(folder: Path) -> tuple[str, ...]:
    """The same in sentences, one for each reason."""
    reasons: dict[str, list[str]] = {}
    for name, why in left_out(folder).items():
        reasons.setdefault(why, []).append(name)
    return tuple(f"skipped {some_of(names)}: {why}" for why, names in reasons.items())


def is_one_program(folder: Path) -> bool:
    """Whether a folder is one program: a file with a usual name, or one that needs the others."""
    if any((folder / name).is_file() for name in MAIN_NAMES):
        return True
    paths = [path for path in submissions(folder) if not path.is_dir() or any(path.glob("*.py"))]
    names = [Path(path.name) for path in paths]
    whole = [n for n in names if n.suffix == ".py" and is_program(read_text(folder, n))]
    if len(whole) != 1 or len(names) == 1:
        return False
    main = folder / whole[0]
    needed = files_beside(main, detect(main), Copies(folder))
    return {*names} == {*whole, *(Path(name.parts[0]) for name in needed if name.suffix == ".py")}


def _why_skipped(path: Path) -> str:
    """Why something in a folder is not a submission; empty if it is one."""
    if path.name in OWN:
        return "written by the checker"
    if path.name.startswith((".", "_")):
        return "the name begins with . or _"
    if is_ignored([path.name]):
        return "not a student's work"
    if not (path.is_dir() or path.is_file()):
        return "not a file or a folder"
    if path.is_dir() or path.suffix == ".py" or is_zip(path) or os.access(path, os.X_OK):
        return ""
    return "not a Python file, a folder, a zip or something to run"


def grade_folder(
    folder: Path,
    settings: Settings,
    workers: int,
    heard: Callable[[Graded, int, int], None] = lambda *_: None,
) -> list[Graded]:
    """Grade what has not been graded yet; `heard` gets each, how many are done, and the total."""
    paths = submissions(folder)
    if not paths:
        return []
    keys = {path: _key(path, settings) for path in paths}
    known = _read_kept(folder / KEPT)
    done = {path: _graded(path, known[keys[path]]) for path in paths if keys[path] in known}
    with open(folder / KEPT, "a", encoding="utf-8") as kept:
        for path, graded in _grade_all([p for p in paths if p not in done], settings, workers):
            done[path] = graded
            line = {"key": keys[path], "name": graded.name, "report": graded.report}
            kept.write(json.dumps(line) + "\n")
            kept.flush()
            heard(graded, len(done), len(paths))
    return [done[path] for path in paths]


def _grade_all(
    paths: list[Path], settings: Settings, workers: int
) -> Iterator[tuple[Path, Graded]]:
    """Yield each as it finishes. Workers are processes: judging takes as long as asking."""
    if not paths:
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, _start_worker) as pool:
        todo, running = iter(paths), dict[Future[dict[str, Any]], Path]()
        try:
            while True:
                while len(running) < 2 * workers and (path := next(todo, None)) is not None:
                    running[pool.submit(_work, path, settings)] = path
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    path = running.pop(future)
                    yield path, _graded(path, _result(future, path, settings))
        except BaseException:  # Ctrl-C
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in multiprocessing.active_children():
                worker.terminate()
            raise


def _graded(path: Path, report: dict[str, Any]) -> Graded:
    return Graded(printable(path.name), report)


def _start_worker() -> None:
    """Ignore Ctrl-C: the parent process handles it and stops the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: os._exit(STOPPED))


def _work(path: Path, settings: Settings) -> dict[str, Any]:
    """Grade one submission in a worker; on SIGTERM, tidy up and exit."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    idle = signal.signal(signal.SIGTERM, stop)
    try:
        return grade_one(path, settings)
    except KeyboardInterrupt:
        os._exit(STOPPED)
    finally:
        signal.signal(signal.SIGTERM, idle)


def _result(future: "Future[dict[str, Any]]", path: Path, settings: Settings) -> dict[str, Any]:
    try:
        return future.result()
    except BrokenProcessPool:  # a worker was killed from outside: grade here instead
        return grade_one(path, settings)


def grade_one(path: Path, settings: Settings) -> dict[str, Any]:
    """Grade one submission; anything that goes wrong becomes a line in its report."""
    try:
        return check_program(path, replace(settings, alone=True)).as_json()
    except ValueError as error:  # no main file, or one that cannot be run: the submission's fault
        return _no_report(path, Check("loads", "failed", 100, str(error)))
    except Exception as error:
        return _no_report(path, Check("loads", NOT_GRADED, 100, not_graded(error).message))


def _no_report(path: Path, check: Check) -> dict[str, Any]:
    return Report(printable(path.name), "unknown", (check,)).as_json()


def _key(path: Path, settings: Settings) -> str:
    """A hash of what is in a submission and how it is graded."""
    found = hashlib.sha256(repr((path.name, settings)).encode())
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    for file in files:
        found.update(os.fsencode(file.relative_to(path)))
        if file.is_file():
            with suppress(OSError), open(file, "rb") as content:  # one that may not be read
                found.update(content.read(LARGEST))
    return found.hexdigest()


def _read_kept(path: Path) -> dict[str, dict[str, Any]]:
    """The earlier results; skips a line that a crash has cut off, or that another version wrote."""
    known = {}
    if path.exists():
        for line in path.read_text("utf-8", "replace").splitlines():
            try:
                kept = json.loads(line)
                Report.read(kept["report"])
                known[str(kept["key"])] = dict(kept["report"])
            except (ValueError, KeyError, TypeError):
                continue
    return known


def write_sheet(folder: Path, graded: list[Graded]) -> None:
    """Write `results.csv`, `summary.html` and a page for each submission into the folder."""
    students = [
        Student(each.name, Report.read(each.report), f"{PAGES}/{page_name(each.name)}")
        for each in graded
    ]
    (folder / PAGES).mkdir(exist_ok=True)
    if (folder / PAGES).is_symlink():
        raise NotADirectoryError(errno.ENOTDIR, "it is a link", str(folder / PAGES))
    for student in students:
        _write(folder / student.address, report_page(student.report.told("edit")))
    _write(folder / SHEET, _sheet(students))
    _write(folder / SUMMARY, summary_page(students, left_out(folder)))


def _write(path: Path, text: str) -> None:
    """Write a file; a link in its place is replaced, not followed."""
    with NamedTemporaryFile("w", dir=path.parent, encoding="utf-8", errors="replace",
                            prefix=".noughts-", delete=False) as file:  # fmt: skip
        file.write(text)
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)


def _sheet(students: Sequence[Student]) -> str:
    """The table as CSV: the columns of every submission, then one for each check."""
    checks = list(dict.fromkeys(c.name for student in students for c in student.report.checks))
    rows = [[*COLUMNS, *checks]]
    for student in students:
        found = {check.name: check for check in student.report.checks}
        points = [_in_sheet(found[name]) if name in found else "" for name in checks]
        rows.append([*_sheet_row(student), *points])
    text = io.StringIO()
    csv.writer(text).writerows([[harmless(word) for word in row] for row in rows])
    return text.getvalue()


def _in_sheet(check: Check) -> str:
    """The points of a check; the verdict if it has none, or was not graded."""
    has_points = check.required and check.verdict != NOT_GRADED
    return f"{check.points:g}" if has_points else check.verdict


def _sheet_row(student: Student) -> list[str]:
    report = student.report
    return [
        student.name,
        report.interface,
        "yes" if report.passed else "no",
        f"{report.score:g}",
        f"{report.max_score:g}",
        problem(report),
        "" if report.nodes is None else str(report.nodes),
        f"{report.seconds:.1f}",
    ]


def harmless(word: str) -> str:
    """The word, quoted if a spreadsheet would take it for a formula.

    >>> harmless("=cmd()"), harmless("ada.py")
    ("'=cmd()", 'ada.py')
    """
    return f"'{word}" if word.startswith(("=", "+", "-", "@", "\t", "\r")) else word
