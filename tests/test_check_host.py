"""What answers for a program inside the sandbox, here outside of it, where it can be watched.

It must say the same of everything a program may return, raise, change and call, whatever that is.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from programs import FOLDER

from noughts.check.sandbox.reference import source_of

HOST = "noughts.check.sandbox.inside.host"
BOARD = ["list", *[["list", None, None, None]] * 3]

PROGRAM = """
import copy
import math
import random

LINES = [(0, 1), (1, 2)]


class Odd:
    def __repr__(self):
        raise ValueError


class Lying(type):
    __eq__ = lambda self, other: other is tuple
    __hash__ = lambda self: hash(tuple)


class Pair(metaclass=Lying):
    __len__ = lambda self: 2
    __iter__ = lambda self: iter((0, 1))
    __repr__ = lambda self: "(0, 1)"


class Rude(Exception):
    def __str__(self):
        raise ValueError


def plain(n):
    return n + len(LINES)


def twice(n, m=2, *rest):
    return plain(n) * m


def down(n):
    return 0 if n <= 0 else down(n - 1) + 1


def up(n):
    return over(n)


def over(n):
    return n if n > 3 else up(n + 1)


def sizes(board, seen=[]):
    seen.append(len(board))
    return seen


def chance(n):
    return random.random() * 0 + n


def spoils(board):
    board[1][2] = "X"
    return board[1][2]


def spoils_badly(board):
    board[0] = Odd()


def copies(board):
    other = copy.deepcopy(board)
    other[0][0] = "X"
    odd = ({"a": [1]}, [[1], "x"], [[[1]]])
    return board == other, other is board, *map(copy.deepcopy, odd)


def raises(name):
    raise {"rude": Rude, "exit": SystemExit, "index": IndexError, "key": KeyError}[name]("why")


def value(name):
    long = {i: i for i in range(600)}
    return {
        "float": 0.5, "infinity": math.inf, "large": 1 << 70, "text": "x" * 3000,
        "tuple": (1, (2,)), "set": {3}, "frozen": frozenset({4}), "dict": {(0, 1): None},
        "long": long, "odd": Odd(), "deep": [[[[[[[[1]]]]]]]], "class": Odd,
        "true": True, "many": ["x" * 2000] * 15, "lying": Pair(),
    }[name]


def start():
    return [[None] * 3 for _ in range(3)]


def rows(board):
    return len(board)


def waits(n):
    while n:
        pass
    return "done"


