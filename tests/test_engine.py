"""The engine and its proofs, against the textbook's searches, published values and bad manners."""

import hashlib
import json
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import after, board, often, positions, reachable, rules, truth

from noughts import (
    FOUR_IN_A_LINE,
    GOMOKU,
    TIC_TAC_TOE,
    Analysis,
    Engine,
    Limit,
    Match,
    NotationError,
    Position,
    Rules,
    Solver,
    _native,
    analyse,
    cell,
    name,
    player_named,
    solve,
)
from noughts.cli import bench
from noughts.engine import Proof
from noughts.engine.engine import CERTAIN, LONGEST
from noughts.rules import OTHER, Mark

PUBLISHED = {
    "3x3x3": "draw",
    "4x3x3": "win",
    "3x4x3": "win",
    "4x4x3": "win",
    "4x4x4": "draw",
    "5x4x4": "draw",
    "5x5x4": "draw",
    "6x4x4": "draw",
    "4x6x4": "draw",
    "6x5x4": "win",
    "6x6x4": "win",
    "5x5x5": "draw",
    "6x6x5": "draw",
    "7x6x5": "draw",
    "5x5x4-straight": "draw",
    "6x6x4-straight": "draw",
    "7x7x4-straight": "win",
}


def oracle(position: Position) -> tuple[str, int]:
    """Outcome and plies by the twin of alpha-beta, which the textbook's tests have checked."""
    score, _, _ = _native.alpha_beta(position, by_depth=True)
    if score == 0:
        return "draw", position.empty
    return ("win" if score > 0 else "loss"), position.rules.size + 1 - abs(score)


# Proofs


@pytest.mark.parametrize("game", PUBLISHED)
def test_published_values(game: str) -> None:
    assert solve(Position(Rules.parse(game)), table_mb=64).outcome == PUBLISHED[game]


@pytest.mark.parametrize("first", ["x", "o"])
def test_every_position_of_tic_tac_toe_is_proved(first: Mark) -> None:
    solver = Solver(TIC_TAC_TOE, table_mb=1)
    for position in reachable(first):
        proof = solver.solve(position, shortest=True)
        true = truth(position.cells, position.turn)
        assert (proof.outcome, proof.plies) == (true.word, true.plies)


@settings(max_examples=often(150))
@given(positions(rules(5)))
def test_a_proof_says_what_plain_search_says(position: Position) -> None:
    if position.empty > 10:
        return
    proof = solve(position, shortest=True, table_mb=1)
    if position.is_over:
        assert proof.plies == 0
    else:
        assert (proof.outcome, proof.plies) == oracle(position)


@settings(max_examples=often(60))
@given(positions(rules(5)))
def test_a_line_is_a_win(position: Position) -> None:
    proof = solve(position, Limit(nodes=200_000), shortest=True, table_mb=1)
    if proof.outcome in ("win", "loss") and not position.is_over:
        winner = position.turn if proof.outcome == "win" else OTHER[position.turn]
        for move in proof.line:
            position = position.play(move)
        assert position.winner == winner
        assert len(proof.line) == proof.plies


def test_the_course_game_is_a_win_in_thirteen_plies() -> None:
    """Seven moves of the first player; six are not enough on 7x7 either."""
    proof = solve(Position(Rules.parse("7x7x4-straight")), shortest=True)
    assert (proof.outcome, proof.plies) == ("win", 13)


def test_a_proof_that_was_cut_short_claims_nothing() -> None:
    for nodes in (1, 10, 100, 1000):
        proof = solve(Position(Rules.parse("7x7x5")), Limit(nodes=nodes))
        assert not proof.proved
        assert proof.nodes <= nodes + 1
    position = Position(Rules.parse("5x5x4"))
    for nodes in range(1, 20_000, 1_700):
        assert solve(position, Limit(nodes=nodes)).outcome in (None, "draw")


def test_a_proof_tells_how_far_it_is() -> None:
    told: list[Proof] = []
    solve(Position(Rules.parse("7x7x5")), Limit(seconds=20), on_progress=told.append)
    assert len(told) >= 2
    assert told[0].nodes < told[-1].nodes
    assert all(not proof.proved for proof in told)


