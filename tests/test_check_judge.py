"""What is said of moves and answers, without any program: right play with a slip here and there."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import partial
from operator import eq
from typing import Any

import pytest
from laws import board

from noughts.check.diagnose.advice import EXPLAINED, UNEXPLAINED, say_as_if
from noughts.check.diagnose.cause import with_cause
from noughts.check.diagnose.diagnoses import diagnose
from noughts.check.diagnose.edits import Edit
from noughts.check.diagnose.examples import complete
from noughts.check.diagnose.lines import LINES, Line
from noughts.check.interfaces import cs50_cases
from noughts.check.interfaces.choose import legal
from noughts.check.judge import node_counts
from noughts.check.judge.checks import (
    Case,
    keeps_the_value,
    takes_a_win,
    takes_the_shortest_win,
)
from noughts.check.judge.collect import MoveQuestion
from noughts.check.judge.evidence import Asked, Evidence, unchanged
from noughts.check.judge.exact_values import Value, move_values, reachable, unfinished, value
from noughts.check.judge.findings import Diagnosis, Shown, failed, not_run
from noughts.check.judge.large_boards import keeps_proved_value, takes_a_win_anywhere
from noughts.check.judge.node_counts import describe_search
from noughts.check.judge.play import Fault, Play
from noughts.check.sandbox.answers import Answer
from noughts.check.sandbox.program import UNASKED
from noughts.notation import cell, name
from noughts.position import Position
from noughts.rules import TIC_TAC_TOE

WINS_MISSED = {"xx. oo. ...": "b3", "xx. oo. x..": "a3"}
BLOCKS_MISSED = {"oo. x.. .x.": "c3", "xx. .o. ...": "c3"}
TRAP = {"x.. .o. ..x": "a3"}
FORK_MISSED = {"..o ... xox": "b2", "oo. x.x .x.": "b2"}  # and a fork where a3 would win at once
FORKS_MISSED = FORK_MISSED | TRAP | {"x.. ... ...": "b3"}
X_WINS, O_WINS, DRAW = board("xxx oo. ..."), board("xx. ooo x.."), board("xox xxo oxo")


def right_but(slips: Mapping[str, str], *, now_and_then: bool = False) -> Play:
    """The best move of every position except these, where it errs, always or now and then."""
    play = Play()
    for position in unfinished(TIC_TAC_TOE):
        values = move_values(position)
        play.add(position, next(move for move in values if values[move] == value(position)))
    for drawing, move in slips.items():
        if not now_and_then:
            del play.moves[board(drawing)]
        play.add(board(drawing), cell(TIC_TAC_TOE, move))
    return play


def turned(slips: Mapping[str, str]) -> dict[str, str]:
    """The same slips in every reflection of the board."""
    found = {}
    for drawing, move in slips.items():
        after = board(drawing).play(cell(TIC_TAC_TOE, move))
        for way in TIC_TAC_TOE.symmetries:
            position, played = board(drawing).turned(way), after.turned(way)
            (place,) = (c for c in position.legal_moves if played.cells[c] != ".")
            found[position.cells] = name(TIC_TAC_TOE, place)
    return found


@pytest.mark.parametrize(
    ("slips", "kind", "words"),
    [
        (
            WINS_MISSED,
            "win-in-one-missed",
            "it did not look for a line of its own: in 16 positions",
        ),
        (
            BLOCKS_MISSED,
            "block-missed",
            "did not look at the other side's replies: in 16 positions",
        ),
        (
            FORKS_MISSED,
            "too-shallow",
            "it looked only a few moves ahead: it takes wins and stops threats",
        ),
    ],
)
def test_slips_that_no_mistake_explains_are_named_by_what_they_miss(
    slips: dict[str, str], kind: str, words: str
) -> None:
    everywhere = turned(slips)
    (found,) = diagnose(Evidence("player", plays={"choose": right_but(everywhere)}))
    assert found.id == kind
    assert found.message.startswith("it plays as if ")
    assert words in found.message
    assert found.shown
    assert found.shown.position in map(board, everywhere)


@pytest.mark.parametrize("slips", [WINS_MISSED, BLOCKS_MISSED])
def test_a_few_slips_are_listed_positions(slips: dict[str, str]) -> None:
    (found,) = diagnose(Evidence("player", plays={"choose": right_but(slips)}))
    assert found.id == "listed-positions"
    assert f"in 2 of {len(unfinished(TIC_TAC_TOE)):,} positions" in found.message
    assert found.shown
    assert found.shown.position in map(board, slips)


def test_a_pruning_search_that_errs_now_and_then_chooses_among_bounds() -> None:
    play = right_but(WINS_MISSED, now_and_then=True)
    evidence = Evidence("cs50", source="def search(board, alpha, beta):", plays={"minimax": play})
    assert [found.id for found in diagnose(evidence)] == ["random-among-bounds"]
    evidence.plays["minimax"] = right_but(turned(WINS_MISSED))
    assert [found.id for found in diagnose(evidence)] == ["wrong-bound"]


@pytest.mark.parametrize(
    ("values", "kind", "words"),
    [
        ((1, -1, -1), "draws-taken-for-losses", "`utility` returns -1 for a draw"),
        ((-1, 1, 0), "sign-flipped", "`utility` gives every win to the other side"),
        (("X", "O", 0), "utility-wrong", "`utility` must return 1 here"),
        ((1, -1, None), "utility-wrong", "`utility` must return 0 here"),
    ],
)
def test_what_is_wrong_with_utility(values: tuple[object, ...], kind: str, words: str) -> None:
    wanted = {X_WINS: 1, O_WINS: -1, DRAW: 0}
    cases = [
        Case(position, [], partial(eq, right), f"return {right}")
        for position, right in wanted.items()
    ]
    answers = [Answer("value", found) for found in values]
    asked = {"utility": list(zip(cases, answers, strict=True))}
    (found,) = diagnose(Evidence("cs50", asked=asked))
    assert found.id == kind
    assert words in found.message


def lined_up(position: Position) -> str | None:
    """The mark that has a line, as `winner` must name it."""
    return position.winner and position.winner.upper()


def answered(function: str, answer: Callable[[Position], object]) -> list[Asked]:
    """What a function answers, whatever it is asked."""
    cases = cs50_cases.RULES[function]()
    return [(case, Answer("value", answer(case.position))) for case in cases]


def told(function: str, answer: Callable[[Position], object]) -> Diagnosis:
    """What is said of a function that answers like this, whatever it is asked."""
    (found,) = diagnose(Evidence("cs50", asked={function: answered(function, answer)}))
    return found


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda p: False, "does not notice that the game is over here. "),
        (
            lambda p: not p.empty,
            "does not notice that the game is over here, where there is a line",
        ),
        (
            lambda p: bool(p.winner),
            "does not notice that the game is over here, where the board is",
        ),
        (lambda p: p.is_over or p.empty < 5, "says that the game is over, though it goes on"),
    ],
)
def test_what_is_wrong_with_terminal(answer: Callable[[Position], object], words: str) -> None:
    found = told("terminal", answer)
    assert found.id == "terminal-wrong"
    assert f"`terminal` {words}" in found.message


def test_a_line_that_is_given_to_the_other_side() -> None:
    found = told("winner", lambda p: {"X": "O", "O": "X"}.get(lined_up(p) or ""))
    assert found.id == "wrong-mark"
    assert found.shown
    assert found.shown.position.winner
    wanted = {p: {"x": 1, "o": -1}.get(p.winner or "", 0) for p in reachable(TIC_TAC_TOE)}
    asked = [
        (Case(p, [p.cells], partial(eq, right), f"return {right}"), Answer("value", -right))
        for p, right in wanted.items()
    ]
    (found,) = diagnose(Evidence("strings", asked={"evaluate": asked}))
    assert found.id == "sign-flipped"


def lined_up_in(position: Position, lines: Collection[Line], *, empty: bool = False) -> str | None:
    """The mark of the first of these lines that is full, `empty`: or empty."""
    cells = position.cells
    found = (cells[line[0]] for line in lines if len({cells[cell] for cell in line}) == 1)
    mark = next((mark for mark in found if empty or mark != "."), ".")
    return None if mark == "." else mark.upper()


def askew(cells: Line) -> list[Line]:
    """The lines, with these cells for the middle column."""
    return [cells if line == (1, 4, 7) else line for line in LINES]


ROWS_ASKEW = [(0, 1, 1), (3, 4, 4), (6, 7, 7), *LINES[3:]]


def with_empty_lines(position: Position) -> str | None:
    return lined_up_in(position, LINES, empty=True)


@pytest.mark.parametrize("empty", [False, True])
@pytest.mark.parametrize(
    ("lines", "kind", "words"),
    [
        (askew((3, 4, 7)), "wrong-cell", "reads (1, 0), but does not read (0, 1) for the middle c"),
        (askew((4, 4, 7)), "wrong-cell", "`winner` does not read (0, 1) for the middle column"),
        (askew((0, 1, 2)), "line-forgotten", "it misses the middle column."),
        (ROWS_ASKEW, "wrong-cell", "does not read (0, 2), (1, 2) and (2, 2) for the rows"),
    ],
)
def test_a_line_that_is_misread_is_named_even_if_empty_lines_count_too(
    lines: list[Line], kind: str, words: str, empty: bool
) -> None:
    found = told("winner", lambda p: lined_up_in(p, lines, empty=empty))
    assert found.id == kind
    assert words in found.message


def test_lines_that_are_not_there_and_lines_hidden_by_empty_cells() -> None:
    asked = answered("winner", lambda p: lined_up_in(p, [*LINES, (1, 5, 6)], empty=True))
    found = diagnose(Evidence("cs50", asked={"winner": asked}))
    assert [each.id for each in found] == ["empty-line", "line-invented"]


def worst_for_x() -> Play:
    play = right_but({})
    for position in [position for position in play.moves if position.turn == "x"]:
        values = move_values(position)
        play.moves[position] = [min(values, key=lambda move: values[move].rank)]
    return play


def nothing_when_lost() -> Play:
    play = right_but({})
    for position in [position for position in play.moves if value(position).result < 0]:
        del play.moves[position]
        play.add(position, Fault("wrong type", "it returns None"))
    return play


@pytest.mark.parametrize(
    ("terminal", "play", "kinds"),
    [
        (lambda p: not p.empty, None, ["terminal-wrong", "empty-line"]),
        (lambda p: bool(p.winner), None, ["terminal-wrong", "empty-line"]),
        (lambda p: p.is_over, worst_for_x, ["sign-flipped", "empty-line"]),
        (lambda p: p.is_over, nothing_when_lost, ["empty-line", "none-when-lost"]),
        (lambda p: p.is_over, lambda: right_but(WINS_MISSED), ["empty-line", "listed-positions"]),
    ],
)
def test_what_is_wrong_most_often_comes_first(
    terminal: Callable[[Position], bool], play: Callable[[], Play] | None, kinds: list[str]
) -> None:
    asked = {"winner": answered("winner", with_empty_lines)}
    asked["terminal"] = answered("terminal", terminal)
    evidence = Evidence("cs50", asked=asked, plays={"minimax": play()} if play else {})
    assert [found.id for found in diagnose(evidence)] == kinds


def test_a_function_that_errs_otherwise_beside_right_ones_says_beside_which() -> None:
    never, always = answered("terminal", lambda _: False), answered("terminal", lambda _: True)
    evidence = Evidence("cs50", asked={"terminal": never}, own={"terminal": never})
    evidence.beside["terminal"] = ["player", "winner"]
    assert evidence.rests_on("terminal") == []
    evidence.own["terminal"] = always
    found = evidence.with_ours(failed("it errs"), evidence.rests_on("terminal"))
    assert found.message == "with a right `player` and `winner`: it errs"
    assert evidence.with_ours(not_run("no"), ["winner"]) == not_run("no")


def edit(kind: str, before: str, after: str, line: str = "") -> Edit:
    return Edit(kind, 1, before, after, line)


@pytest.mark.parametrize(
    ("how", "kind"),
    [
        (edit("function", "min_value", "max_value"), "sign-flipped"),
        (edit("comparison", "<", ">"), "sign-flipped"),
        (edit("comparison", "<", "<=", "    if value <= best:"), "search-wrong"),
        (edit("start", "0", 'float("-inf")'), "search-wrong"),
        (edit("comparison", "<", ">", "        if alpha > beta:"), "wrong-bound"),
        (edit("function", "min", "max", "alpha = max(alpha, v)"), "wrong-bound"),
        (edit("function", "min", "max", "v = max(v, low(board, alpha))"), "sign-flipped"),
        (edit("function", "max_value", "min_value", "v = min_value(b, alpha)"), "sign-flipped"),
        (Edit("return", 2, "return v", "pass", "if v >= alpha:\n    pass"), "wrong-bound"),
        (edit("comparison", ">=", ">", "if w > v: v, move = w, a"), "random-among-bounds"),
        (edit("comparison", "<=", "<", "if w < beta: beta = w"), "random-among-bounds"),
        (edit("comparison", ">=", ">", "if v > beta: move = a"), "wrong-bound"),
        (edit("comparison", ">=", ">", "if depth > 9: v = 0"), "search-wrong"),
        (edit("comparison", "<=", "<", "v = w < best"), "search-wrong"),
        (edit("call", "player", "player(board)"), "turn-wrong"),
        (edit("call", "terminal", "terminal(board)"), "block-missed"),
        (edit("if", "board == start", "False"), "block-missed"),
    ],
)
def test_an_edit_tells_the_cause_where_moves_are_only_a_symptom(how: Edit, kind: str) -> None:
    play = right_but(turned(BLOCKS_MISSED))
    evidence = Evidence("cs50", plays={"minimax": play})
    (found,) = diagnose(evidence)
    assert (found.id, found.is_symptom) == ("block-missed", True)
    named = with_cause(found, how, evidence)
    assert (named.id, named.function, named.shown) == (kind, "minimax", found.shown)
    known = with_cause(replace(found, is_symptom=False), how, evidence)
    assert known.id == (kind if how.kind in ("call", "start") else "block-missed")


def test_where_an_edit_mends_every_move_nothing_is_unexplained() -> None:
    evidence = Evidence("cs50", plays={"minimax": right_but(turned(BLOCKS_MISSED))})
    (found,) = diagnose(evidence)
    assert UNEXPLAINED in found.message
    unnamed = with_cause(found, edit("if", "board == start", "False"), evidence)
    assert unnamed.message == found.message.replace(UNEXPLAINED, EXPLAINED)
    bound = edit("comparison", ">=", "<=", "if v <= alpha: return v")
    likeness = say_as_if("wrong-bound", "", found.shown or Shown(DRAW), "minimax")
    named = with_cause(likeness, bound, evidence)
    assert named.id == "wrong-bound"
    assert UNEXPLAINED not in named.message
    assert "it compares the wrong way with a bound, and its move is wrong in" in named.message


def test_the_cause_says_with_which_mark_it_plays_wrongly() -> None:
    evidence = Evidence("cs50", plays={"minimax": right_but(turned({"xx. .o. ...": "c3"}))})
    (found,) = diagnose(evidence)
    named = with_cause(found, edit("sign", "-v", "v"), evidence)
    assert "its move is wrong in 8 of 4,520 positions, always with O to move" in named.message
    of_winner = Diagnosis("crashes", "", function="winner", is_symptom=True)
    assert with_cause(of_winner, edit("sign", "-v", "v"), evidence) == of_winner


def test_a_minimax_that_is_not_written() -> None:
    play, why = Play(), Fault("raised", "it raises NotImplementedError (line 7)", line=7)
    for position in unfinished(TIC_TAC_TOE):
        play.add(position, why)
    (found,) = diagnose(Evidence("cs50", plays={"minimax": play}))
    assert (found.id, found.function, found.line) == ("not-implemented", "minimax", 7)
    assert "`minimax`" in found.message


@pytest.mark.parametrize(
    ("told", "kind", "words"),
    [
        ("it raises NotImplementedError (line 2)", "not-implemented", "yet: `initial_state`."),
        ("it returned [[]]", "wrong-start", "empty board: it returned [[]]."),
    ],
)
def test_a_first_board_that_is_not_empty(told: str, kind: str, words: str) -> None:
    (found,) = diagnose(Evidence("cs50", wrong_start=told))
    assert found.id == kind
    assert words in found.message


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (3, "`winner`, which runs while the file is loaded"),
        (5, "a part of the file, which runs while the file is loaded"),
    ],
)
def test_what_is_not_written_and_runs_while_the_file_is_loaded(line: int, words: str) -> None:
    source = (
        "def winner(b):\n    # later\n    raise NotImplementedError\n\nraise NotImplementedError\n"
    )
    why = Answer("raised", text=f"it raises NotImplementedError (line {line})", line=line)
    (found,) = diagnose(Evidence("cs50", source=source, loaded=why))
    assert (found.id, found.line) == ("not-implemented", line)
    assert words in found.message


def test_a_package_that_is_there_is_not_missing_though_the_names_are() -> None:
    """It has a stand-in only if it is not there."""
    source = "from numpy import player\nfrom copy import winner\n"
    evidence = Evidence("cs50", source=source, missing=["player", "winner"], stand_ins=["numpy"])
    (found,) = diagnose(evidence)
    assert found.id == "missing-package"
    assert "`numpy`" in found.message
    evidence.stand_ins.clear()
    assert [each.id for each in diagnose(evidence)] == ["missing-functions"]


def test_one_wrong_move_is_not_counted() -> None:
    assert keeps_the_value(right_but(TRAP)).message == (
        "O to move: the program plays a3, which loses in 4 plies; a2, b1, b3, c2 draw."
    )
    assert keeps_the_value(right_but(BLOCKS_MISSED)).message.endswith(
        " It plays 2 of 4,520 positions wrongly."
    )


def test_positions_there_was_no_time_for() -> None:
    play = right_but({})
    for position in play.positions[-10:]:
        del play.moves[position]
        play.add(position, Fault("not asked", "there was no time to ask"))
    found = keeps_the_value(play)
    assert found.verdict == "failed"
    assert "too slow: it answered 4,510 of 4,520 positions" in found.message
    assert legal(play).verdict == "not run"
    assert takes_a_win(play).verdict == "passed", "with so few stones nobody wins at once"
    crowded = next(p for p in play.moves if value(p) == Value(1, 1))
    del play.moves[crowded]
    play.add(crowded, Fault("not asked", "there was no time to ask"))
    assert takes_a_win(play).verdict == takes_the_shortest_win(play).verdict == "not run"


@pytest.mark.parametrize(("left", "times"), [(10, 3), (500, 2)])
def test_a_slow_program_that_has_nearly_done_gets_more_time(left: int, times: int) -> None:
    asked = []

    class Slow:
        def ask_in_parallel(self, _: str, questions: list[Any], *rest: Any) -> list[Answer]:
            asked.append(len(questions))
            end = len(questions) - left if len(asked) == 2 else len(questions)
            return [Answer("value", 0)] * end + [UNASKED] * (len(questions) - end)

    play, positions = Play(), unfinished(TIC_TAC_TOE)
    question = MoveQuestion("f", lambda p: [p.cells], lambda p, _: p.legal_moves[0])
    question.ask(Slow(), positions, play)  # type: ignore[arg-type]
    assert len(asked) == times
    assert play.unasked() == (0 if times == 3 else left)


def test_a_function_is_not_right_because_it_was_not_asked() -> None:
    cases = cs50_cases.RULES["winner"]()
    wrong, right = Answer("value", "?"), Answer("value")
    evidence = Evidence("cs50")
    evidence.asked["winner"] = [(case, wrong) for case in cases[:2]]
    for own, follows in ([right, right], True), ([right, UNASKED], False), ([right, wrong], False):
        evidence.own["winner"] = list(zip(cases[-2:], own, strict=True))
        assert all(case.position.winner is None for case, _ in evidence.own["winner"])
        assert evidence.follows("winner") == follows


def test_who_does_not_answer_may_well_change_the_board() -> None:
    (case, *_) = cs50_cases.RULES["winner"]()
    evidence = Evidence("cs50")
    for kinds, verdict in (["value", "raised"], "passed"), (["raised"], "not run"):
        evidence.asked["winner"] = [(case, Answer(kind)) for kind in kinds]  # type: ignore[arg-type]
        assert unchanged(evidence).verdict == verdict
    evidence.asked["winner"] = [(case, Answer("value")), (case, UNASKED)]
    assert unchanged(evidence).message.startswith("`winner` did not answer enough to tell")
    evidence.changed = [("winner", case.position)]
    assert unchanged(evidence).verdict == "failed"


@pytest.mark.parametrize("call", ["", "Game().choose()"])
def test_a_call_that_is_given_no_board_stays_as_it_is(call: str) -> None:
    evidence = Evidence("any", plays={"choose": Play(call=lambda _: call)})
    mutated = Diagnosis("board-mutated", "", Shown(Position(TIC_TAC_TOE)), "choose")
    shown = complete(mutated, evidence).shown
    assert shown
    assert (shown.call, shown.wanted) == (call, "leave `board` as it is")


# Boards too large for a table of all positions

WIN_NOW = board("xx.. oo.. .... ....", "4x4x3")
UNPROVED = Position("15x15x5")
ILLEGAL = Fault("illegal", "it plays a1, which is taken", 0)


@pytest.mark.parametrize(
    ("moves", "verdict", "words"),
    [
        ({}, "not run", "the program makes no moves"),
        ({WIN_NOW: 2}, "passed", "it takes the win in all 1 positions of the sample that have one"),
        ({WIN_NOW: 6}, "failed", "it plays b3, though a3 wins at once"),
    ],
)
def test_wins_on_a_large_board(moves: dict[Position, int], verdict: str, words: str) -> None:
    found = takes_a_win_anywhere(Play({position: [move] for position, move in moves.items()}))
    assert (found.verdict, found.message) == (verdict, words)


def test_wins_on_a_large_board_that_were_not_tried() -> None:
    play = Play({Position("4x4x3"): [5]})
    play.add(board("x... .... .... ....", "4x4x3"), ILLEGAL)
    assert takes_a_win_anywhere(play).verdict == "passed", "nothing wins there"
    play.add(WIN_NOW, ILLEGAL)
    assert takes_a_win_anywhere(play).verdict == "not run"


def test_what_is_not_known_of_an_example_is_not_told() -> None:
    """What a move on a large board is worth, and what to play when the game is over."""
    play = Play(call=lambda position: f"choose({position.cells!r})")
    call = "choose('xx..oo..........')"
    assert play.shown(WIN_NOW, 6) == Shown(WIN_NOW, 6, call=call)
    assert play.shown(WIN_NOW, 6).labels() == [*"XX  OO", "[played]", *" " * 9]
    assert play.shown(X_WINS) == Shown(X_WINS, call="choose('xxxoo....')")


@pytest.mark.parametrize(
    ("found", "verdict", "words"),
    [
        ({}, "not run", "the program makes no moves"),
        ({WIN_NOW: 2}, "passed", "the 1 moves that the engine could judge keep the value"),
        ({WIN_NOW: 15}, "failed", "it plays d4, which loses, in a position that wins"),
        ({UNPROVED: 0}, "passed", "the 0 moves that the engine could judge keep the value"),
        ({UNPROVED: 0, WIN_NOW: ILLEGAL}, "failed", "it plays a1, which is taken"),
    ],
)
def test_values_on_a_large_board(
    found: dict[Position, int | Fault], verdict: str, words: str
) -> None:
    play = Play()
    for position, move in found.items():
        play.add(position, move)
    judged = keeps_proved_value(play)
    assert (judged.verdict, judged.message) == (verdict, words)


# Node counts


@pytest.mark.parametrize(
    ("nodes", "words"),
    [
        (1, "the checker counts the calls of `result`, and from the empty board there are none"),
        (549_946, "it looks at 549,946 boards: the whole tree has 549,946, so it prunes nothing"),
        (300_000, "it looks at 300,000 boards, not many fewer than the 549,946 of the whole tree"),
        (3_000, "it looks at 3,000 boards of 549,946: it prunes or remembers"),
    ],
)
def test_counts_that_are_of_no_known_search(
    nodes: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(node_counts, "CONVENTIONS", ())  # they are not among these, but slow
    assert describe_search(nodes, {}).endswith(words)


def test_a_move_of_the_wrong_kind_costs_once() -> None:
    position = board("xx.oo....")
    play = Play()
    play.add(position, Fault("wrong type", "it returns [0, 2]", move=2))
    assert play.moves == {position: [2]}
    assert not play.real_faults()
    found = keeps_the_value(play)
    assert (found.verdict, found.message) == ("failed", "X to move: it returns [0, 2].")
    assert takes_a_win(play).verdict == "passed"
