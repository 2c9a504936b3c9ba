"""The Watch view: its steps are those of the searches; a student can follow and predict them."""

import json
import re
import subprocess
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import Server, Visitor
from laws import BOOKS, board
from playwright.sync_api import Page, expect
from traces import FIVE_LEFT, FOUR_LEFT, NODE, trace_of

from noughts import FOUR_IN_A_LINE, METHODS, Position, analyse
from noughts.rules import OTHER, Mark, Rules
from noughts.textbook.scores import BY_DEPTH, FIVE_TWO_ZERO, RUNS, WIN_DRAW_LOSS, Scores
from noughts.textbook.stepwise import State, ascend, descend

STEPS = Path(__file__).parent / "page" / "steps.js"
OVER = board("""
    x x x
    o o .
    . . .""")


# The steps, against searches that write down what they do


@dataclass
class Diary:
    """What a search does, step by step: (kind, path, alpha, beta, best) after each step."""

    steps: list[tuple[Any, ...]] = field(default_factory=list)

    def write(self, kind: str, path: tuple[int, ...], *state: float) -> None:
        self.steps.append((kind, path, *state))


def alpha_beta_diary(
    position: Position, us: Mark, scores: Scores, depth: int | None, strict: bool, plain: bool
) -> Diary:
    """Minimax (`plain`) or alpha-beta, both sides in one function."""
    diary = Diary()

    def value(position: Position, path: tuple[int, ...], alpha: float, beta: float) -> float:
        max_moves = position.turn == us
        best = -inf if max_moves else inf
        diary.write("enter", path, alpha, beta, best)
        if position.is_over or len(path) == depth:
            worth = scores.leaf(position, len(path), us)
            diary.write("leaf", path, alpha, beta, worth)
            return worth
        limit = beta if max_moves else alpha
        moves = position.legal_moves
        for tried, move in enumerate(moves, 1):
            reply = value(position.play(move), (*path, move), alpha, beta)
            best = max(best, reply) if max_moves else min(best, reply)
            beyond = best > limit if max_moves else best < limit
            cuts = not plain and (beyond or (best == limit and not strict))
            if not cuts and not plain:
                alpha, beta = (max(alpha, best), beta) if max_moves else (alpha, min(beta, best))
            diary.write("back", path, alpha, beta, best)
            if cuts and tried < len(moves):
                diary.write("cut", path, alpha, beta, best)
                return best
        diary.write("return", path, alpha, beta, best)
        return best

    value(position, (), -inf, inf)
    return diary


def table_diary(position: Position, passes: bool) -> Diary:
    """Alpha-beta that remembers what it has searched: exactly, at least ("+") or at most ("-").

    With `passes` it is MTD(f), whose first guess is a draw.
    """
    diary = Diary()
    us, table = position.turn, dict[str, tuple[float, str]]()

    def value(position: Position, path: tuple[int, ...], alpha: float, beta: float) -> float:
        max_moves = position.turn == us
        best = -inf if max_moves else inf
        diary.write("enter", path, alpha, beta, best)
        if position.is_over:
            worth = WIN_DRAW_LOSS.leaf(position, 0, us)
            diary.write("leaf", path, alpha, beta, worth)
            return worth
        known, sign = table.get(position.cells, (0, "unknown"))
        if (sign == "+" and known >= beta) or (sign == "-" and known <= alpha) or sign == "=":
            diary.write("table", path, alpha, beta, known)
            return known
        low, high, moves, kind = alpha, beta, position.legal_moves, "return"
        for tried, move in enumerate(moves, 1):
            reply = value(position.play(move), (*path, move), alpha, beta)
            best = max(best, reply) if max_moves else min(best, reply)
            cuts = best >= high if max_moves else best <= low
            if not cuts:
                alpha, beta = (max(alpha, best), beta) if max_moves else (alpha, min(beta, best))
            diary.write("back", path, alpha, beta, best)
            if cuts:
                kind = "cut" if tried < len(moves) else "return"
                break
        diary.write(kind, path, alpha, beta, best)
        table[position.cells] = best, "-" if best <= low else "+" if best >= high else "="
        return best

    if not passes:
        value(position, (), -inf, inf)
        return diary
    least, most, guess = -inf, inf, 0.0
    diary.write("enter", (), least, most, -inf)
    while least < most:
        beta = guess if guess > least else guess + 1
        guess = value(position, (), beta - 1, beta)
        least, most = (least, guess) if guess < beta else (guess, most)
        diary.write("back", (), least, most, guess)
    diary.write("return", (), least, most, guess)
    return diary


