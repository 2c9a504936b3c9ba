"""Runs inside the sandbox: makes thousands of answers fast without changing any.

A plain minimax without a memory takes minutes to answer for all 4,520 positions, because it
searches the same positions again and again. This module gives a memory to each function of the
program that calls itself and *can* only compute; if there is none, to the others that can only
compute. The memory also keeps the number of counted calls made below it, so that the node count is
the same as without a memory.

The bytecode shows whether a function only computes. A list says what is allowed; a function that
does anything else, or runs on a Python that is not listed, stays as it is. The module data that a
function reads is part of the key of its memory: the same board with another `TURN` is another
question. What a function uses of Python itself (`max`, `math.sqrt`, the stream that `print` writes
to) is looked at each time something is remembered: once the program has put something else there,
or attributes on its functions, nothing is remembered any more.
"""

import builtins
import copy
import dis
import math
import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from marshal import dumps
from types import CodeType, FunctionType, ModuleType
from typing import Any

__all__ = ["Memoiser", "fast_deepcopy", "keep_originals", "pure_functions"]
__all__ += ["recursive_functions"]

globals()["__builtins__"] = vars(builtins).copy()  # whatever the program does to its own


def _is_exception(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, Exception)


READABLE = ((3, 11), (3, 12), (3, 13))  # the Pythons whose bytecode this module was tested with
HARMLESS = frozenset(
    (
        *("abs", "all", "any", "bool", "dict", "divmod", "enumerate", "filter", "float"),
        *("frozenset", "int", "isinstance", "len", "list", "map", "max", "min", "next", "pow"),
        *("range", "reversed", "round", "set", "slice", "sorted", "str", "sum", "tuple", "zip"),
        *("print", "repr", "iter", "NotImplemented"),
        *(n for n, each in vars(builtins).items() if _is_exception(each)),
    )
)
HARMLESS_MODULES = {"copy": copy, "math": math}
READS = frozenset({"LOAD_GLOBAL", "LOAD_NAME"})
WRITES = frozenset({"STORE_GLOBAL", "DELETE_GLOBAL"})
# What a function that only computes may do with a name; it may not store under one.
ALLOWED = READS | {"LOAD_ATTR", "LOAD_METHOD", "IMPORT_NAME", "IMPORT_FROM"}
OF_EVERY_CLASS = ("__module__", "__doc__", "__weakref__", "__dict__", "__qualname__")
LONGEST_KEY = 2_000  # bytes: a board, some numbers, and a list of lines
LONGEST_LIST = 6  # items: a value, a move, and what else a search hands up; not a board
MOST_REMEMBERED = 100_000  # answers of one function
ATOMS = (int, float, str, bool, type(None))
NOTHING = object()
_originals: "list[tuple[dict[str, Any], dict[str, Any]]]" = []
_stdout: "dict[str, Any]" = {}


class Memoiser:
    """The wrapped functions of one module, and the number of calls to the counted ones."""

    def __init__(
        self, module: ModuleType, code: CodeType, counted: set[str], remember: bool
    ) -> None:
        self.calls = 0
        self._meddled = False
        pure = pure_functions(module, code) if remember else {}
        if not _originals:
            keep_originals()
        self._own = [vars(function) for function in _functions(module).values()]
        self._used = [*_used(_functions(module), pure)]
        # What a search with a memory calls, it calls once for each position: remembering that too
        # takes longer than it saves.
        searches = recursive_functions(module)
        pure = {name: reads for name, reads in pure.items() if name in searches} or pure
        for name, function in _functions(module).items():
            if name in pure or name in counted:
                wrapped = self._wrap(function, name in counted, pure.get(name))
                setattr(module, name, wrapped)

    def _wrap(self, function: FunctionType, counted: bool, reads: set[str] | None) -> Any:
        memory: dict[bytes, tuple[Any, int]] = {}
        useful = reads is not None  # until it returns something that must not be shared
        one, data, read = int(counted), function.__globals__, tuple(reads or ())

        def wrapped(*args: Any, **named: Any) -> Any:
            nonlocal useful
            self.calls += one
            if not useful or self._meddled:
                return function(*args, **named)
            key = _key((args, named, [data.get(name) for name in read]))
            if key is None or len(key) > LONGEST_KEY:
                useful = key is None  # a long key, such as a tree of boards, only grows
                return function(*args, **named)
            if key in memory:
                value, below = memory[key]
                self.calls += below
                return value if _is_constant(value) else _copied(value)
            start = self.calls
            value = function(*args, **named)
            given = (args, named, [data.get(name) for name in read])
            if self._is_meddled():
                self._meddled = True
            elif not _is_constant(value) and not _is_own(value, given):
                useful = False
            elif len(memory) < MOST_REMEMBERED and key == _key(given):
                memory[key] = _copied(value), self.calls - start
            return value

        wrapped.__name__ = function.__name__
        wrapped.__doc__ = function.__doc__
        wrapped.__wrapped__ = function  # type: ignore[attr-defined]
        return wrapped

    def _is_meddled(self) -> bool:
        """Whether the functions are no longer what they were when they were found to be pure."""
        return (
            any(self._own)
            or any(space.get(name, NOTHING) is not value for space, name, value in self._used)
            or sys.stdout is not _stdout["is"]
            or "write" in vars(sys.stdout)
        )


