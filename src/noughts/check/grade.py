"""Grading one program: find its interface, run the checks, draw the conclusions."""

import contextlib
import gc
import os
import shlex
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from noughts.check.diagnose.diagnoses import diagnose
from noughts.check.diagnose.edits import Source
from noughts.check.diagnose.examples import complete
from noughts.check.diagnose.repair import Repairer
from noughts.check.gather.gather import Gathered, gather
from noughts.check.interfaces.any_shape import any_items, write_adapter
from noughts.check.interfaces.choose import CHOOSE
from noughts.check.interfaces.console import Console, console_items
from noughts.check.interfaces.cs50 import COUNTED, Cs50Examiner, cs50_items
from noughts.check.interfaces.detect import Interface, detect, read_start
from noughts.check.interfaces.examiner import FileExaminer
from noughts.check.interfaces.gomocup import gomocup_items
from noughts.check.interfaces.player import player_items
from noughts.check.interfaces.process import process_items
from noughts.check.interfaces.strings import strings_items
from noughts.check.judge.checks import Item, Progress, run_checks
from noughts.check.judge.evidence import Evidence
from noughts.check.judge.exact_values import LARGEST_TABLE
from noughts.check.judge.findings import NOT_GRADED, Check, Diagnosis, Report, not_graded
from noughts.check.sandbox.own_root import python
from noughts.check.sandbox.program import Program, Submission
from noughts.check.sandbox.sandbox import STANDARD, Halted, ResourceLimits, probe
from noughts.errors import NotationError
from noughts.harmless import short_name
from noughts.rules import GOMOKU, TIC_TAC_TOE, Mark, Rules

__all__ = ["FIND_OUT", "Settings", "adapter_for", "check_program", "command_for", "examine"]
__all__ += ["file_items", "interface_of"]


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
    plays: Mark | None = None  # the one mark that a player, process or engine plays
    alone: bool = False  # what lies beside a file is not its own


FIND_OUT = Settings()


def check_program(
    path: Path, settings: Settings = FIND_OUT, progress: Progress = lambda *_: None
) -> Report:
    """Examine a program, and say what is wrong with it.

    A program that cannot be gathered or run, or settings that do not suit it, raise a
    `NotationError`; a file that cannot be read raises an `OSError`. Whatever else goes wrong is
    the checker's fault: a report says so.
    """
    name = short_name(path.name or path.resolve().name)
    with gather(path, settings.interface, settings.alone, bool(settings.command)) as found:
        try:
            return examine(name, found, settings, progress)
        except (NotationError, Halted):
            raise
        except Exception as error:
            check = Check("loads", NOT_GRADED, 100, not_graded(error).message)
            return Report(name, settings.interface or "unknown", (check,))


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Do not look for garbage: all answers are kept to the end, and looking takes a tenth."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@_undisturbed()
def examine(
    name: str, found: Gathered, settings: Settings, progress: Progress = lambda *_: None
) -> Report:
    """Examine a program whose files have been gathered; `name` is the one to show."""
    started = time.perf_counter()
    file = found.main
    interface = interface_of(file, settings)
    if settings.plays and interface in ("cs50", "strings") and not settings.alone:
        raise NotationError(
            f"--plays makes no sense here: a {interface!r} program plays both marks"
        )
    if settings.plays and settings.console:
        raise NotationError("--plays makes no sense here: the file of --console says what it plays")
    submission = Submission(
        found.files, file.name, settings.limits, settings.packages, settings.workers
    )
    if interface in ("process", "gomocup"):
        evidence, items = _command_items(interface, submission, file, settings)
        checks = run_checks(items, progress)
        diagnoses = _conclusions(checks, evidence, None)
        printed, protected = b"", probe()
    else:
        # The memory helps to ask for all positions; on a larger board there is only a sample.
        rules = settings.rules or TIC_TAC_TOE
        remember = rules.size <= LARGEST_TABLE
        with Program(submission, COUNTED if interface == "cs50" else (), remember) as program:
            text = read_start(file)
            examiner, items = file_items(interface, program, settings, rules, text)
            evidence = examiner.evidence
            checks = run_checks(items, progress)
            progress("diagnosis", 1.0)
            evidence.source, evidence.stand_ins = text, program.stand_ins
            diagnoses = _conclusions(checks, evidence, examiner)
        printed, protected = program.printed, program.protected
    nodes = evidence.nodes.get("minimax_ab") or evidence.nodes.get("minimax")
    return Report(
        program=name,
        interface=interface,
        checks=tuple(checks),
        diagnoses=diagnoses,
        nodes=nodes,
        seconds=time.perf_counter() - started,
        printed=printed.decode("utf-8", "replace")[:2000],
        protected=protected,
        notes=tuple(_notes(found, evidence, settings)),
        notation=evidence.notation,
        adapter=evidence.adapter,
    )


