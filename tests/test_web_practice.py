"""Exercises on the page and in its API."""

import asyncio
import json
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import Visitor
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from laws import often
from playwright.sync_api import Page, Response, expect
from starlette.testclient import TestClient
from web import client, ok, post, sentence

from noughts.practice import Exercise, Recipe, Tree
from noughts.web.clients import Client
from noughts.web.practising import ExerciseRequest, Practising

BOOK = "alpha-beta,tree:((3,5),(2,9,1),(7,4))"
RIGHT: dict[str, dict[str, Any]] = {
    **{"A": {"alpha": "-inf", "beta": "inf", "value": "4"}},
    **{"B": {"alpha": "-inf", "beta": "inf", "value": "3"}},
    **{"C": {"alpha": "3", "beta": "inf", "value": "2"}, "C2": {"cut": True}, "C3": {"cut": True}},
    **{"D": {"alpha": "3", "beta": "inf", "value": "4"}},
}
REFUSED = ("status of 4",)  # the browser's own note on an answer that says no


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("web") / "games.sqlite3") as made:
        yield made


# The API


def test_an_exercise_comes_without_its_key(api: TestClient) -> None:
    exercise = ok(post(api, "/practice", {"exercise": "leaves:9,cuts:2,seed:3"}))
    assert exercise["exercise"] == "alpha-beta,leaves:9,cuts:2,seed:3"
    assert "key" not in exercise
    assert all(node["value"] is None for node in exercise["nodes"] if node["player"])
    again = ok(post(api, "/practice", {"exercise": exercise["exercise"]}))
    assert again == exercise


def test_a_seed_is_chosen_and_told(api: TestClient) -> None:
    exercise = ok(post(api, "/practice", {}))
    assert exercise["exercise"] == f"alpha-beta,seed:{exercise['recipe']['seed']}"


def test_everything_right_is_done(api: TestClient) -> None:
    marked = ok(post(api, "/practice/mark", {"exercise": BOOK, "entries": RIGHT}))
    assert marked["done"]
    assert marked["answer"] == "A is worth 4. The best move is D, the line is A D D2."
    assert {mark["verdict"] for mark in marked["marks"]} == {"right"}


def test_a_mark_tells_nothing_about_what_is_blank(api: TestClient) -> None:
    entries = {"B": {"alpha": "3", "value": "3"}}
    marked = ok(post(api, "/practice/mark", {"exercise": BOOK, "entries": entries}))
    verdicts = [(mark["node"], mark["what"], mark["verdict"]) for mark in marked["marks"]]
    assert verdicts == [("B", "alpha", "wrong"), ("B", "value", "right")]
    assert (marked["blank"], marked["done"], marked["answer"]) == (10, False, None)
    asked = {"exercise": BOOK, "entries": entries, "only": ["B", "value"]}
    (only,) = ok(post(api, "/practice/mark", asked))["marks"]
    assert only["reason"] == "B is 3: MIN takes the lowest of B1 = 3 and B2 = 5."


def test_what_follows_from_a_missed_cut_is_no_second_mistake(api: TestClient) -> None:
    entries = {
        name: {**entry, "value": "1"} if name == "C" else entry for name, entry in RIGHT.items()
    }
    del entries["C2"], entries["C3"]
    marked = ok(post(api, "/practice/mark", {"exercise": BOOK, "entries": entries}))
    others = {
        f"{m['node']} {m['what']}": m["verdict"] for m in marked["marks"] if m["verdict"] != "right"
    }
    assert others == {"C value": "follows", "C2 cut": "missing", "C3 cut": "missing"}


def test_a_cut_that_was_not_seen_is_missing_once_the_student_is_past_it(api: TestClient) -> None:
    entries = {name: entry for name, entry in RIGHT.items() if name not in ("C3", "D")}
    marked = ok(post(api, "/practice/mark", {"exercise": BOOK, "entries": entries}))
    (missing,) = [mark for mark in marked["marks"] if mark["verdict"] != "right"]
    assert (missing["node"], missing["what"], missing["verdict"]) == ("C3", "cut", "missing")
    assert missing["reason"].startswith("C3 is cut: C is already at most 2")
    assert not marked["done"]


