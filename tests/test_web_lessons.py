"""Watch as a place to learn: lessons, examples, questions that keep their secret, files to keep."""

import json
import re
import struct
import subprocess
import zlib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import Visitor
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient
from test_web_watch import open_watch, place
from traces import FIVE_LEFT, NODE
from web import client, events, post, sentence

from noughts import Limit, Position, _native, analyse, solve
from noughts.notation import name
from noughts.practice import Key, Tree, key_of
from noughts.rules import Rules
from noughts.textbook import alpha_beta, four_in_a_line, minimax

SCRIPT = Path(__file__).parent / "page" / "lessons.js"
UNCOVERED = """button => {
  const { right, top, height } = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(right - 4, top + height / 2));
}"""
TWO = "((3 12 8) (2 4 6) (14 5 2))"


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("web") / "games.sqlite3") as made:
        yield made


def in_node(*words: str, given: Any = None) -> dict[str, Any]:
    command = [NODE, str(SCRIPT), *words]
    done = subprocess.run(
        command, input=json.dumps(given), stdout=subprocess.PIPE, check=True, text=True
    )
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@pytest.fixture(scope="module")
def told(api: TestClient) -> dict[str, Any]:
    """The lessons, with the steps that their pages show."""
    searches = in_node()["searches"]
    return in_node("--steps", given=[trace_of(api, search) for search in searches])


def trace_of(api: TestClient, search: dict[str, Any]) -> dict[str, Any]:
    board = search.get("position")
    where = {name: board[name] for name in ("game", "cells", "turn")} if board else {}
    asked = {**where, **{name: search[name] for name in search if name != "position"}}
    (_, begin), (_, nodes), (last, done) = events(post(api, "/trace", asked))
    assert last == "done"
    shape = board or {"rows": 0, "columns": 0, "cells": "", "turn": "x"}
    return {"position": shape, "begin": begin, "rows": nodes["nodes"], "done": done}


# Trees in brackets


def test_a_tree_in_brackets_is_searched_as_its_key_says(api: TestClient) -> None:
    key = key_of(Tree.parse(TWO))
    trace = trace_of(api, {"tree": TWO, "method": "alpha-beta"})
    names, ends = trace["begin"]["names"], trace["begin"]["ends"]
    assert names == [node.name for node in key.tree.nodes]
    assert trace["done"]["move"] == key.best.name
    assert (trace["done"]["nodes"], trace["done"]["searched"]) == (13, 11)
    for parent, cell, alpha, beta, value, bound, end, finished, untried in trace["rows"]:
        node = key.tree[names[max(cell, 0)]]
        entry = key[node.name]
        assert (ends[end] == "passed over") == entry.cut == (finished < 0)
        assert [names[each] for each in untried] == skipped(key, node.name)
        assert value == (node.value if node.is_leaf else entry.value)
        if not node.is_leaf and not entry.cut:
            assert (alpha, beta) == (finite(entry.alpha), finite(entry.beta))
            assert ["exact", "at-least", "at-most"][bound] == entry.bound
        assert parent < 0 or node in key.tree[names[max(0, trace["rows"][parent][1])]].children
    leaf = next(row for row in trace["rows"] if row[1] == names.index("C1"))
    assert leaf[2:4] == [3, None], "C1 is entered with what MAX has at B"


def skipped(key: Key, name: str) -> list[str]:
    return [each.name for cut in key.cuts if cut.node.name == name for each in cut.skipped]


def finite(value: float | None) -> float | None:
    return value if value is not None and abs(value) < 1e9 else None


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"tree": "((3 5)"}, "is never closed by ')'"),
        ({"tree": TWO, "method": "stepwise"}, "searched by minimax or alpha-beta"),
        ({"tree": TWO, "cells": "........."}, "cells does not go with a tree in brackets"),
        ({"tree": TWO, "depth": 2}, "depth does not go with a tree"),
        ({"cells": ".........", "root": "MIN"}, "root goes with a tree only"),
        ({"method": "minimax"}, "give the cells of a board, or a tree"),
        ({"game": "3x3x3", "cells": "", "depth": -3}, "depth: -3 is out of range: 1 to 400"),
    ],
)
def test_refused_in_a_sentence(api: TestClient, asked: dict[str, Any], words: str) -> None:
    assert words in sentence(post(api, "/trace", asked), 400)


# The lessons: every number in them


def lesson(told: dict[str, Any], name: str) -> tuple[str, list[Any], list[Any]]:
    """All that a lesson says, its pages and their searches."""
    (found,) = (each for each in told["lessons"] if each["name"] == name)
    pages = found["pages"]
    said = [page["text"] for page in pages] + [found["about"]]
    for page in pages:
        question = page.get("question", {})
        said += [question.get("why", ""), *question.get("wrong", {}).values()]
        for option in question.get("options", []):
            said += [option["text"], option.get("wrong", "")]
    searches = [told["searches"][page["search"]] for page in pages]
    return " ".join(said), pages, searches


def check_numbers(said: str, *fragments: str) -> None:
    """Each fragment is said, and nothing else has a number; names of nodes are not numbers."""
    for fragment in fragments:
        assert fragment in said, fragment
    for fragment in sorted(fragments, key=len, reverse=True):
        said = said.replace(fragment, "")
    left = re.sub(r"\b[A-Z][1-9]\b|\b[abc][123]\b", "", said)
    assert not re.search(r"\d", left), left


def worths(key: Key) -> dict[str, int]:
    return {n.name: int(key.worth(n)) for n in key.tree.nodes if not key[n.name].cut}


def leaves(key: Key, name: str = "A") -> list[int]:
    return [node.value for node in key.tree[name].below if node.is_leaf]


def seen(key: Key) -> int:
    return sum(not key[leaf.name].cut for leaf in key.tree.leaves)