def pvs_diary(position: Position, depth: int | None) -> Diary:
    """All moves but the first are scouted; one that is better is searched again."""
    diary = Diary()
    us = position.turn

    def value(position: Position, path: tuple[int, ...], alpha: float, beta: float) -> float:
        max_moves = position.turn == us
        best = -inf if max_moves else inf
        diary.write("enter", path, alpha, beta, best)
        if position.is_over or len(path) == depth:
            worth = WIN_DRAW_LOSS.leaf(position, 0, us)
            diary.write("leaf", path, alpha, beta, worth)
            return worth
        limit, moves = beta if max_moves else alpha, position.legal_moves
        for tried, move in enumerate(moves, 1):
            child, below = position.play(move), (*path, move)
            null = (alpha, alpha + 1) if max_moves else (beta - 1, beta)
            reply = value(child, below, *(null if tried > 1 else (alpha, beta)))
            if tried > 1 and alpha < reply < beta:
                diary.write("back", path, alpha, beta, best)
                reply = value(child, below, alpha, beta)
            best = max(best, reply) if max_moves else min(best, reply)
            cuts = best >= limit if max_moves else best <= limit
            if not cuts:
                alpha, beta = (max(alpha, best), beta) if max_moves else (alpha, min(beta, best))
            diary.write("back", path, alpha, beta, best)
            if cuts and tried < len(moves):
                diary.write("cut", path, alpha, beta, best)
                return best
        diary.write("return", path, alpha, beta, best)
        return best

    value(position, (), -inf, inf)
    return diary


def strings_diary(position: Position) -> Diary:
    """X maximises; the root gives each of its moves a full window and keeps none itself."""
    diary = Diary()

    def value(position: Position, path: tuple[int, ...], alpha: float, beta: float) -> float:
        x_moves = position.turn == "x"
        best = -inf if x_moves else inf
        diary.write("enter", path, alpha, beta, best)
        if position.is_over:
            worth = WIN_DRAW_LOSS.leaf(position, 0, "x")
            diary.write("leaf", path, alpha, beta, worth)
            return worth
        moves = position.legal_moves
        for tried, move in enumerate(moves, 1):
            reply = value(position.play(move), (*path, move), alpha, beta)
            best = max(best, reply) if x_moves else min(best, reply)
            if path and x_moves:
                alpha = max(alpha, best)
            elif path:
                beta = min(beta, best)
            diary.write("back", path, alpha, beta, best)
            if alpha >= beta and tried < len(moves):
                diary.write("cut", path, alpha, beta, best)
                return best
        diary.write("return", path, alpha, beta, best)
        return best

    value(position, (), -inf, inf)
    return diary


def stepwise_diary(position: Position, depth: int | None) -> Diary:
    """What the states themselves hold, at every `descend` and `ascend`."""
    diary = Diary()

    def write(kind: str, state: State) -> None:
        diary.write(kind, state.path, state.alpha, state.beta, state.cost)

    state: State | None = State(position)
    write("enter", State(position))
    while state is not None:
        child = descend(state, BY_DEPTH, depth)
        if child is not None:
            write("enter", child)
            state = child
            continue
        leaf = state.board.is_over or state.depth == depth
        write("leaf" if leaf else "cut" if state.next else "return", state)
        state = ascend(state)
        if state is not None:
            write("back", state)
    return diary


def game_tree_diary(position: Position, depth: int | None) -> Diary:
    """All nodes as they grow, then the values, the deepest level first."""
    diary, levels = Diary(), dict[int, list[tuple[tuple[int, ...], Position, float]]]()

    def grow(position: Position, path: tuple[int, ...]) -> float:
        max_moves = (len(path) % 2) == 0
        diary.write("enter", path, -inf, inf, -inf if max_moves else inf)
        us = position.turn if max_moves else OTHER[position.turn]
        level = levels.setdefault(len(path), [])
        place = len(level)
        level.append((path, position, 0))
        if position.is_over or len(path) == depth:
            worth = FIVE_TWO_ZERO.leaf(position, len(path), us)
        else:
            values = [grow(position.play(move), (*path, move)) for move in position.legal_moves]
            worth = max(values) if max_moves else min(values)
        level[place] = path, position, worth
        return worth

    grow(position, ())
    for level in sorted(levels, reverse=True):
        for path, reached, worth in levels[level]:
            leaf = reached.is_over or len(path) == depth
            diary.write("leaf" if leaf else "return", path, -inf, inf, worth)
    return diary