def test_a_solved_game_can_be_played() -> None:
    """Inside a proof, the winner's answer to every reply needs next to no search."""
    rules_ = Rules.parse("6x6x4")
    solver = Solver(rules_)
    position = Position(rules_)
    first = solver.solve(position, shortest=True)
    position = position.play(first.line[0])
    for reply in position.legal_moves:
        answer = solver.solve(position.play(reply))
        assert answer.outcome == "win"
        assert answer.nodes < 5 * first.nodes


# The engine


@pytest.mark.parametrize("first", ["x", "o"])
def test_the_engine_knows_tic_tac_toe_by_heart(first: Mark) -> None:
    engine = Engine(TIC_TAC_TOE, table_mb=1)
    for position in reachable(first):
        if position.is_over:
            continue
        found = engine.analyse(position, every_move=True)
        moves = after(position.cells, position.turn)
        best = max(moves.values(), key=lambda true: true.rank).rank
        assert {v.move: (v.outcome, v.plies) for v in found.moves} == {
            move: (true.word, true.plies) for move, true in moves.items()
        }
        assert set(found.best) == {move for move, true in moves.items() if true.rank == best}
        assert found.complete


def test_one_move_is_enough_where_one_is_asked_for() -> None:
    engine = Engine(TIC_TAC_TOE, table_mb=1)
    for position in reachable()[::7]:
        if not position.is_over:
            found = engine.analyse(position)
            true = after(position.cells, position.turn)
            assert found.outcome == truth(position.cells, position.turn).word
            assert found.move is not None
            assert true[found.move].result == truth(position.cells, position.turn).result


@settings(max_examples=often(150))
@given(positions(rules(5)), st.integers(1, 400))
def test_whatever_the_limit_nothing_false_is_claimed(position: Position, nodes: int) -> None:
    if position.is_over or position.empty > 10:
        return
    found = Engine(position.rules, table_mb=0).analyse(position, Limit(nodes=nodes))
    assert found.move in position.legal_moves
    outcome, plies = oracle(position)
    if found.outcome is not None:
        assert found.outcome == outcome
    if found.plies is not None:
        assert found.plies == plies


@settings(max_examples=often(200))
@given(positions(rules(20)), st.integers(1, 2_000))
def test_a_win_in_one_is_played_and_a_loss_in_one_stopped(position: Position, nodes: int) -> None:
    if position.is_over:
        return
    move = Engine(position.rules, table_mb=0).analyse(position, Limit(nodes=nodes)).move
    assert move in position.legal_moves
    us = position.turn
    wins = [m for m in position.legal_moves if position.play(m).winner]
    if wins:
        assert move in wins
        return
    threats = [
        m
        for m in position.legal_moves
        if position.rules.completes(
            position.cells[:m] + OTHER[us] + position.cells[m + 1 :], OTHER[us], m
        )
    ]
    if len(threats) == 1:
        assert move in threats


def test_the_same_work_gives_the_same_answer() -> None:
    position = Position(GOMOKU).play(112).play(128).play(113)
    for limit in (Limit(nodes=30_000), Limit(depth=4)):
        found = [Engine(GOMOKU, table_mb=4).analyse(position, limit) for _ in range(2)]
        assert found[0].nodes == found[1].nodes
        assert found[0].moves == found[1].moves
        assert found[0].line == found[1].line


def test_a_decided_score_is_a_distance() -> None:
    position = board("xx./oo./...")
    found = Engine(TIC_TAC_TOE).analyse(position)
    assert (found.outcome, found.plies, found.score) == ("win", 1, CERTAIN - 1)


@pytest.mark.parametrize("game", ["15x15x5", "8x8x4-straight", "20x20x6", "5x5x4"])
@pytest.mark.parametrize("seconds", [0, 0.02, 0.3])
def test_the_clock_is_kept(game: str, seconds: float) -> None:
    position = Position(Rules.parse(game)).play(30 % Rules.parse(game).size)
    engine = Engine(position.rules)
    for every_move in (False, True):
        started = time.perf_counter()
        found = engine.analyse(position, Limit(seconds=seconds), every_move=every_move)
        assert time.perf_counter() - started < seconds + 5  # 20 ms on a quiet machine
        assert found.move in position.legal_moves


