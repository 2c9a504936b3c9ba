"""Small edits of a program's text: each is one change, and the text stays Python."""

import ast
from pathlib import Path

import pytest
from programs import FOLDER

from noughts.check.diagnose.edits import LONGEST, Edit, Source, edits

PROGRAMS = sorted((FOLDER / "right").glob("cs50_*.py"))[::4]


def edited(text: str, name: str = "f") -> list[Edit]:
    source = Source.read(text)
    assert source is not None
    return [*edits(source, [name])]


# A slip, and what it should have been; each in a function of its own.
SLIPS = {
    "a comparison": ("return a < b", "return a > b"),
    "a zero for the letter": ('return a == "0"', 'return a == "O"'),
    "one too few": ("return range(2)", "return range(3)"),
    "a sign": ("return -a", "return a"),
    "a sign that is missing": ("return g(a)", "return -g(a)"),
    "min for max": ("return min(a, b)", "return max(a, b)"),
    "the other function": ("return min_value(a)", "return max_value(a)"),
    "a variable for another": ("return a", "return b"),
    "a function without its brackets": (
        "if min_value == b:\n        b = 1",
        "if min_value(a) == b:\n        b = 1",
    ),
    "a function that is always true": (
        "if not min_value:\n        b = 1",
        "if not min_value(a):\n        b = 1",
    ),
    "a function for what it returns": (
        "c = min_value\n    return c",
        "c = min_value(a)\n    return c",
    ),
    "arguments": ("return g(b, a)", "return g(a, b)"),
    "indices": ("return a[j][i]", "return a[i][j]"),
    "a start": ("best = 0\n    return best", 'best = float("-inf")\n    return best'),
    "two starts": (
        "best, move = 0, None\n    return best",
        'best, move = float("inf"), None\n    return best',
    ),
    "one start for both sides": (
        "best = -inf\n    return best",
        'best = (float("-inf") if player(a) == X else float("inf"))\n    return best',
    ),
    "the side that has moved": ("return g(a, b)", "return g(a, player(a))"),
    "a best value that is not kept": (
        "if b > a:\n        move = b",
        "if b > a:\n        a = b\n        move = b",
    ),
    "branches in the wrong order": (
        "if a:\n        return 1\n    elif b:\n        return 2",
        "if b:\n        return 2\n    elif a:\n        return 1",
    ),
    "questions in the wrong order": (
        "if a:\n        return 1\n    if b:\n        return 2",
        "if b:\n        return 2\n    if a:\n        return 1",
    ),
    "empty cells at the end of a loop": (
        "for i in a:\n        g(i)\n    else:\n        return a[0]",
        "for i in a:\n        g(i)\n    else:\n        if a[0] is not None: return a[0]",
    ),
    "a start in a list": ("best = [None, 0]", 'best = [None, float("inf")]'),
    "empty cells": (
        "if a[0] == a[1] == a[2]:\n        return a[0]",
        "if (a[0] == a[1] == a[2]) and a[0] is not None:\n        return a[0]",
    ),
    "empty cells in a set": (
        "if len(set(a)) == 1:\n        return a[0]",
        "if (len(set(a)) == 1) and None not in (a):\n        return a[0]",
    ),
    "empty cells that are counted": (
        "if a.count(a[0]) == 3:\n        return a[0]",
        "if (a.count(a[0]) == 3) and (a[0]) is not None:\n        return a[0]",
    ),
    "empty cells thrice": (
        "if a == [b, b, b]:\n        return b",
        "if (a == [b, b, b]) and b is not None:\n        return b",
    ),
    "empty cells times three": (
        "if a == [b[0]] * 3:\n        return b",
        "if (a == [b[0]] * 3) and b[0] is not None:\n        return b",
    ),
    "empty cells that do not differ": (
        "if g(a) != b or a[2] != b:\n        return None",
        "if (g(a) != b or a[2] != b) or b is None:\n        return None",
    ),
    "a copy": ("c = a\n    return c", "c = [row[:] for row in a]\n    return c"),
    "a copy of the surface": ("c = a[:]\n    return c", "c = [row[:] for row in a]\n    return c"),
    "no copy": (
        "a[0][1] = b\n    return a",
        "a = [row[:] for row in a]\n    a[0][1] = b\n    return a",
    ),
    "is for ==": ("return a is b", "return a == b"),
    "and for or": ("return a and b and g(a)", "return a or b or g(a)"),
    "not": ("return not a", "return a"),
    "plus for minus": ("return a + 1", "return a - 1"),
    "a return too deep": (
        "for i in a:\n        return i",
        "for i in a:\n        pass\n    return i",
    ),
    "a return that is missing": ("g(a)", "return g(a)"),
    "a return at the end": ("c = b", "c = b\n    return c"),
    "an if too many": ("if a:\n        return b", "if False:\n        return b"),
    "a list for a pair": ("return [a, b]", "return (a, b)"),
    "a list with a name": ("c = [a]\n    return c", "c = [a]\n    return tuple(c)"),
    "a list that is kept": ("g([]).append(a)", "g([]).append(tuple(a))"),
    "empty cells among all": (
        "if all(i == a[0] for i in a):\n        return a[0]",
        "if (all(i == a[0] for i in a)) and a[0] is not None:\n        return a[0]",
    ),
    "empty cells in a helper": (
        "return a[0] == a[1] == a[2]",
        "return (a[0] == a[1] == a[2]) and a[0] is not None",
    ),
    "empty cells among all in a helper": (
        "return all(i == a[0] for i in a)",
        "return (all(i == a[0] for i in a)) and a[0] is not None",
    ),
    "empty cells everywhere": (
        "if a[0] == a[1]:\n        return a[0]\n    elif b[0] == b[1]:\n        return b[0]",
        "if (a[0] == a[1]) and a[0] is not None:\n        return a[0]\n"
        "    elif (b[0] == b[1]) and b[0] is not None:\n        return b[0]",
    ),
    "the digit for the letter": ("return a == 0", "return a == O"),
    "a small letter": ("return a == 'x'", 'return a == "X"'),
    "the other side": ("return 'X'", 'return "O"'),
    "the other infinity": ("return float('inf')", 'return float("-inf")'),
    "the smallest first": ("return sorted(a)", "return sorted(a, reverse=True)"),
    "the smallest first, in place": (
        "a.sort()\n    return a",
        "a.sort(reverse=True)\n    return a",
    ),
    "a counter of all rounds": (
        "n = 0\n    for i in a:\n        n += i",
        "n = 0\n    for i in a:\n        n = 0\n        n += i",
    ),
}
PROGRAM = """X, O = "X", "O"

def f(a, b):
    {}

def g(a, b=0):
    return a

def min_value(a):
    return a

def max_value(a):
    return a
"""


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_among_what_is_tried(slip: str) -> None:
    wrong, right = (PROGRAM.format(body) for body in SLIPS[slip])
    found = [edit for edit in edited(wrong) if edit.text == right]
    assert found
    before = wrong.splitlines()
    assert 1 <= found[0].line <= len(before)
    assert found[0].before in wrong


