"""Grading a folder: every submission, in parallel, resuming after an interruption.

Each result is kept as soon as it is known (`kept.py`). `results.csv`, `summary.html` and the pages
are made from the results at the end. Whatever goes wrong with one submission is its own row; the
others are graded all the same.
"""

import json
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from noughts.check.gather.gather import Gathered, gather
from noughts.check.grade import Settings, examine
from noughts.check.judge.findings import NOT_GRADED, Check, Report, not_graded
from noughts.check.kept import Kept, key_of
from noughts.check.parcel import Parcel
from noughts.check.report.html import report_page
from noughts.check.report.sheet import sheet
from noughts.check.report.summary import Student, page_name, problem, summary_page
from noughts.check.report.write import write_file
from noughts.check.submissions import (
    PAGES,
    SHEET,
    SUMMARY,
    left_out,
    own_place,
    shown_names,
    submissions,
)
from noughts.errors import NotationError
from noughts.harmless import for_json, short_name

__all__ = ["Everything", "Graded", "Result", "Written", "grade_folder", "grade_parcel", "lost"]
__all__ += ["pack", "write_sheet"]

STOPPED = 130  # the exit code after Ctrl-C


@dataclass(frozen=True)
class Graded:
    """A submission, by a name that is harmless, and what `--json` would print about it."""

    name: str
    report: dict[str, Any]

    @property
    def exit_code(self) -> int:
        """The same as for a single program."""
        return Report.read(self.report).exit_code

    @property
    def broke(self) -> bool:
        """Whether something was not graded."""
        return Report.read(self.report).broke

    @property
    def problem(self) -> str:
        """What is wrong, in a few words."""
        return problem(Report.read(self.report))


@dataclass(frozen=True)
class Result:
    """What a worker says about a submission: no report if it is the one with the known key."""

    key: str
    report: dict[str, Any] | None


class Everything(Protocol):
    """Grades submissions, each with the key of what is known of it, and yields each result once."""

    def __call__(
        self, keys: dict[Path, str], settings: Settings, workers: int
    ) -> Iterator[tuple[Path, Result]]:
        """Grade all that have another key by now."""
        ...


def grade_folder(
    folder: Path,
    settings: Settings,
    workers: int,
    heard: Callable[[Graded, int, int], None] = lambda *_: None,
    kept: Kept | None = None,
    everything: Everything | None = None,
) -> list[Graded]:
    """Grade what has not been graded yet; `heard` gets each, how many are done, and the total.

    `everything` grades elsewhere than in processes of this machine.
    """
    paths = submissions(folder)
    if not paths:
        return []
    kept = kept or Kept(folder)
    names, done = shown_names(paths), dict[Path, Graded]()
    keys = {path: kept.key(path.name) for path in paths}
    for path, result in (everything or _grade_all)(keys, settings, workers):
        report = result.report or kept.report(path.name)
        done[path] = Graded(names[path], report | {"program": names[path]})
        if result.report is not None:
            if not done[path].broke:
                kept.add(path.name, result.key, report)
            heard(done[path], len(done), len(paths))
    return [done[path] for path in paths]


def _grade_all(
    keys: dict[Path, str], settings: Settings, workers: int
) -> Iterator[tuple[Path, Result]]:
    """Yield each as it finishes. Workers are processes: judging takes as long as asking.

    When a worker dies, any of those in work may be the reason: they are graded again, one by one.
    """
    todo = [*reversed(keys)]
    while todo:
        suspects = yield from _in_pool(todo, keys, settings, workers)
        for path in suspects:
            if (yield from _in_pool([path], keys, settings, 1)):
                yield path, lost(path)


def _in_pool(
    todo: list[Path], keys: dict[Path, str], settings: Settings, workers: int
) -> Generator[tuple[Path, Result], None, list[Path]]:
    """Grade until there is nothing to do or a worker dies; return what was in work then."""
    context = multiprocessing.get_context("spawn")
    running, in_work = dict[Future[Result], Path](), list[Path]()
    with ProcessPoolExecutor(workers, context, _start_worker) as pool:
        try:
            while todo or running:
                while todo and len(running) < 2 * workers:
                    in_work.append(path := todo.pop())
                    running[pool.submit(_work, path, settings, keys[path])] = path
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    path = running.pop(future)
                    result = _result(future, path)
                    in_work.remove(path)
                    yield path, result
        except BrokenProcessPool:
            pass
        except BaseException:  # Ctrl-C
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in multiprocessing.active_children():
                worker.terminate()
            raise
    return in_work


