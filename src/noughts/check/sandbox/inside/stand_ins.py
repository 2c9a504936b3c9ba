"""Runs inside the sandbox: takes the place of what is not there, packages and a person at the keys.

A program that imports a package without using it can be graded though the package is missing: an
empty module takes its place. What it holds may be named, as in `def f(board: numpy.ndarray)`, but
whoever uses it gets the error that the import would have raised.
"""

import ast
import io
import os
import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from types import CodeType, FunctionType, ModuleType, TracebackType
from typing import Any

__all__ = ["Missing", "Nobody", "StandIns", "package_wanted"]

MOST_READS = 50  # of an empty input while it loads: a loop that asks again and again

# Packages


class Missing:
    """Something of a package that is not there."""

    def __init__(self, package: str) -> None:
        self._package = package

    def __getattr__(self, name: str) -> "Missing":
        if name.startswith("__"):
            raise AttributeError(name)
        return Missing(self._package)

    def __call__(self, *args: Any, **named: Any) -> Any:
        """As a decorator it leaves a function as it is."""
        if len(args) == 1 and not named and type(args[0]) is FunctionType:
            return args[0]
        raise _error(self._package)

    def __mro_entries__(self, bases: Any) -> tuple[type, ...]:
        """A class may be derived from it."""
        return ()

    def __instancecheck__(self, _: object) -> bool:
        return False

    def __or__(self, _: object) -> "Missing":
        """In annotations: `numpy.ndarray | None`."""
        return self

    __ror__ = __or__
    __hash__ = object.__hash__


def _error(package: str) -> ModuleNotFoundError:
    return ModuleNotFoundError(f"No module named {package!r}", name=package)


def _use(self: Missing, *_: object) -> Any:
    raise _error(self._package)


for _operation in (
    *("bool", "int", "float", "index", "len", "iter", "next", "contains", "getitem", "setitem"),
    *("enter", "exit", "neg", "pos", "abs", "invert", "eq", "ne", "lt", "le", "gt", "ge"),
    *("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "floordiv", "rfloordiv"),
    *("mod", "rmod", "pow", "rpow", "matmul", "rmatmul", "and", "rand", "xor", "rxor"),
):
    setattr(Missing, f"__{_operation}__", _use)


class StandIns:
    """Finds an empty module for each package that is known to be missing.

    It is asked first: Python may have a package of its own with the same name.
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self.starred: str | None = None  # the package from which it imports *, whatever that is

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        """How Python asks."""
        if name.split(".")[0] not in self.names:
            return None
        return ModuleSpec(name, self, is_package=True)  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """The empty module."""
        module = ModuleType(spec.name)
        missing = Missing(spec.name.split(".")[0])

        def take(name: str) -> Any:
            if name == "__all__":
                self.starred = missing._package
            return getattr(missing, name)

        module.__getattr__ = take  # type: ignore[method-assign]
        return module

    def really(self, error: BaseException) -> BaseException:
        """What an error comes from: a name may be unknown because `import *` found nothing."""
        if isinstance(error, NameError) and self.starred:
            return _error(self.starred).with_traceback(error.__traceback__)
        return error

    def exec_module(self, module: ModuleType) -> None:
        """There is nothing to run."""


def package_wanted(error: BaseException, main: str, text: bytes | str) -> str | None:
    """The package that a file of the program failed to import; None if that is not the trouble.

    `import turtle` may fail because `tkinter` is missing: the line of the program tells.
    """
    if not isinstance(error, ImportError):
        return None
    folder = os.path.dirname(main)
    place = _last_place(error.__traceback__, folder)
    if place is None:
        return None
    try:
        tree = ast.parse(text if place[0] == main else _read(place[0]))
    except (OSError, SyntaxError, ValueError, RecursionError):
        return None
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        and node.lineno <= place[1] <= (node.end_lineno or node.lineno)
    ]
    if "cannot import name" in str(error) and not all(_is_another(node, folder) for node in found):
        return None
    names = [name for node in found for name in _imported(node)]
    failed = (error.name or "").split(".")[0]
    return failed if failed in names else names[0] if names else None


def _is_another(node: ast.Import | ast.ImportFrom, folder: str) -> bool:
    """Whether the package that was found has none of the names, so that another one was meant.

    `test` comes with Python too; but who misspells a name of `copy` means `copy`.
    """
    package = "" if isinstance(node, ast.Import) else node.module or ""
    there = sys.modules.get(package)
    file = getattr(there, "__file__", None) or folder
    if package in sys.stdlib_module_names or file.startswith(folder):
        return False
    return not any(hasattr(there, alias.name) for alias in node.names)


def _imported(node: ast.Import | ast.ImportFrom) -> list[str]:
    """The packages that a statement imports from; none if it begins with a dot."""
    if isinstance(node, ast.Import):
        return [alias.name.split(".")[0] for alias in node.names]
    return [] if node.level or not node.module else [node.module.split(".")[0]]


def _last_place(trace: TracebackType | None, folder: str) -> tuple[str, int] | None:
    """The file and line of the program at which an exception passed last."""
    found = None
    while trace is not None:
        code: CodeType = trace.tb_frame.f_code
        if code.co_filename.startswith(folder + os.sep):
            found = code.co_filename, trace.tb_lineno
        trace = trace.tb_next
    return found


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


# Input


class Nobody(io.TextIOBase):
    """The input of a program that is loaded: it is empty, and notes which line reads it."""

    def __init__(self, file: str, too_often: Callable[[], None]) -> None:
        self.file = file
        self.lines: list[int] = []  # of the first reading: where, called from where, and so on
        self.reads = 0
        self.too_often = too_often

    def readable(self) -> bool:
        """It can be read, in vain."""
        return True

    def read(self, _: int | None = -1, /) -> str:
        """Nothing."""
        self._note()
        return ""

    def readline(self, _: int = -1, /) -> str:  # type: ignore[override]
        """Nothing; `input` calls this too."""
        self._note()
        return ""

    @property
    def buffer(self) -> io.BytesIO:
        """The same in bytes."""
        self._note()
        return io.BytesIO()

    def _note(self) -> None:
        self.reads += 1
        if not self.lines:
            frame = sys._getframe()
            while frame := frame.f_back:  # type: ignore[assignment]
                if frame.f_code.co_filename == self.file:
                    self.lines.append(frame.f_lineno)
        if self.reads > MOST_READS:
            self.too_often()

    def in_words(self) -> list[Any]:
        """What to answer if the program did not load."""
        where = f", called from line {self.lines[-1]}" if len(self.lines) > 1 else ""
        return ["raised", "ReadsInput", where, self.lines[0] if self.lines else None, 0]
