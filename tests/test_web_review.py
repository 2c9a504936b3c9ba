"""The review on the page: curve, marks, reasons, the better line, and that it survives a reload."""

import re

from axe_playwright_python.sync_playwright import Axe
from browser import Visitor
from playwright.sync_api import Page, expect

TWO_PEOPLE = "&x=human&o=human"
LOST = f"/?game=3x3x3&moves=a1,a2,b2,c3,b1,b3,c1{TWO_PEOPLE}"
GOMOKU = "h8,j8,j6,h10,i9,i7,k9,g7,j9,a1,l9"  # a1 does not answer the three
APART = """cell => {
    const words = document.createRange();
    words.selectNodeContents(cell.querySelector('.hint'));
    const [sign, value] = [words, cell.querySelector('.value')].map(e => e.getBoundingClientRect());
    return sign.bottom < value.top || sign.right < value.left;
}"""


def review(page: Page) -> None:
    page.locator("#review").click()
    expect(page.locator("#review-words.verdict")).to_be_visible()


def test_a_review_finds_the_mistake_and_shows_it(visitor: Visitor) -> None:
    page = visitor.open(LOST)
    expect(page.locator("#status")).to_have_text("X wins")
    page.locator("#review-now").click()
    said = page.locator("#review-text")
    expect(said).to_contain_text("O gave away the draw with move 2, a2; b2 was better.")
    expect(said).to_contain_text("1 blunder")
    label = page.locator('#moves [data-number="2"]')
    expect(label).to_have_attribute("aria-label", "Move 2, O a2, blunder")
    expect(page.locator('#moves [data-number="7"]')).to_have_attribute(
        "aria-label", "Move 7, X c1, best"
    )
    page.locator('[data-look="1"]').click()
    expect(page.locator("#status")).to_contain_text("Move 1 of 7")
    for cell, kind, words in (("a2", "played", "played, blunder"), ("b2", "better", "better move")):
        expect(page.locator(f'[data-cell="{cell}"] .hint.{kind}')).to_have_count(1)
        expect(page.locator(f'[data-cell="{cell}"]')).to_have_attribute("aria-description", words)
    expect(page.locator(".hint")).to_have_count(2)
    page.locator("#values").click()
    expect(page.locator('[data-cell="a2"] .value')).to_have_text("▼L6")
    assert page.locator('[data-cell="a2"]').evaluate(APART), "the sign stands over the value"
    page.locator("#values").click()
    page.locator('[data-step="1"]').first.click()
    expect(page.locator('[data-cell="b2"]')).to_have_attribute("aria-label", re.compile("b2, O"))
    expect(page.locator(".hint")).to_have_count(0)
    expect(page.locator('[data-step="1"][aria-current="step"]')).to_have_count(1)
    expect(page.locator("#status")).to_have_text("Better line, move 2")
    page.locator("#later").click()  # goes on along the line, which is none of the game's
    expect(page.locator("#status")).to_have_text("Better line, move 3")
    page.locator("#keep-2").click()
    expect(page.locator('#moves [data-path^="a1,b2"]').first).to_be_visible()
    expect(page.locator("#keep-2")).to_have_count(0)
    page.locator("#back-to-game").click()
    expect(page.locator(".hint")).to_have_count(0)
    page.locator("#review-close").click()
    expect(said).to_be_empty()
    expect(page.locator("#review")).to_be_visible()


def test_the_curve_is_a_slider_over_the_game(visitor: Visitor) -> None:
    page = visitor.open(LOST)
    review(page)
    curve = page.get_by_role("slider", name="Curve of the game")
    expect(curve).to_have_attribute("aria-valuenow", "7")
    expect(curve).to_have_attribute("aria-valuetext", "Move 7, X c1, best. X wins.")
    expect(curve.locator(".sign.blunder")).to_have_count(1)
    curve.focus()
    page.keyboard.press("ArrowLeft")
    expect(curve).to_have_attribute("aria-valuenow", "6")
    page.keyboard.press("Home")
    expect(curve).to_have_attribute("aria-valuetext", "The start. A draw.")
    expect(page.locator("#curve:focus")).to_have_count(1)
    box = curve.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] * 0.47, box["y"] + 20)
    expect(curve).to_have_attribute("aria-valuenow", "3")
    page.keyboard.press("End")
    expect(curve).to_have_attribute("aria-valuenow", "7")
    page.go_back()  # closes the review, and stays in the game
    expect(page.locator("#review-text")).to_be_empty()
    expect(page.locator("#status")).to_have_text("X wins")
    page.go_forward()
    expect(curve).to_have_attribute("aria-valuenow", "7")