# The methods whose steps are known here; of a new one the page shows what the server tells.
DIARIES = [
    *("minimax", "alpha-beta", "alpha-beta-strict", "stepwise", "game-tree", "strings"),
    *("negamax", "alpha-beta-table", "pvs", "mtd-f"),
]


def diary_of(position: Position, method: str, depth: int | None) -> Diary:
    if method == "stepwise":
        return stepwise_diary(position, depth)
    if method == "game-tree":
        return game_tree_diary(position, depth)
    if method == "strings":
        return strings_diary(position)
    if method in ("alpha-beta-table", "mtd-f") and depth is None:
        return table_diary(position, method == "mtd-f")
    if method == "pvs":
        return pvs_diary(position, depth)
    strict, plain = method == "alpha-beta-strict", method == "minimax"
    return alpha_beta_diary(position, position.turn, WIN_DRAW_LOSS, depth, strict, plain)


def steps_of(
    server: Server, position: Position, method: str, depth: int | None = None, nodes: int = 100_000
) -> list[dict[str, Any]]:
    """What the view makes of a trace."""
    with httpx.Client(base_url=server.url) as client:
        trace = trace_of(client, position, method, depth=depth, nodes=nodes)
    found: list[dict[str, Any]] = json.loads(
        subprocess.run(
            [NODE, STEPS], input=json.dumps(trace), stdout=subprocess.PIPE, check=True, text=True
        ).stdout
    )
    return found


def finite(value: float) -> float | None:
    return value if abs(value) != inf else None


CASES = [
    *[(position, name, None) for position in (FOUR_LEFT, FIVE_LEFT, OVER) for name in DIARIES],
    *[
        (FIVE_LEFT, name, 3)
        for name in DIARIES
        if "depth" in METHODS[name].takes and not METHODS[name].manner.table
    ],
]


@pytest.mark.parametrize(("position", "method", "depth"), CASES)
def test_the_steps_are_those_of_the_search(
    server: Server, position: Position, method: str, depth: int | None
) -> None:
    seen = steps_of(server, position, method, depth)
    diary = diary_of(position, method, depth).steps
    assert [(step["kind"], tuple(step["path"])) for step in seen] == [step[:2] for step in diary]
    known: dict[tuple[int, ...], tuple[float | None, ...]] = {}
    for step, (_, path, *state) in zip(seen, diary, strict=True):
        known[path] = tuple(map(finite, state))
        assert (step["alpha"], step["beta"], step["best"]) == known[path]
        assert step["cells"] == after(position, path).cells
        assert step["named"], f"no line of {method} is executed by {step['kind']}"
        paths = [tuple(path) for path, *_ in step["states"]]
        for other, *values in step["states"]:
            again = paths.count(tuple(other)) > 1  # two nodes; `known` has the last one
            assert again or tuple(values) == known[tuple(other)]


def after(position: Position, path: tuple[int, ...]) -> Position:
    for move in path:
        position = position.play(move)
    return position


