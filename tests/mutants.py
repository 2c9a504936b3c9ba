"""`make mutants`: change the product in small ways, one at a time, and list what no test notices.

cosmic-ray makes the changes. Each is tried in a fork of this process that has not imported Noughts
yet: there the changed source is what `import` finds, so that no file is touched, everything that
is computed at import is computed anew, and several changes can be tried at a time.

    python tests/mutants.py                    all of them
    python tests/mutants.py rules textbook.order

What makes no difference that a test could see is explained in `mutants.toml`, in the words that
this prints. Anything else that survives is printed, and so are explanations of what does not.
"""

import ast
import difflib
import importlib.util
import os
import re
import resource
import sys
import time
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from itertools import count
from pathlib import Path
from types import ModuleType

import playwright.sync_api  # noqa: F401  (imported once here, not in each fork)
import pytest
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from hypothesis import Phase, settings

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src" / "noughts"
EXPLAINED = TESTS / "mutants.toml"

# What is changed, each with the tests that are about it. Those of its own run first, for most
# mutants do not survive them.
LOOKS = ("test_looks.py", "test_refusals.py")
TEXTBOOK = ("test_textbook.py", "test_analysis.py", "test_refusals.py")
MODULES: dict[str, tuple[str, ...]] = {
    "rules": ("test_rules.py", "test_position.py", "test_notation.py", *LOOKS),
    "position": ("test_position.py", "test_notation.py", *LOOKS),
    "analysis": ("test_analysis.py", *LOOKS, "test_budget.py", "test_textbook.py"),
    "match": ("test_match.py", *LOOKS),
    "textbook.minimax": TEXTBOOK,
    "textbook.alphabeta": TEXTBOOK,
    "textbook.stepwise": ("test_stepwise.py", *TEXTBOOK),
    "textbook.gametree": ("test_gametree.py", *TEXTBOOK),
    "textbook.strings": ("test_strings.py", "test_scores.py", *TEXTBOOK),
    "textbook.four_in_a_line": ("test_four_in_a_line.py",),
    "textbook.negamax": ("test_second_volume.py",),
    "textbook.alphabeta_table": ("test_second_volume.py",),
    "textbook.pvs": ("test_second_volume.py",),
    "textbook.mtd_f": ("test_second_volume.py",),
    "textbook.deepening": ("test_second_volume.py",),
    "textbook.budget": ("test_budget.py", "test_four_in_a_line.py"),
    "textbook.scores": ("test_scores.py", *TEXTBOOK),
    "textbook.order": TEXTBOOK,
    "textbook.options": ("test_refusals.py", "test_methods.py", *TEXTBOOK),
    "textbook.pseudocode": ("test_pseudocode.py",),
}
# The searches that a module has a part in, by the names that tests of all searches are called with.
SEARCHES: dict[str, tuple[str, ...]] = {
    "textbook.minimax": ("minimax",),
    "textbook.alphabeta": ("alpha-beta", "strict"),
    "textbook.stepwise": ("stepwise",),
    "textbook.gametree": ("game-tree",),
    "textbook.strings": ("strings",),
    # One is enough for what all of them share.
    "analysis": ("alpha-beta",),
    "textbook.order": ("alpha-beta",),
    "textbook.scores": ("alpha-beta",),
}

OPERATORS = (
    *("AddNot", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr"),
    *("ReplaceOrWithAnd", "ReplaceBreakWithContinue", "ReplaceContinueWithBreak"),
    *("ExceptionReplacer", "NumberReplacer", "RemoveDecorator", "ZeroIterationForLoop"),
    *("ReplaceUnaryOperator_USub_UAdd", "ReplaceUnaryOperator_Delete_Not"),
    *(f"ReplaceBinaryOperator_{pair}" for pair in ("Add_Sub", "Sub_Add", "Mul_Add", "Mod_Add")),
    *("ReplaceBinaryOperator_Pow_Mul", "ReplaceBinaryOperator_FloorDiv_Mul"),
    *(
        f"ReplaceComparisonOperator_{pair}"
        for pair in (
            *("Eq_NotEq", "Eq_LtE", "Eq_GtE", "NotEq_Eq", "Is_IsNot", "IsNot_Is"),
            *("Lt_LtE", "Lt_GtE", "LtE_Lt", "LtE_Gt", "Gt_GtE", "Gt_LtE", "GtE_Gt", "GtE_Lt"),
        )
    ),
)

COMMENT = re.compile(r"  #.*$", re.MULTILINE)  # its wording is no part of what was changed

MOST_SECONDS = 3.0  # of processor time, as a multiple of what the tests take without a change
AT_LEAST_SECONDS = 10
MOST_MEMORY = 4 << 30  # bytes; the whole tree of tic-tac-toe takes 1 GB


@dataclass(frozen=True)
class Mutant:
    """One change of one module."""

    module: str
    code: str
    text: str  # "Rules.lines: `old line` -> `new line`"


class Changed(MetaPathFinder, Loader):
    """Lets `import` find the changed source of one module, and everything else where it is."""

    def __init__(self, mutant: Mutant) -> None:
        self.name = f"noughts.{mutant.module}"
        self.path = str(path_of(mutant.module))
        self.code = mutant.code

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(name, self.path, loader=self)

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.code, self.path, "exec"), vars(module))