def key_for(search: dict[str, Any]) -> Key:
    return key_of(Tree.parse(search["tree"]), search["method"])


def listed(values: list[int]) -> str:
    return f"{', '.join(map(str, values[:-1]))} and {values[-1]}"


def test_there_are_six_and_each_page_shows_its_step(told: dict[str, Any]) -> None:
    assert [each["name"] for each in told["lessons"]] == [
        *("minimax", "first-cut", "deep-cut", "order", "horizon", "table")
    ]
    for each in told["lessons"]:
        *pages, last = each["pages"]
        question = last["question"]
        assert question["why"]
        if "node" in question:
            assert question["reasons"], "every other node has a reason"
            assert all(question["reasons"])
        else:
            assert right(question)
        assert not any("question" in page for page in pages)
        assert 4 <= len(each["pages"]) <= 6
        for page in each["pages"]:
            assert len(page["text"]) < 260, "a few sentences"
            assert page["at"] in ("start", "end") or page["at"].startswith(page["kind"])
        for before, after in pairwise(pages):
            if before["search"] == after["search"]:
                assert before["step"] <= after["step"]


def right(question: dict[str, Any]) -> str:
    (found,) = (option["text"] for option in question["options"] if "wrong" not in option)
    return str(found)


def test_minimax_by_hand(told: dict[str, Any]) -> None:
    said, pages, searches = lesson(told, "minimax")
    key, asked = key_for(searches[0]), key_for(searches[-1])
    worth, then = worths(key), worths(asked)
    assert pages[-1]["question"]["node"] == asked.best.name
    check_numbers(
        said,
        f"Of {listed(leaves(key, 'B'))} MIN takes the smallest, so B is worth {worth['B']}.",
        f"the smallest of {listed(leaves(key, 'C'))} is {worth['C']}.",
        f"D is worth {worth['D']}.",
        f"the largest of {listed([worth[n] for n in 'BCD'])} is {worth['A']}.",
        f"the tree is worth {worth['A']}, and MAX goes to {key.best.name}.",
        f"all {len(key.tree.nodes)} nodes",
        f"B worth {then['B']}, C worth {then['C']} and D worth {then['D']}.",
        f"At B MIN takes the smaller number, {then['B']}. MAX can have more.",
        f"At C MIN takes the smaller number, {then['C']}. MAX can have more.",
    )


def test_the_first_cut_off(told: dict[str, Any]) -> None:
    said, pages, searches = lesson(told, "first-cut")
    key, asked = key_for(searches[0]), key_for(searches[-1])
    worth = worths(key)
    assert [(cut.node.name, cut.after.name) for cut in key.cuts] == [("C", "C1"), ("D", "D1")]
    assert [cut.skipped[0].name for cut in asked.cuts] == [pages[-1]["question"]["node"]]
    (cut,) = asked.cuts
    check_numbers(
        said,
        f"B comes back with {worth['B']}.",
        f"MAX has {worth['B']} for certain: α is {key['C'].alpha} at A.",
        f"At C the first leaf is {worth['C1']}. MIN can have {worth['C1']} here",
        f"MAX has {worth['B']} at B. So",
        f"C is worth at most {worth['C']},",
        f"its first leaf, {worth['D1']}. The tree is worth {worth['A']},",
        f"{seen(key)} of the {len(key.tree.leaves)} leaves",
        f"MAX has {cut.limit} at B. At C the second leaf is {cut.value}, so",
        f"MIN gets {cut.value} or less",
        f"since {worths(asked)['D1']} is more than {cut.limit}.",
        f"C1 is {worths(asked)['C1']}, more than the {cut.limit} that MAX has at B",
        f"D1 is {worths(asked)['D1']}, more than the {cut.limit} that MAX has at B",
    )


def test_a_deep_cut_off(told: dict[str, Any]) -> None:
    said, pages, searches = lesson(told, "deep-cut")
    key = key_for(searches[0])
    worth = worths(key)
    deep, other = sorted(key.cuts, key=lambda cut: not cut.deep)
    assert (deep.deep, deep.node.name, deep.by.name, key.deep_cuts) == (True, "E", "B", 1)
    assert (key["D"].bound, key["C"].bound) == ("exact", "at-most")
    assert (other.node.name, [each.name for each in other.skipped]) == ("C", ["C2"])
    assert key.tree.levels == 4
    assert len(key.tree["E"].place) == 3, "three moves further down"
    answer = right(pages[-1]["question"])
    assert answer == f"MAX already has {deep.limit} at {deep.by.name}."
    check_numbers(
        said,
        f"B is worth {worth['B']}, so α is {key['E'].alpha} at A, the root.",
        f"MIN finds {worth['E1']}.",
        f"MAX has {deep.limit} at B. If",
        f"MIN would get {worth['E']} or less",
        f"D is worth {worth['D']}, so C is worth at most {worth['C']}, less than {deep.limit}: C2",
        f"The tree is worth {worth['A']}; {seen(key)} of its {len(key.tree.leaves)} leaves",
        answer,
        f"With {deep.limit} at B, MAX never",
        f"MIN gets {worth['E']} or less.",
    )