def test_what_is_inserted_says_where() -> None:
    found = edited("\ndef result(board, action):\n    return board\n", "result")
    (guard,) = [edit for edit in found if "actions(board)" in edit.text]
    assert guard.line == 2
    assert guard.after == "if action not in actions(board): raise ValueError"


def test_cells_that_are_compared_with_a_mark_are_not_empty() -> None:
    test = 'a.count(X) == 3 or X == a[0] or a.count("O") == 3'
    text = f'X = "X"\ndef f(a):\n    if {test}:\n        a = 1\n'
    assert not [edit for edit in edited(text) if edit.kind == "empty cells"]


def test_a_function_with_too_few_arguments_gets_no_guard() -> None:
    found = edited("\ndef result(board):\n    return board\n", "result")
    assert found
    assert "guard" not in {edit.kind for edit in found}


def test_a_game_at_the_end_of_the_file_is_left_out() -> None:
    text = "def f(a):\n    return a\n\nf(\n  1)\nprint(f(2))\nf(3); x = 4\n"
    source = Source.read(text)
    assert source is not None
    left = source.without_game().text
    assert left == "def f(a):\n    return a\n\npass\n\nprint(f(2))\npass; x = 4\n"


def test_what_leaves_something_out_comes_last() -> None:
    """A search without its pruning is right, too, but it is not what the student meant."""
    body = "for i in a:\n        if i <= b:\n            return i\n    return i"
    kinds = [edit.kind for edit in edited(PROGRAM.format(body))]
    assert {*kinds} > {"comparison", "variable", "if", "statement"}
    assert {*kinds[kinds.index("if") :]} == {"if", "statement"}


