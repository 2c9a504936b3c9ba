"""Searches behind the page: what is watched is what was searched, and nothing runs on unwanted."""

import asyncio
import json
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any

import pytest
from laws import BOOKS, board
from starlette.exceptions import HTTPException
from web import runs

from noughts import METHODS, Limit, Position, Rules, Trace, analyse
from noughts.methods import method_named
from noughts.players import OPPONENTS
from noughts.web import watching
from noughts.web.capacity import Places
from noughts.web.quotas import Quotas, Share
from noughts.web.requests import AnalysisRequest, TraceRequest
from noughts.web.search_process import SearchRequest
from noughts.web.search_processes import Pipeline, SearchProcesses
from noughts.web.searches import Newest, Searches
from noughts.web.searching import PAUSE
from noughts.web.streams import EventStream, Feed
from noughts.web.watching import watch

WATCHED = [*BOOKS]
LATE = board("""
    x . o
    o . x
    . . x""")


def watched(position: Position, name: str, limit: Limit) -> tuple[Any, list[Any], Any]:
    """What the page receives: beginning, nodes, end."""
    events = [
        (event, json.loads(data)) for event, data in watch(position, method_named(name), limit)
    ]
    assert [event for event, _ in events[:1] + events[-1:]] == ["begin", "done"]
    assert {event for event, _ in events[1:-1]} == {"nodes"}
    nodes = [node for _, data in events[1:-1] for node in data["nodes"]]
    return events[0][1], nodes, events[-1][1]


@pytest.mark.parametrize("name", WATCHED)
@pytest.mark.parametrize("position", [LATE, board("xo. .x. ..o", turn="x")], ids=["late", "early"])
def test_what_is_watched_is_what_was_searched(name: str, position: Position) -> None:
    """The same nodes with the same numbers, and enough to tell entry and finish of each."""
    limit = Limit(depth=3) if METHODS[name].manner.deepens else Limit()
    begin, nodes, done = watched(position, name, limit)
    trace = Trace(position, maximiser=method_named(name).maximiser(position))
    found = analyse(position, name, limit, every_move=False, visit=trace.add)
    assert done["score"] == found.score
    assert done["searched"] == len(trace) == found.nodes
    tree = trace.tree()
    if METHODS[name].manner.passes:
        assert nodes[0] == [-1, -1, None, None, found.score, 0, 5, len(trace), []]
    extra = int(METHODS[name].manner.passes)
    assert done["nodes"] == len(nodes) - extra == found.nodes
    paths: list[tuple[int, ...]] = []
    for parent, cell, *_ in nodes:
        paths.append((*paths[parent], *([cell] if cell >= 0 else [])) if parent >= 0 else ())
    for path, node, shown in zip(paths[extra:], nodes[extra:], tree, strict=True):
        _, _, alpha, beta, value, bound, end, finished, untried = node
        visit = shown.visit
        assert visit is not None
        assert visit.path == path
        assert (-inf if alpha is None else alpha) == visit.alpha
        assert (inf if beta is None else beta) == visit.beta
        assert (value, tuple(untried)) == (visit.value, visit.untried)
        assert ["exact", "at-least", "at-most"][bound] == visit.bound
        assert finished >= 0
        ended = begin["ends"][end]
        assert ended == visit.ended or (visit.ended == "terminal" and end < 3)
        if end < 3:
            assert ended == f"{_after(position, path).winner} wins".replace("None wins", "draw")
    assert sorted(node[7] for node in nodes) == list(range(len(nodes)))
    assert all(nodes[node[0]][7] > node[7] for node in nodes[1:]), "children finish first"


@pytest.mark.parametrize("name", WATCHED)
def test_the_page_is_told_how_a_method_goes_about_it(name: str) -> None:
    method = method_named(name)
    position = board("xo. ... ..o", turn="x")
    begin, nodes, _ = watched(position, name, Limit(depth=5) if method.clock else Limit())
    assert {field: begin[field] for field in vars(method.manner)} == vars(method.manner)
    assert begin["draw"] == method.scale.draw
    wins = {row[4] for row in nodes if begin["ends"][row[6]] == f"{begin['maximiser']} wins"}
    assert len(wins) > 1 if begin["by_depth"] else len(wins) == 1
    assert [line["text"] for line in begin["pseudocode"]] == [
        line.text for line in method.pseudocode
    ]