def test_why_order_matters(told: dict[str, Any]) -> None:
    said, pages, searches = lesson(told, "order")
    bad, good = key_for(searches[0]), key_for(searches[2])
    first = key_for(lesson(told, "first-cut")[2][0])
    asked = key_of(Tree.parse(searches[-1]["tree"]))
    assert sorted(leaves(bad)) == sorted(leaves(good)) == sorted(leaves(first)) == [*range(1, 10)]
    assert not bad.cuts
    assert len(good.cuts) == 2
    assert bad.value == good.value
    groups = {frozenset(leaves(key, name)) for key in (bad, good) for name in "BCD"}
    assert len(groups) == 3, "the same branches"
    best = max("BCD", key=lambda name: min(leaves(asked, name)))
    assert pages[-1]["question"]["node"] == best
    top, b, d = (min(leaves(asked, branch)) for branch in (best, "B", "D"))
    pruned = alpha_beta(Position(), every_move=False).nodes
    check_numbers(
        said,
        f"all {seen(bad)} leaves",
        f"The value is {int(bad.value)}.",
        f"The value is {int(good.value)} again, after {seen(good)} of {len(leaves(good))} leaves.",
        f"all its {len(leaves(good, 'B'))} leaves, and each of the other {len(good.cuts)} branches",
        f"C is worth {top}, the most. With α = {top} from",
        f"leaf of B, {leaves(asked, 'B')[0]}, and of D, {leaves(asked, 'D')[0]}, is",
        f"minimax has {whole_game():,} nodes, alpha-beta {pruned:,}.",
        f"B is worth {b}, the least: α = {b} cuts off nothing.",
        f"because C, worth {top}, comes",
        f"D is worth {d}: with α = {d}, something",
    )
    assert max(leaves(asked, "B")[0], leaves(asked, "D")[0]) < top
    assert b < min(*leaves(asked, "C"), *leaves(asked, "D")), "B's value cuts off nothing"
    assert [(cut.node.name, cut.limit) for cut in asked.cuts] == [("D", top)], "as the tree stands"
    assert leaves(asked, "B")[0] < d < min(leaves(asked, "C"))


def whole_game() -> int:
    """The nodes of minimax from the empty board, counted by the twin, which is quicker."""
    _, nodes, *_ = _native.minimax(Position())
    return int(nodes)


def position_of(search: dict[str, Any]) -> Position:
    board = search["position"]
    return Position(Rules.parse(board["game"]), board["cells"], board["turn"])


def drawn(value: float) -> str:
    """With the minus of the page."""
    return f"{value:g}".replace("-", "−")


def test_the_horizon(told: dict[str, Any]) -> None:
    said, pages, searches = lesson(told, "horizon")
    near, far = searches[0], searches[2]
    position = position_of(near)
    one, two = (minimax(position, depth=depth) for depth in (1, 2))
    assert (near["depth"], far["depth"]) == (1, 2)
    assert {move.score for move in one.moves} == {0}
    worth = {name(position.rules, each.move): each.score for each in two.moves}
    assert worth == {"a2": -1, "b2": 0, "c1": -1, "c2": -1}
    first = position.play("a2").play("b2")
    assert first.winner == "x"
    fork = position_of(searches[-1])
    assert analyse(fork.play("a1")).outcome == "loss"
    deep = {depth: minimax(fork, depth=depth) for depth in (1, 2, 3)}
    assert [deep[depth].score for depth in deep] == [0, 0, 1]
    assert deep[3].best == (0,)
    question = pages[-1]["question"]
    assert right(question) == "3"
    assert pages[-1]["select"] == name(fork.rules, deep[3].best[0])
    check_numbers(
        said,
        f"an unfinished game counts as {one.score}.",
        f"All {len(one.moves)} moves look alike: {one.score}.",
        f"it looks {far['depth']} moves ahead",
        f"a2 is worth {drawn(worth['a2'])} to O.",
        f"three in a row: it counts as {deep[1].score}.",
        f"Only b2 is worth {worth['b2']}, the other moves {drawn(worth['c1'])}.",
        f"took {two.nodes} nodes instead of {one.nodes}.",
        f"after {far['depth']} moves",
        *(f" {option['text']} " for option in question["options"]),
        "the other: 3 moves.",
        "looks 2 moves ahead sees nothing but 0.",
    )


def test_a_table_of_positions(told: dict[str, Any]) -> None:
    said, pages, searches = lesson(told, "table")
    position = position_of(searches[0])
    nodes = minimax(position).nodes
    boards, whole = different_boards(position), different_boards(Position())
    ends = [len(path) for path in paths_of(position)].count(3)
    assert pages[0]["boards"] == len(boards)
    assert [page["same"] for page in pages] == [0, 0, 2, 2, 2]
    asked = pages[-1]
    other = position
    for move in asked["select"].split():
        other = other.play(move)
    assert asked["named"] == other.cells
    assert asked["select"] != asked["question"]["node"]
    check_numbers(
        said,
        f"looked at {nodes} nodes, {ends} of them with a full board.",
        f"The {nodes} nodes have only {len(boards)} different boards.",
        f"has {whole_game():,} nodes, but only {len(whole):,} different boards.",
    )


def different_boards(position: Position) -> set[str]:
    found, todo = {position}, [position]
    while todo:
        here = todo.pop()
        new = {here.play(move) for move in ([] if here.is_over else here.legal_moves)} - found
        found |= new
        todo += new
    return {each.cells for each in found}


def paths_of(position: Position) -> list[tuple[int, ...]]:
    paths: list[tuple[int, ...]] = []
    minimax(position, visit=lambda visit: paths.append(visit.path))
    return paths


def test_the_example_with_estimates_plays_the_move_that_wins(told: Any) -> None:
    (example,) = [each for each in told["examples"] if each["name"] == "four-by-four"]
    assert "Three in a row win" in example["about"]
    position = Position.parse(example["cells"], example["game"])
    found = four_in_a_line(position, limit=Limit(depth=example["depth"]))
    assert found.move is not None
    assert found.outcome is None, "it is estimated"
    winning = [
        move for move in position.legal_moves if solve(position.play(move)).outcome == "loss"
    ]
    assert winning == [found.move]


