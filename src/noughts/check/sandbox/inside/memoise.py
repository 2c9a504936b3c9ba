"""Runs inside the sandbox: makes thousands of answers fast without changing any.

A plain minimax without a memory takes minutes to answer for all 4,520 positions, because it
searches the same positions again and again. This module gives a memory to each function of the
program that calls itself and *can* only compute; if there is none, to the others that can only
compute. The memory also keeps the number of counted calls made below it, so that the node count is
the same as without a memory.

The bytecode shows whether a function only computes. A list says what is allowed; a function that
does anything else, or runs on a Python that is not listed, stays as it is. The module data that a
function reads is part of the key of its memory: the same board with another `TURN` is another
question. Whatever else it uses (`max`, `math.sqrt`, the stream that `print` writes to, another
function and its code) is looked at in each question before a memory is used, and now and then after
that. Once the program has put something else there, or attributes on its functions, nothing is
remembered any more.

An object can lie about its module and about what it is equal to, and so can its class: what is
trusted here is compared with `is`.
"""

import builtins
import copy
import dis
import math
import os
import sys
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from marshal import dumps
from operator import is_
from os import fstat
from sys import getprofile, gettrace
from types import CodeType, FunctionType, ModuleType
from typing import Any

__all__ = ["Memoiser", "fast_deepcopy", "keep_originals", "pure_functions"]
__all__ += ["recursive_functions"]

globals()["__builtins__"] = vars(builtins).copy()  # whatever the program does to its own


def _is_exception(value: Any) -> bool:
    return type(value) is type and issubclass(value, Exception)


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
REACHES = frozenset({"LOAD_ATTR", "LOAD_METHOD", "IMPORT_FROM"})
# What a function that only computes must not reach: frames, codecs, texts that look things up by
# themselves, and what the harmless modules hold besides functions and numbers.
DOORS = frozenset(
    (
        *("gi_frame", "cr_frame", "ag_frame", "format", "format_map"),
        *("encode", "decode", "to_bytes"),
        *(
            name
            for module in HARMLESS_MODULES.values()
            for name, each in vars(module).items()
            if isinstance(each, type) or not (callable(each) or type(each) is float)
        ),
    )
)
OF_EVERY_CLASS = ("__module__", "__doc__", "__weakref__", "__dict__", "__qualname__")
LONGEST_KEY = 2_000  # bytes: a board, some numbers, and a list of lines
LONGEST_LIST = 6  # items: a value, a move, and what else a search hands up; not a board
MOST_REMEMBERED = 100_000  # answers of one function
LOOK_EVERY = 16  # answers: a look takes longer than most of them
BUILT_IN = frozenset(each for each in vars(builtins).values() if isinstance(each, type))
NOTHING = object()
NEW = object()  # what was never there before
Memory = dict[bytes, tuple[Any, int]]  # what was asked; the answer, and the calls below it
_memories: "dict[tuple[Any, ...], Memory]" = {}
_last: "list[Memoiser]" = []
_originals: "list[tuple[dict[str, Any], dict[str, Any]]]" = []
_watchers: "list[Any]" = []
_stdout: "list[Any]" = []


