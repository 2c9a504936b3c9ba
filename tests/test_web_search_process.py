"""The process that searches for the server, asked directly: every job, and how it ends."""

import json
import subprocess
import sys
from typing import Any

import pytest
from laws import board

from noughts import METHODS, Limit, Position, Rules
from noughts.web import search_process
from noughts.web.search_process import SearchRequest, answer

NEAR_THE_END = board("xx./oo./...")


def answered(request: SearchRequest) -> list[tuple[str, Any]]:
    return [(event, json.loads(data)) for event, data in answer(request)]


@pytest.mark.parametrize(
    "request_",
    [
        SearchRequest("choose", NEAR_THE_END, "hard"),
        SearchRequest("analysis", Position(), "minimax", Limit(3, 100, 0.5), True),
        SearchRequest("trace", Position(Rules.parse("5x4x3-straight-exact"), turn="o"), "stepwise"),
    ],
)
def test_a_request_is_read_as_it_was_written(request_: SearchRequest) -> None:
    line = request_.as_line()
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert SearchRequest.from_line(line) == request_


def test_a_move() -> None:
    ((event, told),) = answered(SearchRequest("choose", NEAR_THE_END, "perfect"))
    assert (event, told["move"]) == ("done", 2)
    assert told["seconds"] >= 0


def test_the_value_of_every_move() -> None:
    request = SearchRequest("analysis", NEAR_THE_END, "alpha-beta", every_move=True)
    ((event, told),) = answered(request)
    assert (event, told["best"]) == ("done", ["a3"])
    assert {value["bound"] for value in told["moves"]} == {"exact"}


def test_every_node_of_a_search() -> None:
    events = answered(SearchRequest("trace", NEAR_THE_END, "alpha-beta"))
    assert events[0][0] == "begin"
    assert events[-1][0] == "done"


def test_all_methods_side_by_side() -> None:
    *rows, last = answered(SearchRequest("comparison", NEAR_THE_END))
    assert last == ("done", {})
    assert [row["method"] for event, row in rows if event == "row"] == [*METHODS]
    assert {row["move"] for _, row in rows} == {"a3"}


def test_on_a_large_board_each_method_has_its_share_of_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search_process, "SHARE", 0.01)
    *rows, last = answered(SearchRequest("comparison", Position(Rules.parse("2x5x5"))))
    assert last == ("done", {})
    told = {row["method"]: row for _, row in rows}
    assert [*told] == [*METHODS]
    assert "strings plays 3x3x3 only" in told["strings"]["why_not"]
    assert not told["minimax"]["complete"]


def test_what_is_out_of_reach_is_refused() -> None:
    ((event, told),) = answered(SearchRequest("analysis", Position(Rules(4, 4, 4)), "game-tree"))
    assert event == "refused"
    assert "works with up to 9 empty cells, not with 16" in told


def test_it_answers_one_after_the_other_and_leaves_when_nobody_asks_any_more() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "noughts.web.search_process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    requests = [SearchRequest("choose", NEAR_THE_END, name) for name in ("alpha-beta", "engine")]
    process.stdin.write(b"".join(request.as_line() for request in requests))
    process.stdin.flush()
    assert process.stdout.readline() == b"ready {}\n"
    for _ in requests:
        event, _, data = process.stdout.readline().decode().partition(" ")
        assert (event, json.loads(data)["move"]) == ("done", 2)
    process.stdin.close()
    assert process.wait(20) == 0
    assert process.stdout.read() == b""
    process.stdout.close()
