"""Reading requests: the type of a field says what it may hold.

    @dataclass(frozen=True)
    class MoveRequest:
        revision: Annotated[int, whole(0, MANY)]
        move: Annotated[str, text(20)]

    read_request(b'{"revision": 3, "move": "b2"}', MoveRequest, Quotas())

A value that does not fit is refused with a sentence that quotes it. Nothing is converted silently:
neither `true` nor `"3"` is a number, and an unknown field is refused. A field with a default may be
left out, or null.
"""

import json
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, fields
from functools import lru_cache, partial
from math import isfinite
from typing import Any, NoReturn, TypeAlias, TypeVar, get_args, get_type_hints

from starlette.exceptions import HTTPException

from noughts.errors import is_number, is_whole, shorten
from noughts.web.quotas import Quotas

__all__ = ["Unfit", "flag", "list_of", "number", "one_of", "pair", "read_object", "read_query"]
__all__ += ["read_request", "secret", "text", "whole"]

T = TypeVar("T")
Read: TypeAlias = Callable[[Any, Quotas], Any]  # returns the value, or raises `Unfit`
KEY = re.compile(r"[A-Za-z0-9_-]{22}")


class Unfit(ValueError):
    """A value that does not fit its field."""

    def __init__(self, what: str, *where: str) -> None:
        super().__init__(f"{'.'.join(where)}: {what}" if where else what)
        self._what = what
        self._where = where

    def within(self, name: str) -> "Unfit":
        """The same error, seen from the object that has the value in its field `name`."""
        return Unfit(self._what, name, *self._where)


# What a field may hold


def text(most: int) -> Read:
    """A string of at most `most` valid characters."""

    def read(value: Any, quotas: Quotas) -> str:
        if not isinstance(value, str):
            raise Unfit(f"{_quoted(value)} is not text")
        if len(value) > most:
            raise Unfit(f"{shorten(value)} is too long: at most {most} characters")
        if "\0" in value or any("\ud800" <= c <= "\udfff" for c in value):
            raise Unfit(f"{shorten(value)} contains an invalid character")
        return value

    return read


def secret(value: Any, quotas: Quotas) -> str:
    """A key: 128 random bits in base64url. It is not quoted, wherever errors may be kept."""
    if not isinstance(value, str) or not KEY.fullmatch(value):
        raise Unfit("a key has 22 characters: letters, digits, - and _")
    return value


def whole(least: int, most: int | str) -> Read:
    """A whole number; 3.0 counts as one. `most` is a number or the name of a quota."""

    def read(value: Any, quotas: Quotas) -> int:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not is_whole(value):
            raise Unfit(f"{_quoted(value)} is not a whole number")
        return int(_in_range(value, least, most, quotas))

    return read


def number(least: float, most: float | str) -> Read:
    """A finite number. `most` is a number or the name of a quota."""

    def read(value: Any, quotas: Quotas) -> float:
        if not is_number(value) or value != value:
            raise Unfit(f"{_quoted(value)} is not a number")
        return _in_range(value, least, most, quotas)

    return read


def _in_range(value: float, least: float, most: float | str, quotas: Quotas) -> float:
    highest = getattr(quotas, most) if isinstance(most, str) else most
    if not least <= value <= highest or not isfinite(value):
        written = "{} to {}" if isinstance(highest, int) else "{:g} to {:g}"
        raise Unfit(f"{_quoted(value)} is out of range: {written.format(least, highest)}")
    return value


def flag(value: Any, quotas: Quotas) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise Unfit(f"{_quoted(value)} is neither true nor false")
    return value


def one_of(choices: Collection[str]) -> Read:
    """One of a few words."""

    def read(value: Any, quotas: Quotas) -> str:
        if not isinstance(value, str) or value not in choices:
            raise Unfit(f"{_quoted(value)} is not one of {', '.join(choices)}")
        return value

    return read