def test_a_review_of_gomoku_shows_its_first_marks_long_before_its_end(visitor: Visitor) -> None:
    """How long both take is in bench/review.md."""
    page = visitor.open(f"/?game=gomoku&moves={GOMOKU}{TWO_PEOPLE}")
    expect(page.locator("#review")).to_be_visible()
    page.evaluate("""() => {
        window.firstMark = null;
        const seen = () => {
            const mark = document.querySelector('#moves .verdict-mark');
            if (mark) window.firstMark = performance.now();
            else requestAnimationFrame(seen);
        };
        requestAnimationFrame(seen);
        window.started = performance.now();
    }""")
    review(page)
    first, whole = page.evaluate(
        "[window.firstMark - window.started, performance.now() - window.started]"
    )
    assert first < whole / 2
    marks = page.locator("#moves .verdict-mark")
    expect(marks).to_have_count(11)
    said = page.locator("#review-text")
    expect(said).to_contain_text("It did not answer the open three at i7, i6, i5")
    colours = {
        said.locator(f".tally.{mark} strong").evaluate("e => getComputedStyle(e).color")
        for mark in "xo"
    }
    assert len(colours) == 1, "Black is not blue, nor White orange"
    page.locator('[data-look="9"]').click()
    expect(page.locator('[data-cell="a1"] .hint.played')).to_have_count(1)
    expect(page.locator(".hint.better")).to_have_count(1)


def test_a_game_that_goes_on_can_be_reviewed_and_a_reload_keeps_it(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=3x3x3&moves=a1,a2{TWO_PEOPLE}")
    review(page)
    expect(page.locator("#review-text")).to_contain_text("O gave away the draw")
    page.locator('[data-look="1"]').click()
    expect(page.locator(".hint.better")).to_have_count(1)
    assert "review=1" in page.url
    page.reload()
    expect(page.locator("#review-text")).to_contain_text("O gave away the draw")
    expect(page.locator(".hint.better")).to_have_count(1)
    page.locator("#back-to-game").click()
    page.locator('[data-cell="c3"]').click()
    expect(page.locator("#review-text")).to_be_empty()


def test_on_a_phone_a_review_opens_in_sight(visitor: Visitor) -> None:
    page = visitor.open(LOST, viewport={"width": 390, "height": 844})
    expect(page.locator("#curve")).to_have_count(0)
    page.locator("#review").evaluate("button => { scrollTo(0, 0); button.click(); }")
    expect(page.locator("#curve")).to_be_in_viewport(ratio=1)


def test_on_a_phone_what_is_said_of_a_move_stands_below_the_board(visitor: Visitor) -> None:
    page = visitor.open(LOST, viewport={"width": 390, "height": 844})
    review(page)
    page.locator("#show-2").click()
    strip = page.locator("#review-strip")
    expect(strip).to_contain_text("Move 2, O a2 loses: b2 draws. After X b1 and O c1, X b2")
    for shown in (strip.locator("p"), page.locator('[data-cell="a1"]')):
        expect(shown).to_be_in_viewport(ratio=1)
    first, second = page.locator("#strip-line-2-1"), page.locator("#strip-line-2-2")
    expect(first).to_have_text("O b2")
    expect(first).to_have_attribute("aria-label", "Better line, move 1: O b2")
    second.click()
    expect(page.locator("#status")).to_have_text("Better line, move 3")
    expect(second).to_be_focused()
    expect(strip.get_by_text("Keep as a variation")).to_be_in_viewport()
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(strip).to_be_hidden()
    page.locator("#back-to-game").click()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(strip).to_be_hidden()


def test_a_win_at_once_that_was_missed_is_told(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=3x3x3&moves=b2,c2,a1,a3,b3,a2,c3{TWO_PEOPLE}")
    review(page)
    said = page.locator("#review-text")
    expect(said).to_contain_text("It missed a win at once: c3 completes a line.")
    expect(page.locator('#moves [data-number="5"]')).to_have_attribute(
        "aria-label", "Move 5, X b3, inaccuracy"
    )
    expect(said).not_to_contain_text("Chances")  # all of it is proved


def test_a_review_can_be_read_by_everybody(visitor: Visitor) -> None:
    for scheme in ("light", "dark"):
        page = visitor.open(LOST, color_scheme=scheme)
        review(page)
        page.locator('[data-look="1"]').click()
        expect(page.locator(".hint")).to_have_count(2)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
