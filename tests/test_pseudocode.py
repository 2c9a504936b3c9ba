"""The pseudocode: every step of a real search executes a line of it, and no line is made up."""

from functools import cache

import pytest
from laws import board

from noughts import METHODS, Limit, Position, Trace, analyse
from noughts.textbook.pseudocode import STEPS
from noughts.trace import Ended, Node

NAMES = [method.name for method in METHODS.values() if method.watch]

MIDDLE = board("""
    x . o
    . . .
    . . .""")
OTHER_SIDE = board(
    """
    x . .
    . o .
    . . .""",
    turn="o",
)
OVER = board("""
    x x x
    o o .
    . . .""")
FULL = board("""
    x o x
    x o o
    o x x""")


END_STEPS: dict[Ended, str] = {
    "terminal": "leaf",
    "horizon": "leaf",
    "table": "table",
    "cut-off": "cut",
    "exhausted": "return",
}


def backs_of(node: Node) -> list[str]:
    """How the values come back to a node whose moves are scouted."""
    paths = [branch.path for branch in node.branches]
    found = []
    for place, path in enumerate(paths[1:], 1):
        doubt = path in paths[place + 1 :]
        found.append("again" if path == paths[place - 1] else "doubt" if doubt else "scout")
    return found


def steps_of(position: Position, name: str, limit: Limit) -> set[str]:
    """What a search of that name does, told from the nodes it reports."""
    method = METHODS[name]
    trace = Trace(position, maximiser=method.maximiser(position))
    analyse(position, name, limit, every_move=False, visit=trace.add)
    named = {step for line in METHODS[name].pseudocode for step in line.steps}
    found = set()
    for node in trace.tree():
        path, visit = node.path, node.visit
        assert visit is not None
        side = trace.role(len(path)).lower()
        end = END_STEPS[visit.ended]
        kinds = ["enter", end]
        if end in ("cut", "return") and not method.manner.whole_tree_first:
            kinds.append("back")
        if method.manner.null_windows and not method.manner.passes:
            kinds += backs_of(node)
        for kind in kinds:
            apart = f"root {kind}"
            at_the_root = not path and apart in named and not method.manner.passes
            found.add(apart if at_the_root else f"{side} {kind}")
    if method.manner.passes:
        found |= {"root enter", "root back", "root return"}
    return found


@cache
def all_steps_of(name: str) -> set[str]:
    found = set[str]()
    for position in (MIDDLE, OTHER_SIDE, OVER, FULL):
        found |= steps_of(position, name, Limit(nodes=100_000))
        if METHODS[name].takes & {"depth", "limit"}:
            found |= steps_of(position, name, Limit(depth=3))
    return found


def test_every_textbook_method_has_its_text() -> None:
    assert {name for name in METHODS if METHODS[name].pseudocode} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_step_of_a_search_executes_a_line(name: str) -> None:
    named = {step for line in METHODS[name].pseudocode for step in line.steps}
    assert all_steps_of(name) <= named


@pytest.mark.parametrize("name", NAMES)
def test_every_line_is_executed_by_a_step_that_there_is(name: str) -> None:
    named = {step for line in METHODS[name].pseudocode for step in line.steps}
    assert named <= set(STEPS)
    assert named <= all_steps_of(name)


@pytest.mark.parametrize("name", NAMES)
def test_the_text_fits_beside_the_tree(name: str) -> None:
    lines = METHODS[name].pseudocode
    assert 8 <= len(lines) <= 22
    for line in lines:
        assert len(line.text) <= 45
        assert line.text == line.text.rstrip()
        assert len(set(line.steps)) == len(line.steps)


def test_the_strict_search_cuts_later() -> None:
    def cuts(name: str) -> list[str]:
        return [line.text for line in METHODS[name].pseudocode if "no more" in line.text]

    assert [text.strip()[:12] for text in cuts("alpha-beta")] == ["if value ≥ β", "if value ≤ α"]
    assert [text.strip()[:12] for text in cuts("alpha-beta-strict")] == [
        "if value > β",
        "if value < α",
    ]
