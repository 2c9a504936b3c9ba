"""Runs inside the sandbox: answers thousands of questions fast without changing any of them.

A plain minimax without a memory takes minutes to answer for all 4,520 positions, because it walks
through the same positions again and again. Here each function of the program that *can* only
compute (it reads nothing that changes, changes nothing, and calls only such functions) is given a
memory. The memory also keeps how many counted calls were made below it, so that the count of
nodes is the one that the program would have had without.

What is allowed is listed; whatever is not listed is left as it is. Whether something has changed
after all (a list of the module, the board that was handed in) is looked at after every call.
"""

import builtins
import copy
import dis
import marshal
from types import CodeType, FunctionType, ModuleType
from typing import Any

__all__ = ["Shortcuts", "fast_deepcopy", "recursive_functions"]

HARMLESS = frozenset(
    (
        *("abs", "all", "any", "bool", "dict", "divmod", "enumerate", "filter", "float"),
        *("frozenset", "int", "isinstance", "len", "list", "map", "max", "min", "next", "pow"),
        *("range", "reversed", "round", "set", "slice", "sorted", "str", "sum", "tuple", "zip"),
        *("print", "repr", "iter", "Exception", "ValueError", "IndexError", "TypeError"),
        *("KeyError", "NameError", "RuntimeError", "AssertionError", "NotImplementedError"),
        *("StopIteration", "NotImplemented"),
    )
)
HARMLESS_MODULES = frozenset({"copy", "math"})
CHANGES = frozenset({"STORE_GLOBAL", "DELETE_GLOBAL", "STORE_ATTR", "DELETE_ATTR", "STORE_NAME"})
LONGEST_KEY = 2_000  # bytes: a board and some numbers
MOST_REMEMBERED = 100_000  # answers of one function
ATOMS = (int, float, str, bool, type(None))


class Shortcuts:
    """The wrapped functions of one module, and how often the counted ones were called."""

    def __init__(self, module: ModuleType, counted: set[str], remember: bool) -> None:
        self.calls = 0
        self._state = _readable_state(module)
        self._before = [(len(value), _key(value)) for value in self._state]
        self._changed = False
        functions = _functions(module)
        safe = _safe(module, functions) if remember else set()
        for name in functions:
            if name in safe or name in counted:
                wrapped = self._wrap(functions[name], name in counted, name in safe)
                setattr(module, name, wrapped)

    def changed(self) -> bool:
        """Whether something that was thought to be constant has changed."""
        for value, (size, key) in zip(self._state, self._before, strict=True):
            # Once is enough: what has grown may be too large to be looked at.
            if not self._changed and (len(value) != size or _key(value) != key):
                self._changed = True
        return self._changed

    def _wrap(self, function: FunctionType, counted: bool, remember: bool) -> Any:
        memory: dict[bytes, tuple[Any, int]] = {}
        useful = remember  # until it returns something that may not be shared
        one = int(counted)

        def wrapped(*args: Any, **named: Any) -> Any:
            nonlocal useful
            self.calls += one
            if not useful:
                return function(*args, **named)
            key = _key((args, named))
            if key is None or len(key) > LONGEST_KEY:
                useful = key is None  # a tree of boards only grows
                return function(*args, **named)
            if key in memory:
                value, below = memory[key]
                self.calls += below
                return value
            start = self.calls
            value = function(*args, **named)
            if not _is_constant(value):
                useful = False
            elif len(memory) < MOST_REMEMBERED and _key((args, named)) == key:
                memory[key] = value, self.calls - start
            return value

        wrapped.__name__ = function.__name__
        wrapped.__doc__ = function.__doc__
        wrapped.__wrapped__ = function  # type: ignore[attr-defined]
        return wrapped


def recursive_functions(module: ModuleType) -> set[str]:
    """The functions of the module that come back to themselves, directly or through others."""
    functions = _functions(module)
    calls = {name: _names(function.__code__) & {*functions} for name, function in functions.items()}

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        todo = [*calls[start]]
        while todo:
            name = todo.pop()
            if name not in seen:
                seen.add(name)
                todo.extend(calls[name])
        return seen

    return {name for name in functions if name in reached(name)}


def fast_deepcopy() -> None:
    """Let `copy.deepcopy` take a short way with a board that is a list of lists of constants."""
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


def _functions(module: ModuleType) -> dict[str, FunctionType]:
    found = {}
    for name, value in vars(module).items():
        if type(value) is FunctionType and value.__module__ == module.__name__:
            found[name] = value
    return found


def _safe(module: ModuleType, functions: dict[str, FunctionType]) -> set[str]:
    """The functions that can only compute: the largest set that calls nothing outside itself."""
    written = {name for each in functions.values() for name in _written(each.__code__)}
    safe = {name for name, function in functions.items() if _looks_safe(function)}
    while True:
        bad = {
            name
            for name in safe
            if not all(
                _may_read(module, each, safe, functions) and each not in written
                for each in _names(functions[name].__code__)
            )
        }
        if not bad:
            return safe
        safe -= bad


def _looks_safe(function: FunctionType) -> bool:
    defaults = (function.__defaults__ or (), *(function.__kwdefaults__ or {}).values())
    if function.__closure__ or not all(map(_is_constant, defaults)):
        return False
    return not any(
        instruction.opname in CHANGES
        or (instruction.opname == "IMPORT_NAME" and instruction.argval not in HARMLESS_MODULES)
        for code in _codes(function.__code__)
        for instruction in dis.get_instructions(code)
    )


def _may_read(
    module: ModuleType, name: str, safe: set[str], functions: dict[str, FunctionType]
) -> bool:
    if name in functions:
        return name in safe
    if name not in vars(module):
        return name in HARMLESS and hasattr(builtins, name)
    value = vars(module)[name]
    if isinstance(value, ModuleType):
        return value.__name__ in HARMLESS_MODULES
    if callable(value):
        return getattr(value, "__module__", None) in (*HARMLESS_MODULES, __name__)
    return _key(value) is not None


def _readable_state(module: ModuleType) -> list[Any]:
    """The lists, sets and dictionaries of a module that are plain enough to be watched."""
    values = [value for name, value in vars(module).items() if not name.startswith("__")]
    return [value for value in values if not _is_constant(value) and _key(value) is not None]


def _codes(code: CodeType) -> list[CodeType]:
    """A function's code and that of the functions within it."""
    inner = [const for const in code.co_consts if isinstance(const, CodeType)]
    return [code, *(each for const in inner for each in _codes(const))]


def _names(code: CodeType) -> set[str]:
    """The global names that a function reads."""
    return {
        instruction.argval
        for each in _codes(code)
        for instruction in dis.get_instructions(each)
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME")
    }


def _written(code: CodeType) -> set[str]:
    return {
        instruction.argval
        for each in _codes(code)
        for instruction in dis.get_instructions(each)
        if instruction.opname in ("STORE_GLOBAL", "DELETE_GLOBAL")
    }


def _key(value: Any) -> bytes | None:
    """The content of plain data as bytes: version 2 has no references, so equal is equal."""
    try:
        return marshal.dumps(value, 2)
    except ValueError:
        return None


def _is_constant(value: Any) -> bool:
    if type(value) is tuple:
        return all(map(_is_constant, value))
    return type(value) in ATOMS