def test_the_examples_have_as_many_nodes_as_they_say(api: TestClient, told: Any) -> None:
    assert len({each["name"] for each in [*told["examples"], *told["lessons"]]}) == 12
    for example in told["examples"]:
        asked = {name: example[name] for name in ("game", "cells", "turn", "method")}
        limits = {"depth": example.get("depth"), "nodes": 150_000}
        *_, (_, done) = events(post(api, "/trace", {**asked, **limits}))
        assert done["nodes"] == example["nodes"], example["name"]
        assert done["words"] is None, "no limit stopped it"


# On the page


def text_of(page: Page, where: str) -> str:
    return page.locator(where).inner_text()


def examine(page: Page) -> None:
    found: Any = Axe().run(page)
    violations = found.response["violations"]
    assert not [(each["id"], [node["html"] for node in each["nodes"]]) for each in violations]


def test_a_lesson_from_the_overview_to_its_question(visitor: Visitor) -> None:
    page = visitor.open("/?view=watch", color_scheme="dark", reduced_motion="reduce")
    expect(page.locator("[data-lesson]")).to_have_count(6)
    expect(page.locator("[data-example=block]")).to_contain_text("alpha-beta: 35 nodes")
    expect(page.locator("[data-example=gomoku]")).to_contain_text("Black has an open three.")
    examine(page)
    page.locator("[data-lesson=first-cut]").click()
    expect(page.locator(".watch-place")).to_have_text("1 of 26")
    expect(page.locator(".watch-counts")).to_have_text("1 of 13 nodes, 0 cut-offs")
    for number in range(2, 6):
        page.get_by_role("button", name="Next", exact=True).click()
        expect(page.locator(".watch-page")).to_have_text(f"{number} of 6")
    assert place(page) == "26 of 26"
    expect(page.locator(".watch-counts")).to_have_text("9 of 13 nodes, 2 cut-offs")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/?view=watch&lesson=first-cut&step=4&walk=25")
    page.reload()
    expect(page.locator(".watch-place")).to_have_text("25 of 26")
    expect(page.locator(".watch-page")).to_have_text("4 of 6")
    page.get_by_text("Share", exact=True).click()
    page.get_by_role("button", name="Link to this step").click()
    expect(page.locator("#notice")).to_contain_text("The link is copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith("/?view=watch&lesson=first-cut&step=4&walk=25")
    for part in (".watch-turn.is-next", "#tab-games", ".watch-canvas"):
        assert page.locator(part).evaluate(UNCOVERED), "the note is elsewhere"
    page.get_by_role("button", name="Close this note").click()
    page.locator(".watch-canvas").focus()
    page.keyboard.press("Home")
    expect(page.locator(".watch-page")).to_have_text("1 of 6")
    page.keyboard.press("End")
    expect(page.locator(".watch-page")).to_have_text("5 of 6")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator(".watch-lesson-text")).to_contain_text("It skips one leaf. Click it.")
    expect(page.locator(".watch.is-ready")).to_be_visible()
    expect(page.locator(".watch-sentence")).to_have_text("")
    assert page.locator(".watch-transport").evaluate("each => each.inert")
    height = "view => view.clientHeight"
    tree = page.locator(".watch-view").evaluate(height)
    page.locator(".watch-canvas").focus()
    for key in ("Alt+ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".watch-lesson .watch-feedback")).to_have_text(
        "Not quite. B comes first, when MAX has nothing yet: both its leaves are needed."
    )
    assert page.locator(".watch-view").evaluate(height) == tree, "nothing moves"
    expect(page.locator(".watch-title")).to_have_text("2. The first cut-off")
    for key in ("Alt+ArrowRight", "Alt+ArrowDown", "Alt+ArrowRight", "Alt+ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".watch-lesson .watch-feedback")).to_contain_text("Right. MAX has 5 at B.")
    assert page.locator(".watch-view").evaluate(height) == tree
    examine(page)
    page.wait_for_url("**/?view=watch&lesson=first-cut&step=6")
    page.reload()
    expect(page.locator(".watch-page")).to_have_text("6 of 6")
    expect(page.locator(".watch-title")).to_have_text("2. The first cut-off ✓ (done)")
    expect(page.locator(".watch-lesson .watch-feedback")).to_contain_text("Right. MAX has 5 at B.")
    expect(page.locator(".watch.is-ready")).to_be_visible()
    expect(page.locator(".watch-facts dd").first).to_have_text("C3")
    page.get_by_role("button", name="Ask me again").click()
    expect(page.locator(".watch-lesson .watch-feedback")).to_have_text("")
    expect(page.get_by_role("button", name="Next lesson")).to_be_disabled()
    page.go_back()
    expect(page.locator(".watch-progress")).to_have_text("1 of 6 done.")


def test_a_clicker_turns_the_pages_of_a_lesson(visitor: Visitor) -> None:
    page = visitor.open("/?view=watch&lesson=deep-cut")
    expect(page.locator(".watch.is-ready")).to_be_visible()
    number = page.locator(".watch-page")
    for key, said in (("PageDown", "2 of 6"), ("Enter", "3 of 6"), ("PageUp", "2 of 6")):
        page.keyboard.press(key)
        expect(number).to_have_text(said)
    page.goto(f"{visitor.server.url}/?view=watch&lesson=deep-cut&step=6")
    expect(page.locator(".watch.is-ready")).to_be_visible()
    page.keyboard.press("PageDown")
    feedback = page.locator(".watch-lesson .watch-feedback")
    expect(feedback).to_have_text("Answer first; then the lesson goes on.")
    expect(number).to_have_text("6 of 6")
    page.locator(".watch-answer").nth(1).click()
    page.locator(".watch-lesson-text").focus()
    page.keyboard.press("PageDown")
    expect(page.locator(".watch-title")).to_contain_text("4. Why order matters")
    page.keyboard.press("?")
    expect(page.locator("#help-dialog")).to_contain_text(
        "the next or the previous page of a lesson"
    )


def test_the_node_that_a_question_is_about_stays_the_dashed_one(visitor: Visitor) -> None:
    page = visitor.open("/?view=watch&lesson=table&step=5")
    expect(page.locator(".watch.is-ready")).to_be_visible()
    for key in ("Up", "Up", "Right", "Down", "Down"):
        page.keyboard.press(f"Alt+Arrow{key}")
    expect(page.locator(".watch-facts dd").first).to_have_text("c3 b2 c1")
    page.keyboard.press("Enter")
    feedback = page.locator(".watch-lesson .watch-feedback")
    expect(feedback).to_contain_text("Right. It was reached by c3, b2, c1")
    expect(page.locator(".watch-facts dd").first).to_have_text("c1 b2 c3")
    page.reload()
    expect(feedback).to_contain_text("Right.")
    expect(page.locator(".watch-facts dd").first).to_have_text("c1 b2 c3")


def test_the_next_button_stays_under_the_thumb(visitor: Visitor) -> None:
    size = {"width": 390, "height": 844}
    page = visitor.open("/?view=watch&lesson=first-cut", viewport=size, has_touch=True)
    expect(page.locator(".watch.is-ready")).to_be_visible()
    after = page.locator(".watch-turn.is-next")
    boxes = []
    for number in range(1, 6):
        expect(page.locator(".watch-page")).to_have_text(f"{number} of 6")
        boxes.append(after.bounding_box())
        after.click()
    assert all(box == boxes[0] for box in boxes)


def test_lessons_that_are_done_keep_their_numbers_and_lead_to_practice(visitor: Visitor) -> None:
    page = visitor.open("/?view=watch")
    expect(page.locator("[data-lesson]")).to_have_count(6)
    names = page.locator("[data-lesson]").evaluate_all("all => all.map(e => e.dataset.lesson)")
    page.evaluate("names => localStorage.setItem('noughts.lessons', JSON.stringify(names))", names)
    page.reload()
    expect(page.locator(".watch-number")).to_have_text(["1", "2", "3", "4", "5", "6"])
    expect(page.locator("[data-lesson=minimax]")).to_contain_text("✓ (done)")
    page.get_by_role("link", name="Practice").click()
    expect(page.locator("#practice-stage .leaf").first).to_be_visible()


def test_a_printed_step_is_on_one_sheet(visitor: Visitor) -> None:
    page = visitor.open("/?view=watch&lesson=deep-cut&step=4")
    expect(page.locator(".watch.is-ready")).to_be_visible()
    for across in (True, False):
        assert page.pdf(format="A4", landscape=across).count(b"/MediaBox") == 1


def test_a_link_leads_to_a_step_and_can_be_embedded(visitor: Visitor) -> None:
    page = visitor.open("/?view=watch&lesson=block&step=20")
    expect(page.locator(".watch-place")).to_have_text("20 of 104")
    page.keyboard.press("Tab")
    page.locator(".watch-canvas").focus()
    page.keyboard.press("ArrowRight")
    share = page.get_by_text("Share", exact=True)
    choice = page.get_by_role("button", name="Link to this step")
    share.click()
    expect(choice).to_be_visible()
    page.keyboard.press("Escape")
    expect(choice).to_be_hidden()
    share.click()
    expect(choice).to_be_visible()
    page.locator(".watch-title").click()
    expect(choice).to_be_hidden()
    share.click()
    choice.click()
    expect(choice).to_be_hidden()
    expect(page.locator("#notice")).to_contain_text("The link is copied.")
    assert share.evaluate(UNCOVERED)
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith("/?view=watch&lesson=block&method=alpha-beta&step=21")
    share.click()
    page.get_by_role("button", name="Show it in another page").click()
    line = page.locator("#embed-line")
    expect(line).to_have_value(re.compile(f'^<iframe src="{re.escape(link)}&embed"'))
    size = {"width": 800, "height": 500}
    embedded = visitor.open(f"{link}&predict=0&embed", viewport=size)
    expect(embedded.locator(".watch-place")).to_have_text("21 of 104")
    for hidden in (".top", ".watch-bar", ".watch-side", ".watch-fields"):
        expect(embedded.locator(hidden)).to_be_hidden()
    examine(embedded)
    box = embedded.locator(".watch-view").bounding_box()
    assert box is not None
    assert box["height"] > 300
    assert embedded.evaluate("document.documentElement.scrollHeight") <= 500
    embedded.set_viewport_size({"width": 640, "height": 360})
    embedded.goto(f"{visitor.server.url}/?view=watch&lesson=first-cut&step=4&embed")
    expect(embedded.locator(".watch.is-ready")).to_be_visible()
    assert embedded.evaluate("document.documentElement.scrollHeight") <= 360
    assert embedded.locator(".watch-lesson").evaluate("e => e.scrollHeight <= e.clientHeight")


def test_a_tree_of_ones_own(visitor: Visitor) -> None:
    visitor.forgives = ("status of 400",)
    page = visitor.open("/?view=watch&lesson=tree&tree=((3 5) (2 9)")
    expect(page.locator(".watch-brackets")).to_have_value("((3 5) (2 9)")
    expect(page.locator(".watch-own-tree .error")).to_contain_text("is never closed by ')'")
    page.locator(".watch-brackets").fill("")
    page.locator(".watch-brackets").press("Enter")
    expect(page.locator(".watch-own-tree .error")).to_have_text(re.compile("tree"))
    expect(page.locator(".watch-own-tree .error")).not_to_contain_text("board")
    page.locator(".watch-brackets").fill("((3 5) (2 9 9)")
    page.locator(".watch-brackets").press("Enter")
    expect(page.locator(".watch-own-tree .error")).to_contain_text("((3 5) (2 9 9)")
    expect(page.locator(".watch-own-tree .error")).to_contain_text("is never closed by ')'")
    page.locator(".watch-brackets").fill("((3 5) (2 9))")
    page.locator(".watch-brackets").press("Enter")
    counts = page.locator(".watch-counts")
    expect(counts).to_have_text("1 of 7 nodes, 0 cut-offs")
    page.keyboard.press("End")
    expect(counts).to_have_text("6 of 7 nodes, 1 cut-off")
    page.get_by_label("Method").select_option("minimax")
    expect(counts).to_have_text("1 of 7 nodes")
    page.locator(".watch-back").click()
    page.get_by_label("At the root").select_option("MIN")
    page.locator(".watch-brackets").press("Enter")
    expect(page.locator(".watch-sentence")).to_contain_text("MIN wants the smallest value")
    expect(page.locator(".watch-line").nth(1)).to_have_text("value is MIN-VALUE(board, −∞, +∞)")
    expect(page).to_have_url(re.compile("root=MIN"))
    page.reload()
    expect(page.locator(".watch.is-ready")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".watch-sentence")).to_contain_text("the value is 5. MIN chooses B.")