def test_what_cannot_be_read_is_said_and_the_rest_is_marked(api: TestClient) -> None:
    """Nor does it tell what is missing."""
    entries = {name: entry for name, entry in RIGHT.items() if name != "C3"}
    entries["B"] = {**RIGHT["B"], "value": "three"}
    marked = ok(post(api, "/practice/mark", {"exercise": BOOK, "entries": entries}))
    (odd,) = [mark for mark in marked["marks"] if mark["verdict"] != "right"]
    assert (odd["node"], odd["what"], odd["verdict"]) == ("B", "value", "unreadable")
    assert "such as 3 or -4" in odd["reason"]
    assert (marked["blank"], marked["done"]) == (0, False)


def test_a_cut_that_is_not_due_after_a_mistake_is_not_missing(api: TestClient) -> None:
    """B is 1 by mistake: with that, C is not left, and D is entered with alpha = 1."""
    entries: dict[str, Any] = {name: RIGHT[name] for name in "AD"}
    entries["B"] = {**RIGHT["B"], "value": "1"}
    entries["C"] = {"alpha": "1", "beta": "inf", "value": "1"}
    marked = ok(post(api, "/practice/mark", {"exercise": BOOK, "entries": entries}))
    found = {(each["node"], each["what"]): each for each in marked["marks"]}
    assert found["C2", "cut"]["verdict"] == "follows"
    reason = found["C2", "cut"]["reason"]
    assert reason.startswith("It follows from your value 1 at B. By the key, C2 is cut: ")
    partly = {**entries, "C": {"alpha": "1"}}
    marked = ok(post(api, "/practice/mark", {"exercise": BOOK, "entries": partly}))
    assert not [each for each in marked["marks"] if each["what"] == "cut"], "not yet asked about"


DEEPER = "alpha-beta,tree:((3,5),(2,(9,1)),(7,4))"  # E is cut, with all below it
TO_E: dict[str, dict[str, Any]] = {name: entry for name, entry in RIGHT.items() if len(name) == 1}


def test_a_node_that_the_key_never_visits_is_not_blank(api: TestClient) -> None:
    marked = ok(post(api, "/practice/mark", {"exercise": DEEPER, "entries": TO_E}))
    (missing,) = [each for each in marked["marks"] if each["verdict"] != "right"]
    assert (missing["node"], missing["what"], missing["verdict"]) == ("E", "cut", "missing")
    assert (marked["asked"], marked["blank"], marked["done"]) == (13, 0, False)
    right = {**TO_E, "E": {"cut": True}}
    marked = ok(post(api, "/practice/mark", {"exercise": DEEPER, "entries": right}))
    assert (marked["asked"], marked["done"]) == (len(marked["marks"]), True)


def test_a_forgotten_cut_is_one_mistake(api: TestClient) -> None:
    """Whatever is written below it, and wherever else something is missing."""
    below = {"E": {"alpha": "3", "beta": "2", "value": "9"}, "E2": {"cut": True}}
    for entries in ({**TO_E, **below}, {**TO_E, **below, "B": {"alpha": "-inf"}}):
        marked = ok(post(api, "/practice/mark", {"exercise": DEEPER, "entries": entries}))
        (missing,) = [each for each in marked["marks"] if each["verdict"] != "right"]
        assert (missing["node"], missing["what"], missing["verdict"]) == ("E", "cut", "missing")
        assert missing["reason"].endswith(" from B. What you wrote there does not count.")
        assert marked["asked"] == 13


def test_what_is_under_a_cut_is_not_blank(api: TestClient) -> None:
    line = "alpha-beta,tree:((3,5),(2,(9,1)))"
    entries = {"A": {"alpha": "-inf"}, "D": {"cut": True}}
    assert ok(post(api, "/practice/mark", {"exercise": line, "entries": entries}))["blank"] == 8


