"""Runs inside the sandbox: loads the program and answers questions about what it does.

A question is one line of JSON, and its answers are lists in JSON, one to a line. This process
judges nothing and does not know the expected answers, so a program that takes it apart changes only
its own answers. Values travel as plain JSON: a type that JSON lacks is a list whose first item is
its name, such as `["tuple", 0, 1]` or `["set", ["tuple", 0, 1]]`; an object of any other class is
`["other", class, text]`.

    {"load": path, "remember": true, "counted": ["result"], "mark": m}
        -> [m, "loaded", [[name, fewest, most], ...], [recursive, ...], [stand-in, ...]]
    {"ask": "minimax", "all": [[board], [board], ...], "mark": m}
        -> [m.0, "value", value, calls, [board]], [m.1, "value", ...], ...
    {"look": true, "mark": m}
        -> [m, "kept", [owner, [[name, board], ...], [[name, atom], ...]], ...]

Instead of each may come `[m, "raised", name, text, line, calls]`. The mark says to which question
an answer belongs. The arguments come back as they are after the call: the checker compares them.
With "within", an answer that takes more seconds than that is given up, and the next one asked for.

What the program does to modules and builtins changes nothing here: this file has its own builtins,
and has bound what it needs before the program is loaded. But both share one interpreter, so all
that is said here is the program's own word, if it is determined.

What the program imports in vain and hardly needs gets a stand-in; "stand_ins" in the answer names
those.

A later `load` begins anew, with another text of the program ("text") or with our functions in the
place of some of its own ("ours").
"""

import __future__

import _signal  # type: ignore[import-not-found]
import builtins
import json
import os
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from marshal import dumps, loads
from signal import ITIMER_REAL, SIGALRM, setitimer
from types import CodeType, FunctionType, ModuleType
from typing import Any

from .hoist import hoist
from .look import kept_boards
from .memoise import Memoiser, fast_deepcopy, keep_originals, recursive_functions
from .stand_ins import Missing, Nobody, StandIns, package_wanted

__all__ = ["main", "pack", "unpack"]

globals()["__builtins__"] = vars(builtins).copy()  # of all functions below

LONGEST = 20_000  # characters of an answer
DEEPEST = 6
MOST_ITEMS = 500
MOST_KNOWN = 20_000  # questions: of a whole exam
MOST_STAND_INS = 8
LOOKING = 3.0  # seconds to make an object of each class
LONGEST_TEXT = 2_000
LARGEST = 1 << 60
NAMED = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}
_set_signal = _signal.signal  # without the enums of `signal.signal`, which take a third of the time
NAMES = {id(kind): name for name, kind in NAMED.items()}  # a class can be equal to another


def main(questions: int, answers: int) -> None:
    """Answer until there are no more questions."""
    write = os.write  # the program may replace it in `os`
    write_json, seed = _encoder(), random.seed
    read_json = json.JSONDecoder().scan_once  # type: ignore[attr-defined]
    known = Known(write_json)
    stand_ins = StandIns()
    sys.meta_path.insert(0, stand_ins)
    student = Student(stand_ins, known)
    fast_deepcopy()
    keep_originals()

    def say(mark: str, answer: list[Any], same: str = "") -> None:
        text = write_json([mark, *answer])
        if same:
            text = f"{text[:-1]},{same}]"
        if len(text) > LONGEST:
            text = write_json([mark, "raised", "TooLong", "the answer is too long", None, 0])
        data = text.encode() + b"\n"
        while data:
            data = data[write(answers, data) :]

    for line in _lines(questions):
        question, _ = read_json(line.decode(), 0)
        mark = question.pop("mark")
        if "load" in question:
            seed(question.pop("seed", 0))  # the same report every time
            student = Student(stand_ins, known)
            say(mark, student.load(partial(say, mark), **question))
        elif "look" in question:
            say(mark, student.look())
        else:
            within = question.get("within", 0.0)
            for number, arguments in enumerate(question["all"]):
                say(f"{mark}.{number}", *student.ask(question["ask"], arguments, within))


def _encoder() -> Callable[[Any], str]:
    """Writes JSON without a line of Python that the program could change."""
    make = json.encoder.c_make_encoder  # type: ignore[attr-defined]
    text = json.encoder.encode_basestring_ascii
    if make is None:
        return json.JSONEncoder(separators=(",", ":")).encode
    pieces = make(None, None, text, None, ":", ",", False, False, False)
    return lambda value: "".join(pieces(value, 0))