class Memoiser:
    """The wrapped functions of one module, and the number of calls to the counted ones."""

    def __init__(
        self, module: ModuleType, code: CodeType, counted: set[str], remember: bool
    ) -> None:
        self.calls = 0
        self._looked = False  # since the question came
        self._made = 0  # answers that were not remembered
        self._meddled = False
        for last in _last:
            last._look()
        _last[:] = [self]
        pure = pure_functions(module, code) if remember else {}
        functions = _functions(module)
        # What a search with a memory calls, it calls once for each position: remembering that too
        # takes longer than it saves.
        searches = recursive_functions(module)
        remembering = {name: pure[name] for name in pure if name in searches} or pure
        alike = Likeness(module, functions, pure, counted)
        wrappers = {
            name: self._wrap(
                function, name in counted, remembering.get(name), alike.memory_of(name)
            )
            for name, function in functions.items()
            if name in remembering or name in counted
        }
        reached = _reached_from([functions[name] for name in remembering])
        for name, wrapped in wrappers.items():
            setattr(module, name, wrapped)
        data = {name for read in pure.values() for name in read}  # which is a part of the key
        used = _used(reached, data, vars(module))
        self._watch = Watch(reached, [*functions.values(), *wrappers.values()], used)

    def begin(self) -> None:
        """The next question: look again before an answer comes from a memory."""
        self._looked = False

    def _look(self) -> None:
        """Remember nothing any more if the program has meddled with what its functions use."""
        self._looked = True
        self._meddled = self._meddled or self._watch.is_meddled()
        if self._meddled:
            _memories.clear()  # nobody knows since when

    def _wrap(
        self, function: FunctionType, counted: bool, reads: set[str] | None, memory: Memory
    ) -> Any:
        useful = reads is not None  # until it returns something that must not be shared
        one, look_up, read = int(counted), function.__globals__.get, sorted(reads or ())

        def wrapped(*args: Any, **named: Any) -> Any:
            nonlocal useful
            self.calls += one
            if useful and not self._looked:
                self._look()
            if not useful or self._meddled:
                return function(*args, **named)
            given = (args, named, [*map(look_up, read)])
            key = _key(given)
            if key is None or len(key) > LONGEST_KEY or (b"s" in key and _holds_buffer(given)):
                useful = key is None  # a long key, such as a tree of boards, only grows
                return function(*args, **named)
            if key in memory:
                value, below = memory[key]
                self.calls += below
                return value if _is_constant(value) else _given_out(value, args)
            start = self.calls
            value = function(*args, **named)
            given = (args, named, [*map(look_up, read)])
            self._made += 1
            if self._made % LOOK_EVERY == 1:
                self._look()  # and then ask the memory no more
            if not _is_constant(value) and not _is_own(value, args, given):
                useful = False
            elif len(memory) < MOST_REMEMBERED and key == _key(given):
                memory[key] = _kept(value, args), self.calls - start
            return value

        wrapped.__name__ = function.__name__
        wrapped.__doc__ = function.__doc__
        vars(wrapped).update(vars(function))  # such as `search.nodes = 0`
        wrapped.__wrapped__ = function  # type: ignore[attr-defined]
        return wrapped


class Likeness:
    """Finds the memories of functions that are the same as in a program loaded before.

    The checker loads one program hundreds of times, each time with another small edit. What an edit
    does not change gives the same answers: its code is the same, and so is all that it calls.
    """

    def __init__(
        self,
        module: ModuleType,
        functions: "dict[str, FunctionType]",
        pure: "dict[str, set[str]]",
        counted: "set[str]",
    ) -> None:
        self._functions, self._counted = functions, counted
        self._module, self._world = module, vars(module)
        self._calls = {name: _names(functions[name]) & {*pure} for name in pure}

    def memory_of(self, name: str) -> "Memory":
        """Its memory; a new one if there was no such function before."""
        if name not in self._calls:
            return {}
        reached = sorted({name, *_reached(name, self._calls)})
        alike = (name, *(part for each in reached for part in self._what_counts(each)))
        if NEW in alike:
            return {}
        memory = _memories.pop(alike, {})
        while sum(map(len, _memories.values())) > MOST_REMEMBERED:
            del _memories[next(iter(_memories))]  # the oldest
        _memories[alike] = memory
        return memory

    def _what_counts(self, name: str) -> "tuple[Any, ...]":
        """What two functions must have in common to be the same; constants by their kind, too."""
        function = self._functions[name]
        data = [self._meaning(each) for each in sorted(_names(function))]
        named = sorted((function.__kwdefaults__ or {}).items())
        given = _key((function.__defaults__, named))
        return name, name in self._counted, _bare(function.__code__), given, *data

    def _meaning(self, name: str) -> Any:
        """What a name stands for, unless that is a part of what is asked."""
        value = self._world.get(name, NOTHING)
        if name in self._calls or _key(value) is not None:
            return name
        if _is_exception(value) and value.__module__ == self._module.__name__:
            held = {name for kind in _own_classes(value) for name in vars(kind)}
            names = tuple(each.__name__ for each in value.__mro__)
            return names if held <= {*OF_EVERY_CLASS} else NEW
        if type(value) is FunctionType and _is_beside(self._module, value):
            return NEW  # what it calls may have changed
        return Itself(value)


