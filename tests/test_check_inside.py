"""What runs beside the student's code, here outside of the sandbox, where it can be watched."""

import io
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from noughts.check.interfaces import cs50_cases
from noughts.check.judge.exact_values import reachable
from noughts.check.sandbox.answers import Answer, Unordered
from noughts.check.sandbox.inside import host
from noughts.check.sandbox.inside.host import unpack
from noughts.check.sandbox.inside.look import kept_boards
from noughts.check.sandbox.inside.stand_ins import MOST_READS, Nobody, StandIns, package_wanted
from noughts.check.sandbox.reference import LIKE_THEIRS, OURS
from noughts.rules import TIC_TAC_TOE

# Ours, in the place of the program's own

FUNCTIONS: dict[str, Callable[..., Any]] = {**OURS}


def answer(function: Callable[..., Any], arguments: list[Any]) -> Answer:
    """What a function answers, as a program would."""
    try:
        found = function(*map(unpack, arguments))
    except ValueError:
        return Answer("raised")
    return Answer("value", Unordered(tuple(found)) if isinstance(found, set) else found)


@pytest.mark.parametrize("name", [*cs50_cases.RULES, "illegal moves"])
def test_ours_pass_the_exam(name: str) -> None:
    illegal = name == "illegal moves"
    cases = cs50_cases.illegal_cases() if illegal else cs50_cases.RULES[name]()
    ours = FUNCTIONS["result" if illegal else name]
    wrong = [case for case in cases if not case.is_right(answer(ours, case.arguments))]
    assert cases
    assert not wrong


def test_ours_begin_with_three_rows() -> None:
    board = FUNCTIONS["initial_state"]()
    board[0][0] = "X"
    assert board == [["X", None, None], [None] * 3, [None] * 3]


@pytest.mark.parametrize(("form", "kind"), [("tuples", tuple), ("lists", list)])
def test_moves_in_the_form_of_the_program(form: str, kind: type) -> None:
    for position in reachable(TIC_TAC_TOE)[::100]:
        (board,) = map(unpack, cs50_cases.arguments(position))
        moves = LIKE_THEIRS["actions"][form](board)
        assert type(moves) is list
        assert {type(move) for move in moves} <= {kind}
        assert {tuple(move) for move in moves} == FUNCTIONS["actions"](board)


def test_the_move_that_shows_whether_the_rows_are_one_list() -> None:
    board = [[None] * 3] * 3
    assert LIKE_THEIRS["result"]["in place"](board, (1, 2)) is board
    assert board == [[None, None, "X"]] * 3


# What is written