def _lines(end: int) -> Any:
    read = os.read
    pending = b""
    while chunk := read(end, 1 << 16):
        *whole, pending = (pending + chunk).split(b"\n")
        yield from whole


class Known:
    """The arguments of questions that come again and again: how to make them, and their text."""

    def __init__(self, write: Callable[[Any], str]) -> None:
        self._write = write
        self._kept: dict[bytes, tuple[bytes, str]] = {}

    def find(self, packed: list[Any]) -> tuple[bytes, str] | None:
        """Arguments as bytes and as text; None for those that the program makes itself."""
        key = dumps(packed, 2)
        found = self._kept.get(key)
        if found is None and not any(type(each) is list and each[0] == "call" for each in packed):
            content = _content([unpack(each) for each in packed])
            if content is not None:
                found = content, self._write(packed)
                if len(self._kept) < MOST_KNOWN:
                    self._kept[key] = found
        return found


class Student:
    """The program, as a module."""

    def __init__(self, stand_ins: StandIns, known: Known) -> None:
        self.known = known
        self.module = ModuleType("program")
        self.memoiser: Memoiser | None = None
        self.stand_ins = stand_ins

    def load(
        self,
        say: Callable[[list[Any]], None],
        load: str,
        text: str | None,
        ours: dict[str, str],
        remember: bool,
        counted: list[str],
        paths: list[str],
    ) -> list[Any]:
        """Run the file; say which functions it has and how many arguments each takes."""
        sys.argv = [load]
        sys.path[:0] = [folder for folder in [os.path.dirname(load)] if folder not in sys.path]
        sys.path += [path for path in paths if path not in sys.path]
        try:
            source = _read(load) if text is None else text
            code, hoisted = _compiled(source, load, remember)
        except BaseException as error:
            return _in_words(error, load)
        if told := self._run(code, source, say):
            return told
        for name, written in ours.items():
            setattr(self.module, name, _ours(name, written))
        recursive = recursive_functions(self.module) - hoisted
        names = [
            [name, *_arguments(value)]
            for name, value in vars(self.module).items()
            if type(name) is str and not name.startswith("__") and name not in hoisted
            if callable(value) and type(value) is not Missing
        ]
        wanted = {*counted} or recursive
        self.memoiser = Memoiser(self.module, code, wanted, remember)
        return ["loaded", names, sorted(recursive), self.stand_ins.names]

    def _run(
        self, code: CodeType, source: bytes | str, say: Callable[[list[Any]], None]
    ) -> list[Any] | None:
        """Run the file from top to bottom, and again if a stand-in helps; say what went wrong."""
        load, leave = code.co_filename, os._exit

        def give_up() -> None:
            say(nobody.in_words())
            leave(0)

        while True:
            self.module = sys.modules["program"] = ModuleType("program")
            self.module.__file__ = load
            vars(self.module)["__builtins__"] = builtins
            nobody = vars(sys)["stdin"] = Nobody(load, give_up)
            try:
                exec(code, vars(self.module))
                nobody.too_often = lambda: None  # from here on a question has its own time limit
                return None
            except BaseException as error:
                package = package_wanted(error, load, source)
                known = self.stand_ins.names
                if package is None or package in known or len(known) == MOST_STAND_INS:
                    error = self.stand_ins.really(error)
                    return nobody.in_words() if nobody.lines else _in_words(error, load)
                known.append(package)
                sys.modules.pop(package, None)

    def ask(self, name: str, packed: list[Any], within: float = 0.0) -> tuple[list[Any], str]:
        """Call a function; say what it returns, and what its arguments are afterwards.

        If they are the same, their text comes apart: most of the time goes into such texts.
        """
        assert self.memoiser is not None
        self.memoiser.begin()
        calls = self.memoiser.calls
        try:
            known = self.known.find(packed)
            arguments = loads(known[0]) if known else [self._argument(each) for each in packed]
            function = getattr(self.module, name)
            value = _given_up(function, arguments, within) if within else function(*arguments)
        except BaseException as error:
            told = _in_words(self.stand_ins.really(error), self.module.__file__ or "")
            return [*told[:-1], self.memoiser.calls - calls], ""
        answer = ["value", pack(value), self.memoiser.calls - calls]
        if known and known[0] == _content(arguments):
            return answer, known[1]
        return [*answer, [pack(each) for each in arguments]], ""

    def look(self) -> list[Any]:
        """The boards that the program keeps: their names and how they are laid out."""
        try:
            return ["kept", *_given_up(kept_boards, [self.module], LOOKING)]
        except BaseException as error:
            return _in_words(error, self.module.__file__ or "")

    def _argument(self, packed: Any) -> Any:
        if type(packed) is list and packed and packed[0] == "call":
            return getattr(self.module, packed[1])()
        return unpack(packed)