def test_a_deepening_search_shows_its_passes(server: Server) -> None:
    position = Position(FOUR_IN_A_LINE).play(27)
    seen = steps_of(server, position, "four-in-a-line", depth=2)
    found = analyse(position, "four-in-a-line", every_move=False)
    assert seen[-1]["kind"] == "return"
    assert seen[-1]["best"] == found.score
    assert [step["words"] for step in seen if "looks" in step["words"]] == [
        "Pass 1 looks 1 move ahead.",
        "Pass 2 looks 2 moves ahead.",
    ]
    leaves = [step for step in seen if step["kind"] == "leaf"]
    for step in leaves[:: len(leaves) // 20]:
        board = after(position, tuple(step["path"]))
        assert step["best"] == RUNS.leaf(board, len(step["path"]), position.turn)
        assert "estimated at" in step["words"]


def test_a_search_that_was_ended_shows_how_far_it_came(server: Server) -> None:
    whole = alpha_beta_diary(Position(), "x", WIN_DRAW_LOSS, None, False, False).steps
    seen = steps_of(server, Position(), "alpha-beta", nodes=300)
    assert len([step for step in seen if step["kind"] in ("leaf", "cut", "return")]) == 300
    for step, (kind, path, *state) in zip(seen, whole, strict=False):
        assert (step["kind"], tuple(step["path"])) == (kind, path)
        assert [step["alpha"], step["beta"], step["best"]] == list(map(finite, state))


# What is said


def test_why_a_branch_was_cut(server: Server) -> None:
    seen = steps_of(server, FIVE_LEFT, "alpha-beta")
    cuts = [step for step in seen if step["kind"] == "cut"]
    assert cuts
    for step in cuts:
        max_moves = len(step["path"]) % 2 == 0
        me, they = ("X", "O") if max_moves else ("O", "X")
        limit = step["beta"] if max_moves else step["alpha"]
        left = after(FIVE_LEFT, tuple(step["path"])).empty
        limit_said, best = (str(each).replace("-", "−") for each in (limit, step["best"]))
        start = rf"{they} already has {limit_said} with [^;]+; {me} can get {best} here, so {they}"
        assert re.match(rf"{start} will not come here; ", step["words"])
        count = re.search(r"(\d+) moves? not tried\.", step["words"])
        assert count is not None
        assert 1 <= int(count[1]) < left
        assert ("An equal value is enough" in step["words"]) == (step["best"] == limit)


def test_a_strict_search_never_cuts_at_an_equal_value(server: Server) -> None:
    seen = steps_of(server, FIVE_LEFT, "alpha-beta-strict")
    cuts = [step for step in seen if step["kind"] == "cut"]
    assert cuts
    assert not [step for step in cuts if "equal value" in step["words"]]
    assert [step for step in seen if "strict cuts only beyond" in step["words"]]


def test_a_stepwise_search_compares_with_the_parent_only(server: Server) -> None:
    cuts = [s for s in steps_of(server, FIVE_LEFT, "stepwise") if s["kind"] == "cut"]
    assert cuts
    assert all("shallow" in step["words"] for step in cuts)


@pytest.mark.parametrize("method", BOOKS)
def test_every_step_has_its_sentence(server: Server, method: str) -> None:
    for step in steps_of(server, FIVE_LEFT, method):
        assert re.fullmatch(r"[A-Z(a-z].*[.)]", step["words"]), step["words"]
        assert not re.search(r"undefined|NaN|null|Infinity", step["words"]), step["words"]


# Predicting


@pytest.mark.parametrize("method", BOOKS)
def test_a_question_can_be_wrong_and_can_be_right(server: Server, method: str) -> None:
    seen = steps_of(server, FIVE_LEFT, method)
    asked = [step for step in seen if step["question"]]
    assert asked
    for step in asked:
        question = step["question"]
        values = [value for _, value in question["options"]]
        assert 2 <= len(values) <= 4
        assert len({text for text, _ in question["options"]}) == len(values)
        assert values.count(question["answer"]) == 1
    kinds = {step["question"]["about"] for step in asked} - {"table"}
    cuts = METHODS[method].manner.windows
    assert kinds == ({"leaf", "window", "cut"} if cuts else {"leaf", "window"})


def test_nothing_is_asked_that_has_only_one_answer(server: Server) -> None:
    seen = steps_of(server, Position(Rules.parse("2x2x2")), "alpha-beta-strict")
    questions = [step["question"] for step in seen if step["question"]]
    assert questions
    assert all(len(question["options"]) > 1 for question in questions)


def test_the_answers_are_what_the_search_does(server: Server) -> None:
    seen = steps_of(server, FIVE_LEFT, "alpha-beta")
    for before, step in pairwise(seen):
        question = step["question"]
        if not question:
            continue
        if question["about"] == "leaf":
            assert step["kind"] == "leaf"
            assert question["answer"] == step["best"]
        elif question["about"] == "cut":
            assert before["kind"] == "back"
            assert question["answer"] == (1 if step["kind"] == "cut" else 0)
        else:
            side = "alpha" if len(step["path"]) % 2 == 0 else "beta"
            asks_best = "best value" in question["text"]
            assert question["answer"] == step["best" if asks_best else side]


def test_what_the_table_knows_is_enough_or_not(server: Server) -> None:
    seen = steps_of(server, board("x../.o./...", turn="x"), "alpha-beta-table")
    answers = set[tuple[str, int]]()
    for before, step in pairwise(seen):
        question = step["question"]
        if question and question["about"] == "table":
            assert before["kind"] == "enter"
            answers.add((step["kind"], question["answer"]))
    assert answers == {("table", 1), ("enter", 0)}
    known = [step["words"] for step in seen if step["kind"] == "table"]
    assert all(re.match("The table knows this board from [a-c][1-3] ", words) for words in known)


# The view itself


def open_watch(visitor: Visitor, position: Position = FOUR_LEFT, **options: Any) -> Page:
    words = f"game={position.rules}&cells={position.cells}&turn={position.turn}"
    page = visitor.open(f"/?view=watch&{words}&method=alpha-beta", **options)
    expect(page.locator(".watch.is-ready")).to_be_visible()
    return page


def sentence(page: Page) -> str:
    return page.locator(".watch-sentence").inner_text()


def place(page: Page) -> str:
    return page.locator(".watch-place").inner_text()


def test_stepping_to_a_cut_off(visitor: Visitor) -> None:
    page = open_watch(visitor)
    assert place(page) == "1 of 104"
    page.get_by_role("button", name="Go to the next cut-off").click()
    assert "X already has −1 with b2; O can get −1 here, so X will not come here" in sentence(page)
    assert "1 move not tried" in sentence(page)
    running = page.locator(".watch-line[aria-current=step]")
    expect(running).to_have_text(["if value ≥ β: try no more moves", "return value"])
    expect(page.locator(".watch-ended")).to_have_text("Cut off, 1 move not tried.")
    expect(page.locator(".watch-facts dd").nth(4)).to_have_text("≥ −1")


def test_by_keyboard(visitor: Visitor) -> None:
    page = open_watch(visitor)
    page.locator(".watch-canvas").focus()
    page.keyboard.press("ArrowRight")
    assert place(page) == "2 of 104"
    assert sentence(page).startswith("O tries a2.")
    label = page.locator(".watch-canvas").get_attribute("aria-label")
    assert label is not None
    assert "Step 2 of 104. O tries a2." in label
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("End")
    assert place(page) == "104 of 104"
    assert sentence(page) == "The search is done: the value is 0. O plays b2."
    expect(page.locator(".watch-node")).to_have_text("Current node: 1 of 35")
    page.keyboard.press("Alt+ArrowDown")
    expect(page.locator(".watch-node")).to_have_text("Selected node: 2 of 35")
    page.keyboard.press("Alt+ArrowRight")
    expect(page.locator(".watch-facts dd").first).to_have_text("b2")
    page.keyboard.press("f")
    expect(page.get_by_role("button", name="Unfold")).to_be_visible()
    for key in ("0", "+", "-", "Home"):
        page.keyboard.press(key)
    assert place(page) == "1 of 104"
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play (space)")).to_be_visible()


def test_playing_to_the_end(visitor: Visitor) -> None:
    page = open_watch(visitor)
    page.get_by_label("Steps per second").select_option("1000")
    page.get_by_role("button", name="Play (space)").click()
    expect(page.locator(".watch-place")).to_have_text("104 of 104")
    page.locator(".watch-slider").fill("50")
    assert place(page) == "51 of 104"


def test_predicting(visitor: Visitor) -> None:
    page = open_watch(visitor)
    page.get_by_role("switch", name="Predict").check()
    expect(page.locator(".watch-question")).to_contain_text("What is this board worth?")
    expect(page.locator(".watch-answer")).to_have_text(["a−1 (X wins)", "b0 (draw)", "c1 (O wins)"])
    before = place(page)
    size = page.locator(".watch-view").bounding_box()
    feedback = page.locator(".watch-quiz .watch-feedback")
    page.keyboard.press("ArrowRight")
    expect(feedback).to_have_text("Answer first; then the search goes on.")
    assert place(page) == before, "no step before the answer"
    page.keyboard.press("1")  # the values are numbers, so numbers are no keys
    assert place(page) == before
    page.keyboard.press("a")
    expect(feedback).to_have_text("Right. The game is over: X wins, worth −1.")
    assert page.locator(".watch-view").bounding_box() == size, "the tree stays as it is"
    expect(page.locator(".watch-score")).to_have_text("1 of 1 right")
    answered = place(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".watch-question")).to_contain_text("comes back with −1. What is β")
    assert place(page) == answered, "an answer may lead to the next question"
    expect(page.locator(".watch-node")).to_contain_text("Asked about: node")
    expect(page.locator(".watch-details dd").nth(1)).to_have_text("X, ▼ MIN")
    page.locator(".watch-answer", has_text="+∞").click()
    expect(feedback).to_contain_text("Not quite: −1.")
    expect(page.locator(".watch-score")).to_have_text("1 of 2 right")
    expect(page).to_have_url(re.compile("predict=1"))
    page.reload()
    expect(page.locator(".watch-score")).to_have_text("1 of 2 right")
    page.get_by_label("Method").select_option("minimax")
    expect(page.locator(".watch-score")).to_have_text("")
    page.get_by_label("Method").select_option("alpha-beta")
    expect(page.locator(".watch-score")).to_have_text("1 of 2 right")
    page.get_by_role("button", name="Reset").click()
    expect(page.locator(".watch-score")).to_have_text("")