def test_everything_is_on_one_screen(visitor: Visitor) -> None:
    page = visitor.open(
        "/?view=watch&lesson=block&step=20", viewport={"width": 1280, "height": 720}
    )
    expect(page.locator(".watch.is-ready")).to_be_visible()
    lines = page.locator(".watch-line")
    for part in (lines.first, lines.last, page.locator(".watch-sentence"), page.locator("#tabs")):
        box = part.bounding_box()
        assert box is not None
        assert 0 <= box["y"] < box["y"] + box["height"] <= 720
    assert lines.first.evaluate("line => parseFloat(getComputedStyle(line).fontSize)") >= 13
    view = page.locator(".watch-view").bounding_box()
    assert view is not None
    assert view["width"] * view["height"] > 0.4 * 1280 * 720
    expect(page.locator(".watch-minimap")).to_be_hidden()  # the whole tree is in sight
    expect(page.locator("#board-area")).to_be_hidden()
    # A projector, a page that is zoomed: the tree is as wide as the window, all controls are there.
    for width, height in ((1120, 800), (1024, 768), (960, 600)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".watch-speed select").evaluate(UNCOVERED)
        wide = "e => e.clientWidth"
        assert page.locator(".watch-slider").evaluate(wide) > 300
        assert page.locator(".watch-view").evaluate(wide) > 0.9 * width


