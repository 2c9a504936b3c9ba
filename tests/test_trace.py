"""Traces: the tree of a search as text, picture, graph and JSON."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from math import inf
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from laws import board, positions, reachable, rules

from noughts import FOUR_IN_A_LINE, GOMOKU, Analysis, Limit, Position, Trace, Visit, cell
from noughts.textbook import alpha_beta, four_in_a_line, minimax, stepwise
from noughts.textbook.strings import strings

Search = Callable[..., Analysis]
SVG = "{http://www.w3.org/2000/svg}"

THREE_LEFT = board("""
    . . o
    . o x
    x o x""")


def traced(position: Position, search: Search = alpha_beta, **options: object) -> Trace:
    trace = Trace(position)
    search(position, visit=trace.add, **options)
    return trace


def stopped(position: Position, after: int) -> Trace:
    """The trace of an alpha-beta search that was ended after so many nodes."""
    trace = Trace(position)

    class Enough(Exception):
        pass

    def take(visit: Visit) -> None:
        trace.add(visit)
        if len(trace) == after:
            raise Enough

    with pytest.raises(Enough):
        alpha_beta(position, visit=take)
    return trace


# Text


def test_the_tree_as_text() -> None:
    assert "\n".join(traced(THREE_LEFT).text()) == (
        "root MAX alpha -inf beta +inf value 0 exact\n"
        "  a1 MIN alpha -inf beta +inf value -1 exact\n"
        "    a2 MAX alpha -inf beta +inf value -1 exact (o wins)\n"
        "    b1 MAX alpha -inf beta -1 value 0 exact\n"
        "      a2 MIN alpha -inf beta -1 value 0 exact (draw)\n"
        "  a2 MIN alpha -1 beta +inf value 0 exact\n"
        "    a1 MAX alpha -1 beta +inf value 0 exact\n"
        "      b1 MIN alpha -1 beta +inf value 0 exact (draw)\n"
        "    b1 MAX alpha -1 beta 0 value 0 exact\n"
        "      a1 MIN alpha -1 beta 0 value 0 exact (draw)\n"
        "  b1 MIN alpha 0 beta +inf value <= 0 (cut: value 0 <= alpha 0, 1 move not tried)\n"
        "    a1 MAX alpha 0 beta +inf value 0 exact\n"
        "      a2 MIN alpha 0 beta +inf value 0 exact (draw)"
    )


def test_why_a_branch_was_cut() -> None:
    # After a3 the best O can have is a draw. c2 lets X win: three replies need not be looked at.
    position = board(
        """
        x x .
        . o .
        . . .""",
        turn="o",
    )
    lines = [line.strip() for line in traced(position).text()]
    cut = "alpha -inf beta 0 value >= 1 (cut: value 1 >= beta 0, 3 moves not tried)"
    assert f"c2 MAX {cut}" in lines
    assert any("(cut: value -1 <= alpha 0, 4 moves not tried)" in line for line in lines)


def test_the_strict_convention_cuts_only_beyond_the_bound() -> None:
    position = board("xx./oo./.x.", turn="o")
    trace = Trace(position, strict=True)
    alpha_beta(position, strict=True, visit=trace.add)
    reasons = [line for line in trace.text() if "cut" in line]
    assert reasons
    assert all("(cut: value -1 < alpha 1, 2 moves not tried)" in line for line in reasons)


def test_a_depth_limit_is_shown() -> None:
    trace = traced(Position(FOUR_IN_A_LINE), depth=1)
    lines = list(trace.text())
    assert len(lines) == 65
    assert all(line.endswith("value 0 exact (depth limit)") for line in lines[1:])


def test_only_the_top_levels() -> None:
    trace = traced(THREE_LEFT)
    assert len(list(trace.text(0))) == 1
    assert [line.split()[0] for line in trace.text(1)] == ["root", "a1", "a2", "b1"]
    assert list(trace.text(9)) == list(trace.text())


@given(positions(rules(3)))
@settings(max_examples=40)
def test_every_visit_is_one_line_and_one_node(position: Position) -> None:
    trace = traced(position, depth=4)
    assert len(list(trace.text())) == len(trace) == len(trace.visits)
    picture = ElementTree.fromstring(trace.svg())
    assert len(list(picture.iter(f"{SVG}title"))) == len(trace)
    assert sum(bool(re.match(r"  n\d+ \[label", line)) for line in trace.dot()) == len(trace)


def test_in_strings_x_maximises_whoever_is_to_move() -> None:
    position = board("x../.o./..x", turn="o")
    trace = Trace(position, maximiser="x")
    strings(position, visit=trace.add)
    assert next(trace.text()).startswith("root MIN")
    assert (trace.role(0), trace.role(1)) == ("MIN", "MAX")
    for line in trace.text():
        if "cut" in line:
            assert (">= beta" in line) == (" MAX " in line)


# Searches that did not finish, and searches that deepen


def test_a_search_that_was_stopped_shows_what_it_has() -> None:
    finished = traced(THREE_LEFT)
    for after in range(1, len(finished)):
        trace = stopped(THREE_LEFT, after)
        lines = list(trace.text())
        assert lines[0] == "root MAX not finished"
        # What both have seen is told in the same words.
        seen = [line for line in lines if not line.endswith("not finished")]
        assert len(seen) == after
        assert [line for line in finished.text() if line in seen] == seen
        ElementTree.fromstring(trace.svg())
        assert json.loads("".join(trace.json()))["nodes"] == after


def test_nothing_is_drawn_of_a_search_that_saw_nothing() -> None:
    trace = Trace(Position())
    assert list(trace.text()) == []
    assert json.loads("".join(trace.json()))["visits"] == []
    ElementTree.fromstring(trace.svg())


def test_a_search_that_deepens_shows_all_its_passes() -> None:
    position = Position(FOUR_IN_A_LINE).play(27)
    trace = Trace(position)
    four_in_a_line(position, limit=Limit(depth=3), visit=trace.add)
    roots = [i for i, visit in enumerate(trace.visits) if not visit.path]
    assert len(roots) == 3
    lines = list(trace.text())
    assert len(lines) == len(trace)
    begin = [line.split(" MAX")[0] for line in lines if not line.startswith(" ")]
    assert begin == ["pass 1", "pass 2", "pass 3"]
    assert trace.caption() == f"depth 3: {len(trace):,} nodes in 3 passes"
    assert [f">{name}</text>" in trace.svg(0) for name in begin] == [True] * 3
    assert sum("pass" in line for line in trace.dot(0)) == 3


def test_each_pass_is_a_tree_of_its_own() -> None:
    trace = Trace(Position())
    for path in ((0, 1), (0, 2), (0,), (), (3, 0), (3,), ()):
        trace.add(Visit(path, -inf, inf, 0, "exact", "exhausted"))
    assert [line.split(" M")[0] for line in trace.text()] == [
        *("pass 1", "  a1", "    a2", "    a3"),
        *("pass 2", "  b1", "    a1"),
    ]


def test_a_move_that_is_searched_again_is_there_again() -> None:
    trace = Trace(Position())
    for path in ((0, 1), (0,), (3, 0), (3,), (3, 0), (3, 1), (3,), ()):
        trace.add(Visit(path, -inf, inf, 0, "exact", "exhausted"))
    assert [line.split(" M")[0] for line in trace.text()] == [
        *("root", "  a1", "    a2"),
        *("  b1", "    a1", "  b1 again", "    a1", "    a2"),
    ]
    assert ">b1 again</text>" in trace.svg()
    assert any('[label="b1 again"]' in line for line in trace.dot())


def test_how_deep_a_search_saw_is_how_deep_its_last_pass_did() -> None:
    trace = Trace(THREE_LEFT)
    four_in_a_line(THREE_LEFT, limit=Limit(depth=3), visit=trace.add)
    assert "horizon" in {visit.ended for visit in trace.visits}
    assert trace.horizon is None


def test_a_deepening_search_that_was_stopped_shows_the_last_finished_tree() -> None:
    position = Position(FOUR_IN_A_LINE).play(27)
    trace = Trace(position)
    four_in_a_line(position, limit=Limit(nodes=100), visit=trace.add)
    lines = list(trace.text())
    assert len(lines) == 1 + 63, "one ply"
    assert "not finished" not in lines[0]


def test_stepwise_shows_the_tree_and_not_what_it_found_out_later() -> None:
    once, twice = traced(THREE_LEFT, stepwise), traced(THREE_LEFT, stepwise, every_move=True)
    assert list(once.text()) == list(twice.text())
    assert len(twice) > len(once)


# Pictures


def test_the_picture_has_boards_signs_and_crosses() -> None:
    trace = traced(THREE_LEFT)
    picture = ElementTree.fromstring(trace.svg())
    texts = [text for text in picture.iter(f"{SVG}text") if text.get("class") != "legend"]
    words = ["".join(text.itertext()) for text in texts]
    turns = [visit.depth % 2 for visit in trace.visits if visit.ended != "terminal"]
    assert sum(word.startswith("▲ ") for word in words) == turns.count(0)
    assert sum(word.startswith("▼ ") for word in words) == turns.count(1)
    assert "α 0  β +∞" in words
    untried = [visit for visit in trace.visits if visit.untried]
    assert len(untried) == 1
    crosses = [path for path in picture.iter(f"{SVG}path") if "l8 8m0 -8l-8 8" in path.get("d", "")]
    assert crosses[-1].get("d", "").count("l8 8m0") == 1
    titles = [title.text for title in picture.iter(f"{SVG}title")]
    assert "alpha 0 beta +inf value <= 0 (cut: value 0 <= alpha 0, 1 move not tried)" in titles


def test_the_legend_explains_every_sign_and_says_who_maximises() -> None:
    picture = ElementTree.fromstring(traced(THREE_LEFT).svg())
    texts = [each for each in picture.iter(f"{SVG}text") if each.get("class") == "legend"]
    assert ["".join(text.itertext()) for text in texts] == [
        "13 nodes",
        "▲ MAX: X to move, takes the highest value; ▼ MIN: O to move, takes the lowest",
        "≥ 0: at least 0, ≤ 0: at most 0, otherwise exact; α, β: what MAX and MIN have elsewhere",
        "× never tried (cut off); +2: two branches not drawn",
        "■ the last move; ■ a winning line",
    ]
    of_o = ElementTree.fromstring(Trace(THREE_LEFT, maximiser="o").svg())
    assert "MAX: O to move" in "".join(of_o.itertext())


def test_one_spelling_of_at_least_in_one_place() -> None:
    trace = traced(THREE_LEFT)
    assert "\n".join(trace.text()).isascii()
    assert str(trace).isascii()
    seen = ElementTree.fromstring(trace.svg())
    shown = ["".join(text.itertext()) for text in seen.iter(f"{SVG}text")]
    assert "▼ ≤ 0" in shown
    assert not any(">=" in text or "<=" in text for text in shown)


def test_the_picture_on_a_page_of_its_own() -> None:
    trace = traced(THREE_LEFT)
    page = trace.html()
    assert page.startswith("<!doctype html>")
    assert trace.svg() in page
    assert "prefers-color-scheme: dark" in page
    assert "<title>Search tree of ..o/.ox/xox</title>" in page
    elsewhere = re.findall(r"https?://[^\s\"<]+|src=|@import|url\(", page)
    assert elsewhere == ["http://www.w3.org/2000/svg"], "only the name of the format"


def test_a_trace_at_the_prompt() -> None:
    trace = traced(THREE_LEFT)
    assert repr(trace) == "<Trace of ..o/.ox/xox: 13 nodes, MAX is X>"
    first, *lines = str(trace).splitlines()
    assert first == (
        "13 nodes. MAX is X, MIN is O; >= 1 is a value of at least 1, <= 1 of at most 1."
    )
    assert lines == list(trace.text())
    large = traced(Position())
    assert str(large).startswith("18,297 nodes, the root and 2 levels below it. MAX is X, ")
    assert len(str(large).splitlines()) <= 101


def test_colours_that_colour_blind_eyes_can_tell_apart() -> None:
    picture = traced(THREE_LEFT).svg()
    assert "#0072B2" in picture
    assert "#D55E00" in picture


def test_what_is_not_drawn_is_counted() -> None:
    trace = traced(THREE_LEFT)
    picture = ElementTree.fromstring(trace.svg(levels=1))
    words = ["".join(text.itertext()) for text in picture.iter(f"{SVG}text")]
    assert [word for word in words if re.fullmatch(r"\+\d+", word)] == ["+2", "+2", "+1"]
    assert words[0] == "13 nodes, the root and 1 level below it"
    assert trace.caption(0) == "13 nodes, the root only"
    assert trace.caption(2) == "13 nodes, the root and 2 levels below it"
    assert trace.caption(3) == trace.caption() == "13 nodes"


def test_a_notebook_gets_a_picture_of_bearable_size() -> None:
    trace = traced(Position())
    picture = ElementTree.fromstring(trace._repr_svg_())
    assert len(list(picture.iter(f"{SVG}title"))) == 10
    assert float(picture.get("width", "inf")) <= 2_500
    assert "18,297 nodes, the root and 1 level below it" in "".join(picture.itertext())
    wide = ElementTree.fromstring(traced(Position(GOMOKU), depth=1)._repr_svg_())
    assert float(wide.get("width", "inf")) <= 2_500
    assert "226 nodes, the root only" in "".join(wide.itertext())
    small = traced(THREE_LEFT)
    assert len(list(ElementTree.fromstring(small._repr_svg_()).iter(f"{SVG}title"))) == len(small)


# Graphs


def test_the_graph_names_every_node_before_it_is_used() -> None:
    for position in reachable("x")[400:5000:400]:
        first, second, *lines, last = traced(position).dot()
        assert (first, last) == ("digraph search {", "}")
        assert second.startswith(f'  label="MAX is {position.turn.upper()}, ')
        assert second.endswith(";")
        named: set[str] = set()
        for line in lines:
            assert line.startswith("  ")
            assert line.endswith("];")
            assert line.count('"') % 2 == 0
            if arrow := re.match(r"  (\w+) -> (\w+) \[", line):
                assert {arrow[1], arrow[2]} <= named
            elif node := re.match(r"  (\w+) \[", line):
                assert node[1] not in named
                named.add(node[1])
            else:
                pytest.fail(line)


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_graphviz_understands_it() -> None:
    graph = "\n".join(traced(board("xx./.o./...", turn="o")).dot())
    done = subprocess.run(
        ["dot", "-Tsvg"], input=graph.encode(), capture_output=True, timeout=60, check=True
    )
    assert done.stderr == b""
    ElementTree.fromstring(done.stdout)


# JSON


def test_the_json_holds_every_visit() -> None:
    trace = traced(board("xx./.o./...", turn="o"))
    data = json.loads("\n".join(trace.json()))
    assert {key: data[key] for key in data if key != "visits"} == {
        "game": "3x3x3",
        "cells": "xx..o....",
        "turn": "o",
        "maximiser": "o",
        "nodes": len(trace),
    }
    assert [as_visit(entry) for entry in data["visits"]] == trace.visits


def as_visit(entry: dict[str, object]) -> Visit:
    """Read a visit back from its JSON."""
    rules = Position().rules

    def moves(names: object) -> tuple[int, ...]:
        assert isinstance(names, list)
        return tuple(cell(rules, name) for name in names)

    alpha = -inf if entry["alpha"] is None else entry["alpha"]
    beta = inf if entry["beta"] is None else entry["beta"]
    path, untried = moves(entry["path"]), moves(entry["untried"])
    return Visit(path, alpha, beta, entry["value"], entry["bound"], entry["ended"], untried)  # type: ignore[arg-type]


@pytest.mark.exhaustive
def test_the_whole_of_minimax_fits_into_a_gibibyte(tmp_path: Path) -> None:
    script = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))
from noughts import Position, Trace
from noughts.textbook import minimax

trace = Trace(Position())
minimax(trace.position, visit=trace.add)
with open(sys.argv[1], "w") as file:
    file.writelines(line + "\\n" for line in trace.json())
print(len(trace))
"""

    file = tmp_path / "minimax.json"
    done = subprocess.run(
        [sys.executable, "-c", script, str(file)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "549946\n"
    with open(file) as lines:
        head = json.loads(next(lines) + "]}")
        assert (head["nodes"], head["cells"]) == (549_946, "." * 9)
        count = terminal = 0
        for line in lines:
            if line == "]}\n":
                break
            count += 1
            terminal += '"ended": "terminal"' in line
            if count % 1_000 == 0:
                assert json.loads(line.rstrip(",\n"))["bound"] == "exact"
    assert (count, terminal) == (549_946, 255_168)
    file.unlink()


def test_minimax_as_text_says_that_windows_are_open() -> None:
    trace = traced(THREE_LEFT, minimax)
    assert all("alpha -inf beta +inf" in line for line in trace.text())
    assert not any("cut" in line for line in trace.text())