def _after(position: Position, path: tuple[int, ...]) -> Position:
    for move in path:
        position = position.play(move)
    return position


@pytest.mark.parametrize("name", [name for name in WATCHED if name != "game-tree"])
def test_nodes_come_in_the_order_in_which_they_were_entered(name: str) -> None:
    """Depth first: a node's subtree is a stretch of the list, and so is its order of finishing."""
    limit = Limit(depth=2) if METHODS[name].manner.deepens else Limit()
    _, nodes, _ = watched(LATE, name, limit)
    stack: list[int] = []
    finished = 0
    for i, (parent, *_) in enumerate(nodes):
        while stack and stack[-1] != parent:
            assert nodes[stack.pop()][7] == finished
            finished += 1
        stack.append(i)


def test_a_search_that_was_cut_short_shows_what_it_had_seen() -> None:
    _, nodes, done = watched(Position(), "minimax", Limit(nodes=1000))
    assert (done["searched"], done["complete"]) == (1000, False)
    assert done["words"] == (
        "The search was stopped after 1,000 nodes; what it had seen by then is shown."
    )
    unfinished = [node for node in nodes if node[7] == -1]
    assert unfinished[0] == [-1, -1, None, None, None, 0, 6, -1, []]
    assert len(unfinished) == len(nodes) - 1000


def test_a_search_that_ran_out_of_time_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "BATCH", 1)  # every node comes by itself, and none is empty
    _, nodes, done = watched(Position(), "minimax", Limit(seconds=0.01))
    assert len(nodes) == done["nodes"] > done["searched"]
    assert done["words"] == (
        "The search was stopped after 0.01 seconds; what it had seen by then is shown."
    )


def test_a_search_that_deepens_shows_its_finished_passes() -> None:
    position = Position(Rules.parse("8x8x4-straight"))
    _, nodes, done = watched(position, "four-in-a-line", Limit(nodes=20_000))
    assert len(nodes) - 1 == done["nodes"] < done["searched"] == 20_000
    stopped = "The search was stopped after 20,000 nodes; its finished passes are shown, 4 deep."
    assert done["words"] == stopped
    assert all(node[7] >= 0 for node in nodes)


def test_a_whole_tree_that_is_too_large_is_said_so() -> None:
    _, nodes, done = watched(Position(), "game-tree", Limit(nodes=1000))
    assert len(nodes) == 1
    assert not done["complete"]
    assert done["move"] is None


def test_twenty_thousand_nodes_are_ready_within_a_second() -> None:
    started = time.process_time()
    _, nodes, _ = watched(Position(), "alpha-beta", Limit(nodes=100_000))
    assert len(nodes) == 18_297
    assert time.process_time() - started < 1


# Feeds


def test_a_slow_reader_sees_the_newest_state_only() -> None:
    async def read() -> list[bytes]:
        feed = Feed()
        for i in range(100):
            feed.put("game", str(i), newest_only=True)
        feed.end()
        return [body async for body in _all(feed)]

    assert asyncio.run(read()) == [b"event: game\ndata: 99\n\n"]


def test_of_many_results_the_newest_are_shown_but_not_too_often() -> None:
    async def watch_it() -> list[int]:
        shown: list[int] = []
        newest = Newest(lambda found: shown.append(found.depth))
        found = analyse(LATE)
        for depth in (1, 2, 3):
            newest.take(replace(found, depth=depth))
        assert shown == [1]
        async with asyncio.timeout(10):
            while len(shown) < 2:
                await asyncio.sleep(0.01)
        newest.take(replace(found, depth=4))
        newest.end()
        await asyncio.sleep(3 * PAUSE)
        return shown

    assert asyncio.run(watch_it()) == [1, 3]