def test_stop_from_another_thread() -> None:
    engine = Engine(GOMOKU)
    threading.Timer(0.3, engine.stop).start()
    started = time.perf_counter()
    found = engine.analyse(Position(GOMOKU).play(112), Limit(seconds=60))
    assert time.perf_counter() - started < 10
    assert found.move is not None
    again = engine.analyse(Position(GOMOKU).play(112), Limit(depth=2))
    assert again.depth == 2  # an old stop does not end a new analysis


@pytest.mark.parametrize("threads", [1, 2])
def test_a_paused_analysis_goes_on_where_it_was(threads: int) -> None:
    """Its time stands still; what it finds is what it would have found without the pause."""
    engine, depths = Engine("15x15x5", 8, threads), list[int]()
    position = Position(GOMOKU)

    def told(found: Analysis) -> None:
        depths.append(found.depth)
        if len(depths) == 1:
            engine.pause()

    work = threading.Thread(
        target=lambda: results.append(
            engine.analyse(position, Limit(seconds=0.6), every_move=True, on_progress=told)
        )
    )
    results: list[Analysis] = []
    work.start()
    time.sleep(1.2)
    assert work.is_alive()
    assert depths == [1]
    engine.go_on()
    work.join(20)
    assert not work.is_alive()
    assert depths[:2] == [1, 2]
    assert results[0].seconds < 1.1


def test_a_pause_changes_no_result() -> None:
    usual = Engine("7x7x5").analyse("7x7x5", Limit(nodes=30_000), every_move=True)
    engine = Engine("7x7x5")
    engine.pause()  # before it begins
    threading.Timer(0.2, engine.go_on).start()
    found = engine.analyse("7x7x5", Limit(nodes=30_000), every_move=True)
    assert found.moves == usual.moves
    assert found.nodes == usual.nodes


def test_a_paused_analysis_can_be_stopped() -> None:
    engine = Engine("15x15x5", 8)
    engine.pause()
    threading.Timer(0.2, engine.stop).start()
    started = time.perf_counter()
    assert engine.choose(Position(GOMOKU), Limit(seconds=30)) in range(225)
    assert time.perf_counter() - started < 10
    engine.go_on()
    assert engine.analyse(Position(GOMOKU), Limit(depth=2)).depth == 2


def test_stop_ends_a_proof() -> None:
    solver = Solver(Rules.parse("8x8x5"))
    threading.Timer(0.3, solver.stop).start()
    started = time.perf_counter()
    assert not solver.solve(Position(Rules.parse("8x8x5")), Limit(seconds=60)).proved
    assert time.perf_counter() - started < 10


def test_another_thread_sees_how_far_a_proof_is() -> None:
    solver = Solver(Rules.parse("8x8x5"), table_mb=4)
    limit = Limit(seconds=0.5)
    proving = threading.Thread(target=solver.solve, args=(Position(solver.rules), limit))
    seen = [solver.nodes]
    proving.start()
    while proving.is_alive():
        time.sleep(0.01)
        seen.append(solver.nodes)
    assert seen == sorted(seen)
    assert len(set(seen)) > 3


def test_a_stop_does_not_wait_for_the_next_analysis() -> None:
    engine, solver = Engine(GOMOKU, table_mb=1), Solver(TIC_TAC_TOE, table_mb=1)
    engine.stop()
    assert engine.analyse(Position(GOMOKU).play(112), Limit(depth=2)).depth == 2
    solver.stop()
    assert solver.solve(Position()).proved


class Alarm(Exception):
    pass


def long_proof() -> Callable[[float], Proof]:
    solver = Solver(Rules.parse("8x8x5"), table_mb=4)
    return lambda seconds: solver.solve(Position(solver.rules), Limit(seconds=seconds))


def long_analysis(game: str, threads: int, every_move: bool) -> Callable[[float], Analysis]:
    engine = Engine(Rules.parse(game), table_mb=4, threads=threads)
    position = Position(engine.rules).play(30)
    return lambda seconds: engine.analyse(position, Limit(seconds=seconds), every_move=every_move)


