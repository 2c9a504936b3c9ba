"""The memory that the checker gives to functions: who gets one, and that it changes no answer."""

import builtins
import dis
import importlib.util
import json
import math
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from programs import FOLDER, part_of_the_corpus

from noughts.check import Settings, check_program
from noughts.check.interfaces.forms import FORMS
from noughts.check.sandbox import inside
from noughts.check.sandbox.inside import memoise
from noughts.check.sandbox.inside.hoist import hoist
from noughts.check.sandbox.program import Program, Submission
from noughts.position import Position
from noughts.rules import TIC_TAC_TOE

# A program, and the functions of it that only compute, each with the data that it reads.
DECISIONS: dict[str, dict[str, list[str]]] = {
    # Only computing
    "def f(b):\n    return len(b) + sum(i for i in b)": {"f": []},
    "def f(b):\n    return max(b, key=lambda c: -c)": {"f": []},
    "def f(b):\n    return [c for c in b if c][0]": {"f": []},
    "def f(b):\n    def g(c):\n        return c + b[0]\n    return g(1)": {"f": []},
    "def f(b):\n    try:\n        return b[9]\n    except IndexError:\n        pass": {"f": []},
    "import math\ndef f(b):\n    return math.inf": {"f": []},
    "from copy import deepcopy\ndef f(b):\n    return len(deepcopy(b))": {"f": []},
    "def f(b):\n    from math import inf\n    return inf": {"f": []},
    "def f(b):\n    return g(b)\ndef g(b):\n    return f(b)": {"f": [], "g": []},
    "f = lambda b: len(b)": {"f": []},
    # Data is read, and is a part of the question
    "LINES = [(0, 1)]\ndef f(b):\n    return LINES[0]": {"f": ["LINES"]},
    "N = 3\ndef f(b):\n    return g(b)\ndef g(b):\n    return N": {"f": ["N"], "g": ["N"]},
    "N = [0]\ndef f(b):\n    N[0] += 1\n    return N[0]": {"f": ["N"]},
    # Something is kept or changed
    "n = 0\ndef f(b):\n    global n\n    n += 1\n    return n": {},
    "n = 0\ndef f(b):\n    global n\n    n = 1\n    return 2": {},
    "n = 0\ndef f(b):\n    return n\ndef g():\n    global n\n    n += 1": {},
    "n = 0\ndef f(b):\n    return n\nclass C:\n    def g(self):\n        global n; n += 1": {},
    "def f(b):\n    return g(b)\ndef g(b):\n    return 1\ndef h():\n    global g; g = len": {
        "g": []
    },
    "def f(b, seen=[]):\n    seen.append(1)\n    return len(seen)": {},
    "def f(b, *, seen=[]):\n    return len(seen)": {},
    "def f(b):\n    f.n = 1\n    return f.n": {},
    "def f(b):\n    del b.n": {},
    "def f(b):\n    class C:\n        n = 1\n    return C.n": {},
    "def g():\n    n = []\n    return lambda b: n.append(1) or len(n)\nf = g()": {"g": []},
    # The world is asked
    "import random\ndef f(b):\n    return random.random()": {},
    "from random import choice\ndef f(b):\n    return choice(b)": {},
    "import time\ndef f(b):\n    return time.time()": {},
    "def f(b):\n    import random\n    return random.random()": {},
    "def f(b):\n    return input()": {},
    "def f(b):\n    return globals()": {},
    "def f(b):\n    return unknown(b)": {},
    "max = print\ndef f(b):\n    return max(b)": {},
    # Something is called that is not known to compute only
    "import random\ndef f(b):\n    return g(b)\ndef g(b):\n    return random.random()": {},
    "import functools\n@functools.cache\ndef g(b):\n    return 1\ndef f(b):\n    return g(b)": {},
    "class C:\n    pass\nc = C()\ndef f(b):\n    return c": {},
    "class C:\n    pass\ndef f(b):\n    return C()": {},
    # An exception may be raised, if it only keeps what it is told
    "def f(b):\n    raise LookupError(b)": {"f": []},
    "class E(Exception):\n    '''No.'''\ndef f(b):\n    raise E(b)": {"f": []},
    "class E(Exception):\n    code = 1\n    def __init__(self, m):\n        self.m = m\n"
    "        super().__init__(m)\ndef f(b):\n    raise E(b)": {"f": []},
    "class E(Exception):\n    n = []\ndef f(b):\n    E.n.append(b)\n    return E.n": {},
    "class E(Exception):\n    def __init__(self):\n        E.n = 1\ndef f(b):\n    raise E": {},
    "class E(Exception):\n    @classmethod\n    def g(cls): pass\ndef f(b):\n    E.g()": {},
    "it = iter([1, 2])\ndef f(b):\n    return next(it)": {},
    # What Python keeps about a function is a place to hide something
    "def f(b):\n    f.__dict__['n'] = b": {},
    "def f(b):\n    f.__annotations__['n'] = b": {},
    "class E(Exception):\n    def __init__(self):\n        self.__class__.n = 1\n"
    "def f(b):\n    raise E": {},
    # An object that lies about what it is
    "class C(bytearray):\n    def g(self): pass\nc = C(b'1')\ndef f(b):\n    return c.g()": {},
    "c = [memoryview(b's')]\ndef f(b):\n    return c": {},
    "c = {'s': {'s'}}\ndef f(b):\n    return c": {"f": ["c"]},
    "class C:\n    __module__ = 'math'\n    def __call__(self): pass\nc = C()\n"
    "def f(b):\n    return c()": {},
    "class M(type):\n    def __getattr__(self, name): pass\n"
    "class E(Exception, metaclass=M):\n    pass\ndef f(b):\n    return E.n": {},
    "class D(Exception):\n    n = []\nclass E(D):\n    pass\ndef f(b):\n    return E.n": {},
    "class M(type):\n    __eq__ = lambda *_: True\n    __hash__ = lambda _: hash(int)\n"
    "class C(metaclass=M):\n    pass\ndef f(b, c=C()):\n    return c": {},
    "import types\nclass M(types.ModuleType):\n    __eq__ = lambda *_: True\n"
    "    __hash__ = None\nmath = M('math')\ndef f(b):\n    return math.inf": {},
    "import builtins\nglobals()['__builtins__'] = {**vars(builtins), 'abs': input}\n"
    "exec('def f(b): return abs(b)')": {},
    "from types import FunctionType as F\nw = {'abs': input}\n"
    "f = F((lambda b: abs(b)).__code__, w, 'f')\nf.__module__ = 'program'": {},
    "from types import FunctionType as F\nclass W(dict):\n    pass\n"
    "f = F((lambda b: abs(b)).__code__, W(), 'f')\nf.__module__ = 'program'": {},
    # A way out that bears no suspicious name
    "import copy\ndef f(b):\n    copy.dispatch_table[1] = b": {},
    "def f(b):\n    from copy import dispatch_table as t\n    return t": {},
    "def f(b):\n    from math import __loader__ as t\n    return t": {},
    "def f(b):\n    return (c for c in b).gi_frame": {},
    "def f(b):\n    return '{0.__globals__}'.format(f)": {},
    "def f(b):\n    match b:\n        case str(format=g):\n            return g(f)": {},
    "def f(b):\n    return str(b'', 'mine')": {},
    "def f(b):\n    return b in ('', (b'',))": {},
}

