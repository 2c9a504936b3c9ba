"""The widgets in a real browser, on a page that treats them as a notebook does."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from hosted import hosted, state_of
from laws import board as drawn
from playwright.sync_api import Browser, Page, expect
from traces import FOUR_LEFT

from noughts import Limit, Position
from noughts.notebook import Board, Tree

FIVE_LEFT = drawn("""
    x . o
    . . x
    . o .""")
NEARLY_WON = drawn("""
    x x .
    o o .
    . . .""")
SENTENCE = ".watch-sentence"


def step_of(page: Page) -> int:
    return int(page.locator(".watch-slider").input_value())


def test_a_click_is_a_move_and_the_answer_is_drawn(browser: Browser) -> None:
    board = Board("tic-tac-toe", "alpha-beta")
    with hosted(browser, board) as page:
        status = page.get_by_role("status").first
        expect(status).to_have_text("You are X, against alpha-beta. Your turn.")
        page.locator("[data-cell=a1]").click()
        expect(page.get_by_label("b2, O, last move")).to_be_visible()
        expect(page.locator(".said")).to_contain_text("O played b2. Your turn.")
        assert board.position.cells == "x...o...."
        page.locator("[data-cell=b2]").click()
        expect(page.locator(".said")).to_have_text("Not possible: b2 is taken by O. Your turn.")
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_label("a1, empty")).to_be_visible()
        expect(page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
        assert board.position == Position()


def test_a_game_is_played_by_keyboard_to_its_end(browser: Browser) -> None:
    board = Board(NEARLY_WON, "perfect")
    with hosted(browser, board) as page:
        page.locator("[data-cell=b2]").focus()
        for key in ("ArrowUp", "End", "Enter"):
            page.keyboard.press(key)
        expect(page.locator(".said")).to_contain_text("X wins: a line from a1 to a3.")
        expect(page.locator(".line line")).to_have_count(1)
        expect(page.locator(".cell.won")).to_have_count(3)
        expect(page.locator(".playable")).to_have_count(0)
        page.get_by_role("button", name="New game").click()
        expect(page.locator(".playable")).to_have_count(5)


def test_values_are_switched_on_and_off(browser: Browser) -> None:
    board = Board(FIVE_LEFT, "perfect")
    with hosted(browser, board) as page:
        values = page.get_by_role("button", name="Values")
        expect(values).to_have_attribute("aria-pressed", "false")
        values.click()
        expect(page.locator(".value")).to_have_count(5)
        assert board.values
        for label in ("a2, empty, loss in 4 plies", "b1, empty, win in 3 plies", "c1, empty, draw"):
            expect(page.get_by_label(label)).to_have_count(1)
        expect(page.locator(".worth")).to_have_text("X to move: X wins in 3 plies.")
        expect(page.locator(".signs")).to_contain_text("▲ W3: a win in 3 plies")
        values.click()
        expect(page.locator(".value")).to_have_count(0)
        expect(page.locator(".worth")).to_be_empty()


def test_python_moves_and_the_browser_shows_it(browser: Browser) -> None:
    board = Board("tic-tac-toe", None)
    with hosted(browser, board) as page:
        board.play("c3")
        page.evaluate("text => models[0].take(text)", state_of(board))
        expect(page.get_by_label("c3, X, last move")).to_be_visible()


def test_a_silent_python_is_remarked_on(browser: Browser) -> None:
    """As in a notebook that was saved with its widgets and is read without a kernel."""
    with hosted(browser, Board("tic-tac-toe", "hard"), Tree(FOUR_LEFT), alive=False) as page:
        page.locator("[data-cell=a1]").click()
        expect(page.locator(".said")).to_contain_text("Python does not answer")
        expect(page.locator(".ghost")).to_have_count(0)
        page.get_by_role("button", name="One step forward").click()
        expect(page.locator(".watch-place")).to_have_text("2 of 104")


def test_one_walks_through_a_search(browser: Browser) -> None:
    tree = Tree(FOUR_LEFT, "alpha-beta")
    with hosted(browser, tree) as page:
        expect(page.locator(SENTENCE)).to_contain_text("The search begins")
        page.get_by_role("button", name="One step forward").click()
        assert (step_of(page), tree.step) == (1, 1)
        page.get_by_role("button", name="Go to the next cut-off").click()
        expect(page.locator(SENTENCE)).to_contain_text("1 move not tried")
        expect(page.locator(".watch-ended")).to_have_text("Cut off, 1 move not tried.")
        expect(page.locator(".watch-line.is-running").first).to_contain_text("if value ≥ β")
        assert tree.step == step_of(page) == 12
        page.locator(".watch-slider").fill("40")
        expect(page.locator(".watch-place")).to_have_text("41 of 104")
        told = page.evaluate("models[0].told")
        tree.step = 5
        page.evaluate("text => models[0].take(text)", state_of(tree))
        expect(page.locator(".watch-place")).to_have_text("6 of 104")
        assert page.evaluate("models[0].told") == told, "Python knows that it has gone there"
        page.locator(".watch-canvas").focus()
        page.keyboard.press("End")
        expect(page.locator(SENTENCE)).to_contain_text(
            "The search is done: the value is 0. O plays b2."
        )
        assert tree.step == 103
        page.keyboard.press("Alt+ArrowDown")
        expect(page.locator(".watch-node")).to_have_text("Selected node: 2 of 35")
        expect(page.locator("[role=status]")).to_contain_text("Selected node: 2 of 35, a2")


def test_a_step_beyond_the_end_is_the_last(browser: Browser) -> None:
    tree = Tree(FOUR_LEFT, step=1000)
    with hosted(browser, tree) as page:
        expect(page.locator(".watch-place")).to_have_text("104 of 104")
        page.wait_for_function("() => models[0].told === 1")
        assert tree.step == 103
        tree.step = 2000
        page.evaluate("text => models[0].take(text)", state_of(tree))
        page.get_by_role("button", name="One step back").click()
        expect(page.locator(".watch-place")).to_have_text("103 of 104")
        assert tree.step == 102


def test_several_widgets_do_not_disturb_each_other(browser: Browser) -> None:
    widgets = [Tree(FOUR_LEFT), Tree(FOUR_LEFT, "minimax"), Board(), Board("gomoku", None)]
    with hosted(browser, *widgets) as page:
        places = page.locator(".watch-place")
        page.locator(".watch-canvas").nth(1).focus()
        page.keyboard.press("ArrowRight")
        expect(places.nth(1)).to_have_text("2 of 146")
        expect(places.nth(0)).to_have_text("1 of 104")
        page.evaluate("() => document.activeElement.blur()")
        page.keyboard.press("ArrowRight")  # meant for the notebook, not for all trees
        page.keyboard.press("End")
        expect(places.nth(1)).to_have_text("2 of 146")
        page.locator("[data-cell=h8]").click()
        expect(page.get_by_label("h8, Black, last move")).to_be_visible()
        expect(page.locator(".said").nth(0)).to_have_text("You are X, against medium. Your turn.")


def test_keys_without_ctrl_are_the_widgets_while_it_has_the_focus(browser: Browser) -> None:
    with hosted(browser, Tree(FOUR_LEFT)) as page:
        page.evaluate("""() => {
            window.heard = [];
            const hears = (event) => {
              if (!event.target.closest('[data-lm-suppress-shortcuts]')) heard.push(event.key);
            };
            document.addEventListener('keydown', hears, true); // as JupyterLab does
        }""")
        page.locator(".watch-canvas").focus()
        for key in ("b", "ArrowRight", "Control+s"):
            page.keyboard.press(key)
        assert page.evaluate("heard") == ["Control", "s"]


def test_what_is_gone_leaves_nothing_behind(browser: Browser) -> None:
    with hosted(browser, Tree(FOUR_LEFT), Board()) as page:
        page.get_by_role("button", name="Play (space)").click()
        page.evaluate("() => closers.forEach((close) => close())")
        page.evaluate("() => document.querySelector('main').replaceChildren()")
        assert page.evaluate("models.map((model) => model.listeners.length)") == [0, 0]
        page.emulate_media(color_scheme="dark")
        page.wait_for_timeout(100)  # nothing is drawn on what is gone; the console is silent


@pytest.mark.parametrize(("ground", "theme"), [("#fff", "light"), ("oklch(0.2 0.02 260)", "dark")])
def test_it_is_light_or_dark_like_its_notebook(browser: Browser, ground: str, theme: str) -> None:
    """Whatever the browser prefers; everybody can read it, and the notebook's style stays out."""
    widgets: list[Board | Tree] = [
        Board(FIVE_LEFT, "perfect", values=True),
        Tree(FOUR_LEFT, step=13),
    ]
    other: Any = {"light": "dark", "dark": "light"}[theme]
    with hosted(browser, *widgets, ground=ground, color_scheme=other) as page:
        expect(page.locator(f"main [data-theme={theme}]")).to_have_count(2)
        results = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "best-practice"]})
        found = [
            (each["id"], each["nodes"][0]["target"]) for each in results.response["violations"]
        ]
        assert [each for each in found if each[0] not in ("region", "page-has-heading-one")] == []
        assert page.locator(".cell").first.evaluate("e => getComputedStyle(e).borderWidth") == "0px"
        page.evaluate("() => { document.body.style.background = 'gray'; }")
        page.evaluate("() => { document.body.style.background = 'white'; }")
        expect(page.locator("main [data-theme=light]")).to_have_count(2)


@pytest.mark.parametrize("game", ["tic-tac-toe", "gomoku"])
def test_a_phone_has_room_for_it(browser: Browser, game: str) -> None:
    widgets: list[Board | Tree] = [Board(game, None, limit=Limit(seconds=0.1)), Tree(FOUR_LEFT)]
    size = {"width": 360, "height": 740}
    with hosted(browser, *widgets, viewport=size, has_touch=True, is_mobile=True) as page:
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        middle = page.locator("[data-cell=b2]")
        middle.tap()
        if game == "gomoku":  # the cells are smaller than a finger: two lines show which is meant
            expect(page.locator(".aim line")).to_have_count(2)
            middle.tap()
        expect(page.locator(".cell.last")).to_have_count(1)