@pytest.mark.parametrize(
    ("path", "body", "code", "problem"),
    [
        ("", {"exercise": "tree:((3"}, 400, "is never closed"),
        ("", {"exercise": 7}, 400, "exercise: 7 is not text"),
        ("", {"exercise": "x" * 3000}, 400, "too long"),
        ("", {"exercise": "leaves:4,cuts:2,depth:2"}, 422, "no tree with 2 cut-offs was found"),
        ("", {"tree": "((3 5))"}, 400, "unknown field 'tree'"),
        ("/mark", {"exercise": BOOK}, 400, "'entries' is missing"),
        ("/mark", {"exercise": BOOK, "entries": []}, 400, "an object of nodes"),
        ("/mark", {"exercise": BOOK, "entries": {"Z": {}}}, 400, "'Z' is not a node"),
        ("/mark", {"exercise": BOOK, "entries": {}, "only": ["B"]}, 400, "is not a pair"),
        ("/key", {"exercise": "minimax,seed:x"}, 400, "seed must be a whole number"),
    ],
)
def test_refusals(api: TestClient, path: str, body: Any, code: int, problem: str) -> None:
    assert problem in sentence(post(api, f"/practice{path}", body), code)


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("exercise=minimax&number=0", "number: 0 is out of range: 1 to 30"),
        ("exercise=minimax&number=x", "number: 'x' is not a whole number"),
        ("exercise=minimax&key=perhaps", "key: 'perhaps' is neither true nor false"),
        ("exercise=tree:((3,5))&number=2", "number must be 1"),
        ("colour=red", "unknown field 'colour'"),
    ],
)
def test_refused_sheets(api: TestClient, query: str, problem: str) -> None:
    for what in ("sheet", "moodle", "picture"):
        assert problem in sentence(api.get(f"/api/v1/practice/{what}?{query}"), 400)


def test_files(api: TestClient) -> None:
    query = "exercise=leaves:6,cuts:1,seed:4&number=3"
    plain, keys = (api.get(f"/api/v1/practice/sheet?{query}{key}") for key in ("", "&key=yes"))
    assert plain.headers["content-type"].startswith("text/html")
    assert "script" not in plain.headers["content-security-policy"]
    assert plain.headers.get_list("x-content-type-options") == ["nosniff"]
    assert plain.text.count("<section") == 3
    assert "<h1>Key</h1>" not in plain.text
    assert "<h1>Key</h1>" in keys.text
    moodle = api.get(f"/api/v1/practice/moodle?{query}")
    assert 'filename="exercises.xml"' in moodle.headers["content-disposition"]
    kinds = [each.get("type") for each in ElementTree.fromstring(moodle.text)]
    assert kinds == ["category", "cloze", "cloze", "cloze"]
    picture = api.get(f"/api/v1/practice/picture?exercise={BOOK}&key=yes")
    assert ElementTree.fromstring(picture.text).tag.endswith("svg")
    assert "≤2" in picture.text


def test_who_asks_for_much_does_not_keep_the_others_waiting(
    api: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int | None] = []

    def exercise(recipe: Recipe) -> Exercise:
        made.append(recipe.seed)
        return Exercise(Tree.parse("((3 5) (2 9))"), seed=recipe.seed)

    monkeypatch.setattr(Recipe, "exercise", exercise)

    async def ask() -> None:
        practising = Practising()
        greedy = [ExerciseRequest(f"seed:{seed}") for seed in range(6)]
        asked = [practising.set(each, Client("", "greedy")) for each in greedy]
        await asyncio.gather(
            *asked, practising.set(ExerciseRequest("seed:99"), Client("", "other"))
        )

    assert api.portal is not None
    api.portal.call(ask)
    assert sorted(filter(None, made)) == [1, 2, 3, 4, 5, 99]
    assert made.index(99) <= 2


words = st.sampled_from(
    [
        *("minimax", "alpha-beta", "right-to-left", "tree:", "((3 5) (2 9))", "((", "))", ",", ":"),
        *(
            "leaves:",
            "depth:",
            "cuts:",
            "deep:",
            "branching:",
            "seed:",
            "values:",
            "root:",
            "turn:",
        ),
        *("game:", "cells:", "x.o/o.x/..x", "3x3x3", "20x20x5", "." * 400, "0", "-1", "2", "64"),
        *("1..9", "..", "∞", "٣", "\x7f"),
    ]
)