LONG: dict[str, Callable[[], Callable[[float], object]]] = {
    "a proof": long_proof,
    "solve": lambda: lambda seconds: solve(Position(Rules.parse("8x8x5")), Limit(seconds=seconds)),
    "a search": lambda: long_analysis("15x15x5", 1, False),
    "a search of every move": lambda: long_analysis("15x15x5", 1, True),
    "a search by threads": lambda: long_analysis("15x15x5", 3, False),
    "an analysis that proves": lambda: long_analysis("8x8x5", 1, False),
    "an analysis that proves every move": lambda: long_analysis("8x8x5", 1, True),
}


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
@pytest.mark.parametrize("error", [KeyboardInterrupt, Alarm])
@pytest.mark.parametrize("what", LONG)
def test_what_a_signal_raises_reaches_the_caller(what: str, error: type[BaseException]) -> None:
    """Ctrl-C, and whatever else a handler raises; afterwards all is as before."""

    def ring(number: int, frame: object) -> None:
        raise error

    search = LONG[what]()
    before = signal.signal(signal.SIGINT, ring)
    timer = threading.Timer(0.3, signal.pthread_kill, (threading.get_ident(), signal.SIGINT))
    started = time.perf_counter()
    try:
        timer.start()
        with pytest.raises(error):
            search(60)
        assert time.perf_counter() - started < 20  # 0.35 s on a quiet machine
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)
    started = time.perf_counter()
    assert search(0.2) is not None
    assert time.perf_counter() - started > 0.15, "it searches again, and is not stopped"


@pytest.mark.skipif(not hasattr(time, "pthread_getcpuclockid"), reason="threads have no clocks")
def test_a_search_in_another_thread_leaves_pythons_lock_alone() -> None:
    """It goes on while this thread keeps the lock, as a server does that is busy."""
    engine, before = Engine(GOMOKU, table_mb=2), sys.getswitchinterval()
    work = threading.Thread(target=engine.analyse, args=(Position(GOMOKU), Limit(seconds=60)))
    work.start()
    assert work.ident is not None
    clock, until = time.pthread_getcpuclockid(work.ident), time.monotonic() + 20
    try:
        while time.clock_gettime(clock) < 0.2:
            time.sleep(0.01)
        sys.setswitchinterval(100)
        while time.clock_gettime(clock) < 0.4 and time.monotonic() < until:
            pass
        assert time.clock_gettime(clock) >= 0.4
    finally:
        sys.setswitchinterval(before)
        engine.stop()
        work.join()


def test_two_engines_at_once_and_more_threads_than_cores() -> None:
    results: dict[int, Analysis] = {}
    position = Position(GOMOKU).play(112).play(97)

    def work(number: int) -> None:
        engine = Engine(GOMOKU, table_mb=2, threads=1 + 7 * (number % 2))
        results[number] = engine.analyse(position, Limit(seconds=0.3))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(found.move in position.legal_moves for found in results.values())
    assert len(results) == 4


@settings(max_examples=often(60))
@given(positions(rules(5)), st.integers(2, 4), st.booleans(), st.data())
def test_threads_claim_nothing_false(
    position: Position, threads: int, every_move: bool, data: st.DataObject
) -> None:
    if position.is_over or position.empty > 10:
        return
    depth = data.draw(st.integers(1, position.empty))
    search = _native.DeepSearch(position.rules, 0, threads)
    moves, reached, _ = search.search(position, depth, 0, -1.0, every_move, _native.Stop(), None)
    outcome, plies = oracle(position)
    best = max(score for _, score, _, _ in moves) if every_move else moves[0][1]
    if best > CERTAIN - LONGEST:
        assert outcome == "win"
        assert CERTAIN - best >= plies
    elif best < LONGEST - CERTAIN:
        assert outcome == "loss"
    elif outcome == "win":
        assert plies > 1
    assert reached <= depth