def _used(
    functions: "dict[str, FunctionType]", pure: "dict[str, set[str]]"
) -> "Iterator[tuple[dict[str, Any], str, Any]]":
    """What the pure functions use of Python: where it is, its name, and what is there."""
    steps = {step for name in pure for step in _steps(functions[name].__code__)}
    read = {str(step.argval) for step in steps if step.opname in READS}
    reached = {str(step.argval) for step in steps if step.opname not in READS}
    python, *modules = _originals
    for space, before, names in (
        (*python, read & HARMLESS),
        *((*module, reached) for module in modules),
    ):
        for name in names:
            yield space, name, before.get(name, NOTHING)


def keep_originals() -> None:
    """Note what Python is like before the program is loaded."""
    spaces = (vars(builtins), *map(vars, HARMLESS_MODULES.values()))
    _originals[:] = [(space, space.copy()) for space in spaces]
    _stdout["is"] = sys.stdout


def fast_deepcopy() -> None:
    """Give `copy.deepcopy` a shortcut for boards that are lists of lists of constants."""
    slow = copy.deepcopy

    def deepcopy(x: Any, memo: Any = None, *rest: Any) -> Any:
        if memo is None and not rest and _is_plain_board(x):
            return [row[:] for row in x]
        return slow(x, memo, *rest)

    copy.deepcopy = deepcopy  # type: ignore[assignment]


def _is_plain_board(x: Any) -> bool:
    if type(x) is not list or len({id(row) for row in x}) != len(x):
        return False
    for row in x:
        if type(row) is not list:
            return False
        for cell in row:
            if type(cell) not in ATOMS:
                return False
    return True


# Which functions only compute


def pure_functions(module: ModuleType, code: CodeType) -> dict[str, set[str]]:
    """The functions that can only compute, and the data of the module that each of them reads.

    This is the largest set that calls nothing outside itself. `code` is the whole module's. There
    are none if the program has broken the library that reads its code.
    """
    if sys.implementation.name != "cpython" or sys.version_info[:2] not in READABLE:
        return {}
    try:
        return _pure_functions(module, code)
    except Exception:
        return {}


def _pure_functions(module: ModuleType, code: CodeType) -> dict[str, set[str]]:
    functions = _functions(module)
    rebound = _named(code, WRITES)
    pure = {name: _names(function) for name, function in functions.items() if _is_pure(function)}
    while impure := {
        name
        for name, read in pure.items()
        if read & rebound or not all(each in pure or _may_read(module, each) for each in read)
    }:
        pure = {name: read for name, read in pure.items() if name not in impure}
    calls = {name: read & {*pure} for name, read in pure.items()}
    return {
        name: {
            each
            for called in {name, *_reached(name, calls)}
            for each in pure[called]
            if each in vars(module) and _key(vars(module)[each]) is not None
        }
        for name in pure
    }


def recursive_functions(module: ModuleType) -> set[str]:
    """The functions of the module that call themselves, directly or through others."""
    functions = _functions(module)
    try:
        calls = {name: _names(function) & {*functions} for name, function in functions.items()}
    except Exception:  # the program has broken the library that reads its code
        return set()
    return {name for name in functions if name in _reached(name, calls)}


def _reached(start: str, calls: dict[str, set[str]]) -> set[str]:
    """What a function calls, and what that calls, and so on."""
    seen: set[str] = set()
    todo = [*calls[start]]
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo.extend(calls[name])
    return seen


def _functions(module: ModuleType) -> dict[str, FunctionType]:
    found = {}
    for name, value in vars(module).items():
        if type(value) is FunctionType and value.__module__ == module.__name__:
            found[name] = value
    return found


def _is_pure(function: FunctionType) -> bool:
    """Whether a function itself, apart from what it calls, keeps and changes nothing."""
    defaults = (function.__defaults__ or (), *(function.__kwdefaults__ or {}).values())
    if function.__closure__ or not all(map(_is_constant, defaults)):
        return False
    return all(_is_harmless(step) for step in _steps(function.__code__))


