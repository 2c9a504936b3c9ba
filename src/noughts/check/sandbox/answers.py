"""What an untrusted program says: an `Answer` is a value, or why there is none.

Values arrive as lists in JSON (`inside/host.py` says how), read by `reading.py` within its limits.
Here each field gets its type: what the host never says is the program's fault (`Ended`), and a
value that is not plain data becomes an `Other`. The code behind this module can rely on the types.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from noughts.check.sandbox.reading import (
    DEEPEST,
    LONGEST_NAME,
    MEDDLED,
    Unreadable,
    harmless,
    plain,
    read_list,
)
from noughts.check.sandbox.sandbox import Ended

__all__ = ["ASKS", "LONGEST_KEPT", "MISSING", "Answer", "KeptBoard", "Loaded", "Other", "Packed"]
__all__ += ["Unordered", "as_call", "literal", "read_answer", "read_kept", "read_loaded"]
__all__ += ["read_told", "shown"]

Packed: TypeAlias = Any  # a value as `host.pack` writes it
ASKS = "it asks for input"  # how the text of an answer begins if that is why there is no value,
MISSING = "it raises ModuleNotFoundError: No module named "  # or this
LONGEST_KEPT = 1_000  # characters of a value: a board of nine cells has fewer than a hundred
SHORT = 200  # characters of an answer that may come again
MOST_STAND_INS = 8
MOST_LINES = 10_000_000  # of a program
_blank: Any = object.__new__
Kind: TypeAlias = Literal["value", "raised", "ended", "late", "not asked"]


@dataclass(frozen=True)
class Other:
    """A value that is not plain data."""

    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} (a {self.kind})"


@dataclass(frozen=True)
class Unordered:
    """A set, with its items in the order in which the program iterates over them."""

    items: tuple[Any, ...]

    def __str__(self) -> str:
        return f"{{{', '.join(map(repr, self.items))}}}"


@dataclass(frozen=True)
class Answer:
    """What came back: a value, or why there is none."""

    kind: Kind
    value: Any = None
    text: str = ""  # why there is no value
    line: int | None = None  # of the program, where it raised
    changed: bool = False  # whether its arguments came back changed
    calls: int = 0  # to the counted functions: the program's own word
    seconds: float = 0.0  # until it came, by our clock

    @property
    def ok(self) -> bool:
        """Whether there is a value."""
        return self.kind == "value"

    @property
    def did(self) -> str:
        """What came back, in words."""
        return f"it returned {shown(self.value)}" if self.ok else self.text


def read_told(line: str, mark: str) -> list[Any]:
    """What a line of the host says, after the mark of the question to which it belongs.

    The mark is new for each question, so that a line written ahead of it, or by somebody who has
    not read it, is noticed. Raises `Ended` for whatever the host does not say.
    """
    try:
        first, *told = read_list(line)
    except ValueError as error:  # Unreadable, or an empty list
        raise Ended(str(error) if isinstance(error, Unreadable) else MEDDLED) from None
    if type(first) is not str or first != mark or not told or type(told[0]) is not str:
        raise Ended(MEDDLED)
    return told


def read_answer(
    line: str, mark: str, asked: str = "", seconds: float = 0.0, longest: int = LONGEST_KEPT
) -> Answer:
    """What `host.py` says about one question; `asked` are the arguments, as they were sent.

    The host sends them back as they are after the call: if not one character differs, the program
    has left them as they were. A value of more than `longest` characters becomes an `Other`: there
    are thousands of answers, and all are kept.
    """
    start, end = f'["{mark}",', f",{asked}]"
    same = bool(asked) and line.endswith(end)
    if same and len(line) - len(asked) < SHORT and line.startswith(start):
        answer: Answer = _blank(Answer)  # nothing has to be checked again
        vars(answer).update(vars(_read_again(line[len(start) : -len(end)])), seconds=seconds)
        return answer
    kind, *told = read_told(f"{line[: -len(end)]}]" if same else line, mark)
    if kind == "raised":
        return _raised(told, seconds)
    if kind != "value" or len(told) != (2 if same else 3):
        raise Ended(MEDDLED)
    changed = bool(asked) and not same
    value = _value(told[0])
    if len(line) - len(asked) > longest:
        value = Other(type(value).__name__.lower(), shown(value))
    return Answer("value", value, "", None, changed, _count(told[1]), seconds)


@lru_cache(maxsize=8_000)
def _read_again(told: str) -> Answer:
    """A short answer, without its mark and its arguments: thousands of questions share a few."""
    return read_answer(f'["",{told},[]]', "")


def _raised(told: list[Any], seconds: float = 0.0) -> Answer:
    if [*map(type, told[:2])] != [str, str] or len(told) != 4:
        raise Ended(MEDDLED)
    name, text, line, calls = told
    where = line if type(line) is int and 0 < line < MOST_LINES else None
    if line is not None and where is None:
        raise Ended(MEDDLED)
    said = _error_in_words(harmless(name, LONGEST_NAME), harmless(text), where)
    return Answer("raised", None, said, where, False, _count(calls), seconds)


def _count(told: Any) -> int:
    if type(told) is not int or told < 0:
        raise Ended(MEDDLED)
    return told


def _error_in_words(name: str, text: str, line: int | None) -> str:
    if name == "ReadsInput":
        where = f" in line {line}" if line else ""
        return f"{ASKS}{where}{text[:40]}"
    what = "it calls exit" if name == "SystemExit" else f"it raises {name}"
    said = f": {text}" if text and name != "SystemExit" else ""
    where = f" (line {line})" if line else ""
    said = re.sub(r" \([^()]{1,80}, line \d{1,6}\)$", "", said)  # of a SyntaxError: not twice
    return f"{what}{said}"[:240] + where


def _value(packed: Packed, depth: int = DEEPEST) -> Any:
    """The value as data; anything odd becomes an `Other`."""
    if type(packed) is str:
        return plain(packed)
    if type(packed) is not list:
        return packed
    if not packed or type(packed[0]) is not str or not depth:
        return Other("?", "?")
    kind, *items = packed
    if kind == "float":
        return _number(items)
    if kind == "other":
        texts = [harmless(item) for item in items if type(item) is str]
        return Other(*[*texts, "?", "?"][:2])
    if kind == "dict":
        return Other("dict", "{...}")
    values = [_value(item, depth - 1) for item in items]
    if kind in ("set", "frozenset"):
        return Unordered(tuple(values))
    return tuple(values) if kind == "tuple" else values


def _number(items: list[Any]) -> Any:
    if [*map(type, items)] == [str] and len(items[0]) < 40:
        try:
            return float(items[0])
        except ValueError:
            pass
    return Other("float", "?")


@dataclass(frozen=True)
class Loaded:
    """What a program has: its functions, each with the fewest and most arguments it takes."""

    names: dict[str, list[int] | None]
    recursive: list[str]
    stand_ins: list[str]  # for packages that are not there


def read_loaded(line: str, mark: str) -> Loaded | Answer:
    """What the host says of a program that it has run; an `Answer` if that did not work."""
    kind, *told = read_told(line, mark)
    if kind == "raised":
        return _raised(told)
    if kind != "loaded" or len(told) != 3 or type(told[0]) is not list:
        raise Ended(MEDDLED)
    names = {}
    for each in told[0]:
        if type(each) is not list or len(each) != 3 or type(each[0]) is not str:
            raise Ended(MEDDLED)
        name, *arguments = each
        names[name] = arguments if [*map(type, arguments)] == [int, int] else None
    if len(names) != len(told[0]):
        raise Ended(MEDDLED)
    known = {name: takes for name, takes in names.items() if _is_name(name)}
    return Loaded(known, _names(told[1]), _names(told[2])[:MOST_STAND_INS])


def _names(told: Any) -> list[str]:
    """A list of names, without those that are none."""
    if type(told) is not list or not all(type(name) is str for name in told):
        raise Ended(MEDDLED)
    return [name for name in told if _is_name(name)]


def _is_name(name: object) -> bool:
    return type(name) is str and name.isidentifier() and len(name) <= LONGEST_NAME


@dataclass(frozen=True)
class KeptBoard:
    """An empty board that a program keeps, in its module (owner "") or in objects of a class."""

    owner: str
    name: str
    layout: str
    empty: str | int | None
    numbered: bool  # each cell holds its own number, the first one `empty`
    atoms: tuple[tuple[str, str | int], ...]  # what else the owner keeps: names and values


def read_kept(line: str, mark: str) -> list[KeptBoard]:
    """What `look.py` says: an owner, its boards, its other values, and so on."""
    kind, *told = read_told(line, mark)
    if kind != "kept":
        return []  # it raised
    found = []
    for each in told:
        if type(each) is not list or len(each) != 3:
            raise Ended(MEDDLED)
        owner, boards, atoms = each
        if owner == "" or _is_name(owner):
            rest = tuple((name, value) for name, value in _pairs(atoms) if _is_atom(value))
            found += [_kept_board(owner, *board, rest) for board in _pairs(boards)]
    return [board for board in found if board is not None]


def _pairs(told: Any) -> list[tuple[str, Any]]:
    """Names and what belongs to each."""
    if type(told) is not list or not all(type(each) is list and len(each) == 2 for each in told):
        raise Ended(MEDDLED)
    return [(name, value) for name, value in told if _is_name(name)]


def _kept_board(owner: str, name: str, told: Any, atoms: Any) -> KeptBoard | None:
    if type(told) is not list or len(told) != 3 or type(told[0]) is not str:
        raise Ended(MEDDLED)
    layout, empty, numbers = told
    if empty is not None and not _is_atom(empty):
        return None
    if numbers == "numbers" and not (str(empty).isdecimal() and len(str(empty)) < LONGEST_NAME):
        return None
    return KeptBoard(owner, name, layout, empty, numbers == "numbers", atoms)


def _is_atom(value: object) -> bool:
    return type(value) is int or (type(value) is str and value == plain(value))


def literal(packed: Packed) -> str:
    """A packed argument as one writes it in Python.

    >>> literal(["list", ["list", "X", None], ["tuple", 0, 2]])
    "[['X', None], (0, 2)]"
    """
    return repr(_value(packed))


def as_call(function: str, arguments: Sequence[Packed]) -> str:
    """A question as one writes it in Python.

    >>> as_call("choose", ["x........", "o"])
    "choose('x........', 'o')"
    """
    return f"{function}({', '.join(map(literal, arguments))})"


def shown(value: object) -> str:
    """A value as the student would write it, shortened."""
    text = str(value) if isinstance(value, Other | Unordered) else repr(value)
    return text if len(text) <= 80 else f"{text[:76]}..."