def test_a_client_that_reads_nothing_holds_no_slot() -> None:
    async def stall() -> None:
        searches = Searches(Quotas(slots=1))
        left = asyncio.Event()

        async def receive() -> Any:
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            await asyncio.Event().wait()  # the client does not read

        async def produce(feed: Feed) -> None:
            await searches.trace(feed, TraceRequest(cells="." * 9, method="minimax", nodes=2_000))

        stream = EventStream(produce, places := Places(Share(1, 1, 1), "streams"))
        task = asyncio.create_task(stream({"type": "http"}, receive, send))
        async with asyncio.timeout(10):
            while not searches.turns.running:
                await asyncio.sleep(0.01)
            while searches.turns.running:
                await asyncio.sleep(0.01)
        assert places.taken[None] == 1
        left.set()
        await task
        assert places.taken[None] == 0
        await searches.close()

    asyncio.run(stall())


async def _all(feed: Feed) -> Any:
    while body := await feed.take():
        yield body


# Processes


def test_a_process_leaves_when_its_server_does() -> None:
    with _process() as process:
        assert process.stdin is not None
        process.stdin.write(_endless().as_line())
        process.stdin.flush()
        time.sleep(0.5)
        assert process.poll() is None
        process.stdin.close()
        assert process.wait(30) == 0


def test_a_process_refuses_in_a_sentence_and_goes_on() -> None:
    with _process() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        position = Position(Rules.parse("4x4x3"))
        for job in ("choose", "trace"):
            process.stdin.write(SearchRequest(job, position, "minimax").as_line())
            process.stdin.flush()
            lines = iter(process.stdout.readline, b"")
            refused = next(line for line in lines if line.startswith(b"refused"))
            assert b"minimax follows every game to its end" in refused
        process.stdin.close()


def _process() -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "noughts.web.search_process"]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def _endless() -> SearchRequest:
    """Minimax on ten cells: half a minute."""
    return SearchRequest("choose", Position(Rules.parse("2x5x5")), "minimax")


def test_a_process_that_is_not_wanted_any_more_is_killed() -> None:
    async def leave() -> None:
        processes = SearchProcesses(spare=1, niceness=0)
        try:
            task = asyncio.create_task(processes.run(_endless(), lambda *_: None))
            while not processes.busy:
                await asyncio.sleep(0.01)
            (pid,) = processes.busy
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            assert not processes.busy
            assert not runs(pid)
            answers: list[str] = []
            request = SearchRequest("choose", Position.parse("xx.oo...."), "hard")
            await processes.run(request, lambda _, data: answers.append(data))
            assert json.loads(answers[0])["move"] in range(9)
        finally:
            await processes.close()

    asyncio.run(leave())


def test_what_processes_refuse_is_a_sentence_and_they_go_on() -> None:
    async def refuse() -> None:
        processes, pipeline = SearchProcesses(spare=1, niceness=0), Pipeline(most=5, patience=10)
        request = SearchRequest("choose", Position(Rules.parse("4x4x3")), "minimax")
        try:
            for ask in (partial(processes.run, on_event=lambda *_: None), pipeline.ask):
                with pytest.raises(HTTPException, match="minimax follows every game to its end"):
                    await ask(request)
            (kept,) = processes._idle
            await processes.run(replace(request, by="random"), lambda *_: None)
            assert [kept] == processes._idle
        finally:
            await processes.close()
            await pipeline.close()
        with pytest.raises(HTTPException, match="the server is stopping"):
            await processes.run(request, lambda *_: None)

    asyncio.run(refuse())


def test_who_leaves_a_pipeline_does_not_disturb_it() -> None:
    async def leave() -> None:
        pipeline = Pipeline(most=5, patience=10)
        request = SearchRequest("choose", Position(), "perfect")
        try:
            await pipeline.open()
            left, stays = (asyncio.create_task(pipeline.ask(request)) for _ in range(2))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            left.cancel()
            assert json.loads(await stays)["move"] in range(9)
            assert len(pipeline) == 0
        finally:
            await pipeline.close()

    asyncio.run(leave())