def list_of(each: Read, most: int) -> Read:
    """A list of at most `most` values of a kind."""

    def read(value: Any, quotas: Quotas) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise Unfit(f"{_quoted(value)} is not a list")
        if len(value) > most:
            raise Unfit(f"{len(value)} values are too many: at most {most}")
        return tuple(each(item, quotas) for item in value)

    return read


def pair(first: Read, second: Read) -> Read:
    """A list of two."""

    def read(value: Any, quotas: Quotas) -> tuple[Any, Any]:
        if not isinstance(value, list) or len(value) != 2:
            raise Unfit(f"{_quoted(value)} is not a pair")
        return first(value[0], quotas), second(value[1], quotas)

    return read


# Objects


def read_request(body: bytes, kind: type[T], quotas: Quotas) -> T:
    """The body of a request; anything wrong with it is refused in a sentence."""
    try:
        return read_object(kind, _parsed(body), quotas)
    except Unfit as unfit:
        raise HTTPException(400, str(unfit)) from None


def read_query(query: Mapping[str, str], kind: type[T], quotas: Quotas) -> T:
    """The query of an address: digits are a number, `yes` and `no` are true and false."""
    words = {"yes": True, "no": False}

    def value(word: str) -> Any:
        is_short_number = word.isascii() and word.isdigit() and len(word) < 16
        return int(word) if is_short_number else words.get(word, word)

    try:
        return read_object(kind, {name: value(word) for name, word in query.items()}, quotas)
    except Unfit as unfit:
        raise HTTPException(400, str(unfit)) from None


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body.decode("utf-8"), parse_constant=_no_number)
    except UnicodeDecodeError:
        problem = "is not UTF-8 text"
    except RecursionError:
        problem = "is too deeply nested"
    except json.JSONDecodeError as error:
        problem = f"is not JSON: {error}"
    except Unfit:
        raise
    except ValueError:  # more digits than Python reads
        problem = "has a number that is too large"
    raise Unfit(f"{shorten(body[:200].decode('utf-8', 'replace'))} {problem}")


def _no_number(word: str) -> NoReturn:
    raise Unfit(f"{word} is not a number")


def read_object(kind: Callable[..., T], value: Any, quotas: Quotas, *, strict: bool = True) -> T:
    """An object with the fields of that data class and, if `strict`, no others."""
    known = _fields(kind)
    if not isinstance(value, dict):
        raise Unfit(f"{_quoted(value)} is not an object: {_names(known)}")
    if strict and (strange := [name for name in value if name not in known]):
        raise Unfit(f"unknown field {shorten(strange[0])}: {_names(known)}")
    return kind(**{name: _field(name, *known[name], value, quotas) for name in known})


@lru_cache(64)
def _fields(kind: Any) -> dict[str, tuple[Read, Any]]:
    """For each field of a data class, its reader and its default."""
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: (_reader(hints[field.name]), field.default) for field in fields(kind)}


def _reader(hint: Any) -> Read:
    if hasattr(hint, "__metadata__"):
        read: Read = hint.__metadata__[0]
        return read
    if hint is bool:
        return flag
    if isinstance(hint, type):
        return partial(read_object, hint)
    return _reader(get_args(hint)[0])  # the type in `type | None`


def _field(name: str, read: Read, default: Any, value: dict[str, Any], quotas: Quotas) -> Any:
    if name not in value and default is MISSING:
        raise Unfit(f"the field {name!r} is missing")
    if value.get(name) is None and default is not MISSING:
        return default
    try:
        return read(value[name], quotas)
    except Unfit as unfit:
        raise unfit.within(name) from None


def _names(known: Mapping[str, Any]) -> str:
    return f"the fields are {', '.join(known)}" if known else "no fields are allowed"


def _quoted(value: Any) -> str:
    """A value of any kind as it was sent, shortened."""
    if isinstance(value, str):
        return shorten(value)
    if is_whole(value) and abs(value) >= 10**40:
        return f"a number of {len(hex(value)) * 5 // 6} digits"
    written = json.dumps(value) if isinstance(value, bool | int | float | None) else None
    return written or f"{'a list' if isinstance(value, list) else 'an object'}"