def test_threads_find_what_one_finds() -> None:
    position = Position(GOMOKU).play(112).play(128).play(113)
    alone = Engine(GOMOKU, table_mb=4).analyse(position, Limit(depth=5))
    told: list[int] = []
    for _ in range(5):
        found = Engine(GOMOKU, table_mb=4, threads=3).analyse(
            position, Limit(depth=5), on_progress=lambda found: told.append(found.depth)
        )
        assert found.depth == told[-1] == 5
        assert len(found.moves) == len(alone.moves)
        assert {value.move for value in found.moves} == {value.move for value in alone.moves}


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_nodes_of_all_threads_count(threads: int) -> None:
    position, most, tick = Position(GOMOKU).play(112).play(128).play(113), 20_000, 256
    for every_move in (False, True):
        engine = Engine(GOMOKU, table_mb=4, threads=threads)
        nodes = engine.analyse(position, Limit(nodes=most), every_move=every_move).nodes
        assert most <= nodes < most + 2 * threads * tick


def test_a_loss_needs_every_move_to_lose() -> None:
    """Stopped after the first move turned out to lose, the search does not know the others."""
    position = board(
        """
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . o . .
        . . . . . x o x . .
        . . . . o . o . . .
        . . . x . o . . . .
        . . x . . x o . . .
        . . . . . . . x . .""",
        "10x10x5",
    )
    for nodes in range(256, 6_000, 256):
        found = Engine(position.rules, table_mb=1).analyse(position, Limit(nodes=nodes))
        if found.outcome == "loss":
            assert all(value.outcome == "loss" for value in found.moves)


def test_progress_is_told_depth_by_depth() -> None:
    told: list[Analysis] = []
    Engine(GOMOKU).analyse(Position(GOMOKU).play(112), Limit(depth=4), on_progress=told.append)
    assert [found.depth for found in told] == [1, 2, 3, 4]

    def fail(_: Analysis) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Engine(GOMOKU).analyse(Position(GOMOKU).play(112), Limit(depth=4), on_progress=fail)


@pytest.mark.parametrize(
    "game", ["1x1x1", "1x5x1", "1x5x2", "5x1x5", "2x2x2", "20x20x20", "1x20x3"]
)
def test_strange_boards(game: str) -> None:
    position = Position(Rules.parse(game))
    engine = Engine(position.rules, table_mb=0)
    while not position.is_over:
        found = engine.analyse(position, Limit(nodes=300), every_move=position.empty % 2 == 0)
        assert found.move is not None
        position = position.play(found.move)


def test_a_finished_game_is_analysed_as_what_it_is() -> None:
    found = Engine(TIC_TAC_TOE).analyse(board("xxx/oo./..."))
    assert (found.outcome, found.plies, found.best, found.moves) == ("loss", 0, (), ())


def test_what_an_engine_refuses() -> None:
    with pytest.raises(NotationError, match="this engine plays 3x3x3, not 8x8x4-straight"):
        Engine(TIC_TAC_TOE).analyse(Position(FOUR_IN_A_LINE))
    with pytest.raises(NotationError, match="to 1048576 MB, not -1"):
        Engine(TIC_TAC_TOE, table_mb=-1)
    for threads in (0, -1, 1000):
        with pytest.raises(NotationError, match="threads must be from 1 to 256, not "):
            Engine(TIC_TAC_TOE, threads=threads)


@settings(max_examples=often(100))
@given(positions(rules(20)), st.booleans(), st.data())
def test_nothing_crashes(position: Position, every_move: bool, data: st.DataObject) -> None:
    limit = data.draw(
        st.builds(
            Limit,
            depth=st.none() | st.integers(1, 3),
            nodes=st.integers(1, 3_000),
            seconds=st.none() | st.floats(0, 0.02),
        )
    )
    engine = Engine(position.rules, table_mb=data.draw(st.sampled_from([0, 0.001, 1])), threads=2)
    found = engine.analyse(position, limit, every_move=every_move)
    assert (found.move in position.legal_moves) or position.is_over