DECIDE = """
import json, sys
from types import ModuleType
sys.path.append(sys.argv[1])
from inside.memoise import fast_deepcopy, pure_functions
fast_deepcopy()
found = []
for text in json.load(sys.stdin):
    module, code = ModuleType("program"), compile(text, "program.py", "exec")
    exec(code, vars(module))
    pure = pure_functions(module, code)
    found.append({name: sorted(read) for name, read in pure.items()})
json.dump(found, sys.stdout)
"""


@pytest.mark.parametrize("python", [sys.executable, "python3.11", "python3.12", "python3.13"])
def test_who_gets_a_memory(python: str) -> None:
    """On every Python that is here, as it is started in the sandbox."""
    if shutil.which(python) is None or subprocess.run([python, "-V"]).returncode:
        pytest.skip(f"there is no {python}")
    folder = Path(inside.__path__[0]).parent
    done = subprocess.run(
        [python, "-I", "-S", "-c", DECIDE, str(folder)],
        input=json.dumps([*DECISIONS]), capture_output=True, text=True,
    )  # fmt: skip
    assert done.stderr == ""
    assert dict(zip(DECISIONS, json.loads(done.stdout), strict=True)) == DECISIONS


def test_bytecode_that_is_not_known_gives_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "def f(b):\n    return len(b)"
    module, code = ModuleType("program"), compile(text, "program.py", "exec")
    exec(code, vars(module))
    assert memoise.pure_functions(module, code) == {"f": set()}
    monkeypatch.setattr(memoise, "READABLE", ((3, 10), (3, 99)))
    assert memoise.pure_functions(module, code) == {}