lambda_ = lambda b: len(b)
number = 3
cells = [" "] * 9
"""


class Host:
    """The process that answers, and the questions it is asked."""

    def __init__(self) -> None:
        theirs, self.questions = os.pipe()
        answers, out = os.pipe()
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"from {HOST} import main; main({theirs}, {out})"],
            pass_fds=(theirs, out),
        )
        os.close(theirs)
        os.close(out)
        self.lines = os.fdopen(answers, encoding="utf-8")
        self.told: Any = None  # what it said of the program

    def ask(self, question: dict[str, Any], answers: int = 1) -> list[Any]:
        os.write(self.questions, json.dumps(question | {"mark": "m"}).encode() + b"\n")
        told = [json.loads(self.lines.readline()) for _ in range(answers)]
        marks = [f"m.{number}" for number in range(answers)] if "ask" in question else ["m"]
        assert [each[0] for each in told] == marks
        return [self.named(question, *each[1:]) for each in told]

    @staticmethod
    def named(question: dict[str, Any], kind: str, *told: Any) -> dict[str, Any]:
        """The fields of an answer by their names."""
        if kind == "raised":
            return dict(zip(("error", "text", "line", "calls"), told, strict=True))
        if kind == "kept":
            return {"kept": {owner: [boards, atoms] for owner, boards, atoms in told}}
        if kind == "loaded":
            return dict(zip(("names", "recursive", "stand_ins"), told, strict=True))
        found = dict(zip(("value", "calls", "after"), told, strict=True))
        return found | {"changed": found["after"] != question["all"][0]}

    def load(self, path: Path, *counted: str, remember: bool = True, **ours: str) -> Any:
        sources = {name: source_of(name, form) for name, form in ours.items()}
        variant: dict[str, Any] = {"text": None, "ours": sources, "paths": []}
        asked = {"load": str(path), "remember": remember, "counted": counted}
        return self.ask(asked | variant)[0]

    def call(self, name: str, *arguments: Any) -> Any:
        return self.ask({"ask": name, "all": [[*arguments]]})[0]

    def close(self) -> int:
        os.close(self.questions)
        self.lines.close()
        return self.process.wait(20)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("host") / "program.py"
    path.write_text(PROGRAM, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    """One for all the tests that load something themselves."""
    started = Host()
    yield started
    assert started.close() == 0, "it leaves when nobody asks any more"


@pytest.fixture(scope="module")
def loaded(file: Path) -> Iterator[Host]:
    """One that has loaded the program above."""
    started = Host()
    started.told = started.load(file)
    yield started
    assert started.close() == 0


def test_what_is_there(loaded: Host) -> None:
    assert loaded.told["recursive"] == ["down", "over", "up"]
    assert ["twice", 1, 99] in loaded.told["names"]
    assert ["down", 1, 1] in loaded.told["names"]
    assert ["Odd", None, None] in loaded.told["names"]
    assert "number" not in [name for name, *_ in loaded.told["names"]]


def test_the_same_again_and_again(loaded: Host) -> None:
    for _ in range(2):
        assert loaded.call("plain", 1)["value"] == 3
        assert loaded.call("twice", 1)["value"] == 6
        assert loaded.call("twice", 1, 3, 5)["value"] == 9
        assert loaded.call("chance", 4)["value"] == ["float", "4.0"]
        assert loaded.call("lambda_", BOARD)["value"] == 3
        assert loaded.call("start")["value"] == BOARD
        assert loaded.call("rows", ["call", "start"])["value"] == 3
    assert loaded.call("sizes", BOARD)["value"] == ["list", 3]
    assert loaded.call("sizes", BOARD)["value"] == ["list", 3, 3]


def test_a_question_that_is_too_long_to_be_remembered(loaded: Host) -> None:
    for length in (5_000, 5_001, 3):
        assert loaded.call("rows", ["list", *[None] * length])["value"] == length


def test_calls_are_counted_whether_they_are_remembered_or_not(host: Host, file: Path) -> None:
    counts = []
    for remember in (True, False):
        host.load(file, remember=remember)
        counts.append([host.call("down", 5)["calls"], host.call("down", 7)["calls"]])
        host.load(file, "plain", remember=remember)
        counts[-1] += [host.call("down", 5)["calls"], host.call("twice", 5)["calls"]]
    assert counts[0] == counts[1] == [6, 8, 0, 1]


@pytest.mark.parametrize(
    ("name", "packed"),
    [
        ("float", ["float", "0.5"]),
        ("infinity", ["float", "inf"]),
        ("large", ["other", "int", str(1 << 70)]),
        ("text", "x" * 2000),
        ("tuple", ["tuple", 1, ["tuple", 2]]),
        ("set", ["set", 3]),
        ("frozen", ["frozenset", 4]),
        ("dict", ["dict", [["tuple", 0, 1], None]]),
        ("odd", ["other", "Odd", "?"]),
        ("lying", ["other", "Pair", "(0, 1)"]),
        ("true", True),
    ],
)
def test_what_is_returned(loaded: Host, name: str, packed: Any) -> None:
    told = loaded.call("value", name)
    assert told["value"] == packed
    assert told["changed"] is False


def test_what_is_too_large_to_be_told(loaded: Host) -> None:
    assert loaded.call("value", "long")["value"][:2] == ["other", "dict"]
    assert '"other"' in json.dumps(loaded.call("value", "deep"))
    assert loaded.call("value", "class")["value"][:2] == ["other", "type"]
    assert loaded.call("value", "many")["error"] == "TooLong"


def test_what_is_raised(loaded: Host) -> None:
    lines = PROGRAM.splitlines()
    line = next(i for i, text in enumerate(lines, 1) if text.startswith("    raise {"))
    for name, error in (("exit", "SystemExit"), ("index", "IndexError")):
        told = loaded.call("raises", name)
        assert (told["error"], told["text"], told["line"]) == (error, "why", line)
    assert loaded.call("raises", "rude")["text"] == "?"
    assert loaded.call("raises")["error"] == "TypeError"
    assert loaded.call("missing", 1)["error"] == "AttributeError"


def test_what_is_changed(loaded: Host) -> None:
    assert loaded.call("spoils", BOARD)["changed"]
    assert loaded.call("spoils_badly", BOARD)["changed"], "no plain data any more"
    told = loaded.call("copies", BOARD)
    odd = ["dict", ["a", ["list", 1]]], ["list", ["list", 1], "x"], ["list", ["list", ["list", 1]]]
    assert told["value"] == ["tuple", False, False, *odd]
    assert not told["changed"]


def test_an_answer_that_takes_too_long_is_given_up_and_the_next_one_asked_for(
    loaded: Host,
) -> None:
    first, second = loaded.ask({"ask": "waits", "all": [[1], [0]], "within": 1}, 2)
    assert first["error"] == "GivenUp"
    assert second["value"] == "done"
    time.sleep(1.2)
    assert loaded.call("waits", 0)["value"] == "done", "what has been answered is not given up"


def test_the_boards_that_are_kept(host: Host, file: Path, tmp_path: Path) -> None:
    host.load(file)
    (told,) = host.ask({"look": True})
    assert told["kept"][""] == [[["cells", ["list", " ", ""]]], [["number", 3]]]
    odd = tmp_path / "program.py"
    text = "class Odd:\n    def __init__(self):\n        self.__dict__[1] = 2\n"
    odd.write_text(text, encoding="utf-8")
    host.load(odd)
    (told,) = host.ask({"look": True})
    assert told["error"] == "AttributeError", "a name that is no text is no crash"
    assert host.call("Odd")["value"][:2] == ["other", "Odd"]


def test_ours_in_the_place_of_its_own(host: Host, file: Path) -> None:
    told = host.load(file, actions="lists", winner="")
    assert ["winner", 1, 1] in told["names"]
    assert host.call("winner", BOARD)["value"] is None
    assert host.call("actions", BOARD)["value"][:2] == ["list", ["list", 0, 0]]
    host.load(file, actions="")
    assert host.call("actions", BOARD)["value"][0] == "set"


def test_a_program_that_asks_again_and_again_while_it_is_loaded(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    text = "while True:\n    try:\n        input()\n    except EOFError:\n        pass\n"
    file.write_text(text, encoding="utf-8")
    asking = Host()
    told = asking.load(file)
    assert (told["error"], told["line"]) == ("ReadsInput", 3)
    assert asking.close() == 0, "it ends by itself"


def test_an_expression_too_long_to_take_functions_out_of_their_functions(
    host: Host, tmp_path: Path
) -> None:
    """Python can compile it, but not walk through it."""
    file = tmp_path / "program.py"
    text = "def f(n):\n    def g(m):\n        return m\n    return g(n)\n"
    file.write_text(f"{text}total = {'+'.join('1' * 1200)}\n", encoding="utf-8")
    assert host.load(file)["names"] == [["f", 1, 1]]
    assert host.call("f", 3)["value"] == 3


@pytest.mark.parametrize(
    ("text", "error", "line"),
    [
        ("x = 1\ny = (", "SyntaxError", 2),
        ("import no_such_module as m\nm.f()", "ModuleNotFoundError", 2),
        ("from . import sibling", "ImportError", 1),
        ("from copy import nothing", "ImportError", 1),
        ("pass\ninput()", "ReadsInput", 2),
        ("pass\nraise SystemExit(3)", "SystemExit", 2),
    ],
)
def test_a_file_that_cannot_be_run(
    host: Host, tmp_path: Path, text: str, error: str, line: int
) -> None:
    file = tmp_path / "program.py"
    file.write_text(text, encoding="utf-8")
    told = host.load(file)
    assert (told["error"], told["line"]) == (error, line)


def test_a_whole_minimax(host: Host) -> None:
    names = host.load(FOLDER / "right" / "cs50_plain_deepcopy.py", "result")["names"]
    assert {"player", "actions", "result", "winner", "terminal", "utility", "minimax"} <= {
        name for name, *_ in names
    }
    board = ["list", ["list", "X", "O", "X"], ["list", "O", "O", "X"], ["list", *[None] * 3]]
    first, second = host.ask({"ask": "minimax", "all": [[board], [board]]}, 2)
    assert first["value"] == second["value"] == ["tuple", 2, 2]
    assert first["calls"] == second["calls"] > 3


PATCHES = """
import builtins, copy, json, marshal, os, random, signal, sys, time

for module in (copy, json, json.decoder, json.encoder, marshal, os, random, signal, time):
    for name, value in list(vars(module).items()):
        if callable(value) and not name.startswith("__"):
            setattr(module, name, lambda *a, **k: None)
for name in ("abs", "callable", "enumerate", "getattr", "len", "list", "repr", "str", "type"):
    setattr(builtins, name, lambda *a, **k: None)


def spoils(board):
    board[1][2] = "X"
    return (1, 2)
"""


def test_what_a_program_does_to_modules_and_builtins_hides_nothing(tmp_path: Path) -> None:
    host, file = Host(), tmp_path / "program.py"
    file.write_text(PATCHES, encoding="utf-8")
    host.load(file, remember=False)
    for _ in range(2):
        told = host.call("spoils", BOARD)
        assert told["value"] == ["tuple", 1, 2]
        assert told["after"] == [["list", BOARD[1], ["list", None, None, "X"], BOARD[1]]]
    host.close()