def test_a_return_is_not_moved_behind_a_loop_where_the_same_one_stands() -> None:
    """That would only leave it out."""
    body = "for i in a:\n        if i:\n            return i\n    return {}"
    same, other = (edited(PROGRAM.format(body.format(name))) for name in "ib")
    moved = "            pass\n    return i\n"
    assert moved not in "".join(edit.text for edit in same if edit.kind == "return")
    assert moved in "".join(edit.text for edit in other if edit.kind == "return")


def test_a_guard_of_terminal() -> None:
    found = edited("\ndef terminal(board):\n    return not actions(board)\n", "terminal")
    guards = [edit.after for edit in found if edit.kind == "guard"]
    assert guards == [
        "if winner(board) is not None: return True",
        "if all(None not in row for row in board): return True",
    ]


def test_a_value_that_is_kept_where_it_should_be_returned() -> None:
    text = "def minimax(board):\n    if board:\n        move = None\n    return 1\n"
    found = [
        edit for edit in edited(text, "minimax") if edit.text == text.replace("move =", "return")
    ]
    assert [edit.line for edit in found] == [3]


def test_what_a_text_with_braces_is_made_of_is_no_constant() -> None:
    """`x` has no quotes of its own there, so `"X"` would not be the same in its place."""
    constants = [e for e in edited("def f(a):\n    return f'x{a}' + 'x'\n") if e.kind == "constant"]
    assert [edit.text for edit in constants] == ["def f(a):\n    return f'x{a}' + \"X\"\n"]


@pytest.mark.parametrize(
    "body",
    [
        "if a.count() == 3:\n        return a",
        "if a.strip() == 'X':\n        return a",
        "for i in a:\n        g(i)\n    else:\n        return True",
    ],
)
def test_where_no_line_is_looked_for_there_are_no_empty_cells(body: str) -> None:
    found = edited(PROGRAM.format(body))
    assert found
    assert "empty cells" not in {edit.kind for edit in found}


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_every_edit_is_python_and_changes_something(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    source = Source.read(text)
    assert source is not None
    for edit in edits(source, source.functions, "special case"):
        ast.parse(edit.text)
        assert edit.text != text
        assert 1 <= edit.line <= text.count("\n") + 1


@pytest.mark.parametrize(
    "text", ["def f(:", "x = '\0'", "#" * (LONGEST + 1), "(" * 5000, "a\rb", "-" * 90_000 + "1"]
)
def test_what_python_cannot_read_has_no_edits(text: str) -> None:
    assert Source.read(text) is None


def test_what_a_function_calls() -> None:
    source = Source.read("def f(): return g(h)\ndef g(): f()\ndef h(): k()\ndef k(): pass\n")
    assert source is not None
    assert source.below("f", []) == ["f", "g", "h", "k"]
    assert source.below("f", ["h"]) == ["f", "g"]
    assert source.below("absent", []) == []


def test_letters_that_take_several_bytes() -> None:
    (edit, *_) = [e for e in edited("def f(é):\n    return 'ü' < é  # ñ\n") if e.after == ">"]
    assert edit.text == "def f(é):\n    return 'ü' > é  # ñ\n"