def test_program_four_does_not_stand_a_chance() -> None:
    """Four games of the hundred that `bench/` plays, at a tenth of the effort."""
    chance = random.Random(4)
    for first in ("engine", "four-in-a-line"):
        for _ in range(2):
            names = (first, "four-in-a-line" if first == "engine" else "engine")
            players = {m: player_named(n, chance) for m, n in zip(("x", "o"), names, strict=True)}
            position = Position(FOUR_IN_A_LINE)
            if first != "engine":
                position = position.play(cell(FOUR_IN_A_LINE, chance.choice(["d4", "c3", "e6"])))
                players = {"o": players["o"], "x": players["x"]}
            limits = {m: Limit(nodes=300_000) if n == "engine" else Limit(depth=2)
                      for m, n in zip(("x", "o"), names, strict=True)}  # fmt: skip
            record = Match(players, position, limits, grace=5).run()  # type: ignore[arg-type]
            assert record.outcome is not None
            assert record.outcome.winner == ("x" if first == "engine" else "o")


def test_the_signature_of_the_engine() -> None:
    """If this fails, the engine plays differently; if that was meant, write the file anew:

    noughts bench > bench/signature.txt
    """
    expected = Path(__file__).parent.parent / "bench/signature.txt"
    done = subprocess.run(
        [sys.executable, "-m", "noughts", "bench"], capture_output=True, text=True, check=True
    )
    assert done.stdout == expected.read_text(encoding="utf-8")
    assert "nodes/s" in done.stderr


def test_the_signature_as_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "SEARCHES", [("4x4x4", "b2 c3", 2)])
    monkeypatch.setattr(bench, "PROOFS", ["3x3x3"])
    bench.command.main(["--json"], standalone_mode=False)
    found = json.loads(capsys.readouterr().out)
    assert found["lines"][0].startswith("4x4x4 b2 c3 depth 2: ")
    assert found["lines"][1] == "3x3x3: draw 9, 130 nodes"
    text = "\n".join(found["lines"])
    assert found["signature"] == hashlib.sha256(text.encode()).hexdigest()[:16]
    assert found["nodes"] == sum(int(n) for n in re.findall(r"(\d+) nodes", text))


def test_the_engine_is_the_default_method() -> None:
    assert analyse(Position()).method == "engine"


def test_a_proved_draw_is_held_even_where_another_move_looks_better(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.modules["noughts.engine.engine"], "LOOK_NODES", 1)
    position = board("..ox .... ..x. ....", "4x4x3-straight")
    engine = Engine(position.rules, table_mb=1)
    found = engine.analyse(position, Limit(nodes=100_000))
    assert found.move is not None
    assert (found.outcome, found.plies, found.best) == ("draw", 13, (found.move,))
    assert solve(position.play(found.move)).outcome == "draw"
    looks = Engine(position.rules, table_mb=1).analyse(position, Limit(depth=1))
    assert looks.move is not None
    assert solve(position.play(looks.move)).outcome == "win", "the other side's"


def test_a_proved_draw_is_answered_at_once() -> None:
    engine = Engine(Rules.parse("5x5x5"))
    started = time.perf_counter()
    found = engine.analyse(Position(engine.rules), Limit(seconds=60))
    assert found.outcome == "draw"
    assert time.perf_counter() - started < 20


def test_the_line_of_a_proved_win_goes_to_its_end() -> None:
    position = Position(Rules.parse("4x4x3"))
    found = Engine(position.rules).analyse(position, every_move=True)
    assert found.outcome == "win"
    assert len(found.line) == found.plies
    for move in found.line:
        position = position.play(move)
    assert position.winner == "x"


@pytest.mark.parametrize("every_move", [False, True])
def test_the_line_of_a_proved_draw_goes_on_and_keeps_the_draw(every_move: bool) -> None:
    position = Position(TIC_TAC_TOE)
    found = Engine(TIC_TAC_TOE, table_mb=1).analyse(position, every_move=every_move)
    assert found.outcome == "draw"
    assert len(found.line) == 9
    for move in found.line:
        position = position.play(move)
        assert solve(position, table_mb=1).outcome == "draw"


def test_while_moves_are_proved_the_line_does_not_shrink_to_a_move() -> None:
    position = Position(Rules.parse("4x4x4")).play(0).play(5)
    told: list[Analysis] = []
    found = Engine(position.rules, table_mb=1).analyse(
        position, Limit(nodes=10**6), every_move=True, on_progress=told.append
    )
    assert found.outcome == "draw"
    assert len(told) > 10
    assert min(len(each.line) for each in [*told[1:], found]) > 1