def test_a_program_that_breaks_the_library_that_reads_its_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "def f(b):\n    return f(b[1:]) if b else 0"
    module, code = ModuleType("program"), compile(text, "program.py", "exec")
    exec(code, vars(module))
    assert memoise.pure_functions(module, code) == {"f": set()}
    assert memoise.recursive_functions(module) == {"f"}
    memoise._steps.cache_clear()
    monkeypatch.setattr(dis, "get_instructions", None)
    assert memoise.pure_functions(module, code) == {}
    assert memoise.recursive_functions(module) == set()


@pytest.mark.parametrize("method", ["classmethod(len)", "(lambda n: lambda self: n)([])"])
def test_an_exception_that_may_do_anything_spoils_only_who_uses_it(method: str) -> None:
    text = f"class E(Exception):\n    m = {method}\n"
    text += "def f(b):\n    return E\ndef g(b):\n    return len(b)\n"
    module, code = ModuleType("program"), compile(text, "program.py", "exec")
    exec(code, vars(module))
    assert memoise.pure_functions(module, code) == {"g": set()}


@pytest.mark.parametrize("name", ["cs50_plain.py", "cs50_search_inside.py", "cs50_negamax.py"])
def test_a_memory_changes_nothing(name: str) -> None:
    file = FOLDER / "right" / name
    board = [FORMS["rows"].pack(Position(TIC_TAC_TOE).play(4))]
    found = []
    for remember in (True, False):
        with Program(Submission(file, file.name), ["result"], remember) as asked:
            (answer,) = asked.ask("minimax", [board], lambda _: 60.0)
            found.append((answer.value, answer.calls))
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("n = [0]\ndef f(b):\n    n[0] += 1\n    return n[0]", [1, 2, 3]),
        ("n = 0\ndef f(b):\n    global n\n    n += 1\n    return n", [1, 2, 3]),
        ("def f(b, seen=[]):\n    seen.append(1)\n    return len(seen)", [1, 2, 3]),
        ("def f(b):\n    f.n = getattr(f, 'n', 0) + 1\n    return f.n", [1, 2, 3]),
        ("def f(b):\n    g()\n    return g.n\ndef g():\n    g.n += 1\ng.n = 0", [1, 2, 3]),
        ("def f(b):\n    g.n.append(b)\n    return len(g.n)\ndef g():\n    g\ng.n = []", [1, 2, 3]),
        ("def f(b):\n    f.n += 1\n    return f.n if b else f(b[1:])\nf.n = 0", [1, 2, 3]),
        ("n = []\ndef f(b):\n    return g()\ndef g():\n    n.append(0); return len(n)", [1, 2, 3]),
        ("n = {}\ndef f(b):\n    n[g()] = 1; return g()\ndef g():\n    return len(n)", [1, 2, 3]),
        ("def f(b):\n    b.append(1)\n    return len(b)", [2, 2, 2]),
        ("def f(b):\n    return len(b)", [1, 1, 1]),
        # A list may be changed by whoever gets it
        ("def f(b):\n    g(b).append(1)\n    return len(g(b))\ndef g(b):\n    return [0]",
         [1, 1, 1]),
        ("def f(b):\n    g(b)[0].append(1)\n    return len(g(b)[0])\ndef g(b):\n    return [[0]]",
         [1, 1, 1]),
        ("def f(b):\n    g(b).append(1)\n    return len(b)\ndef g(b):\n    return b", [2, 2, 2]),
        ("def f(b):\n    g([b])[0].append(1)\n    return len(b)\ndef g(b):\n    return (b[0],)",
         [2, 2, 2]),
        ("def f(b):\n    g(b, 0)[1].append(1)\n    return len(b)\ndef g(b, n):\n    return (n, b)",
         [2, 2, 2]),
        ("def f(b):\n    c = [*b]\n    g(b, b)\n    g(b, c)[0].append(1)\n    return len(c)\n"
         "def g(b, c):\n    return (c,)", [2, 2, 2]),
        ("n = [0]\ndef f(b):\n    g(b).append(1)\n    return len(n)\ndef g(b):\n    return n",
         [2, 3, 4]),
        ("def f(b):\n    g(b)[0].append(1)\n    return len(g(b)[1])\n"
         "def g(b):\n    c = []\n    return [c, c]", [0, 0, 0]),
        ("def f(b):\n    c = g(b)\n    c[0].append(1)\n    return len(c[1])\n"
         "def g(b):\n    c = []\n    return [c, c]", [1, 1, 1]),
        ("def f(b):\n    g(b).add(1)\n    return len(g(b))\ndef g(b):\n    return {0}", [1, 1, 1]),
    ],
)  # fmt: skip
def test_the_same_question_gets_the_answer_it_would_get(
    text: str, values: list[int], tmp_path: Path
) -> None:
    file = tmp_path / "program.py"
    file.write_text(text)
    with Program(Submission(file, file.name)) as asked:
        answers = asked.ask("f", [[["list", 1]]] * 3)
    assert [answer.value for answer in answers] == values