def test_another_method_and_a_depth_limit(visitor: Visitor) -> None:
    visitor.forgives = ("status of 422",)
    page = open_watch(visitor)
    page.get_by_label("Method").select_option("game-tree")
    expect(page.locator(".watch-counts")).to_have_text("1 of 49 nodes")
    page.locator(".watch-depth").fill("1")
    page.locator(".watch-depth").press("Enter")
    expect(page.locator(".watch-counts")).to_have_text("1 of 5 nodes")
    page.get_by_label("Method").select_option("strings")
    expect(page.locator(".watch-message")).to_contain_text("strings does not take a depth limit")
    page.locator(".watch-depth").fill("")
    page.locator(".watch-depth").press("Enter")
    expect(page.locator(".watch.is-ready")).to_be_visible()


def test_a_depth_is_read_as_the_field_shows_it(visitor: Visitor) -> None:
    visitor.forgives = ("status of 400",)
    page = open_watch(visitor)
    page.locator(".watch-depth").fill("1e3")
    page.locator(".watch-depth").press("Tab")
    expect(page.locator(".watch-message")).to_contain_text("1000 is out of range")


def test_nodes_of_a_pass_that_was_ended_did_not_come_before(visitor: Visitor) -> None:
    page = visitor.open("/?view=watch&game=15x15x5&moves=h8&method=four-in-a-line")
    expect(page.locator(".watch-counts")).to_contain_text("more in searches to other depths")