class Itself:
    """Equal to nothing but the same object, whatever that says about itself."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return type(other) is Itself and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


@lru_cache(maxsize=1_000)
def _bare(code: CodeType) -> CodeType:
    """Code without the lines where it stands."""
    consts = tuple(_bare(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_consts=consts, co_firstlineno=1, co_linetable=b"", co_filename="")


class Watch:
    """What functions use besides data: whether it is still what it was when they were found pure.

    Also, no function may have attributes, but for the one that our wrappers have.
    """

    def __init__(
        self,
        functions: "list[FunctionType]",
        owners: "list[FunctionType]",
        used: "Iterator[tuple[Mapping[str, Any], str, Any]]",
    ) -> None:
        self._functions = functions
        self._prints = any("print" in _names(function) for function in functions)
        self._own = [vars(each) for each in (*functions, *owners)]
        self._sizes = [int("__wrapped__" in own) for own in self._own]
        found = {(id(space), name): (space, name, value) for space, name, value in used}
        for own in self._own:
            found |= {(id(own), name): (own, name, value) for name, value in own.items()}
        self._places = [(space.get, name) for space, name, _ in found.values()]
        self._before = [*(value for *_, value in found.values()), *self._code(), *_watchers]

    def is_meddled(self) -> bool:
        """Whether something is no longer what it was."""
        now = [look_up(name, NOTHING) for look_up, name in self._places]
        now += [*self._code(), gettrace(), getprofile()]
        return (
            not all(map(is_, now, self._before))
            or [*map(len, self._own)] != self._sizes
            or (self._prints and (sys.stdout is not _stdout[0] or _output() != _stdout[1]))
        )

    def _code(self) -> "list[Any]":
        """What the functions do: a program can give them other code later."""
        held = [(each.__code__, each.__defaults__, each.__kwdefaults__) for each in self._functions]
        return [part for parts in held for part in parts]


def _reached_from(functions: "list[FunctionType]") -> "list[FunctionType]":
    """These functions, and those of other files that they call."""
    found = [*functions]
    for function in found:
        for name in _names(function):
            other = function.__globals__.get(name)
            if type(other) is FunctionType and other not in found:
                found.append(other)
    return found


def _used(
    functions: "list[FunctionType]", data: "set[str]", world: "dict[str, Any]"
) -> "Iterator[tuple[Mapping[str, Any], str, Any]]":
    """What these functions use besides data: where it is, its name, and what is there."""
    steps = {step for function in functions for step in _steps(function.__code__)}
    reached = {str(step.argval) for step in steps if step.opname in REACHES}
    (python, before), *modules = _originals
    yield python, "__import__", before["__import__"]
    yield from ((sys.modules, name, module) for name, module in HARMLESS_MODULES.items())
    for space, module in modules:
        yield from ((space, name, module.get(name, NOTHING)) for name in reached)
    for function in functions:
        space = function.__globals__
        for name in _names(function) - (data if space is world else set()):
            value = space.get(name, NOTHING)
            yield space, name, value
            if value is NOTHING:
                yield python, name, before.get(name, NOTHING)
            for kind in _own_classes(value) if _is_exception(value) else ():
                names = (*vars(kind), *reached)
                yield from ((vars(kind), name, vars(kind).get(name, NOTHING)) for name in names)
        named = function.__kwdefaults__ or {}
        yield from ((named, name, value) for name, value in named.items())


def _own_classes(kind: type) -> "list[type]":
    """A class and those that it inherits from, without those of Python."""
    return [each for each in kind.__mro__ if each not in BUILT_IN]


def keep_originals() -> None:
    """Note what Python is like before the program is loaded."""
    spaces = (vars(builtins), *map(vars, HARMLESS_MODULES.values()))
    _memories.clear()
    _last.clear()
    _originals[:] = [(space, space.copy()) for space in spaces]
    _watchers[:] = gettrace(), getprofile()
    _stdout[:] = sys.stdout, _output()


def _output() -> "tuple[object, ...] | None":
    """Where its prints go, and how they are encoded; None if it writes them itself."""
    stream = sys.stdout
    try:
        where = fstat(1)
    except OSError:
        return None
    if "write" in vars(stream):
        return None
    encoding, errors = (getattr(stream, name, None) for name in ("encoding", "errors"))
    return where.st_dev, where.st_ino, encoding, errors


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
            if not _is_atom(cell):
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
    if not _originals:
        keep_originals()
    try:
        return _pure_functions(module, code)
    except Exception:
        return {}


def _pure_functions(module: ModuleType, code: CodeType) -> dict[str, set[str]]:
    functions = _functions(module)
    rebound = _named(code, WRITES)
    pure = {
        name: _names(function)
        for name, function in functions.items()
        if _is_pure(function)
        if function.__globals__ is vars(module) or _only_computes(function, set())
    }
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
    named = getattr(function, "__builtins__", None)
    if type(function.__globals__) is not dict or named is not vars(builtins):
        return False  # its names mean something else
    code = function.__code__
    return not _holds_bytes(code) and all(_is_harmless(step) for step in _steps(code))


def _holds_bytes(const: Any) -> bool:
    """Whether there are bytes in some code: `str(b"", "name")` runs whatever has that name."""
    if isinstance(const, CodeType):
        return any(map(_holds_bytes, const.co_consts))
    return type(const) is bytes or (type(const) is tuple and any(map(_holds_bytes, const)))


def _is_harmless(step: dis.Instruction) -> bool:
    """Whether an instruction only computes; what Python keeps about a function is not for it."""
    if step.opname == "IMPORT_NAME":
        return step.argval in HARMLESS_MODULES
    if step.opname in REACHES:
        return not str(step.argval).startswith("__") and step.argval not in DOORS
    return step.opname in READS  # it stores nothing under a name


def _may_read(module: ModuleType, name: str) -> bool:
    """Whether a name that is not a function of the module is harmless."""
    if name not in vars(module):
        return name in HARMLESS and hasattr(builtins, name)
    value = vars(module)[name]
    if isinstance(value, ModuleType):
        return any(value is each for each in HARMLESS_MODULES.values())
    if type(value) is FunctionType and _is_beside(module, value):
        return _only_computes(value, set())
    if _is_exception(value):
        held = [(name, each) for kind in _own_classes(value) for name, each in vars(kind).items()]
        own = [each for name, each in held if name not in OF_EVERY_CLASS]
        return all(_is_constant(each) or _only_describes(each) for each in own)
    if callable(value):
        return any(value is each for _, before in _originals[1:] for each in before.values())
    return _key(value) is not None and not _holds_buffer(value)


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
    """The instructions of a code object that use a name, and of the functions within it.

    A program is loaded hundreds of times, each time with another small edit: most code is the same.
    """
    inner = [const for const in code.co_consts if isinstance(const, CodeType)]
    bare = code.replace(co_consts=(None,) * len(code.co_consts))  # some cannot be written out
    own = (
        step
        for step in dis.get_instructions(bare)
        if step.opcode in dis.hasname or step.opname == "MATCH_CLASS"  # which reads attributes
    )
    return (*own, *(step for each in inner for step in _steps(each)))


# Plain data


def _key(value: Any) -> bytes | None:
    """The content of plain data as bytes: version 2 has no references, so equal data match."""
    try:
        return dumps(value, 2)
    except ValueError:
        return None


def _holds_buffer(value: Any) -> bool:
    """Whether there are bytes in plain data: a bytearray with methods of its own looks the same.

    The key of such data has the letter s in it.
    """
    kind = type(value)
    if _is_atom(value):
        return False
    if kind is dict:
        return any(map(_holds_buffer, (*value, *value.values())))
    if kind is list or kind is tuple or kind is set or kind is frozenset:
        return any(map(_holds_buffer, value))
    return True


class Handed:
    """Stands in a memory for an argument that the function hands back, such as the board."""

    def __init__(self, number: int) -> None:
        self.number = number


def _is_own(value: Any, args: "tuple[Any, ...]", given: Any) -> bool:
    """Whether it is a short list such as `[value, move]`, made by the function itself.

    A copy serves as well then, if nothing that was given to the function is a part of it. A whole
    argument may be: whoever asks again gets the own one back.
    """
    theirs = [*map(id, _lists(given))]
    handed = {id(each) for each in args if type(each) is list and theirs.count(id(each)) == 1}
    lists = [*_lists(value, handed)]
    own = {id(each) for each in lists}
    plain = all(type(each) is list for each in lists) and _key(value) is not None
    short = sum(map(len, lists)) <= LONGEST_LIST and len(own) == len(lists)
    return plain and short and own.isdisjoint(theirs)


def _lists(value: Any, but: "Collection[int]" = ()) -> Iterator[Any]:
    """The lists, sets and dictionaries in plain data, but for some."""
    if id(value) in but:
        return
    if type(value) in (list, set, dict):
        yield value
    if type(value) in (list, tuple, set, frozenset, dict):
        for each in value:
            yield from _lists(each, but)
    if type(value) is dict:
        yield from _lists([*value.values()], but)


def _kept(value: Any, args: "tuple[Any, ...]") -> Any:
    """The value with lists of its own, and marks in the place of arguments."""
    kind = type(value)
    if kind is list:
        for number, each in enumerate(args):
            if value is each:
                return Handed(number)
    return kind([_kept(each, args) for each in value]) if kind is list or kind is tuple else value


def _given_out(value: Any, args: "tuple[Any, ...]") -> Any:
    """What was kept, with lists of its own and these arguments."""
    kind = type(value)
    if kind is Handed:
        return args[value.number]
    if kind is list or kind is tuple:
        return kind([_given_out(each, args) for each in value])
    return value


def _is_constant(value: Any) -> bool:
    if type(value) is tuple:
        return all(map(_is_constant, value))
    return _is_atom(value)


def _is_atom(value: Any) -> bool:
    kind = type(value)
    return kind is str or value is None or kind is int or kind is bool or kind is float
