"""Requests, read strictly: a shape says which fields there are and what each may hold.

    MOVE = shape(revision=required(whole(0, MANY)), move=required(text(10)))
    MOVE({"revision": 3, "move": "b2"})

A reader takes a value and gives it back, read; what does not fit is an `Unfit` with a sentence
that quotes it. Nothing is converted silently: `true` is no number, `"3"` neither, and a field that
nobody has heard of is refused.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from typing import Any, NoReturn, TypeAlias

from noughts.notation import shorten
from noughts.web.refusal import Refusal

__all__ = ["Field", "Read", "Unfit", "flag", "list_of", "number", "one_of", "open_shape"]
__all__ += ["optional", "pair", "read_request", "required", "shape", "text", "whole"]

Read: TypeAlias = Callable[[Any], Any]


class Unfit(ValueError):
    """A value that is not what a field holds."""

    def __init__(self, what: str, *where: str) -> None:
        super().__init__(what)
        self.what = what
        self.where = where

    @property
    def sentence(self) -> str:
        """What is wrong, and in which field."""
        return f"{'.'.join(self.where)}: {self.what}" if self.where else self.what

    def within(self, name: str) -> "Unfit":
        """The same, seen from the shape that has the value in its field `name`."""
        return Unfit(self.what, name, *self.where)


def text(most: int) -> Read:
    """A string of at most so many characters, all of which can be written."""

    def read(value: Any) -> str:
        if not isinstance(value, str):
            raise Unfit(f"{_quoted(value)} is no text")
        if len(value) > most:
            raise Unfit(f"{shorten(value)} is too long: at most {most} characters")
        if "\0" in value or any("\ud800" <= c <= "\udfff" for c in value):
            raise Unfit(f"{shorten(value)} holds what is no character")
        return value

    return read


def whole(least: int, most: int) -> Read:
    """A whole number; 3.0 is one too."""

    def read(value: Any) -> int:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise Unfit(f"{_quoted(value)} is no whole number")
        if not least <= value <= most:
            raise Unfit(f"{_quoted(value)} is out of range: {least} to {most}")
        return value

    return read


def number(least: float, most: float) -> Read:
    """A finite number."""

    def read(value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
            raise Unfit(f"{_quoted(value)} is no number")
        if not least <= value <= most or not isfinite(value):
            raise Unfit(f"{_quoted(value)} is out of range: {least:g} to {most:g}")
        return value

    return read


def flag(value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise Unfit(f"{_quoted(value)} is neither true nor false")
    return value


def one_of(*choices: str) -> Read:
    """One of a few words."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or value not in choices:
            raise Unfit(f"{_quoted(value)} is none of {', '.join(choices)}")
        return value

    return read


def list_of(each: Read, most: int) -> Read:
    """A list of at most so many values of a kind."""

    def read(value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise Unfit(f"{_quoted(value)} is no list")
        if len(value) > most:
            raise Unfit(f"{len(value)} are too many: at most {most}")
        return [each(item) for item in value]

    return read


def pair(first: Read, second: Read) -> Read:
    """A list of two."""

    def read(value: Any) -> list[Any]:
        if not isinstance(value, list) or len(value) != 2:
            raise Unfit(f"{_quoted(value)} is no pair")
        return [first(value[0]), second(value[1])]

    return read


@dataclass(frozen=True)
class Field:
    """One field of a shape: how it is read, and what it is if it is left out or null."""

    read: Read
    needed: bool
    default: Any = None


def required(read: Read) -> Field:
    """A field that must be there."""
    return Field(read, needed=True)


def optional(read: Read, default: Any = None) -> Field:
    """A field that may be left out, or null."""
    return Field(read, needed=False, default=default)


def shape(**fields: Field) -> Read:
    """An object with these fields and no others."""
    known = open_shape(**fields)

    def read(value: Any) -> dict[str, Any]:
        strange = [name for name in value if name not in fields] if isinstance(value, dict) else ()
        if strange:
            raise Unfit(f"{shorten(strange[0])} is no field here: {_names(fields)}")
        found: dict[str, Any] = known(value)
        return found

    return read


def open_shape(**fields: Field) -> Read:
    """An object with these fields; others, of a later version perhaps, are passed over."""

    def read(value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise Unfit(f"{_quoted(value)} is no object: {_names(fields)}")
        return {name: _field(name, field, value) for name, field in fields.items()}

    return read


def _field(name: str, field: Field, value: dict[str, Any]) -> Any:
    if name not in value and field.needed:
        raise Unfit(f"the field {name!r} is missing")
    if value.get(name) is None and not field.needed:
        return field.default
    try:
        return field.read(value[name])
    except Unfit as unfit:
        raise unfit.within(name) from None


def read_request(body: bytes, shape: Read) -> Any:
    """The body of a request, read; whatever is wrong with it is a `Refusal`."""
    try:
        return shape(json.loads(body.decode("utf-8"), parse_constant=_no_number))
    except Unfit as unfit:
        raise Refusal(400, unfit.sentence) from None
    except UnicodeDecodeError:
        raise Refusal(400, f"{_start(body)} is no text in UTF-8") from None
    except RecursionError:
        raise Refusal(400, f"{_start(body)} is too deeply nested") from None
    except json.JSONDecodeError as error:
        raise Refusal(400, f"{_start(body)} is no JSON: {error}") from None
    except ValueError:  # more digits than Python reads
        raise Refusal(400, f"{_start(body)} has a number that is too large") from None


def _no_number(word: str) -> NoReturn:
    raise Unfit(f"{word} is no number")


def _start(body: bytes) -> str:
    return shorten(body[:200].decode("utf-8", "replace"))


def _names(fields: dict[str, Field]) -> str:
    return f"the fields are {', '.join(fields)}" if fields else "there are none"


def _quoted(value: Any) -> str:
    """A value of any kind as it was sent, shortened."""
    if isinstance(value, str):
        return shorten(value)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**40:
        return f"a number of {len(hex(value)) * 5 // 6} digits"
    written = json.dumps(value) if isinstance(value, bool | int | float | None) else None
    return written or f"{'a list' if isinstance(value, list) else 'an object'}"