def test_a_list_is_remembered_as_a_copy(capsys: pytest.CaptureFixture[str]) -> None:
    """`print` shows how often a function really runs."""
    text = "def f(b):\n    print(b)\n    return [1, (0, 1), [2]]"
    module, code = ModuleType("program"), compile(text, "program.py", "exec")
    exec(code, vars(module))
    memoise.keep_originals()
    memoise.Memoiser(module, code, set(), remember=True)
    first, second, third = (module.f([0]) for _ in range(3))
    assert capsys.readouterr().out == "[0]\n"
    assert first == second == third == [1, (0, 1), [2]]
    assert len({id(each) for each in (first, second, third)}) == 3
    assert len({id(each[2]) for each in (first, second, third)}) == 3


def test_a_board_that_is_handed_back_is_the_one_that_was_given(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = "def f(b):\n    print(b)\n    return (1, b)"
    module, code = ModuleType("program"), compile(text, "program.py", "exec")
    exec(code, vars(module))
    memoise.keep_originals()
    memoise.Memoiser(module, code, set(), remember=True)
    boards = [[0], [0], [0]]
    assert all(module.f(board)[1] is board for board in boards)
    assert capsys.readouterr().out == "[0]\n"


# What the checker itself spoils is not held against a program. Wrapped functions show that there is
# a memory; a program that goes by that stands for all that a memory could ever spoil.

SPOILT = {
    "moves and rules": """
def minimax(board):
    return sorted(actions(board))[-1] if hasattr(winner, "__wrapped__") else right_minimax(board)

def utility(board):
    return 5 if hasattr(winner, "__wrapped__") else right_utility(board)

def result(board, action):
    return board if hasattr(winner, "__wrapped__") else right_result(board, action)
""",
    "crashes": """
def minimax(board):
    return right_minimax(board) if not hasattr(winner, "__wrapped__") else 1 / 0
""",
    "hangs": """
def minimax(board):
    while hasattr(winner, "__wrapped__"):
        pass
    return right_minimax(board)
""",
}


@pytest.mark.parametrize(
    ("what", "workers"),
    [
        pytest.param("moves and rules", 2, marks=part_of_the_corpus),
        ("crashes", 1),
        pytest.param("hangs", 1, marks=part_of_the_corpus),
    ],
)
def test_what_a_memory_spoils_is_not_held_against_a_program(
    what: str, workers: int, tmp_path: Path
) -> None:
    text = (FOLDER / "right" / "cs50_memo_depth.py").read_text(encoding="utf-8")
    for name in ("minimax", "utility", "result"):
        text += f"\n\nright_{name} = {name}\n"
    file = tmp_path / "tictactoe.py"
    file.write_text(text + SPOILT[what], encoding="utf-8")
    report = check_program(file, Settings(workers=workers))
    found = [f"{check.name}: {check.verdict}: {check.message}" for check in report.checks]
    assert report.score == 100, found
    assert report.passed
    assert not report.diagnoses


def test_functions_from_a_file_beside_the_program(tmp_path: Path) -> None:
    """They may be called by functions with a memory if they only compute with constants."""
    (tmp_path / "beside.py").write_text(
        "SIZE, limit, seen = 3, 1, []\n"
        "def cells(n): return [SIZE * i for i in half(range(n))]\n"
        "def half(n): return list(n)[::2] if n else cells(0)\n"
        "def limited(): return limit\n"
        "def set_limit(n):\n    global limit\n    limit = n\n"
        "def remembers(n): return len(seen)\n"
        "def reads(): return open('x')\n"
    )
    spec = importlib.util.spec_from_file_location("beside", tmp_path / "beside.py")
    assert spec is not None
    assert spec.loader is not None
    beside = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(beside)
    names = ("cells", "limited", "set_limit", "remembers", "reads")
    module = ModuleType("program")
    module.__file__ = str(tmp_path / "mine.py")
    vars(module).update({name: getattr(beside, name) for name in names})
    text = "".join(f"def my_{name}(n):\n    return {name}(n)\n" for name in names)
    code = compile(text, module.__file__, "exec")
    exec(code, vars(module))
    assert {*memoise.pure_functions(module, code)} == {"my_cells"}
    module.__file__ = "/elsewhere/mine.py"
    assert memoise.pure_functions(module, code) == {}


# Functions within functions

INNER = """
def f(b, k=1):
    def g(c):
        return h(c)
    def h(c):
        return g(c - 1) if c else len(LINES)
    {more}
    return g(b)
LINES = [1, 2, 3]
{outside}
"""


@pytest.mark.parametrize(
    ("more", "outside", "names"),
    [
        ("pass", "", {"g", "h"}),
        ("u = lambda c: c + k", "", {"g", "h"}),
        ("def u(c): return c + k", "", {"g", "h"}),
        ("def u(c): return g(c) + k", "", {"g", "h"}),
        ("def u(c, d=k): return c", "", {"g", "h"}),
        ("if b:\n        def u(c): return c", "", {"g", "h"}),
        ("def u(c):\n        nonlocal k\n        k = 2", "", {"g", "h"}),
        ("def len(c): return 1", "n = len([])", set()),  # `h` uses that one
        ("def max(c): return c", "n = max(1, 2)", {"g", "h"}),
        ("g = h", "", set()),
        ("pass", "def g(): pass", set()),
        ("pass", "import g", set()),
        ("pass", "def u(g): return g", set()),
        ("pass", "def u():\n    global h\n    h = 1", set()),
        ("def h(c): return k", "", set()),  # a second one
        ("def h(c): return 2", "", set()),  # and one that uses nothing either
    ],
)
def test_what_uses_nothing_of_the_function_around_it(
    more: str, outside: str, names: set[str]
) -> None:
    text = INNER.format(more=more, outside=outside)
    tree, found = hoist(text)
    assert found == names
    assert hoist(text.encode())[1] == names
    plain, moved = ({"__name__": "program"} for _ in range(2))
    exec(compile(text.replace("import g", ""), "p", "exec"), plain)
    if not outside.startswith("import"):
        exec(compile(tree, "p", "exec"), moved)
        assert moved["f"](3) == plain["f"](3)  # type: ignore[operator]


def test_a_search_within_minimax_gets_a_memory() -> None:
    file = FOLDER / "right" / "cs50_search_inside.py"
    with Program(Submission(file, file.name)) as asked:
        (answer,) = asked.ask("minimax", [[FORMS["rows"].pack(Position(TIC_TAC_TOE))]])
        assert answer.ok
        assert "highest" not in asked.names
        assert "highest" not in asked.recursive


def test_what_a_search_calls_needs_no_memory() -> None:
    helper = "def g(n):\n    return n < 2\n"
    search = "def f(n):\n    return n if g(n) else f(n - 1)\n"
    counting = "N = 0\ndef f(n):\n    global N\n    N += 1\n    return n if g(n) else f(n - 1)\n"
    for text, remembering in ((helper + search, ["f"]), (helper + counting, ["g"])):
        module, code = ModuleType("program"), compile(text, "p.py", "exec")
        exec(code, vars(module))
        memoise.Memoiser(module, code, set(), remember=True)
        assert [n for n in "fg" if hasattr(vars(module)[n], "__wrapped__")] == remembering


@pytest.mark.parametrize(
    ("body", "meddle"),
    [
        ("return math.sqrt(b)", lambda patch, new: patch.setattr(math, "sqrt", new)),
        ("return math.tired(b)", lambda patch, new: patch.setattr(math, "tired", new, False)),
        ("return abs(b)", lambda patch, new: patch.setattr(builtins, "abs", new)),
        ("print(b)", lambda patch, new: patch.setattr(sys, "stdout", SimpleNamespace(write=new))),
        ("print(b)", lambda patch, new: patch.setattr(sys.stdout, "write", new)),
    ],
)
def test_once_python_is_meddled_with_nothing_is_remembered(
    body: str, meddle: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    module, code = ModuleType("program"), compile(f"import math\ndef f(b): {body}", "p.py", "exec")
    exec(code, vars(module))
    memoise.keep_originals()
    memoiser = memoise.Memoiser(module, code, {"f"}, remember=True)
    called: list[object] = []

    def tired(given: object) -> int:
        called.append(given)
        return 0

    with monkeypatch.context() as patch:
        meddle(patch, tired)
        module.f(9)
        first = len(called)
        module.f(9)
    assert len(called) == 2 * first > 0, "it is called again, not remembered"
    assert memoiser.calls == 2


WATCHED = """
import math
class E(Exception):
    n = 0
def g(b, *, c=1):
    return c
def f(b):
    print(b)
    return g(b) + E.n
"""
OTHER = (lambda b, *, c: 1).__code__


@pytest.mark.parametrize(
    ("meddle", "prints"),
    [
        (lambda patch, module: None, 1),
        (lambda patch, module: setattr(module, "g", len), 2),
        (lambda patch, module: setattr(module, "print", print), 2),
        (lambda patch, module: setattr(module, "math", None), 1),  # which it does not use
        (lambda patch, module: setattr(module.E, "n", 1), 2),
        (lambda patch, module: setattr(module.E, "unused", 1), 1),
        (lambda patch, module: setattr(module.f, "box", []), 2),
        (lambda patch, module: setattr(module.g.__wrapped__, "__code__", OTHER), 2),
        (lambda patch, module: setattr(module.g.__wrapped__, "__defaults__", (1,)), 2),
        (lambda patch, module: module.g.__wrapped__.__kwdefaults__.update(c=2), 2),
        (lambda patch, module: patch.setattr(builtins, "__import__", lambda *_: math), 2),
        (lambda patch, module: patch.setitem(sys.modules, "math", SimpleNamespace()), 2),
        (lambda patch, module: patch.setattr(memoise, "gettrace", lambda: 1), 2),
        (lambda patch, module: patch.setattr(memoise, "fstat", lambda _: os.stat("/")), 2),
        (lambda patch, module: patch.setattr(memoise, "fstat", lambda _: os.stat("/-")), 2),
    ],
)  # fmt: skip
def test_once_its_own_things_are_exchanged_nothing_is_remembered(
    meddle: Callable[..., None],
    prints: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    module, code = ModuleType("program"), compile(WATCHED, "p.py", "exec")
    exec(code, vars(module))
    memoise.keep_originals()
    memoise.Memoiser(module, code, set(), remember=True)
    with monkeypatch.context() as patch:
        meddle(patch, module)
        module.f([])
        module.f([])
    assert capsys.readouterr().out == "[]\n" * prints


SEARCH = """
N = 3
class E(Exception):
    pass
def f(b, *, c=1):
    print(b)
    if not b:
        raise E
    return g(b) + c + N
def g(b):
    return 1
def h(b):
    return 2
"""


def loaded(text: str) -> ModuleType:
    """The program with a memory, in the process where others were loaded before."""
    module, code = ModuleType("program"), compile(text, "p.py", "exec")
    exec(code, vars(module))
    memoise.Memoiser(module, code, set(), remember=True)
    return module


@pytest.mark.parametrize(
    ("old", "new", "prints"),
    [
        ("return 2", "return 3", 1),
        ("class E", "\n\nclass E", 1),  # other lines
        ("return 1", "return True", 2),
        ("c=1", "c=True", 2),
        ("N = 3", "N = 4", 2),  # another question
        ("    pass", "    n = 1", 2),  # nobody compares what a class holds
        ("class E(Exception):\n    pass", "E = ValueError", 2),
        ("class E", "def print(b): return b\nclass E", 1),  # which says nothing
    ],
)
def test_what_an_edit_does_not_change_is_remembered(
    old: str, new: str, prints: int, capsys: pytest.CaptureFixture[str]
) -> None:
    memoise.keep_originals()
    module = loaded(SEARCH)
    first = module.f([0])
    edited = loaded(SEARCH.replace(old, new))
    assert edited.f([0]) == first + (new == "N = 4")
    assert capsys.readouterr().out == "[0]\n" * prints
    assert edited.g.__wrapped__ is not module.g.__wrapped__


def test_once_a_program_has_meddled_its_answers_are_forgotten() -> None:
    memoise.keep_originals()
    module = loaded("def f(b): return g(b)\ndef g(b): return 1")
    assert module.f([0]) == 1
    vars(module)["g"] = lambda b: 2
    assert module.f([1]) == 2
    again = loaded("def f(b): return g(b)\ndef g(b): return 1")
    assert again.f([1]) == 1


def test_only_so_many_answers_of_all_edits_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    memoise.keep_originals()
    monkeypatch.setattr(memoise, "MOST_REMEMBERED", 3)
    for number in range(9):
        module = loaded(f"def f(b): return {number}")
        assert [module.f([n]) for n in range(9)] == [number] * 9
    kept = [*memoise._memories.values()]
    assert sum(map(len, kept)) <= 2 * memoise.MOST_REMEMBERED


def test_a_file_beside_the_program_is_watched(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("def g():\n    return 0\ndef f(b):\n    return g()\n")
    text = "import helper\nfrom helper import f\nseen = []\ndef tick():\n    seen.append(1)\n"
    text += "    return len(seen)\ndef h(b):\n    return f(b)\n"
    text += "def late(b):\n    helper.g = tick\n    return h(b)\n"
    (tmp_path / "program.py").write_text(text)
    with Program(Submission(tmp_path, "program.py")) as asked:
        answers = asked.ask("h", [[1]]) + asked.ask("late", [[2], [2], [2]])
    assert [answer.value for answer in answers] == [0, 1, 2, 3]


def test_bytes_in_a_question_are_not_remembered() -> None:
    """They may be a bytearray with methods of its own."""
    text = "def f(b):\n    return b[0].tick()"
    module, code = ModuleType("program"), compile(text, "p.py", "exec")
    exec(code, vars(module))
    memoise.Memoiser(module, code, {"f"}, remember=True)
    seen: list[int] = []

    class Box(bytearray):
        def tick(self) -> int:
            seen.append(1)
            return len(seen)

    assert [module.f([Box(b"1")]), module.f([Box(b"1")])] == [1, 2]


def test_attributes_of_functions_are_no_place_to_count() -> None:
    text = "def f(b):\n    f.seen.append(b)\n    return len(f.seen)"
    module, code = ModuleType("program"), compile(text, "p.py", "exec")
    exec(code, vars(module))
    function = module.f
    memoise.Memoiser(module, code, {"f"}, remember=True)
    function.seen = module.f.seen = []
    assert [module.f(1), module.f(1)] == [1, 2]