@settings(
    max_examples=often(60), suppress_health_check=[HealthCheck.function_scoped_fixture],
    deadline=None,
)  # fmt: skip
@given(st.one_of(st.lists(words, max_size=6).map("".join), st.text(max_size=30)))
def test_lines_that_make_no_sense(api: TestClient, line: str) -> None:
    answer = api.post("/api/v1/practice", content=json.dumps({"exercise": line}), headers=JSON)
    assert answer.status_code in (200, 400, 422), answer.text
    queried = api.get("/api/v1/practice/picture", params={"exercise": line})
    assert queried.status_code in (200, 400, 422), queried.text


JSON = {"content-type": "application/json"}


# The page


def opened(visitor: Visitor, line: str = BOOK, **options: Any) -> Page:
    page = visitor.open(f"/?view=practice&exercise={line}", **options)
    expect(page.locator("#entry-A-value")).to_be_visible()
    return page


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def fill(page: Page, entries: dict[str, dict[str, Any]]) -> None:
    for name, fields in entries.items():
        for what, value in fields.items():
            if what == "cut":
                page.locator(f"#cut-{name}").click()
            else:
                page.locator(f"#entry-{name}-{what}").fill(value)


def verdict(page: Page, name: str, what: str, expected: str) -> None:
    box = page.locator(f"#cut-{name}" if what == "cut" else f".entry:has(#entry-{name}-{what})")
    expect(box).to_have_attribute("data-verdict", expected)


def test_a_whole_exercise_by_keyboard(visitor: Visitor) -> None:
    """In the order of the search; and nothing that the server sends on the way gives it away."""
    told: list[str] = []

    def hear(response: Response) -> None:
        if "/practice" in response.url and "/api/" in response.url:
            told.append(response.text())

    page = opened(visitor)
    page.on("response", hear)
    page.locator("#entry-A-alpha").focus()
    for text in ("-inf", "inf", "-inf", "inf", "3", "3", "inf"):  # A, B, alpha and beta of C
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    assert focused(page) == "entry-C-value"
    for _ in range(2):  # back to C3 and C2
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Space")
    assert focused(page) == "cut-C2"
    page.locator("#entry-C-value").focus()
    for text in ("2", "3", "inf", "4", "4"):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    expect(page.locator("#entry-A-alpha")).to_have_value("−∞")
    expect(page.locator("#entry-A-beta")).to_have_value("+∞")
    assert focused(page) == "check-all"
    assert not told
    page.keyboard.press("Enter")
    reason = page.locator("#practice-reason")
    expect(reason).to_have_text(
        "All 14 are right. A is worth 4. The best move is D, the line is A D D2."
    )
    expect(page.locator("#practice-score")).to_have_text("1 right in a row")
    expect(page.locator("#live")).to_contain_text("All 14 are right.")
    page.locator("#check-all").click()  # the same exercise counts once
    expect(reason).to_contain_text("All 14 are right.")
    expect(page.locator("#practice-score")).to_have_text("1 right in a row")


def in_sight(page: Page, *selectors: str) -> None:
    """All of it in the window, and nothing under the sentence and its buttons."""
    foot = page.locator(".practice-foot").bounding_box()
    assert foot
    for selector in selectors:
        expect(page.locator(selector)).to_be_in_viewport(ratio=1)
        box = page.locator(selector).bounding_box()
        inside = selector.startswith("#practice")
        assert box
        assert inside or box["y"] + box["height"] <= foot["y"], selector