def test_switching_predict_on_is_heard(visitor: Visitor) -> None:
    page = open_watch(visitor)
    page.get_by_role("switch", name="Predict").press("Space")
    expect(page.locator("#live")).to_contain_text("The game is over here. What is")
    page.locator(".watch-topic select").select_option("cut")
    expect(page.locator(".watch-question")).to_contain_text("go on, or press Next.")


def test_a_method_that_cannot_search_says_why(visitor: Visitor) -> None:
    page = open_watch(visitor, Position(FOUR_IN_A_LINE))
    expect(page.get_by_label("Method")).to_have_value("four-in-a-line")
    option = page.locator(".watch-method option[value=minimax]")
    assert option.is_disabled()
    assert "set a depth limit" in (option.get_attribute("title") or "")


def test_a_large_search_opens_quickly_and_can_be_sought(visitor: Visitor) -> None:
    page = open_watch(visitor, Position())
    expect(page.locator(".watch-counts")).to_have_text("1 of 18,297 nodes, 0 cut-offs")
    usual = page.evaluate("""() => {
      const slider = document.querySelector('.watch-slider');
      const times = [];
      for (let k = 1; k <= 40; k++) {
        slider.value = Math.floor((k * 54889) / 40);
        const started = performance.now();
        slider.dispatchEvent(new Event('input'));
        times.push(performance.now() - started);
      }
      return times.sort((a, b) => a - b)[20];
    }""")
    assert usual < 100, "milliseconds; a wide margin for a busy machine"
    assert place(page) == "54,890 of 54,890"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessibility_rules(visitor: Visitor, scheme: str) -> None:
    page = open_watch(visitor, color_scheme=scheme)
    page.get_by_role("button", name="Go to the next cut-off").click()
    page.get_by_role("switch", name="Predict").check()
    page.keyboard.press("a")
    expect(page.locator(".watch-score")).to_contain_text("of 1 right")
    found: Any = Axe().run(page)
    assert not [(each["id"], each["nodes"]) for each in found.response["violations"]]


def test_nothing_goes_on_where_nobody_looks(visitor: Visitor) -> None:
    page = open_watch(visitor)
    page.get_by_label("Steps per second").select_option("1")
    page.get_by_role("button", name="Play (space)").click()
    page.locator("#tab-play").click()
    page.locator("#tab-watch").click()
    expect(page.get_by_role("button", name="Play (space)")).to_be_visible()
    expect(page.locator(".watch-counts")).to_contain_text("of 35 nodes")


def test_on_a_phone(visitor: Visitor) -> None:
    page = open_watch(visitor, viewport={"width": 360, "height": 740}, has_touch=True)
    assert page.locator(".watch").evaluate("root => root.scrollWidth <= root.clientWidth")
    for button in page.locator(".watch button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40
    page.locator(".watch-button.is-forward").tap()
    assert place(page) == "2 of 104"