def interface_of(file: Path, settings: Settings) -> Interface:
    """What a program offers: as the settings say, or as it looks."""
    interface = settings.interface or ("process" if settings.console else detect(file))
    if settings.command and interface not in ("process", "gomocup"):
        raise NotationError(
            f"--command makes no sense here: a {interface!r} program is a Python file; "
            f"--interface process runs the command"
        )
    return interface


def _conclusions(
    checks: list[Check], evidence: Evidence, examiner: FileExaminer | None
) -> tuple[Diagnosis, ...]:
    """What is wrong with the program; if that cannot be found out, one more check says so."""
    try:
        repairer = None
        if isinstance(examiner, Cs50Examiner) and (source := Source.read(evidence.source)):
            repairer = Repairer(examiner, source)
        return tuple(complete(found, evidence) for found in diagnose(evidence, repairer))
    except Exception as error:
        checks.append(Check("diagnosis", NOT_GRADED, 0, not_graded(error).message))
        return ()


def _notes(found: Gathered, evidence: Evidence, settings: Settings) -> Iterator[str]:
    """What was done to give the program its chance, and what else is worth knowing."""
    yield from found.notes
    yield from evidence.remarks
    if settings.plays and evidence.only is None:
        yield f"judged with both marks: a {evidence.interface!r} program plays both"
    elif settings.plays:
        yield f"judged only where {settings.plays.upper()} is to move (--plays {settings.plays})"
    elif CHOOSE in evidence.plays and (mark := evidence.plays[CHOOSE].only_mark()):
        yield f"it makes moves as {mark.upper()} only; if it is meant to, use --plays {mark}"
    if evidence.stand_ins:
        names = ", ".join(f"`{name}`" for name in evidence.stand_ins)
        hint = "" if settings.packages else "; --packages lets it import what is installed here"
        yield f"packages that are not there, replaced by empty ones: {names}{hint}"


def adapter_for(path: Path, settings: Settings = FIND_OUT) -> tuple[str, str, bool]:
    """The text of an adapter for a program, what to say about it, and whether it will do."""
    with gather(path, settings.interface) as found:
        file = found.main
        interface = settings.interface or detect(file)
        if interface != "any":
            raise NotationError(
                f"'{short_name(file.name)}' needs no adapter: it is `{interface}`; "
                f"--interface any makes one anyway"
            )
        submission = Submission(found.files, file.name, settings.limits, settings.packages)
        with Program(submission) as program:
            return write_adapter(program, read_start(file), settings.plays)


def file_items(
    interface: Interface, program: Program, settings: Settings, rules: Rules, text: str
) -> tuple[FileExaminer, list[Item]]:
    """The checks of a Python file, and who runs them."""
    if interface == "cs50":
        return cs50_items(program)
    if interface == "strings":
        return strings_items(program)
    if interface == "any":
        return any_items(program, text, settings.plays)
    return player_items(program, rules, settings.form, text, settings.plays)


def _command_items(
    interface: Interface, submission: Submission, file: Path, settings: Settings
) -> tuple[Evidence, list[Item]]:
    command = list(settings.command) or command_for(file, settings.packages)
    if settings.console is not None:
        return console_items(submission, command, settings.console)
    if interface == "process":
        return process_items(submission, command, settings.rules or TIC_TAC_TOE, settings.plays)
    return gomocup_items(submission, command, settings.rules or GOMOKU, settings.plays)


def command_for(file: Path, packages: bool) -> list[str]:
    """How to start a file: with Python if it is a Python file, else directly."""
    name = f"./{file.name}"
    if file.suffix == ".py":  # it may import what lies beside it
        return [sys.executable if packages else python(), "-E", "-s", name]
    if not os.access(file, os.X_OK):
        raise NotationError(
            f"'{short_name(file.name)}' cannot be run: make it executable, or say how to start it, "
            f"such as --command {shlex.quote('java Player')}"
        )
    return [name]