def test_a_mark_and_its_reason_are_seen_with_the_field(visitor: Visitor) -> None:
    """On a small laptop, and on a tree that is higher than its window."""
    line = "alpha-beta,leaves:20,depth:4,cuts:5,deep:2,seed:7"
    page = opened(visitor, line, viewport={"width": 1280, "height": 720})
    last = page.locator(".at-value input").last.get_attribute("id")
    inner = [each.split("-")[1] for each in page.locator(".at-alpha input").evaluate_all(IDS)]
    key = Recipe.parse(line).exercise().key
    deepest = [each for each in inner if not key[each].cut][-1]
    fill(page, {"A": {"value": "77"}, deepest: {"alpha": "three", "value": "88"}})
    page.locator("#check-all").click()
    reason = page.locator("#practice-reason")
    expect(reason).to_contain_text("'three' cannot be read: write a whole number")
    verdict(page, deepest, "alpha", "unreadable")
    verdict(page, deepest, "value", "wrong")
    summary = page.locator("#practice-summary")
    expect(summary).to_have_text(re.compile(r"^0 of \d+ right, 2 wrong, 1 not readable, \d+ "))
    expect(page.locator("#mistake-number")).to_have_text("1 of 3")
    in_sight(page, f"#entry-{deepest}-alpha", "#practice-reason")
    for _ in range(2):
        page.locator("#mistake-next").click()
    expect(reason).to_contain_text("Value at A: wrong.")
    expect(page.locator(".told")).to_have_count(1)
    in_sight(page, "#entry-A-value", "#practice-reason")
    assert focused(page) == "mistake-next"
    assert last == "entry-A-value"
    page.set_viewport_size({"width": 390, "height": 844})
    expect(summary).to_be_visible()
    page.set_viewport_size({"width": 1440, "height": 900})
    methods = page.locator("#practice-methods").bounding_box()
    assert methods
    assert methods["height"] < 60, "side by side"


IDS = "all => all.map(each => each.id)"


def test_a_wrong_entry_and_its_reason(visitor: Visitor) -> None:
    page = opened(visitor)
    label = "MIN node B, first child of the root: value"
    page.get_by_label(label, exact=True).fill("5")
    page.locator("#check-one").click()
    verdict(page, "B", "value", "wrong")
    reason = page.locator("#practice-reason")
    expect(reason).to_have_text(
        "Value at B: wrong. B is 3: MIN takes the lowest of B1 = 3 and B2 = 5."
    )
    expect(page.locator("#entry-B-value")).to_have_attribute("aria-invalid", "true")
    page.locator("#as-i-go").check()
    page.locator("#entry-C-alpha").fill("5")
    page.keyboard.press("Enter")
    verdict(page, "C", "alpha", "follows")
    page.locator("#entry-C-alpha").focus()
    expect(reason).to_contain_text("It follows from your value 5 at B.")
    page.locator("#entry-B-value").fill("3")  # it has no mark now, nor has what followed from it
    expect(page.locator("[data-verdict]:not(p)")).to_have_count(0)


def test_branches_are_cut_by_a_click(visitor: Visitor) -> None:
    page = opened(visitor)
    fill(page, {name: entry for name, entry in RIGHT.items() if name not in ("C2", "C3")})
    page.locator('[data-branch="C3"] .reach').click(force=True)
    page.locator("#cut-D2").click()
    expect(page.locator("#cut-C3")).to_have_attribute("aria-pressed", "true")
    page.locator("#check-all").click()
    verdict(page, "C3", "cut", "right")
    verdict(page, "C2", "cut", "missing")
    verdict(page, "D2", "cut", "wrong")
    reason = page.locator("#practice-reason")
    expect(reason).to_contain_text("Branch to C2: missing.")
    page.locator("#mistake-next").click()
    expect(reason).to_contain_text("D2 is not cut")
    page.locator("#cut-C2").click()
    page.locator("#cut-D2").click()
    page.locator("#check-all").click()
    expect(page.locator("#practice-reason")).to_contain_text("All 14 are right.")
    expect(page.locator("#practice-score")).to_have_text("")  # not at once
    rules = page.locator("#practice-rules")
    expect(rules).to_contain_text("α is the most that MAX already has")
    page.locator("[name=method][value=minimax]").check(force=True)
    expect(rules).to_contain_text("The value of a MAX node is the highest of its children")
    expect(rules).not_to_contain_text("α")