def test_question_and_tree_on_one_screen_of_a_phone(visitor: Visitor) -> None:
    size = {"width": 390, "height": 844}
    page = visitor.open("/?view=watch&lesson=block&predict=1", viewport=size, has_touch=True)
    expect(page.locator(".watch-question")).to_contain_text("What is this board worth?")
    assert page.evaluate("scrollY") == 0
    for part in (".watch-view", ".watch-quiz .watch-answers"):
        assert on_screen(page, part)
    examine(page)
    parts = (".watch-view", ".watch-brief", ".watch-transport", ".watch-lesson", ".watch-sentence")
    for lesson, told in (
        ("first-cut", "Name C▼ MINα 4β +∞Best so far 1"),
        ("table", "Move b2 c1 c3Value 1 exact"),
    ):
        page.goto(f"{visitor.server.url}/?view=watch&lesson={lesson}&step=3")
        expect(page.locator(".watch.is-ready")).to_be_visible()
        expect(page.locator(".watch-brief p")).to_have_text(told)
        assert all(on_screen(page, part) for part in parts)
    assert on_screen(page, ".watch-brief .watch-picture")
    page.get_by_text("Share", exact=True).click()
    page.get_by_role("button", name="Link to this step").click()
    expect(page.locator("#notice")).to_contain_text("The link is copied.")
    assert page.locator("#tab-practice").evaluate(UNCOVERED)
    page.evaluate("localStorage['noughts.lessons'] = JSON.stringify(['first-cut'])")
    page.goto(f"{visitor.server.url}/?view=watch&lesson=first-cut&step=6")
    again = page.get_by_role("button", name="Ask me again").bounding_box()
    assert again
    assert again["x"] >= 0, "the row of buttons wraps"
    expect(page.locator(".watch-brief p")).to_have_text("Name C3Value 9 exact")
    page.locator(".watch-back").click()
    page.locator('[data-example="fork"]').click()
    expect(page.locator(".watch.is-ready")).to_be_visible()
    assert page.evaluate("scrollY") == 0, "an example opens at its tree, however far down it was"
    page.locator(".watch-back").click()
    expect(page.locator('[data-example="fork"]')).to_be_in_viewport()


def test_paper_has_the_tree_and_what_is_said_about_it(visitor: Visitor) -> None:
    page = visitor.open("/?view=watch&lesson=first-cut&step=4", color_scheme="dark")
    expect(page.locator(".watch.is-ready")).to_be_visible()
    page.emulate_media(media="print", color_scheme="dark")
    page.set_viewport_size({"width": 718, "height": 1046})  # A4 with margins
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    for hidden in (".top", ".watch-transport", ".watch-menus", ".watch-zooms", ".watch-turns"):
        expect(page.locator(hidden)).to_be_hidden()
    for part in (".watch-view", ".watch-lesson-text", ".watch-sentence", ".watch-details"):
        assert on_screen(page, part)
    shape = "e => [e.clientWidth / e.clientHeight, e.width / e.height, e.clientWidth]"
    shown, drawn, wide = page.locator(".watch-canvas").evaluate(shape)
    assert shown == pytest.approx(drawn, rel=0.01), "not squashed"
    assert wide > 600
    colour = "e => getComputedStyle(e).color"
    assert page.locator(".watch-sentence").evaluate(colour) == "rgb(89, 98, 109)", "dark on white"