def test_a_pipeline_has_patience_for_so_long() -> None:
    async def wait() -> None:
        pipeline = Pipeline(most=5, patience=0.1)
        try:
            await pipeline.open()
            with pytest.raises(HTTPException) as refused:
                await pipeline.ask(_endless())
        finally:
            await pipeline.close()
        assert (refused.value.status_code, refused.value.headers) == (429, {"retry-after": "5"})

    asyncio.run(wait())


def test_a_process_that_dies_while_it_searches() -> None:
    async def die() -> None:
        processes = SearchProcesses(spare=1, niceness=0)
        try:
            task = asyncio.create_task(processes.run(_endless(), lambda *_: None))
            while not processes._busy:
                await asyncio.sleep(0.01)
            next(iter(processes._busy)).kill()
            with pytest.raises(HTTPException) as failed:
                await task
            assert failed.value.status_code == 503
        finally:
            await processes.close()

    asyncio.run(die())


def test_a_process_that_died_is_replaced() -> None:
    async def outlive() -> None:
        processes = SearchProcesses(spare=1, niceness=0)
        request = SearchRequest("choose", Position(), "random")
        try:
            for _ in range(2):
                await processes.run(request, lambda *_: None)
                for process in processes._idle:
                    process.kill()
                    await process.wait()
        finally:
            await processes.close()

    asyncio.run(outlive())


def test_a_pipeline_answers_in_order_and_outlives_its_process() -> None:
    async def flow() -> None:
        pipeline = Pipeline(most=50, patience=10)
        positions = [Position().play(i) for i in range(9)]
        requests = [SearchRequest("choose", position, "perfect") for position in positions]
        try:
            answers = await asyncio.gather(*(pipeline.ask(request) for request in requests))
            for position, answer in zip(positions, answers, strict=True):
                assert json.loads(answer)["move"] in analyse(position).best
            late = [asyncio.create_task(pipeline.ask(request)) for request in requests]
            await asyncio.sleep(0)
            late[0].cancel()
            process = await pipeline.open()
            process.kill()
            outcomes = await asyncio.gather(*late, return_exceptions=True)
            assert all(
                isinstance(each, str | HTTPException | asyncio.CancelledError) for each in outcomes
            )
            assert len(pipeline) == 0
            await process.wait()
            async with asyncio.timeout(30):
                while await pipeline.open() is process:  # until it notices
                    await asyncio.sleep(0.01)
            assert json.loads(await pipeline.ask(requests[0]))["move"] == 4
        finally:
            await pipeline.close()
        with pytest.raises(HTTPException, match="the server is stopping"):
            await pipeline.ask(requests[0])

    asyncio.run(flow())


def test_a_pipeline_that_is_full_refuses() -> None:
    async def crowd() -> list[Any]:
        pipeline = Pipeline(most=3, patience=10)
        request = SearchRequest("choose", Position(), "hard")
        await pipeline.open()
        try:
            asked = (pipeline.ask(request) for _ in range(5))
            return await asyncio.gather(*asked, return_exceptions=True)
        finally:
            await pipeline.close()

    answers = asyncio.run(crowd())
    assert [getattr(answer, "status_code", 200) for answer in answers] == [200, 200, 200, 429, 429]


def test_an_engine_that_is_not_wanted_any_more_stops() -> None:
    async def leave() -> float:
        searches = Searches(Quotas())
        asked = AnalysisRequest(game="15x15x5", cells="", seconds=30)
        position = asked.position
        tasks = [
            asyncio.create_task(searches.analyse(Feed(), asked)),
            asyncio.create_task(searches.choose(OPPONENTS["engine"], position, 30)),
        ]
        while searches.engines.used < 2:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        started = time.perf_counter()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert searches.engines.used == 0
        await searches.close()
        return time.perf_counter() - started

    assert asyncio.run(leave()) < 10


def test_a_program_with_no_time_still_moves() -> None:
    async def hurry() -> None:
        searches = Searches(Quotas())
        try:
            for player in ("engine", "perfect", "four-in-a-line"):
                position = Position(Rules.parse("8x8x4"))
                move, _ = await searches.choose(OPPONENTS[player], position, 0)
                assert move in position.legal_moves
        finally:
            await searches.close()

    asyncio.run(hurry())