class GivenUp(BaseException):
    """It takes too long."""


def _given_up(function: Callable[..., Any], arguments: Iterable[Any], seconds: float) -> Any:
    """Call a function; raise `GivenUp` after these seconds, and again while it goes on."""

    def give_up(*_: object) -> None:
        raise GivenUp("it takes too long")

    _set_signal(SIGALRM, give_up)
    setitimer(ITIMER_REAL, seconds, seconds / 4)
    try:
        return function(*arguments)
    finally:
        setitimer(ITIMER_REAL, 0)


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _compiled(source: bytes | str, file: str, remember: bool) -> tuple[CodeType, set[str]]:
    """The program, with functions at its top that can have a memory there; the names of those."""
    code, hoisted = compile(source, file, "exec"), set[str]()
    if remember and any(not inner.co_name.startswith("<") for inner in _inner(code)):
        try:
            tree, hoisted = hoist(source)
            code = compile(tree, file, "exec") if hoisted else code
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            hoisted = set()
    return code, hoisted


def _inner(code: CodeType) -> Iterator[CodeType]:
    """The functions within the functions of a module, among them `<lambda>` and `<listcomp>`."""
    for function in code.co_consts:
        if isinstance(function, CodeType):
            yield from (const for const in function.co_consts if isinstance(const, CodeType))


def _ours(name: str, written: str) -> FunctionType:
    """Our function, from its text; it counts as one of the program's."""
    code = compile(written, "ours", "exec", __future__.annotations.compiler_flag, dont_inherit=True)
    (own,) = [const for const in code.co_consts if isinstance(const, CodeType)]
    mine = FunctionType(own, {"__builtins__": builtins}, name)
    mine.__module__ = "program"
    return mine


def _content(arguments: list[Any]) -> bytes | None:
    """Short plain data as bytes: if it is the same after a call, there is no need to pack it."""
    try:
        content = dumps(arguments, 2)
    except ValueError:
        return None
    return content if len(content) < LONGEST_TEXT else None


def pack(value: Any, depth: int = DEEPEST) -> Any:
    """A value as JSON, by its exact type: a subclass of `int` is not a number here."""
    kind = type(value)
    if value is None or kind is bool:
        return value
    if kind is str:
        return value[:LONGEST_TEXT]
    if kind is int and -LARGEST < value < LARGEST:
        return value
    if kind is float:
        return ["float", repr(value)]
    if id(kind) in NAMES and depth > 0 and len(value) <= MOST_ITEMS:
        below = depth - 1
        return [NAMES[id(kind)], *[each if each is None else pack(each, below) for each in value]]
    if kind is dict and depth > 0 and len(value) <= MOST_ITEMS:
        return ["dict", *([pack(k, depth - 1), pack(v, depth - 1)] for k, v in value.items())]
    return ["other", str(kind.__name__)[:60], _text(value)]


def unpack(packed: Any) -> Any:
    """The value that was packed; only for what a question can hold."""
    if type(packed) is not list:
        return packed
    kind, *items = packed
    if kind == "dict":
        return {unpack(k): unpack(v) for k, v in items}
    values = [unpack(item) if type(item) is list else item for item in items]
    return values if kind == "list" else NAMED[kind](values)


def _text(value: Any) -> str:
    try:
        return str(repr(value))[:100]
    except BaseException:
        return "?"


def _arguments(value: Any) -> list[int | None]:
    """The fewest and most arguments that a function takes; None if unknown."""
    value = getattr(value, "__wrapped__", value)
    if type(value) is not FunctionType:
        return [None, None]
    code = value.__code__
    most = 99 if code.co_flags & 4 else code.co_argcount
    return [code.co_argcount - len(value.__defaults__ or ()), most]


def _in_words(error: BaseException, path: str) -> list[Any]:
    """The exception, and the line of the program that raised it."""
    line, trace = getattr(error, "lineno", None), error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    known = line if type(line) is int and line > 0 else None
    return ["raised", type(error).__name__[:60], _str(error), known, 0]


def _str(error: BaseException) -> str:
    try:
        return str(error)[:200]
    except BaseException:
        return "?"