def on_screen(page: Page, part: str) -> bool:
    box, size = page.locator(part).bounding_box(), page.viewport_size
    return bool(box and size and box["y"] >= 0 and box["y"] + box["height"] <= size["height"])


# Each screen with a question about a cut-off, without what differs for other reasons: numbers,
# cells, whose turn it is (MAX and MIN have their own lines of code), what was asked before.
SCREENS = r"""() => {
  const screens = [];
  const plain = () => {
    const copy = document.querySelector('.watch').cloneNode(true);
    for (const each of copy.querySelectorAll('canvas, .watch-board')) {
      if (each.ariaLabel) copy.append(each.ariaLabel);
      each.remove();
    }
    const lines = [...copy.querySelectorAll('.watch-line.is-running')].map(each => each.innerText);
    copy.append(`lines: ${lines}`);
    for (const each of copy.querySelectorAll('.watch-lines, .watch-score, .watch-reset'))
      each.remove();
    for (const each of copy.querySelectorAll('.watch-way')) {
      if (/Parent|child|Previous|old/.test(each.title)) each.remove();
    }
    return copy.outerHTML
      .replace(/[-−]?\d+|[-−+]∞/g, '#').replace(/# cut-offs?/g, '# cut-offs')
      .replace(/\b[abc]#/g, 'CELL').replace(/\b[XO]\b/g, 'MARK')
      .replace(/M(AX|IN)/gi, 'M').replace(/[▲▼]/g, '').replace(/is-[xo]\b/g, '')
      .replace(/ (better for MARK|better) than # so far/g, ' compared')
      .replace(/ the first value for MARK/g, ' compared').replace(/(CELL ?)+/g, 'CELLS')
      .replace(/at (most|least) /g, '');
  };
  for (;;) {
    const answer = document.querySelector('.watch-quiz .watch-answer');
    if (!answer) return screens;
    const screen = plain();
    answer.click();
    const cut = document.querySelector('.watch-quiz .watch-feedback').matches('.is-right');
    screens.push([cut, screen]);
    document.querySelector('.watch-next').click();
  }
}"""


def test_a_question_keeps_its_secret(visitor: Visitor) -> None:
    page = open_watch(visitor, FIVE_LEFT)
    page.get_by_role("switch", name="Predict").check()
    expect(page.get_by_text("Options", exact=True)).to_be_visible()
    page.locator(".watch-topic select").select_option("cut")
    page.locator(".watch-next").click()
    expect(page.locator("#live")).to_contain_text("Cut off or go on?")
    assert not re.search(r"reaches|passes|becomes|stays", text_of(page, "#live"))
    screens = page.evaluate(SCREENS)
    cuts, others = ({screen for cut, screen in screens if cut is which} for which in (True, False))
    assert len(screens) > 20
    assert cuts
    assert cuts <= others
    assert page.locator(".watch-menu-list input").nth(1).is_disabled(), "what comes is not shown"


def test_a_tree_of_numbers_has_only_the_options_that_mean_something(visitor: Visitor) -> None:
    page = visitor.open("/?view=watch&lesson=tree&tree=((3 5) (2 9))")
    page.get_by_text("Options", exact=True).click()
    expect(page.get_by_role("switch", name="Fold finished")).to_be_visible()
    for each in ("Show ahead", "Same boards"):
        expect(page.get_by_role("switch", name=each)).to_have_count(0)


def test_after_the_last_question_predict_begins_again(visitor: Visitor) -> None:
    page = visitor.open("/?view=watch&lesson=tree&tree=((3 5) (2 9))&step=17&predict=1")
    expect(page.locator("#watch-question")).to_have_text("The search is done.")
    expect(page.locator(".watch-next")).to_have_text("Begin again")
    page.locator(".watch-next").click()
    expect(page.locator("#watch-question")).to_contain_text("B1 comes back with 3.")
    expect(page.locator(".watch-next")).to_be_hidden()


def test_the_wheel_scrolls_the_page_until_the_tree_is_clicked(visitor: Visitor) -> None:
    size = {"width": 1280, "height": 420}
    page = visitor.open("/?view=watch&lesson=block", viewport=size)
    expect(page.locator(".watch.is-ready")).to_be_visible()
    page.mouse.move(300, 300)
    page.mouse.wheel(0, 60)
    page.evaluate("async () => { while (scrollY !== 60) await new Promise(requestAnimationFrame) }")
    expect(page.locator(".watch-hint")).to_contain_text("To zoom with the wheel, click the tree")
    page.mouse.click(300, 300)
    page.mouse.wheel(0, -300)  # closer: then not everything is in sight
    expect(page.locator(".watch-minimap")).to_be_visible()
    assert page.evaluate("scrollY") == 60


def test_a_finished_game_is_watched_before_its_end(visitor: Visitor) -> None:
    page = visitor.open("/?game=3x3x3&moves=a1,b1,a2,b2,a3&x=human&o=human")
    expect(page.locator("#status")).to_have_text("X wins")
    page.locator("#tab-watch").click()
    expect(page.locator(".watch-game")).to_contain_text("The game is over")
    page.locator("[data-earlier='3']").click()
    expect(page.locator(".watch-facts dd").nth(1)).to_have_text("X, ▲ MAX")
    expect(page.locator("#status")).to_be_hidden()
    page.wait_for_url("**/*&at=a1,b1&method=alpha-beta*")


def test_a_depth_that_cannot_be_is_refused(visitor: Visitor) -> None:
    visitor.forgives = ("status of 400",)
    page = open_watch(visitor)
    page.locator(".watch-depth").fill("-3")
    page.locator(".watch-depth").press("Enter")
    expect(page.locator(".watch-message")).to_have_text("depth: -3 is out of range: 1 to 400")