def test_whoever_plays_with_an_engine_can_be_listened_to() -> None:
    engine, told = Engine("8x8x4-straight", table_mb=1), list[Analysis]()
    player = player_named("engine", engine=engine)
    with engine.heard_by(told.append):
        move = player.choose(Position(engine.rules), Limit(nodes=60_000))
    assert [each.nodes for each in told] == sorted(each.nodes for each in told)
    assert told[0].depth == 0, "a proof"
    assert told[-1].line[0] == told[-1].move == move, "what it has found in the end"
    heard = len(told)
    engine.analyse(Position(engine.rules), Limit(nodes=100))
    assert len(told) == heard


@pytest.mark.parametrize(
    ("game", "moves", "nodes", "outcome", "plies"),
    [
        ("7x7x4-straight", "", 450_000, "win", 13),
        ("5x5x4", "", 20_000, "draw", 25),
        ("6x6x4", "c3", 22_000, "loss", 10),
    ],
)
def test_what_is_proved_of_the_position_is_told_although_its_moves_are_not_all_proved(
    game: str, moves: str, nodes: int, outcome: str, plies: int
) -> None:
    position = Position(Rules.parse(game))
    for move in moves.split():
        position = position.play(cell(position.rules, move))
    found = Engine(position.rules).analyse(position, Limit(nodes=nodes), every_move=True)
    assert (found.outcome, found.plies, found.complete) == (outcome, plies, False)
    assert len(found.moves) == position.empty
    assert any(value.outcome is None for value in found.moves)
    assert found.line[0] in found.best
    assert len(found.line) > 1 if outcome == "draw" else len(found.line) == plies


def test_limits_that_are_larger_than_any_machine() -> None:
    engine = Engine(GOMOKU, table_mb=1)
    assert engine.analyse(Position(GOMOKU), Limit(depth=10**10, nodes=1000)).best
    assert engine.analyse(Position(GOMOKU), Limit(depth=1, nodes=10**30)).best
    with pytest.raises(NotationError, match="not enough memory for a table of 1048576 MB"):
        Engine(GOMOKU, table_mb=1 << 20)


@pytest.mark.parametrize(
    ("game", "centre"), [("gomoku", "h8"), ("9x11x5", "e6"), ("20x20x6", "j10")]
)
def test_the_engine_opens_in_the_centre_where_it_can_prove_nothing(game: str, centre: str) -> None:
    engine, told = Engine(game, table_mb=4), list[Analysis]()
    start = Position(game)
    for limit in (Limit(nodes=20_000), Limit(depth=3), Limit(depth=2), Limit(depth=1)):
        found = engine.analyse(start, limit)
        assert name(start.rules, found.line[0]) == centre, limit
        assert found.best == (found.line[0],)
        assert found.score is not None
    found = Engine(game, table_mb=4).analyse(start, Limit(depth=3), on_progress=told.append)
    assert [each.depth for each in told] == [2, 3]
    assert told[-1].line == found.line
    assert found.outcome is None
    after = start.play(found.line[0])
    assert Engine(game, table_mb=4).analyse(after, Limit(depth=2)).score == -(found.score or 0)


def test_first_moves_that_are_the_same_by_symmetry_have_the_same_value() -> None:
    start = Position("9x9x5")
    found = Engine(start.rules, table_mb=4).analyse(start, Limit(depth=3), every_move=True)
    assert found.move in {cell(start.rules, name) for name in ("d5", "e4", "e5", "e6", "f5")}
    assert found.line[0] == found.move
    scores = {value.move: value.score for value in found.moves}
    assert len(scores) == 81
    for symmetry in start.rules.symmetries:
        assert all(scores[move] == scores[symmetry[move]] for move in scores)
    assert scores[0] < scores[found.move], "a corner is worth less than the centre"


def test_a_first_move_that_wins_is_seen() -> None:
    assert Engine("9x9x1").analyse("9x9x1").outcome == "win"
    found = Engine("9x9x2").analyse("9x9x2", Limit(seconds=1))
    assert (found.outcome, found.plies) == ("win", 3)
    assert len(found.line) == 3