def _start_worker() -> None:
    """Ignore Ctrl-C: the parent process handles it and stops the workers. Without it, stop too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: os._exit(STOPPED))
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


def _work(path: Path, settings: Settings, known: str) -> Result:
    """Grade one submission in a worker; on SIGTERM, tidy up and exit."""

    def stop(*_: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second one would interrupt the tidying up
        raise KeyboardInterrupt

    idle = signal.signal(signal.SIGTERM, stop)
    try:
        return grade_one(path, settings, known)
    except KeyboardInterrupt:
        os._exit(STOPPED)
    finally:
        signal.signal(signal.SIGTERM, idle)


def _result(future: "Future[Result]", path: Path) -> Result:
    try:
        return future.result()
    except BrokenProcessPool:
        raise
    except Exception as error:  # it cannot be sent from one process to another
        return Result("", _not_graded(path.name, error))


def grade_one(path: Path, settings: Settings, known: str = "") -> Result:
    """Grade one submission; anything that goes wrong becomes a line in its report."""
    key, name = "", short_name(path.name)
    try:
        with gather(path, settings.interface, alone=True) as found:
            key = key_of(settings, found.content())
            return Result(key, None if key == known else _examined(name, found, settings))
    except Exception as error:
        return _refused(name, settings, key, error, known)


def _examined(name: str, found: Gathered, settings: Settings) -> dict[str, Any]:
    report = examine(name, found, replace(settings, alone=True))
    told: dict[str, Any] = json.loads(for_json(report.as_json()))
    report_page(Report.read(told))  # what cannot be shown is noticed here, not at the end
    return told


def _refused(name: str, settings: Settings, key: str, error: Exception, known: str = "") -> Result:
    """The result of a submission that could not be examined."""
    if not isinstance(error, NotationError):
        return Result("", _not_graded(name, error))
    # No main file, or one that cannot be run: the student's fault.
    key = key or key_of(settings, str(error))
    report = Report(name, "unknown", (Check("loads", "failed", 100, str(error)),))
    return Result(key, None if key == known else report.as_json())


def lost(path: Path) -> Result:
    """The result of a submission whose grading never came to an end."""
    return Result("", _not_graded(path.name, "its grading was ended from outside"))


# On another machine


def pack(path: Path, settings: Settings, known: str = "") -> Parcel | Result:
    """What another machine needs to grade a submission, or the result if that is clear."""
    key, name = "", short_name(path.name)
    try:
        with gather(path, settings.interface, alone=True) as found:
            key = key_of(settings, found.content())
            return Result(key, None) if key == known else Parcel.of(name, key, found)
    except Exception as error:
        return _refused(name, settings, key, error, known)


def grade_parcel(parcel: Parcel, settings: Settings) -> Result:
    """Grade a submission that was packed elsewhere."""
    try:
        with parcel.opened() as found:
            return Result(parcel.key, _examined(parcel.name, found, settings))
    except Exception as error:
        return _refused(parcel.name, settings, parcel.key, error)


def _not_graded(name: str, error: Exception | str) -> dict[str, Any]:
    said = error if isinstance(error, str) else not_graded(error).message
    return Report(short_name(name), "unknown", (Check("loads", NOT_GRADED, 100, said),)).as_json()


@dataclass(frozen=True)
class Written:
    """Where the results of a folder are."""

    sheet: Path
    summary: Path
    pages: Path


def write_sheet(folder: Path, graded: Sequence[Graded]) -> Written:
    """Write `results.csv`, `summary.html` and a page for each submission into the folder."""
    written = Written(
        own_place(folder, SHEET),
        own_place(folder, SUMMARY),
        own_place(folder, PAGES, as_folder=True),
    )
    written.pages.mkdir(exist_ok=True)
    students = []
    for each in graded:
        page, report = own_place(written.pages, page_name(each.name)), Report.read(each.report)
        write_file(page, report_page(report.told("edit"), f"../{written.summary.name}"))
        students.append(Student(each.name, report, f"{written.pages.name}/{page.name}"))
    write_file(written.sheet, sheet(students))
    write_file(written.summary, summary_page(students, left_out(folder)))
    return written