@pytest.mark.parametrize(
    "line",
    [
        "alpha-beta,leaves:20,depth:4,cuts:5,deep:2,seed:5815",
        "alpha-beta,root:min,game:3x3x3,cells:xo.xoxo..,turn:x",
    ],
)
def test_a_small_laptop_shows_the_whole_tree(visitor: Visitor, line: str) -> None:
    page = opened(visitor, line, viewport={"width": 1280, "height": 720})
    foot = page.locator(".practice-foot").bounding_box()
    leaves: list[Any] = [leaf.bounding_box() for leaf in page.locator(".leaf").all()]
    assert foot
    assert max(leaf["y"] + leaf["height"] for leaf in leaves) < foot["y"]


def test_alpha_and_beta_stand_before_their_numbers(visitor: Visitor) -> None:
    page = opened(visitor, BOOK)
    for what in ("alpha", "beta"):
        field = page.locator(f".entry:has(#entry-C-{what})")
        sign, number = field.locator("span").bounding_box(), field.locator("input").bounding_box()
        assert sign
        assert number
        assert sign["x"] + sign["width"] <= number["x"]


def test_another_method_searches_the_same_tree(visitor: Visitor) -> None:
    line = "alpha-beta,leaves:9,depth:3,cuts:2,seed:7"
    page = opened(visitor, line)
    tree = page.locator("#practice-stage ul").first
    drawn = tree.get_attribute("aria-label") or ""
    page.locator("#entry-B-value").fill("7")
    for method in ("right-to-left", "minimax"):
        page.locator(f"[name=method][value={method}]").check(force=True)
        page.wait_for_url(f"**exercise={method},tree:*")
        expect(tree).to_have_attribute("aria-label", drawn)
        expect(page.locator("#practice-seed")).to_be_hidden()  # it would give another tree
    page.locator("[name=method][value=alpha-beta]").check(force=True)
    page.wait_for_url(f"**exercise={line}")
    expect(page.locator("#entry-B-value")).to_have_value("7")


def test_a_cut_node_takes_no_numbers(visitor: Visitor) -> None:
    page = opened(visitor, "alpha-beta,tree:((3,5),(2,(9,1)))")
    page.locator("#entry-D-alpha").press("x")
    assert focused(page) == "cut-D"
    for what in ("alpha", "beta", "value"):
        expect(page.locator(f"#entry-D-{what}")).to_be_disabled()
    expect(page.locator("#cut-D1")).to_be_disabled()
    page.locator("#entry-C-beta").press("Enter")
    assert focused(page) == "entry-C-value"


def test_a_link_gives_the_same_exercise(visitor: Visitor) -> None:
    page = visitor.open("/")
    page.locator("#tab-practice").click()
    tree = page.locator("#practice-stage ul").first
    expect(tree).to_have_attribute("aria-label", re.compile(r"Tree \(\("))
    first, link = tree.get_attribute("aria-label"), page.url
    assert "exercise=minimax,leaves:6,depth:2,seed:" in link
    page.locator("#entry-A-value").fill("7")
    page.locator("#another").click()
    expect(tree).not_to_have_attribute("aria-label", first or "")
    expect(page.locator("#entry-A-value")).to_have_value("")
    page.locator("#entry-A-value").fill("9")
    assert page.url != link
    other = visitor.open(link.removeprefix(visitor.server.url))
    expect(other.locator("#practice-stage ul").first).to_have_attribute("aria-label", first or "")
    page.go_back()
    expect(tree).to_have_attribute("aria-label", first or "")
    assert page.url == link
    expect(page.locator("#entry-A-value")).to_have_value("7")
    page.go_forward()
    expect(page.locator("#entry-A-value")).to_have_value("9")
    page.reload()
    expect(page.locator("#entry-A-value")).to_have_value("9")
    page.locator("#start-again").click()
    expect(page.locator("#entry-A-value")).to_have_value("")
    expect(page.locator("#start-again")).to_be_disabled()
    page.get_by_role("button", name="Bring them back").click()
    expect(page.locator("#entry-A-value")).to_have_value("9")
    page.go_back()
    expect(page.locator("#entry-A-value")).to_have_value("7")
    page.go_back()
    expect(page.locator("#panel-home")).to_be_visible()


