"""What the types allow works; what they refuse is refused at run time too, in one line."""

import ast
from pathlib import Path

import pytest
import types_allowed
import types_refused
from laws import one_line

from noughts import IllegalMove, NotationError, OutOfReach

SOURCE = Path(types_refused.__file__).read_text(encoding="utf-8")
MISUSES = next(
    [ast.unparse(line) for line in node.body[1:]]
    for node in ast.parse(SOURCE).body
    if isinstance(node, ast.FunctionDef) and node.name == "misuses"
)


def test_what_the_types_allow_works(tmp_path: Path) -> None:
    types_allowed.boards()
    types_allowed.searches()
    types_allowed.games(tmp_path)


@pytest.mark.parametrize("misuse", MISUSES)
def test_what_the_types_refuse_is_refused_in_one_line(misuse: str) -> None:
    with pytest.raises((NotationError, IllegalMove, OutOfReach)) as refusal:
        exec(misuse, vars(types_refused).copy())
    assert one_line(str(refusal.value))


def test_each_misuse_is_marked_as_one() -> None:
    """An ignored error that is none is an error to mypy."""
    lines = SOURCE[SOURCE.index("def misuses") :].splitlines()[2:]
    assert len(lines) == len(MISUSES)
    assert all("# type: ignore[" in line for line in lines)
