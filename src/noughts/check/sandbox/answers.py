"""What an untrusted program says: an `Answer` is a value, or why there is none.

Values arrive as plain JSON (`inside/host.py` says how), and anything odd becomes an `Other`. The
code behind this module can rely on the types.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from noughts.check.sandbox.sandbox import Ended

__all__ = ["ASKS", "MISSING", "Answer", "KeptBoard", "Other", "Packed", "Unordered", "as_call"]
__all__ += ["literal", "read_answer", "read_json", "read_kept", "read_list", "read_names", "shown"]

Packed: TypeAlias = Any  # a value as `host.pack` writes it
ASKS = "it asks for input"  # how the text of an answer begins if that is why there is no value,
MISSING = "it raises ModuleNotFoundError: No module named "  # or this
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
    changed: bool = False  # whether the program has changed the arguments
    calls: int = 0  # to the counted functions
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        """Whether there is a value."""
        return self.kind == "value"

    @property
    def did(self) -> str:
        """What came back, in words."""
        return f"it returned {shown(self.value)}" if self.ok else self.text


def read_json(line: str) -> dict[str, Any]:
    """One line from the host."""
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        raise Ended("it wrote into the checker's pipe") from None
    if type(told) is not dict:
        raise Ended("it wrote into the checker's pipe")
    return told


def read_answer(told: dict[str, Any]) -> Answer:
    """What `host.py` says about one question."""
    calls, seconds = told.get("calls"), told.get("seconds")
    common: dict[str, Any] = {
        "calls": calls if type(calls) is int else 0,
        "seconds": seconds if type(seconds) is float else 0.0,
    }
    if "error" in told:
        line = told.get("line")
        return Answer(
            "raised",
            text=_error_in_words(told),
            line=line if type(line) is int and line > 0 else None,
            **common,
        )
    return Answer(
        "value",
        _value(told.get("value")),
        changed=told.get("changed") is not False,
        **common,
    )


def _error_in_words(told: dict[str, Any]) -> str:
    name, text, line = (str(told.get(key) or "") for key in ("error", "text", "line"))
    if name == "ReadsInput":
        where = f" in line {line}" if line.isdigit() else ""
        return f"{ASKS}{where}{' '.join(text.split())[:40]}"
    what = "it calls exit" if name == "SystemExit" else f"it raises {name}"
    said = f": {' '.join(text.split())}" if text and name != "SystemExit" else ""
    where = f" (line {line})" if line.isdigit() else ""
    return f"{what}{said}"[:240] + where


def _value(packed: Packed) -> Any:
    """The value as data; anything odd becomes an `Other`."""
    if type(packed) is not list:
        return packed
    if not packed or type(packed[0]) is not str:
        return Other("?", "?")
    kind, *items = packed
    if kind == "float":
        return _number(items)
    if kind == "other":
        return Other(*(str(item) for item in [*items, "?", "?"][:2]))
    if kind == "dict":
        return Other("dict", "{...}")
    values = [_value(item) for item in items]
    if kind in ("set", "frozenset"):
        return Unordered(tuple(values))
    return tuple(values) if kind == "tuple" else values


def _number(items: list[Any]) -> Any:
    try:
        return float(items[0])
    except (ValueError, TypeError, IndexError):
        return Other("float", "?")


def read_names(told: Any) -> dict[str, list[int] | None]:
    """The functions of a program, and the fewest and most arguments that each takes."""
    found = {}
    for name, arguments in (told if type(told) is dict else {}).items():
        plain = type(arguments) is list and all(type(item) is int for item in arguments)
        found[name] = arguments if plain and len(arguments) == 2 else None
    return found


def read_list(told: Any) -> list[str]:
    """A list of names, without anything else in it."""
    return [name for name in told if type(name) is str] if type(told) is list else []


@dataclass(frozen=True)
class KeptBoard:
    """An empty board that a program keeps, in its module (owner "") or in objects of a class."""

    owner: str
    name: str
    layout: str
    empty: str | int | None
    numbered: bool  # each cell holds its own number, the first one `empty`
    atoms: tuple[tuple[str, str | int], ...]  # what else the owner keeps: names and values


def read_kept(told: dict[str, Any]) -> list[KeptBoard]:
    """What `look.py` says; anything odd is left out."""
    kept = told.get("kept")
    found = []
    for owner, each in (kept if type(kept) is dict else {}).items():
        if type(each) is not dict or not (owner == "" or owner.isidentifier()):
            continue
        boards, atoms = (each.get(key) for key in ("boards", "atoms"))
        plain = {n: v for n, v in (atoms if type(atoms) is dict else {}).items() if _is_atom(v)}
        for name, board in (boards if type(boards) is dict else {}).items():
            if not name.isidentifier() or type(board) is not list or len(board) != 3:
                continue
            layout, empty, numbers = board
            if type(layout) is str and (empty is None or _is_atom(empty)):
                rest = tuple((n, v) for n, v in plain.items() if n.isidentifier())
                found.append(KeptBoard(owner, name, layout, empty, numbers == "numbers", rest))
    return found


def _is_atom(value: object) -> bool:
    return type(value) in (str, int)


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