@dataclass(frozen=True)
class Relevant:
    """Leaves out the tests of other searches."""

    searches: tuple[str, ...]

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self._search(item).startswith(self.searches)]

    def _search(self, item: pytest.Item) -> str:
        call = getattr(item, "callspec", None)
        return str(call.params.get("name", self.searches[0])) if call else self.searches[0]


def path_of(module: str) -> Path:
    return SOURCE.joinpath(*module.split(".")).with_suffix(".py")


def mutants(module: str) -> Iterator[Mutant]:
    """Every change of a module, each once."""
    source = path_of(module).read_text("utf-8")
    seen = {source}
    for name in OPERATORS:
        operator = get_operator(f"core/{name}")()
        for occurrence in count():
            code = mutate_code(source, operator, occurrence)
            if code is None:
                break
            if code not in seen:
                seen.add(code)
                yield Mutant(module, code, described(source, code))


def described(source: str, code: str) -> str:
    """Where something was changed, and what."""
    old, new = (COMMENT.sub("", text).splitlines() for text in (source, code))
    changes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    ((_, first, last, start, end),) = [change for change in changes if change[0] != "equal"]
    before, after = ("\n".join(lines).strip() for lines in (old[first:last], new[start:end]))
    while not old[first].strip():
        first += 1
    return f"{definition(source, first + 1)}: `{before}` -> `{after}`"


def definition(source: str, line: int) -> str:
    """The class and function that a line stands in."""
    found, node = [], ast.parse(source)
    todo: list[ast.AST] = [node]
    while todo:
        each = todo.pop()
        if isinstance(each, ast.ClassDef | ast.FunctionDef):
            first = min([each.lineno, *(decorator.lineno for decorator in each.decorator_list)])
            if not first <= line <= (each.end_lineno or 0):
                continue
            found.append(each.name)
        todo.extend(ast.iter_child_nodes(each))
    return ".".join(found) or "module"


def start(mutant: Mutant, seconds: int) -> int:
    """Run the tests on a mutant in a process of its own; the process."""
    pid = os.fork()
    if pid == 0:
        try:
            nowhere = os.open(os.devnull, os.O_RDWR)
            for end in (0, 1, 2):
                os.dup2(nowhere, end)
            os.setsid()
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
            sys.meta_path.insert(0, Changed(mutant))
            relevant = Relevant(SEARCHES.get(mutant.module, ("",)))
            os._exit(int(pytest.main(arguments(mutant.module), [relevant])))
        finally:
            os._exit(1)
    return pid


def arguments(module: str) -> list[str]:
    """How pytest is called: only what is quick, the same each time, and no further than needed."""
    files = [str(TESTS / name) for name in MODULES[module]]
    options = ["-x", "-q", "--tb=no", "-m", "not exhaustive", "-p", "no:cacheprovider"]
    # To rewrite its asserts, pytest would import the file as it is.
    options += ["-p", "no:xdist", "--assert=plain"]
    return [*options, "--hypothesis-profile=mutants", str(path_of(module)), *files]


def survivors(module: str, processes: int) -> tuple[int, list[str]]:
    """How many changes were tried, and those that no test has noticed."""
    unchanged = Mutant(module, path_of(module).read_text("utf-8"), "nothing")
    _, status, used = os.wait4(start(unchanged, 600), 0)
    if status != 0:
        sys.exit(f"the tests of {module} fail without any change")
    seconds = max(AT_LEAST_SECONDS, round(MOST_SECONDS * (used.ru_utime + used.ru_stime)))
    tried, running, survived = 0, dict[int, Mutant](), []

    def collect() -> None:
        pid, status = os.wait()
        mutant = running.pop(pid)
        if status == 0:
            survived.append(mutant.text)

    for mutant in mutants(module):
        tried += 1
        running[start(mutant, seconds)] = mutant
        if len(running) == processes:
            collect()
    while running:
        collect()
    return tried, survived


def explained() -> dict[str, dict[str, str]]:
    """For each module the survivors that are explained, each with its reason."""
    told = tomllib.loads(EXPLAINED.read_text("utf-8"))
    return {
        module: {text: why for why, texts in reasons.items() for text in texts}
        for module, reasons in told.items()
    }


def main(modules: Sequence[str]) -> int:
    # The same examples each time; a failure is enough, whichever it is.
    settings.register_profile(
        "mutants",
        deadline=None,
        derandomize=True,
        database=None,
        phases=(Phase.explicit, Phase.generate),
        report_multiple_bugs=False,
    )
    known, unexplained, started = explained(), 0, time.monotonic()
    for module in modules or MODULES:
        tried, survived = survivors(module, os.cpu_count() or 1)
        reasons = known.get(module, {})
        new = [text for text in survived if text not in reasons]
        gone = [text for text in reasons if text not in survived]
        minutes = (time.monotonic() - started) / 60
        print(
            f"{module}: {tried} changes, {tried - len(survived)} noticed, "
            f"{len(survived) - len(new)} explained, {len(new)} not ({minutes:.1f} minutes)",
            flush=True,
        )
        for text in new:
            print(f"    survives: {text}")
        for text in gone:
            print(f"    explained, but does not survive: {text}")
        unexplained += len(new) + len(gone)
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