def test_the_solution_step_by_step(visitor: Visitor) -> None:
    page = opened(visitor)
    page.locator("#entry-B-value").fill("5")
    page.locator("#walk-through").click()
    reason = page.locator("#practice-reason")
    expect(reason).to_have_text("The search begins at A, with α = −∞ and β = +∞.")
    expect(page.locator("#step-number")).to_have_text("step 1 of 14")
    expect(page.locator("#entry-B-value")).to_have_value("")
    for _ in range(7):
        page.keyboard.press("Enter")
    expect(reason).to_contain_text("C2 and C3 are cut")
    expect(page.locator("#cut-C2")).to_have_attribute("aria-pressed", "true")
    page.locator("#step-last").click()
    expect(reason).to_contain_text("The best move is D, the line is A D D2.")
    expect(page.locator("#entry-C-value")).to_have_value("≤ 2")
    expect(page.locator(".branches .best")).to_have_count(2)
    page.locator("#own-entries").click()
    expect(page.locator("#entry-B-value")).to_have_value("5")
    assert page.locator(".branches .best").count() == 0
    page.locator("#show-key").click()
    expect(page.locator("#entry-C-value")).to_have_value("≤ 2")
    page.go_back()  # to the entries, and not away from the exercise
    expect(page.locator("#own-entries")).to_be_hidden()
    expect(page.locator("#entry-B-value")).to_have_value("5")