def test_scores_of_wins_are_words(visitor: Visitor) -> None:
    page = visitor.open("/?view=watch&lesson=fork&step=296")
    end = "The search is done: the value is an X win in 3. X plays a1."
    expect(page.locator(".watch-sentence")).to_have_text(end)
    expect(page.locator(".watch-facts dd").nth(2)).to_have_text("win in 3 (on entry −∞)")


@pytest.mark.parametrize("place", ["lesson=fork&step=296", "lesson=gomoku&step=659"])
def test_what_is_known_of_a_node_stays_in_its_panel(visitor: Visitor, place: str) -> None:
    page = visitor.open(f"/?view=watch&{place}")
    facts = page.locator(".watch-facts")
    expect(facts.locator("dd").nth(2)).to_contain_text("on entry")
    assert facts.evaluate("each => each.scrollWidth <= each.clientWidth")
    assert facts.locator("dd").nth(2).evaluate("each => each.scrollWidth <= each.clientWidth")


# Files to keep


def saved(page: Page, button: str, folder: Path) -> Path:
    if not page.get_by_role("button", name=button).is_visible():
        page.get_by_text("Share", exact=True).click()
    with page.expect_download() as found:
        page.get_by_role("button", name=button).click()
    path = folder / found.value.suggested_filename
    found.value.save_as(path)
    return path


def test_the_tree_as_a_picture_and_the_walk_as_a_page(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.open("/?view=watch&lesson=block&step=20", color_scheme="dark")
    expect(page.locator(".watch.is-ready")).to_be_visible()
    drawn = ElementTree.parse(saved(page, "Tree as SVG", tmp_path)).getroot()
    width, height = int(drawn.get("width", "")), int(drawn.get("height", ""))
    words = [each.text for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert "alpha-beta on a 3x3 board: 35 nodes, step 20 of 104" in words
    assert {"a2", "≥ −1", "α −∞"} <= set(words)
    white, dark = "rgb(255, 255, 255)", "rgb(27, 32, 38)"
    fills = [each.get("fill") for each in drawn.iter()]
    assert next(filter(None, fills)) == white, "the ground, also of a dark page"
    assert dark in fills, "the text"
    picture = saved(page, "Tree as PNG", tmp_path).read_bytes()
    assert picture_size(picture) == (2 * width, 2 * height)
    walk = saved(page, "Walk as a page", tmp_path)
    assert walk.name == "noughts-alpha-beta-step-20.html"
    assert walk.stat().st_size < 500_000
    alone = page.context.new_page()
    heard: list[str] = []
    alone.on("console", lambda message: heard.append(message.text))
    alone.on("pageerror", lambda error: heard.append(str(error)))
    alone.on("request", lambda request: heard.append(request.url))
    alone.goto(walk.as_uri())
    expect(alone.locator(".watch-place")).to_have_text("20 of 104")
    expect(alone.locator("h1")).to_have_text("alpha-beta on a 3x3 board: 35 nodes")
    expect(alone).to_have_title("alpha-beta on a 3x3 board: 35 nodes")
    alone.get_by_role("button", name="Go to the next cut-off").click()
    expect(alone.locator(".watch-sentence")).to_contain_text("so X will not come here")
    alone.keyboard.press("End")
    expect(alone.locator(".watch-sentence")).to_contain_text("The search is done: the value is 0.")
    page.goto(f"{visitor.server.url}/?view=watch&lesson=table&step=3")
    expect(page.locator(".watch.is-ready")).to_be_visible()
    alone.goto(saved(page, "Walk as a page", tmp_path).as_uri())
    expect(alone.locator("h1")).to_contain_text("A table of positions: minimax on a 3x3 board")
    expect(alone.locator(".watch-lesson-text")).to_contain_text("two marked nodes have the same")
    alone.get_by_role("button", name="Next", exact=True).click()
    expect(alone.locator(".watch-lesson-text")).to_contain_text("A program that keeps a table")
    expect(alone.get_by_role("button", name="Next", exact=True)).to_be_disabled()
    alone.get_by_role("button", name="Go to the beginning").click()
    expect(alone.locator(".watch-lesson-text")).to_have_text(
        "Three cells are left: b2, c1 and c3. X moves, then O, then X again."
    )
    assert not [each for each in heard if not each.startswith(("file:", "data:"))]


def picture_size(data: bytes) -> tuple[int, int]:
    """Of a PNG whose every pixel can be read."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, colours = struct.unpack(">IIBB", data[16:26])
    parts, at = b"", 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        parts += data[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        at += 12 + length
    channels = {2: 3, 6: 4}[colours]
    assert len(zlib.decompress(parts)) == height * (1 + width * channels * depth // 8)
    return width, height


def test_the_step_of_a_link_stays_in_the_address(visitor: Visitor) -> None:
    page = visitor.open("/?view=watch&game=3x3x3&cells=x.oo.x..x&turn=o&method=alpha-beta&step=20")
    expect(page.locator(".watch-sentence")).not_to_be_empty()
    expect(page).to_have_url(re.compile("step=20"))
    page.keyboard.press("ArrowRight")  # without a click before
    expect(page).to_have_url(re.compile("step=21"))
    page.reload()
    expect(page.locator(".watch-sentence")).not_to_be_empty()
    page.reload()
    expect(page).to_have_url(re.compile("step=21"))


def test_a_leaf_runs_only_the_head_of_its_function(visitor: Visitor) -> None:
    page = visitor.open("/?view=watch&lesson=tree&tree=((3 5) (2 9))&method=minimax&step=3")
    expect(page.locator(".watch-sentence")).to_contain_text("B1")
    running = page.locator(".watch-line.is-running")
    expect(running).to_have_count(1)
    expect(running).to_contain_text("MAX-VALUE")