def test_the_same_is_written_without_the_part_of_json_that_is_in_c(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    value = ["m.0", "value", ["list", None, True, -3, 'é"\ud800'], 7, []]
    text = host._encoder()(value)
    monkeypatch.setattr(json.encoder, "c_make_encoder", None)
    assert host._encoder()(value) == text == json.dumps(value, separators=(",", ":"))


# The boards that a program keeps


def boards(text: str) -> dict[str, Any]:
    """What is told of the boards of a program, by owner and name."""
    module = ModuleType("program")
    exec(text, vars(module))
    told = kept_boards(module)
    return {f"{owner}.{name}": board for owner, boards, _ in told for name, board in boards}


@pytest.mark.parametrize(
    ("board", "told"),
    [
        ("[' '] * 9", ["list", " ", ""]),
        ("[None] * 10", ["list from 1", None, ""]),
        ("['#', *'123456789']", ["list from 1", "1", "numbers"]),
        ("[[0] * 3 for _ in range(3)]", ["rows", 0, ""]),
        ("[[1, 2, 3], [4, 5, 6], [7, 8, 9]]", ["rows", 1, "numbers"]),
        ("('_',) * 9", ["tuple of list", "_", ""]),
        ("(['-'] * 3, ['-'] * 3, ['-'] * 3)", ["tuple of rows", "-", ""]),
        ("'.' * 9", ["string", ".", ""]),
        ("'012345678'", ["string", "0", "numbers"]),
        ("{i: ' ' for i in range(9)}", ["dict from 0", " ", ""]),
        ("{i: ' ' for i in range(1, 10)}", ["dict from 1", " ", ""]),
        ("{str(i): str(i) for i in range(1, 10)}", ["dict from '1'", "1", "numbers"]),
    ],
)
def test_an_empty_board_is_known_by_its_look(board: str, told: list[Any]) -> None:
    assert boards(f"mine = {board}") == {".mine": told}


@pytest.mark.parametrize(
    "value",
    [
        "[' '] * 8",
        "[' '] * 8 + ['X']",
        "[0] * 8 + [False]",
        "[1, 2, 3, 4, 5, 6, 7, 8, 8]",
        "[[' '] * 3] * 4",
        "['x' * 20] * 9",
        "[[]] * 9",
        "{c: ' ' for c in 'abcdefghi'}",
        "'tic-tac-t'",
        "None",
    ],
)
def test_what_is_no_empty_board(value: str) -> None:
    assert boards(f"mine = {value}") == {}


def test_boards_of_arrays() -> None:
    """NumPy need not be there: such an array is known by the name of its module."""
    array = type("ndarray", (), {"__module__": "numpy", "tolist": lambda _: [[0] * 3] * 3})
    module = ModuleType("program")
    vars(module)["grid"] = array()
    assert kept_boards(module) == [["", [["grid", ["array of rows", 0, ""]]], []]]


CLASSES = """
class Game:
    def __init__(self):
        self.cells = [" "] * 9
        self.turn = "X"
        self.long = "x" * 30
        self.__dict__["__hidden"] = [" "] * 9

class NeedsArguments:
    def __init__(self, cells):
        self.cells = cells

class _Private:
    def __init__(self):
        self.cells = [" "] * 9

size = 3
"""


def test_boards_of_objects_and_what_stands_beside_them() -> None:
    module = ModuleType("program")
    exec(CLASSES, vars(module))
    assert kept_boards(module) == [
        ["", [], [["size", 3]]],
        ["Game", [["cells", ["list", " ", ""]]], [["turn", "X"]]],
    ]


# What takes the place of packages

USES = {
    "a call": "numpy.zeros(9)",
    "a sum": "1 + numpy.pi",
    "a loop": "[*numpy.arrays]",
    "a question": "bool(numpy.nan)",
    "a comparison": "numpy.pi == 3",
    "an item": "numpy.r_[0]",
}


@pytest.fixture
def stand_ins(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIns]:
    """They stand in for `numpy` while a test runs, and are gone after it."""
    there = StandIns()
    there.names.append("numpy")
    monkeypatch.setattr(sys, "meta_path", [there, *sys.meta_path])
    before = {name: sys.modules.pop(name) for name in [*sys.modules] if _is_numpy(name)}
    yield there
    for name in filter(_is_numpy, [*sys.modules]):
        del sys.modules[name]
    sys.modules.update(before)


def _is_numpy(name: str) -> bool:
    return name.split(".")[0] == "numpy"


@pytest.mark.usefixtures("stand_ins")
def test_what_a_missing_package_holds_may_be_named() -> None:
    text = """
import numpy, numpy.linalg
from numpy import ndarray, vectorize
def f(board: numpy.ndarray | None, other: None | ndarray = None) -> "int": return 3
g = vectorize(f)
class Board(ndarray): size = 9
known = isinstance(3, ndarray)
"""
    names: dict[str, Any] = {}
    exec(text, names)
    assert names["g"] is names["f"]
    assert names["Board"]().size == 9
    assert names["known"] is False
    assert not hasattr(names["numpy"], "__path_of_nothing__")


@pytest.mark.usefixtures("stand_ins")
@pytest.mark.parametrize("use", USES)
def test_what_a_missing_package_holds_cannot_be_used(use: str) -> None:
    with pytest.raises(ModuleNotFoundError, match="No module named 'numpy'") as raised:
        exec(f"import numpy\n{USES[use]}", {})
    assert raised.value.name == "numpy"


def test_a_name_may_be_unknown_because_a_package_is_missing(stand_ins: StandIns) -> None:
    unknown = NameError("name 'zeros' is not defined")
    assert stand_ins.really(unknown) is unknown
    exec("from numpy import *", {})
    assert str(stand_ins.really(unknown)) == "No module named 'numpy'"
    other = ValueError("zeros")
    assert stand_ins.really(other) is other


def wanted(folder: Path, text: str, **files: str) -> str | None:
    """The package that a program failed to import, as its error tells."""
    main = folder / "program.py"
    for name, said in files.items():
        (folder / f"{name}.py").write_text(said, encoding="utf-8")
    try:
        exec(compile(text, str(main), "exec"), {"__name__": "program"})
    except BaseException as error:
        return package_wanted(error, str(main), text)
    raise AssertionError("it runs")


@pytest.mark.parametrize(
    ("text", "package"),
    [
        ("import no_such_package.part", "no_such_package"),
        ("import os, no_such_package", "no_such_package"),
        ("from no_such_package import *", "no_such_package"),
        ("from . import sibling", None),
        ("from copy import nothing", None),  # who misspells a name of `copy` means `copy`
        ("from pytest import fixture, nothing", None),
        ("from pytest import nothing", "pytest"),  # another package of that name is meant
        ("raise ImportError('no')", None),
        ("1 / 0", None),
    ],
)
def test_which_package_a_program_wants(text: str, package: str | None, tmp_path: Path) -> None:
    assert wanted(tmp_path, text) == package


def test_a_package_that_another_file_of_the_program_wants(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    text = "import os\nimport helper_of_the_program"
    helper = "\nimport no_such_package\n"
    assert wanted(tmp_path, text, helper_of_the_program=helper) == "no_such_package"
    leaves = "import os\nos.remove(__file__)\nimport no_such_package\n"
    assert wanted(tmp_path, text, helper_of_the_program=leaves) is None


def test_an_error_from_elsewhere_tells_of_no_package() -> None:
    assert package_wanted(ImportError("no"), "program.py", "import os") is None


# What takes the place of a person


def nobody() -> tuple[Nobody, list[int]]:
    """The input of a program, and what is noted when it reads too often."""
    often: list[int] = []
    return Nobody("program.py", lambda: often.append(1)), often


@pytest.mark.parametrize(
    "reading", ["read()", "read(3)", "readline()", "buffer.read()", "readlines()", "__next__()"]
)
def test_whoever_reads_finds_nothing_and_is_noted(reading: str) -> None:
    stdin, often = nobody()
    assert stdin.readable()
    text = f"def ask():\n    return stdin.{reading}\n\n\nfor _ in 'ab':\n    ask()\n"
    try:
        exec(compile(text, "program.py", "exec"), {"stdin": stdin})
    except StopIteration:
        assert reading == "__next__()"
    told = ["raised", "ReadsInput", ", called from line 6", 2, 0]
    assert stdin.in_words() == told
    assert not often


def test_a_program_that_reads_again_and_again_is_stopped() -> None:
    stdin, often = nobody()
    for _ in range(MOST_READS):
        assert stdin.read() == ""
    assert not often
    assert isinstance(stdin.buffer, io.BytesIO)
    assert often == [1]
    assert stdin.in_words() == ["raised", "ReadsInput", "", None, 0]
