"""The one place where bytes of a stranger become values.

Limits on length, depth, items and digits are checked before anything is built from the bytes, and
texts lose what could steer a terminal or break a file. Whatever does not fit is `Unreadable`, which
is the fault of whoever wrote it.

A line of the host (`inside/host.py`) is a list in JSON, without objects, and its numbers are whole.
"""

import json
import re
from typing import Any

__all__ = ["DEEPEST", "LONGEST_LINE", "LONGEST_NAME", "MEDDLED", "Unreadable", "harmless"]
__all__ += ["last_words", "plain", "read_flags", "read_list"]

LONGEST_LINE = 100_000  # characters
DEEPEST = 24  # brackets within brackets
MOST_DIGITS = 19  # of a number
LONGEST_NAME = 60
MEDDLED = "it wrote into the checker's pipe"
FEW = 40  # brackets: so many cannot be nested too deep for anybody

_LONG_NUMBER = re.compile("[0-9]" * (MOST_DIGITS + 1))
_TOKENS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]|' + _LONG_NUMBER.pattern, re.S)


class Unreadable(ValueError):
    """What came is nothing that our side of the pipe can have written; says why."""


def _refuse(*_: object) -> Any:
    raise Unreadable(MEDDLED)


_LISTS = json.JSONDecoder(object_pairs_hook=_refuse, parse_float=_refuse, parse_constant=_refuse)
_FLAGS = json.JSONDecoder(object_pairs_hook=list, parse_float=_refuse, parse_constant=_refuse)


def read_list(line: str) -> list[Any]:
    """The list that a line holds: texts, whole numbers, True, False, None, and lists of these."""
    return _decoded(_LISTS, line)


def read_flags(data: bytes) -> dict[str, bool]:
    """Names and whether each is true, as the launcher writes them: `{"network": true, ...}`."""
    told = _decoded(_FLAGS, data.decode("utf-8", "replace"))
    if not all(type(each) is tuple and type(each[1]) is bool for each in told):
        raise Unreadable(MEDDLED)
    return {harmless(name, LONGEST_NAME): flag for name, flag in told}


def _decoded(decoder: json.JSONDecoder, line: str) -> list[Any]:
    if len(line) > LONGEST_LINE:
        raise Unreadable("its answer is too long")
    if line.count("[") + line.count("{") > FEW or _LONG_NUMBER.search(line):
        _look_closely(line)
    try:
        told, end = decoder.raw_decode(line)
    except Unreadable:
        raise
    except (ValueError, RecursionError):
        raise Unreadable(MEDDLED) from None
    if type(told) is not list or end != len(line):
        raise Unreadable(MEDDLED)
    return told


def _look_closely(line: str) -> None:
    """Refuse what is nested too deep, and numbers that are too long; strings may hold either."""
    depth = 0
    for token in _TOKENS.finditer(line):
        first = token[0][0]
        if first in "[{":
            depth += 1
            if depth > DEEPEST:
                raise Unreadable("its answer is nested too deep")
        elif first in "]}":
            depth -= 1
        elif first != '"':
            raise Unreadable("its answer holds a number that is too long")


# Texts


def plain(text: str) -> str:
    """A text that was returned: as it is, but for what no file and no terminal should see.

    >>> plain(chr(27) + "[31m" + chr(0xD800) + " b2")
    '?[31m? b2'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\t\n\r" else "?" for c in text)


def harmless(text: str, longest: int = 200) -> str:
    """A text on one line, shortened, with `?` for whatever cannot be seen."""
    few = text[: 4 * longest]
    if not few.isprintable():
        few = "".join(c if c.isprintable() else "?" for c in " ".join(few.split()))
    return few.strip()[:longest]


def last_words(printed: bytes, longest: int = 120) -> str:
    """The last line that a program printed; empty if there is none."""
    lines = [line for line in printed.decode("utf-8", "replace").splitlines() if line.strip()]
    return harmless(lines[-1], longest) if lines else ""