def test_a_teachers_own_tree_and_a_sheet(visitor: Visitor) -> None:
    visitor.forgives = REFUSED
    page = opened(visitor)
    page.locator("#options").click()
    page.locator("input[name=algorithm][value=minimax]").check()
    tree = page.get_by_label("Tree in brackets")
    tree.fill("((1 2) (3")
    page.locator("#set-exercise").click()
    expect(page.locator("#practice-options .error")).to_contain_text("is never closed")
    tree.fill("((1 2) (3 -4))")
    page.locator("#set-exercise").click()
    expect(page.locator("#dialog")).to_be_hidden()
    expect(page.locator("#practice-title")).to_have_text("Minimax")
    assert page.url.endswith("exercise=minimax,tree:((1,2),(3,-4))")
    assert page.locator(".entry").count() == 3
    page.get_by_role("radio", name="Alpha-beta, right to left").check()
    expect(page.locator("#practice-title")).to_have_text("Alpha-beta, right to left")
    assert page.url.endswith("exercise=right-to-left,tree:((1,2),(3,-4))")
    page.get_by_role("radio", name="Minimax").check()
    expect(page.locator("#practice-title")).to_have_text("Minimax")
    page.locator("#options").click()
    page.locator("input[name=kind][value=game]").check()
    page.locator("input[name=cells]").fill("ooxx/xxoo/ooxx/x...")
    page.locator("#set-exercise").click()
    wrong = page.locator("#practice-options .error")
    expect(wrong).to_have_text(re.compile("name the game, such as 4x4x3$"))
    page.locator("input[name=game]").fill("4x4x4")
    page.locator("#set-exercise").click()
    expect(page.locator("#dialog")).to_be_hidden()
    assert "game:4x4x4" in page.url
    page.locator("#harder").click()
    expect(page).not_to_have_url(re.compile("game:"))
    expect(page.locator("#practice-title")).to_have_text("Minimax")
    page.locator("#harder").click()
    expect(page.locator("#practice-title")).to_have_text("Alpha-beta, left to right")
    page.locator("#sheets").click()
    page.locator("#sheet-number").fill("2")
    with page.expect_popup() as opening:
        page.locator("#get-sheet-key").click()
    sheet = opening.value
    expect(sheet.locator("h2")).to_have_count(4)
    assert sheet.locator("h1").first.evaluate("e => getComputedStyle(e).fontFamily") != ""
    expect(page.locator("#get-moodle")).to_have_attribute("href", re.compile("number=2"))
    page.bring_to_front()
    page.locator("#copy-exercise").click()
    expect(page.locator("#copy-exercise")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_a_class_scans_the_exercise(visitor: Visitor) -> None:
    page = opened(visitor)
    page.locator("#sheets").click()
    expect(page.locator("#here-only")).to_contain_text("noughts web --host 0.0.0.0")
    page.locator("#scan-exercise").click()
    expect(page.locator("#code path")).to_be_attached()
    expect(page.locator("#practice-code")).to_contain_text(page.url)
    expect(page.locator("#here-only")).to_be_visible()
    assert not Axe().run(page).response["violations"]


def test_the_tree_of_who_has_played_a_friend(visitor: Visitor) -> None:
    """The style of invitations, once loaded, stays."""
    page = opened(visitor)
    triangle = page.locator(".tree [title='A: MAX']")
    before = triangle.bounding_box()
    page.evaluate("import('./static/ui/load.js').then(({ sheet }) => sheet('table.css'))")
    assert before == triangle.bounding_box()


def test_a_tree_of_sixteen_leaves_is_seen_as_a_whole(visitor: Visitor) -> None:
    size = {"width": 1280, "height": 720}
    page = opened(visitor, "alpha-beta,leaves:16,cuts:4,deep:1,seed:7", viewport=size)
    tree = page.locator(".tree").bounding_box()
    foot = page.locator(".practice-foot").bounding_box()
    assert tree
    assert foot
    assert tree["y"] + tree["height"] <= foot["y"]


def test_the_score_takes_no_line_of_its_own(visitor: Visitor) -> None:
    page = opened(
        visitor, "minimax,leaves:6,depth:2,seed:5", viewport={"width": 1280, "height": 720}
    )
    methods = page.locator("#practice-methods")
    row = methods.bounding_box()
    page.locator("#practice-score").evaluate("each => { each.textContent = '2 in a row, most 5'; }")
    buttons = page.locator(".practice-buttons").bounding_box()
    assert row
    assert buttons
    assert buttons["y"] < row["y"] + row["height"], "beside the methods"


def test_a_board_names_its_cells(visitor: Visitor) -> None:
    page = opened(visitor, "minimax,game:3x3x3,cells:xo.xoxo..,turn:x")
    labels = page.locator(".start-board th").all_inner_texts()
    assert labels == ["1", "2", "3", "a", "b", "c"]


def test_a_link_that_is_wrong_is_explained(visitor: Visitor) -> None:
    visitor.forgives = REFUSED
    page = visitor.open("/?view=practice&exercise=tree:((3")
    expect(page.locator("#practice-note")).to_contain_text("is never closed")
    page.locator("#first-exercise").click()
    expect(page.locator("#entry-A-value")).to_be_visible()
    expect(page.locator("#practice-note")).to_be_empty()


def test_paper_has_the_whole_tree_and_no_buttons(visitor: Visitor) -> None:
    line = "alpha-beta,branching:3,depth:3,seed:4"
    page = opened(visitor, line, viewport={"width": 718, "height": 1046})  # A4 with margins
    page.emulate_media(media="print")
    for hidden in (".top", ".practice-buttons", "#practice-methods", "#check-all", "#show-key"):
        expect(page.locator(hidden)).to_be_hidden()
    expect(page.locator("#practice-task")).to_be_visible()
    box = page.locator(".tree").bounding_box()
    assert box is not None
    assert 600 < box["width"] <= 718


def test_on_a_phone_in_the_dark_nobody_is_left_out(visitor: Visitor) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = opened(visitor, BOOK, color_scheme="dark", **phone)
    fill(page, {"B": {"value": "5"}, "C": {"alpha": "5", "beta": "?"}, "C2": {"cut": True}})
    page.locator("#check-all").click()
    verdict(page, "B", "value", "wrong")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator("#practice-stage").evaluate("e => e.scrollWidth <= e.clientWidth")
    small = (
        "all => all.map(e => e.getBoundingClientRect()).filter(b => b.width < 44 || b.height < 44)"
    )
    assert page.locator(".tree input, .tree .cut").evaluate_all(small) == []
    found: Any = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.locator(".practice-foot")).to_have_css("position", "static")
