"""Runs inside the sandbox: finds the empty boards that a program keeps, and how they are laid out.

A board is kept under a name of the module, or in an object of a class that needs no arguments.
"""

from types import ModuleType
from typing import Any

__all__ = ["kept_boards"]

ATOMS = (int, str, bool, type(None))
LONGEST = 20  # characters of a mark or a name for one
LARGEST = 10**18
MOST = 40  # names that are looked at, of the module and of each object


def kept_boards(module: ModuleType) -> list[Any]:
    """For each owner ("" is the module) its boards by their names, and what else it keeps."""
    names = dict(vars(module))
    owners: dict[str, dict[str, Any]] = {"": names}
    classes = [(n, v) for n, v in names.items() if type(v) is type and not n.startswith("_")]
    for name, kind in classes[:MOST]:
        try:
            owners[name] = dict(vars(kind()))
        except BaseException:
            continue  # it needs arguments, or has none to show
    return [[name, *_described(values)] for name, values in owners.items()]


def _described(values: dict[str, Any]) -> list[Any]:
    own = {name: value for name, value in values.items() if not name.startswith("__")}
    boards = []
    for name, value in list(own.items())[: 10 * MOST]:
        try:
            found = _board(value)
        except BaseException:
            continue
        if found is not None:
            boards.append([name, found])
    atoms = [[name, value] for name, value in own.items() if type(value) in (int, str)]
    return [boards, [each for each in atoms[:MOST] if _is_short(each[1])]]


def _is_short(value: Any) -> bool:
    return len(value) < LONGEST if type(value) is str else abs(value or 0) < LARGEST


def _board(value: Any) -> list[Any] | None:
    """The layout, the first cell, and "numbers" if each cell holds its own number."""
    layout = ""
    if type(value).__module__ == "numpy":
        value, layout = value.tolist(), "array of "
    if type(value) is tuple:
        layout = "tuple of "
    if type(value) in (list, tuple) and len(value) == 3 and all(_is_row(row) for row in value):
        return _cells(f"{layout}rows", [cell for row in value for cell in row])
    if type(value) is str and len(value) == 9:
        return _cells("string", list(value))
    if type(value) in (list, tuple) and len(value) == 9:
        return _cells(f"{layout}list", list(value))
    if type(value) is list and len(value) == 10:
        return _cells("list from 1", value[1:])
    if type(value) is dict and len(value) == 9:
        return _keyed([*value], [*value.values()])
    return None


def _is_row(row: Any) -> bool:
    return type(row) in (list, tuple) and len(row) == 3


def _keyed(keys: list[Any], cells: list[Any]) -> list[Any] | None:
    for first in (0, 1):
        numbers = [*range(first, first + 9)]
        if keys == numbers:
            return _cells(f"dict from {first}", cells)
        if keys == [str(number) for number in numbers]:
            return _cells(f"dict from '{first}'", cells)
    return None


def _cells(layout: str, cells: list[Any]) -> list[Any] | None:
    if any(type(cell) not in ATOMS for cell in cells):
        return None
    first = cells[0]
    if not _is_short(first):
        return None
    if all(type(cell) is type(first) and cell == first for cell in cells):
        return [layout, first, ""]
    if [str(cell) for cell in cells] == [str(n) for n in range(int(first), int(first) + 9)]:
        return [layout, first, "numbers"]
    return None
