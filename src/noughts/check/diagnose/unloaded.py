"""Why a program could not be loaded, or not be used: it waits for input, or for a package."""

import ast
import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import chain

from noughts.check.diagnose.advice import say
from noughts.check.diagnose.edits import Source
from noughts.check.diagnose.rule_mistakes import UNWRITTEN
from noughts.check.judge.evidence import Evidence
from noughts.check.judge.findings import Diagnosis
from noughts.check.sandbox.answers import ASKS

__all__ = ["missing_packages", "needs_package", "unloaded"]


def unloaded(evidence: Evidence) -> Diagnosis:
    """Why the file could not be loaded."""
    loaded = evidence.loaded
    kind, about = "hangs" if loaded.kind == "late" else "crashes", loaded.text
    if loaded.text.startswith(ASKS):
        kind, about = "reads-input", loaded.text.removeprefix(ASKS).strip() or "nobody answers"
    elif package := needs_package(loaded.text):
        kind, about = "missing-package", _package(package, loaded.line)
    elif loaded.text.startswith(UNWRITTEN):
        function = _function_at(evidence.source, loaded.line)
        name = f"`{function}`" if function else "a part of the file"
        kind, about = "not-implemented", f"{name}, which runs while the file is loaded"
    return replace(say(kind, about), line=loaded.line)


def _function_at(source: str, line: int | None) -> str | None:
    """The function in which a line of the program stands."""
    read = Source.read(source)
    for name, node in read.functions.items() if read else ():
        if node.lineno <= (line or 0) <= (node.end_lineno or 0):
            return name
    return None


# Packages that are not there


def missing_packages(evidence: Evidence) -> Iterator[Diagnosis]:
    """The packages that it really uses; each is told once."""
    answers = [pair for asked in (evidence.own, evidence.asked) for pair in chain(*asked.values())]
    failed = [(answer.text, answer.line) for _, answer in answers]
    for play in evidence.plays.values():
        failed += [(fault.text, fault.line) for fault in play.faults.values()]
    lines = {needs_package(text): line for text, line in reversed(failed)}
    for package in _packages_of(evidence.source, evidence.missing):
        if package in evidence.stand_ins:
            lines.setdefault(package, None)
    for package, line in lines.items():
        if package:
            yield replace(say("missing-package", _package(package, line)), line=line)


def needs_package(text: str) -> str:
    """The package without which the program could not go on; empty if it is not that."""
    found = re.search(r"raises ModuleNotFoundError: No module named '([\w.]{1,80})", text)
    return found[1] if found else ""


def _package(name: str, line: int | None) -> str:
    return f"`{name}` (line {line})" if line else f"`{name}`"


def _packages_of(source: str, names: Collection[str]) -> list[str]:
    """Where a program gets these names from."""
    read = Source.read(source)
    imports = [n for n in read.tree.body if isinstance(n, ast.ImportFrom)] if read else []
    return [
        str(node.module).split(".")[0]
        for node in imports
        if {alias.asname or alias.name for alias in node.names} & {"*", *names}
    ]
