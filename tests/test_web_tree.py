"""The page: a game is a tree, and nothing that a click does destroys it."""

from pathlib import Path

import pytest
from browser import Visitor
from playwright.sync_api import Page, expect
from test_web_page import REFUSED, TWO_PEOPLE, examine, marks, play, status


def current(page: Page, path: str) -> None:
    """Wait until the list marks that move, and no other."""
    shown = page.locator("#moves [aria-current]")
    expect(shown).to_have_count(1)
    expect(shown).to_have_attribute("data-path", path)


def test_a_click_in_a_reviewed_game_begins_a_variation(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=3x3x3&moves=a1,a2,b2,c3,b1,b3{TWO_PEOPLE}")
    play(page, "c1")
    status(page, "X wins")
    page.locator("#review-now").click()
    expect(page.locator("#review-text")).to_contain_text("Move 2, O a2")
    page.locator('[data-look="1"]').click()
    status(page, "Move 1 of 7")
    play(page, "b2")
    status(page, "Variation, move 2")
    expect(page.locator("#status-detail")).to_have_text("Instead of move 2, O a2.")
    assert marks(page) == {"a1": "X", "b2": "O"}
    play(page, "c3")
    current(page, "a1,b2,c3")
    expect(page.locator("#moves [data-number]")).to_have_count(7)
    expect(page.locator("#review-text")).to_contain_text(
        "Move 2, O a2"
    )  # the review is still there
    page.keyboard.press("[")
    page.keyboard.press("[")
    status(page, "Move 1 of 7")
    page.keyboard.press("]")
    current(page, "a1,b2")
    page.keyboard.press("u")  # steps back, changes nothing
    status(page, "Move 1 of 7")
    page.locator('#moves [data-number="2"]').click()
    status(page, "Move 2 of 7")
    play(page, "b2")  # the move of the game: followed
    status(page, "Move 3 of 7")
    page.keyboard.press("Escape")
    status(page, "X wins")
    page.reload()
    status(page, "X wins")
    page.locator('#moves [data-path="a1,b2,c3"]').click()
    status(page, "Variation, move 3")
    assert marks(page) == {"a1": "X", "b2": "O", "c3": "X"}


def test_variations_are_named_promoted_and_deleted(visitor: Visitor) -> None:
    page = visitor.open("/?game=3x3x3&moves=b2,a1,c3,c1&x=human&o=perfect")
    status(page, "Your turn")
    usual = page.locator("#board").bounding_box()
    page.locator('#moves [data-number="3"]').click()
    expect(page.locator(".player-line.turn")).to_contain_text("Computer, perfect")
    expect(page.locator(".player-line.turn .turn-word")).to_have_text("you move")
    play(page, "a2")
    status(page, "Variation, move 4")
    expect(page.locator(".variation-tools")).to_contain_text("You move for both sides")
    page.locator("#copy-link").click()
    expect(page.locator("#notice")).to_contain_text("Variations are only in the files.")
    page.locator("#variation-name").click()
    page.locator("#variation-new-name").fill("down the middle")
    page.keyboard.press("Enter")
    expect(page.locator(".variation-title")).to_have_text("down the middle")
    expect(page.locator("#status-detail")).to_have_text("down the middle. Instead of move 4, O c1.")
    assert page.locator("#board").bounding_box() == usual, "the line above it may wrap"
    page.locator("#variation-delete").click()
    expect(page.locator("#notice")).to_contain_text("“down the middle” deleted.")
    status(page, "Move 3 of 4")
    expect(page.locator(".variation")).to_have_count(0)
    page.locator("#notice .notice-action").click()
    current(page, "b2,a1,c3,a2")
    expect(page.locator("#restore")).to_be_hidden()
    play(page, "c2")
    examine(page, "a variation")
    page.locator("#variation-promote").click()
    status(page, "O to move, paused")  # the computer waits
    expect(page.locator("#notice")).to_contain_text("This line is now the game")
    page.locator("#notice .notice-action").click()
    status(page, "Variation, move 5")
    expect(page.locator("#moves [data-number]")).to_have_count(4)
    expect(page.locator(".variation-title")).to_have_text("down the middle")
    page.locator("#variation-promote").click()
    status(page, "O to move, paused")
    expect(page.locator("#moves [data-number]")).to_have_count(5)
    expect(page.locator("#moves .comment")).to_have_text("down the middle")
    page.reload()
    status(page, "O to move, paused")
    page.locator("#let-move").click()
    expect(page.locator("#moves [data-number]")).to_have_count(6)
    page.locator('#moves [data-path="b2,a1,c3,c1"]').click()
    page.locator("#variation-delete").click()
    expect(page.locator("#notice")).to_contain_text("Variation c1 deleted.")
    expect(page.locator("#restore")).to_have_text("Undo delete")
    page.locator("#restore").click()
    expect(page.locator('#moves [data-path="b2,a1,c3,c1"]')).to_be_visible()
    page.locator('#moves [data-number="1"]').click()
    page.locator("#play-from-here").click()
    status(page, "Your turn")  # the computer has answered at once
    expect(page.locator("#moves [data-number]")).to_have_count(2)


def test_play_here_takes_back_and_redo_brings_it_again(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=3x3x3&moves=b2,a1,c3{TWO_PEOPLE}")
    status(page, "O to move")
    page.locator("#resign").click()
    page.locator("#resign-dialog-yes").click()
    status(page, "X wins")
    page.keyboard.press("u")  # the resignation alone
    status(page, "O to move")
    page.keyboard.press("r")
    status(page, "X wins")
    page.locator('#moves [data-number="1"]').click()
    page.locator("#play-from-here").click()
    status(page, "O to move")
    assert marks(page) == {"b2": "X"}
    expect(page.locator("#moves .undone")).to_have_count(2)
    examine(page, "what was taken back")
    page.locator("#moves .undone").last.click()
    status(page, "Move 3, undone")
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    status(page, "X to move")
    page.keyboard.press("r")
    status(page, "X wins")
    page.locator('#moves [data-number="1"]').click()
    page.locator("#play-from-here").click()
    status(page, "O to move")
    play(page, "a2")
    expect(page.locator("#moves [data-number]")).to_have_count(2)
    expect(page.locator(".variation")).to_contain_text("X wins: O resigns.")


def test_a_better_line_is_played_on(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=3x3x3&moves=a1,a2,b2,c3,b1,b3,c1{TWO_PEOPLE}")
    page.locator("#review-now").click()
    page.locator('[data-look="1"]').click()
    page.locator('[data-step="1"]').click()
    status(page, "Better line, move 2")
    page.locator("#play-from-here").click()
    status(page, "X to move")
    assert marks(page) == {"a1": "X", "b2": "O"}
    expect(page.locator("#moves .variation")).to_have_count(1)  # what was played


TREE = """(;GM[4]SZ[9]C[An opening];B[ee];W[ed](;B[dd];W[ff];B[df]C[threatens])
(;B[fd]N[the other side];W[df](;B[dd])(;B[ff];W[dd];B[ec];W[eg];B[cc];W[gg];B[bb];W[hh];B[gc]))
(;B[ef];W[eg]))"""


@pytest.mark.parametrize("width", [360, 1280])
def test_the_variations_of_a_file(visitor: Visitor, tmp_path: Path, width: int) -> None:
    visitor.forgives = REFUSED
    size = {"width": width, "height": 800}
    page = visitor.open(f"/?game=3x3x3{TWO_PEOPLE}", viewport=size)
    status(page, "X to move")
    file = tmp_path / "tree.sgf"
    file.write_text(TREE)
    page.locator("#file").set_input_files(file)
    expect(page.locator("#notice")).to_contain_text("is open")
    expect(page.locator("#moves")).to_contain_text("An opening")
    expect(page.locator("#moves .comment").last).to_have_text("threatens")
    titles = page.locator(".variation-title")
    expect(titles).to_have_text("the other side")
    fold = page.locator(".fold").first
    expect(fold).to_have_attribute("aria-expanded", "false")
    fold.focus()
    page.keyboard.press("Enter")
    expect(fold).to_be_focused()
    expect(fold).to_have_attribute("aria-expanded", "true")
    page.locator('#moves [data-path="e5,d5,d6,f4,f6"]').click()
    status(page, "Variation, move 5")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    with page.expect_download() as waiting:
        page.locator("#download-sgf").click()
    kept = tmp_path / "again.sgf"
    waiting.value.save_as(kept)
    assert kept.read_text().count("(") == 6
    assert "N[the other side]" in kept.read_text()