def _is_harmless(step: dis.Instruction) -> bool:
    """Whether an instruction only computes; what Python keeps about a function is not for it."""
    if step.opname == "IMPORT_NAME":
        return step.argval in HARMLESS_MODULES
    if step.opname in ("LOAD_ATTR", "LOAD_METHOD"):
        return not str(step.argval).startswith("__")
    return step.opname in ALLOWED


def _may_read(module: ModuleType, name: str) -> bool:
    """Whether a name that is not a function of the module is harmless."""
    if name not in vars(module):
        return name in HARMLESS and hasattr(builtins, name)
    value = vars(module)[name]
    if isinstance(value, ModuleType):
        return value in HARMLESS_MODULES.values()
    if type(value) is FunctionType and _is_beside(module, value):
        return _only_computes(value, set())
    if _is_exception(value):
        own = {n: each for n, each in vars(value).items() if n not in OF_EVERY_CLASS}
        return all(_is_constant(each) or _only_describes(each) for each in own.values())
    if callable(value):
        return getattr(value, "__module__", None) in (*HARMLESS_MODULES, __name__)
    return _key(value) is not None


def _only_describes(method: Any) -> bool:
    """Whether a method of an exception only keeps what it is told in its own object."""
    if type(method) is not FunctionType or method.__code__.co_freevars not in ((), ("__class__",)):
        return False
    steps = _steps(method.__code__)
    return _names(method) <= HARMLESS | {"super"} and all(
        _is_harmless(step) or step.opname == "STORE_ATTR" or step.argval == "__init__"
        for step in steps
    )


def _is_beside(module: ModuleType, function: FunctionType) -> bool:
    """Whether a function comes from another file of the same folder."""
    there = os.path.dirname(function.__code__.co_filename)
    return there == os.path.dirname(getattr(module, "__file__", None) or "")


def _only_computes(function: FunctionType, seen: set[FunctionType]) -> bool:
    """Whether a function of another file uses only constants and functions of the same kind."""
    if function in seen:
        return True
    seen.add(function)
    data = function.__globals__
    others = [each for each in data.values() if type(each) is FunctionType]
    rebound = {name for each in others for name in _named(each.__code__, WRITES)}
    return _is_pure(function) and all(
        (name in HARMLESS and hasattr(builtins, name)) if name not in data
        else _only_computes(data[name], seen) if type(data[name]) is FunctionType
        else _is_constant(data[name]) and name not in rebound
        for name in _names(function)
    )  # fmt: skip


def _names(function: FunctionType) -> set[str]:
    """The global names that a function reads."""
    return _named(function.__code__, READS)


def _named(code: CodeType, operations: frozenset[str]) -> set[str]:
    """The names that these operations use in a code object."""
    return {str(step.argval) for step in _steps(code) if step.opname in operations}


@lru_cache(maxsize=1_000)
def _steps(code: CodeType) -> tuple[dis.Instruction, ...]:
    """The instructions with a name of a code object, and of the functions within it.

    A program is loaded hundreds of times, each time with another small edit: most code is the same.
    """
    inner = [const for const in code.co_consts if isinstance(const, CodeType)]
    bare = code.replace(co_consts=(None,) * len(code.co_consts))  # some cannot be written out
    own = (step for step in dis.get_instructions(bare) if step.opcode in dis.hasname)
    return (*own, *(step for each in inner for step in _steps(each)))


# Plain data


def _key(value: Any) -> bytes | None:
    """The content of plain data as bytes: version 2 has no references, so equal data match."""
    try:
        return dumps(value, 2)
    except ValueError:
        return None


def _is_own(value: Any, given: Any) -> bool:
    """Whether it is a short list such as `[value, move]`, made by the function itself.

    A copy serves as well then, if nothing that was given to the function is a part of it.
    """
    lists = [*_lists(value)]
    own = {id(each) for each in lists}
    plain = all(type(each) is list for each in lists) and _key(value) is not None
    short = sum(map(len, lists)) <= LONGEST_LIST and len(own) == len(lists)
    return plain and short and own.isdisjoint(map(id, _lists(given)))


def _lists(value: Any) -> Iterator[Any]:
    """The lists, sets and dictionaries in plain data."""
    if type(value) in (list, set, dict):
        yield value
    if type(value) in (list, tuple, set, frozenset, dict):
        for each in value:
            yield from _lists(each)
    if type(value) is dict:
        yield from _lists([*value.values()])


def _copied(value: Any) -> Any:
    """The same with lists of its own."""
    if type(value) in (list, tuple):
        return type(value)(map(_copied, value))
    return value


def _is_constant(value: Any) -> bool:
    if type(value) is tuple:
        return all(map(_is_constant, value))
    return type(value) in ATOMS
