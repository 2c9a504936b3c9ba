"""Grading one program: find its interface, run the checks, draw the conclusions."""

import os
import shlex
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from noughts.check.diagnose.diagnoses import diagnose
from noughts.check.diagnose.edits import Source
from noughts.check.diagnose.repair import Repairer
from noughts.check.interfaces.any_shape import any_items, write_adapter
from noughts.check.interfaces.console import Console, console_items
from noughts.check.interfaces.cs50 import COUNTED, Cs50Examiner, cs50_items
from noughts.check.interfaces.detect import Interface, detect
from noughts.check.interfaces.examiner import FileExaminer
from noughts.check.interfaces.gomocup import gomocup_items
from noughts.check.interfaces.player import player_items
from noughts.check.interfaces.process import process_items
from noughts.check.interfaces.strings import strings_items
from noughts.check.judge.checks import Item, Progress, run_checks
from noughts.check.judge.evidence import Evidence
from noughts.check.judge.exact_values import LARGEST_TABLE
from noughts.check.judge.findings import Report
from noughts.check.sandbox.program import Program, Submission
from noughts.check.sandbox.sandbox import STANDARD, ResourceLimits, probe
from noughts.errors import NotationError
from noughts.rules import GOMOKU, TIC_TAC_TOE, Rules

__all__ = ["MAIN_NAMES", "Settings", "adapter_for", "check_program", "main_file"]

MAIN_NAMES = ("adapter.py", "tictactoe.py", "main.py", "player.py", "program.py")


@dataclass(frozen=True)
class Settings:
    """How to grade; the checker detects what you leave out."""

    interface: Interface | None = None
    rules: Rules | None = None
    form: str | None = None  # of a player's board
    command: Sequence[str] = ()  # of a process or an engine
    console: Console | None = None  # how to talk to a program that asks for moves
    limits: ResourceLimits = STANDARD
    packages: bool = False
    workers: int = 1


FIND_OUT = Settings()


def check_program(
    path: Path, settings: Settings = FIND_OUT, progress: Progress = lambda *_: None
) -> Report:
    """Examine a program, and say what is wrong with it."""
    started = time.perf_counter()
    file = path if settings.command else main_file(path)
    interface = settings.interface or ("process" if settings.console else detect(file))
    submission = Submission(
        path, str(file.relative_to(path)) if path.is_dir() else file.name,
        settings.limits, settings.packages, settings.workers,
    )  # fmt: skip
    repairer = None
    if interface in ("process", "gomocup"):
        evidence, items = _command_items(interface, submission, file, settings)
        checks = run_checks(items, progress)
        diagnoses = diagnose(evidence)
        printed, protected = b"", probe()
    else:
        # The memory helps to ask for all positions; on a larger board there is only a sample.
        remember = (settings.rules or TIC_TAC_TOE).size <= LARGEST_TABLE
        with Program(submission, COUNTED if interface == "cs50" else (), remember) as program:
            text = _text(file)
            examiner, items = _file_items(interface, program, settings, text)
            evidence = examiner.evidence
            checks = run_checks(items, progress)
            progress("diagnosis", 1.0)
            evidence.source = text
            source = Source.read(evidence.source)
            if source is not None and isinstance(examiner, Cs50Examiner):
                repairer = Repairer(examiner, source)
            diagnoses = diagnose(evidence, repairer)
        printed, protected = program.printed, program.protected
    nodes = evidence.nodes.get("minimax_ab") or evidence.nodes.get("minimax")
    return Report(
        program=path.name,
        interface=interface,
        checks=tuple(checks),
        diagnoses=tuple(diagnoses),
        nodes=nodes,
        seconds=time.perf_counter() - started,
        printed=printed.decode("utf-8", "replace")[:2000],
        protected=protected,
        adapter=evidence.adapter,
    )


def adapter_for(path: Path, settings: Settings = FIND_OUT) -> tuple[str, str, bool]:
    """The text of an adapter for a program, what to say about it, and whether it will do."""
    file = main_file(path)
    interface = settings.interface or detect(file)
    if interface != "any":
        raise NotationError(
            f"{str(file)!r} needs no adapter: it is `{interface}`; --interface any makes one anyway"
        )
    main = str(file.relative_to(path)) if path.is_dir() else file.name
    submission = Submission(path, main, settings.limits, settings.packages)
    with Program(submission) as program:
        return write_adapter(program, _text(file))


def main_file(path: Path) -> Path:
    """The file to load: the path itself, or the main file of a folder."""
    if not path.exists():
        raise NotationError(f"{str(path)!r} does not exist")
    if not path.is_dir():
        return path
    files = sorted(path.glob("*.py"))
    for name in MAIN_NAMES:
        if (path / name).is_file():
            return path / name
    if len(files) == 1:
        return files[0]
    found = ", ".join(file.name for file in files[:5]) or "no Python file"
    raise NotationError(
        f"{str(path)!r} has no main file: it holds {found}; name one {' or '.join(MAIN_NAMES)}"
    )


def _file_items(
    interface: Interface, program: Program, settings: Settings, text: str
) -> tuple[FileExaminer, list[Item]]:
    if interface == "cs50":
        return cs50_items(program)
    if interface == "strings":
        return strings_items(program)
    if interface == "any":
        return any_items(program, text)
    return player_items(program, settings.rules or TIC_TAC_TOE, settings.form, text)


def _command_items(
    interface: Interface, submission: Submission, file: Path, settings: Settings
) -> tuple[Evidence, list[Item]]:
    command = list(settings.command) or _command_for(file)
    if settings.console is not None:
        return console_items(submission, command, settings.console)
    if interface == "process":
        return process_items(submission, command, settings.rules or TIC_TAC_TOE)
    return gomocup_items(submission, command, settings.rules or GOMOKU)


def _text(file: Path) -> str:
    if not file.is_file():
        return ""
    return file.read_bytes()[:1_000_000].decode("utf-8", "replace")


def _command_for(file: Path) -> list[str]:
    """How to start a file: with Python if it is a Python file, else directly."""
    name = f"./{file.name}"
    if file.suffix == ".py":
        return [sys.executable, "-I", name]
    if not os.access(file, os.X_OK):
        raise NotationError(
            f"{str(file)!r} cannot be run: make it executable, or say how to start it, such as "
            f"--command {shlex.quote('java Player')}"
        )
    return [name]
