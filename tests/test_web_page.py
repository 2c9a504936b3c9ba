"""The page in a real browser, the way its users meet it."""

import contextlib
import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import Server, Visitor
from playwright.sync_api import Browser, Page, Route, expect
from web import soon

from noughts import METHODS

TWO_PEOPLE = "&x=human&o=human"
LOST = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "ERR_INCOMPLETE")
REFUSED = ("status of 4",)  # the browser's own note on an answer that says no


def play(page: Page, *cells: str) -> None:
    for cell in cells:
        page.locator(f'[data-cell="{cell}"]').click()
        expect(page.locator(f'[data-cell="{cell}"]:not(.pending)')).to_have_class(
            re.compile(r"\b[xo]\b")
        )


def marks(page: Page) -> dict[str, str]:
    """What stands on the board: the mark of each cell that is not empty."""
    labels = page.locator("[data-cell]").evaluate_all(
        "cells => cells.map(cell => [cell.dataset.cell, cell.getAttribute('aria-label')])"
    )
    words = {cell: label.split(", ")[1] for cell, label in labels}
    return {cell: word for cell, word in words.items() if word != "empty"}


def status(page: Page, text: str) -> None:
    expect(page.locator("#status")).to_have_text(text)


@contextlib.contextmanager
def alone(browser: Browser, server: Server) -> Iterator[Visitor]:
    """A visitor of a server of their own, which ends with the visit."""
    somebody = Visitor(browser, server)
    yield somebody
    somebody.leave()
    server.stop()


def test_a_game_by_mouse(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=3x3x3{TWO_PEOPLE}")
    status(page, "X to move")
    play(page, "b2", "a1", "a3", "c1", "b1", "b3", "a2", "c2")
    assert len(marks(page)) == 8
    play(page, "c3")
    status(page, "Draw")
    expect(page.locator("#live")).to_contain_text("draw", ignore_case=True)
    page.locator("#play-again").click()
    status(page, "O to move")
    play(page, "a1", "b1", "a2", "b2", "a3")
    status(page, "O wins")
    expect(page.locator("#status-detail")).to_contain_text("a1 to a3")
    assert page.locator("#board-root line").count() == 1
    expect(page.locator('[data-cell="a2"]')).to_have_attribute("aria-label", "a2, O, winning line")


def test_the_computer_replies_to_a_click(visitor: Visitor) -> None:
    page = visitor.open("/?game=3x3x3&x=human&o=perfect")
    page.locator('[data-cell="a1"]').click()
    status(page, "Your turn")
    assert len(marks(page)) == 2
    assert marks(page)["b2"] == "O"  # every other reply loses
    expect(page.locator("#live")).to_contain_text("O plays b2. Your turn.")


def test_a_game_by_keyboard(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=3x3x3{TWO_PEOPLE}")
    status(page, "X to move")
    assert page.locator('[data-cell][tabindex="0"]').count() == 1  # one stop for Tab
    page.keyboard.press("b")
    page.keyboard.press("Control+Home")
    expect(page.locator('[data-cell="a1"]')).to_be_focused()
    page.keyboard.press("Enter")
    status(page, "O to move")
    for keys, cell in (
        (["ArrowDown"], "b1"),
        (["ArrowUp", "ArrowRight"], "a2"),
        (["ArrowDown"], "b2"),
        (["ArrowUp", "End"], "a3"),
    ):
        for key in keys:
            page.keyboard.press(key)
        expect(page.locator(f'[data-cell="{cell}"]')).to_be_focused()
        page.keyboard.press("Space")
        expect(page.locator(f'[data-cell="{cell}"]:not(.pending)')).to_have_class(
            re.compile(r"\b[xo]\b")
        )
    status(page, "X wins")
    page.keyboard.press("Control+End")
    expect(page.locator('[data-cell="c3"]')).to_be_focused()
    page.keyboard.press("Home")
    expect(page.locator('[data-cell="c1"]')).to_be_focused()


def test_new_game_by_keyboard_alone(visitor: Visitor) -> None:
    page = visitor.open("/?game=3x3x3")
    status(page, "Your turn")
    page.keyboard.press("n")
    expect(page.locator("#new-game-form")).to_be_visible()
    page.locator("#opponent").focus()
    page.keyboard.press("Escape")
    expect(page.locator("#new-game-form")).to_be_hidden()
    page.keyboard.press("n")
    page.get_by_label("Another board").check()
    for field, number in (("rows", "4"), ("columns", "5"), ("k", "4")):
        page.locator(f"#custom-{field}").fill(number)
    page.get_by_label("Two people").check()
    page.locator("#start-game").press("Enter")
    status(page, "X to move")
    assert page.locator("[data-cell]").count() == 20
    assert "game=4x5x4" in page.url


def test_a_dialog_that_follows_another_at_once_stays(visitor: Visitor) -> None:
    page = visitor.open("/?game=3x3x3")
    status(page, "Your turn")
    page.keyboard.press("n")
    expect(page.locator("#new-game-form")).to_be_visible()
    page.evaluate("""() => new Promise((heard) => {
        const dialog = document.getElementById("dialog");
        dialog.addEventListener("close", heard, { once: true });
        dialog.close();
        document.getElementById("new-game").click();
    })""")
    expect(page.locator("#new-game-form")).to_be_visible()
    page.locator("#start-game").click()
    expect(page.locator("#new-game-form")).to_be_hidden()


def test_a_key_that_follows_a_dialog_at_once_is_heard(visitor: Visitor) -> None:
    page = visitor.open("/?game=3x3x3")
    status(page, "Your turn")
    page.keyboard.press("n")
    page.locator("#opponent").focus()
    page.evaluate("""() => {
        document.getElementById("dialog").close();
        const key = new KeyboardEvent("keydown", { key: "n", bubbles: true, cancelable: true });
        document.getElementById("opponent").dispatchEvent(key);
    }""")
    expect(page.locator("#new-game-form")).to_be_visible()


def test_values_are_shown(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=3x3x3&cells=xx.oo....&turn=x{TWO_PEOPLE}")
    page.locator("#values").click()
    cell = page.locator('[data-cell="a3"]')
    expect(cell).to_have_attribute("aria-label", "a3, empty, win in 1 ply")
    expect(cell.locator(".value")).to_have_text("▲W1")
    expect(page.locator('[data-cell="c1"]')).to_have_attribute(
        "aria-label", "c1, empty, loss in 2 plies"
    )
    expect(page.locator("#values-text")).to_contain_text("One move is best: a3.")
    page.locator("#values").click()
    expect(cell).to_have_attribute("aria-label", "a3, empty")


def test_values_count_the_moves_that_are_equally_good(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=3x3x3&moves=a1{TWO_PEOPLE}")
    page.keyboard.press("v")
    expect(page.locator("#values-text")).to_contain_text("One move is best: b2.")
    page.locator("#undo").click()
    expect(page.locator("#values-text")).to_contain_text("9 moves are equally good")
    page.locator("#new-game").click()
    page.locator("#start-game").click()
    expect(page.locator("#values")).to_have_attribute("aria-pressed", "false")


def test_values_of_a_large_board_deepen(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=15x15x5&moves=h8,i9,h9{TWO_PEOPLE}")
    page.locator("#values").click()
    words = page.locator("#values-text")
    expect(words).to_contain_text("Depth")
    expect(words).to_contain_text("Best line")
    first = words.inner_text()
    page.wait_for_function(
        "was => document.getElementById('values-text').innerText !== was", arg=first
    )


def test_compare_shows_every_method(visitor: Visitor) -> None:
    size = {"width": 390, "height": 844}
    page = visitor.open(f"/?game=3x3x3&moves=b2,a1{TWO_PEOPLE}", viewport=size)
    page.locator("#tab-compare").click()
    rows = page.locator("#compare-rows tr:has(th)")
    expect(page.locator("#compare-note")).to_contain_text("All methods agree")
    assert rows.count() == len(METHODS)
    expect(rows.nth(3)).to_be_in_viewport(ratio=1)
    alpha_beta = rows.filter(has=page.get_by_role("rowheader", name="alpha-beta", exact=True))
    expect(alpha_beta).to_contain_text("draw")
    heads = page.locator("#compare-head button")
    boxes: list[Any] = [each.bounding_box() for each in heads.all()]
    for one, next_one in pairwise(boxes):
        assert one["x"] + one["width"] + 5 < next_one["x"], "the columns do not touch"
    page.locator("#compare-copy").click()
    expect(page.locator("#notice")).to_contain_text("The table is copied")
    table = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert table[0] == "| Method | Move | Result | Nodes | Time |"
    assert len(table) == 2 + len(METHODS)
    assert re.match(r"\| minimax \| \w\d \| draw \| [\d,]+ \| [\d.]+ m?s \|$", table[2])
    page.set_viewport_size({"width": 960, "height": 600})
    page.evaluate("scrollTo(0, 0)")
    for part in (rows.first, page.locator("#board-root")):
        expect(part).to_be_in_viewport(ratio=1)
    page.emulate_media(media="print")
    for hidden in (".top", "#toolbar", "#compare-again", "#compare-log"):
        expect(page.locator(hidden)).to_be_hidden()
    style = "(e, name) => getComputedStyle(e)[name]"
    assert page.locator("#board-root .grid").evaluate(style, "printColorAdjust") == "exact"
    assert rows.first.evaluate(style, "breakInside") == "avoid"


def test_compare_measures_only_what_came_to_its_end(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=6x6x5&moves=a1{TWO_PEOPLE}")
    page.locator("#tab-compare").click()
    expect(page.locator("#live")).to_contain_text("The comparison is finished")
    expect(page.locator("#compare-rows")).to_contain_text("*")  # four-in-a-line was stopped
    expect(page.locator("#compare-note")).not_to_contain_text("times as many")
    expect(page.locator("#compare-note")).to_contain_text("* The clock, or a win that it found,")


def test_compare_on_a_small_laptop_shows_most_methods_and_what_a_class_compares(
    visitor: Visitor,
) -> None:
    size = {"width": 1280, "height": 720}
    page = visitor.open(f"/?view=compare&game=3x3x3&moves=b2,a1{TWO_PEOPLE}", viewport=size)
    note = page.locator("#compare-note")
    expect(note).to_contain_text("alpha-beta looks at 703 nodes, minimax at 10 times as many.")
    names = page.locator("#compare-rows th")
    assert names.count() == len(METHODS)
    for each in names.all()[:8]:  # for the others you scroll
        expect(each).to_be_in_viewport(ratio=1)
    for each in names.all():
        assert each.evaluate("e => e.scrollWidth <= e.clientWidth"), "it stays in its column"
        assert each.evaluate("e => e.getClientRects().length") == 1


def test_compare_with_a_depth_shows_the_scores_and_says_once_what_limits(visitor: Visitor) -> None:
    page = visitor.open("/?view=compare&game=4x4x4&cells=xo..ox...xo.....&turn=x&depth=2")
    expect(page.locator("#status-detail")).to_have_text("From a position that was set up.")
    expect(page.locator("#live")).to_contain_text("The comparison is finished")
    expect(page.locator("#compare-note")).to_contain_text("Searched 2 plies deep: a number is the")
    results = page.locator("#compare-rows tr:not(.unable, .method-about) td:nth-child(3)")
    assert results.all_inner_texts() == [
        *("0", "0", "0", "0", "2", "98"),
        *("0", "0", "0", "0", "98", "0"),  # after alpha-beta; the engine
    ]
    expect(page.locator("#compare-table")).not_to_contain_text("*")


def test_compare_leads_back_from_the_end_of_a_game(visitor: Visitor) -> None:
    over = "b2,a1,c3,a2,a3,c1,b3"
    page = visitor.open(f"/?view=compare&game=3x3x3&moves={over}{TWO_PEOPLE}")
    page.locator("#compare-before").click()
    expect(page.locator("#compare-note")).to_contain_text("All methods agree")


def test_undo_redo_flip_resign(visitor: Visitor) -> None:
    page = visitor.open("/?game=3x3x3&x=human&o=perfect")
    expect(page.locator("#moves")).to_have_text("No moves yet.")
    page.locator('[data-cell="a1"]').click()
    status(page, "Your turn")
    page.locator("#undo").click()
    expect(page.locator("#moves .undone")).to_have_count(2)
    expect(page.locator("#moves")).not_to_contain_text("No moves yet")
    page.locator("#redo").click()
    expect(page.locator("#moves [data-number]")).to_have_count(2)
    status(page, "Your turn")
    assert marks(page) == {"a1": "X", "b2": "O"}
    before = page.locator('[data-cell="a1"]').bounding_box()
    page.locator("#flip").click()
    after = page.locator('[data-cell="a1"]').bounding_box()
    assert before
    assert after
    assert after["x"] > before["x"]
    assert after["y"] > before["y"]
    page.locator("#resign").click()
    page.locator("#resign-dialog-yes").click()
    status(page, "You lose")
    expect(page.locator("#status-detail")).to_contain_text("resign", ignore_case=True)


def test_take_over_from_the_computer_and_two_programs(visitor: Visitor) -> None:
    page = visitor.open("/?game=3x3x3&x=human&o=perfect")
    page.locator("#swap-o").click()
    expect(page.locator("#swap-o")).to_have_text("Computer plays…")
    play(page, "a1", "a2")
    expect(page.locator("#moves [data-number]")).to_have_count(2)
    assert marks(page) == {"a1": "X", "a2": "O"}
    page = visitor.open("/?game=3x3x3&x=perfect&o=perfect")
    status(page, "X to move, paused")
    page.locator("#pause").click()
    expect(page.locator("#moves [data-number]")).to_have_count(9)
    status(page, "Draw")
    expect(page.locator("[data-cell][aria-label*=', empty']")).to_have_count(0)


def test_an_earlier_position_is_what_the_server_says(visitor: Visitor) -> None:
    """No rules lead from these moves to this position: the page shows what the server sends."""

    def answer(route: Route) -> None:
        told = route.fetch().json()
        strange = {"cells": "oo.......", "turn": "o", "legal": ["a1", "c2"]}
        second = '"moves":["b2","a1"]' in (route.request.post_data or "")
        route.fulfill(json={**told, **strange} if second else told)

    address = f"/?game=3x3x3&moves=b2,a1,c3{TWO_PEOPLE}"
    page = visitor.open(address, {"**/api/v1/position": answer})
    status(page, "O to move")
    page.keyboard.press("[")
    status(page, "Move 2 of 3")
    assert marks(page) == {"a1": "O", "a2": "O"}
    assert page.locator(".cell.playable").evaluate_all("e => e.map(c => c.dataset.cell)") == [
        *("a1", "c2")
    ]
    expect(page.locator("#status-mark .mark")).to_have_class("mark o")
    page.keyboard.press("[")
    status(page, "Move 1 of 3")
    assert marks(page) == {"b2": "X"}
    page.locator("#later").click()
    page.locator("#later").click()
    status(page, "O to move")


def test_looking_back_waits_for_a_server_that_is_away(mortal: Visitor) -> None:
    page = mortal.open(f"/?game=3x3x3&moves=b2,a1,c3{TWO_PEOPLE}")
    status(page, "O to move")
    mortal.server.kill()
    page.keyboard.press("[")
    expect(page.locator("#connection")).to_be_visible()
    assert len(marks(page)) == 3
    mortal.server.start()
    status(page, "Move 2 of 3")
    assert marks(page) == {"b2": "X", "a1": "O"}


def test_a_link_shows_the_same_position(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=4x4x3{TWO_PEOPLE}")
    play(page, "b2", "c3", "a1")
    page.locator("#copy-link").click()
    expect(page.locator("#notice")).to_contain_text("The link is copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert "id=" not in link
    copy = visitor.open(link)
    status(copy, "O to move")
    assert marks(copy) == marks(page)
    play(copy, "d4")  # in a separate game
    assert len(marks(page)) == 3
    page.keyboard.press("[")
    status(page, "Move 2 of 3")
    page.locator("#copy-link").click()
    expect(page.locator("#notice")).to_contain_text("up to here")
    earlier = visitor.open(page.evaluate("navigator.clipboard.readText()"))
    status(earlier, "X to move")
    assert marks(earlier) == {"b2": "X", "c3": "O"}
    # At an address in a local network the browser has no clipboard object.
    page.keyboard.press("]")
    status(page, "O to move")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { configurable: true })")
    page.locator("#copy-link").click()
    expect(page.locator("#notice")).to_contain_text("copy of this game")
    read = "delete navigator.clipboard && navigator.clipboard.readText()"
    assert page.evaluate(read) == link
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject() }")
    page.evaluate("() => { document.execCommand = () => false }")
    page.locator("#copy-link").click()
    expect(page.locator("#copy-dialog")).to_contain_text("press Ctrl+C")
    expect(page.get_by_label("Text to copy")).to_have_value(link)
    by_hand = visitor.open(f"/?cells=x.o/o.x/..x&turn=o{TWO_PEOPLE}")
    status(by_hand, "O to move")
    assert marks(by_hand) == {"a1": "X", "a3": "O", "b1": "O", "b3": "X", "c3": "X"}


def test_an_address_that_does_not_fit_its_game_gives_a_copy(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=3x3x3{TWO_PEOPLE}")
    play(page, "b2", "a1")
    assert "id=" in page.url
    edited = page.url.replace("moves=b2,a1", "moves=b2,a2")
    page.goto(edited)
    status(page, "X to move")
    assert marks(page) == {"b2": "X", "a2": "O"}


def test_reload_in_the_middle_of_a_game(visitor: Visitor) -> None:
    page = visitor.open("/?game=3x3x3&x=human&o=perfect")
    page.locator('[data-cell="a1"]').click()
    status(page, "Your turn")
    page.reload()
    status(page, "Your turn")
    assert marks(page) == {"a1": "X", "b2": "O"}
    page.goto(visitor.server.url)  # without an address: the last game is offered
    page.locator("#continue").click()
    status(page, "Your turn")
    assert marks(page) == {"a1": "X", "b2": "O"}


@pytest.fixture
def mortal(tmp_path: Path, browser: Browser) -> Iterator[Visitor]:
    """A visitor of a server that can be killed without harm to other tests."""
    with alone(browser, Server(tmp_path / "games.sqlite3")) as somebody:
        somebody.forgives = LOST
        yield somebody


def test_the_server_is_killed_and_comes_back(mortal: Visitor) -> None:
    page = mortal.open(f"/?game=3x3x3{TWO_PEOPLE}")
    play(page, "b2", "a1")
    mortal.server.kill()
    page.locator('[data-cell="c3"]').click()
    expect(page.locator("#connection")).to_be_visible()
    expect(page.locator("#connection")).to_contain_text("The server is not responding")
    mortal.server.start()
    expect(page.locator("#connection")).to_be_hidden()
    expect(page.locator('[data-cell="b2"]')).to_have_attribute("aria-label", re.compile("X"))
    if len(marks(page)) == 2:  # the move under way was not made: it can be made now
        play(page, "c3")
    status(page, "O to move")
    assert marks(page) == {"b2": "X", "a1": "O", "c3": "X"}
    play(page, "a2")


def test_a_search_that_was_lost_is_watched_when_the_server_is_back(mortal: Visitor) -> None:
    page = mortal.open(f"/?game=3x3x3&moves=b2,a1,c3,a3{TWO_PEOPLE}")
    page.locator("#tab-watch").click()
    page.locator("#watch-this").click()
    expect(page.locator(".watch.is-ready")).to_be_visible()
    mortal.server.kill()
    page.locator(".watch-method").select_option("minimax")
    expect(page.locator(".watch-message")).to_have_text("The server is not responding.")
    mortal.server.start()
    expect(page.locator(".watch.is-ready")).to_be_visible()
    expect(page.locator(".watch-method")).to_have_value("minimax")
    expect(page.locator(".watch-message")).to_be_hidden()


def test_the_keys_work_beside_a_search_as_well(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=3x3x3&moves=b2,a1,c3,a3{TWO_PEOPLE}")
    page.locator("#tab-watch").click()
    page.locator("#watch-this").click()
    expect(page.locator(".watch.is-ready")).to_be_visible()
    page.locator(".watch-canvas").focus()
    page.keyboard.press("m")
    expect(page.locator("#mute")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("f")  # this one is the tree's own: it folds
    expect(page.locator("#flip")).to_have_attribute("aria-pressed", "false")
    page.locator(".watch-slider").focus()
    page.keyboard.press("?")
    expect(page.locator("#help-dialog h3").first).to_have_text("In Watch")
    expect(page.locator("#help-dialog")).to_contain_text("the next cut-off")
    page.keyboard.press("Escape")
    page.keyboard.press("u")  # the game is not shown here: nothing is taken back
    page.locator("#tab-play").click()
    status(page, "X to move")
    page.keyboard.press("u")
    status(page, "O to move")


def test_a_move_that_cannot_be_kept_yet_is_no_secret(visitor: Visitor) -> None:
    visitor.forgives = ("status of 503",)
    full = {"error": "cannot keep the games in games.sqlite3: database or disk is full"}
    refuse = {"**/moves": lambda route: route.fulfill(status=503, json=full)}
    page = visitor.open(f"/?game=3x3x3{TWO_PEOPLE}", refuse)
    page.locator('[data-cell="b2"]').click()
    expect(page.locator("#notice")).to_contain_text("disk is full")
    expect(page.locator("#live")).to_contain_text("still trying")
    page.context.unroute("**/moves")
    status(page, "O to move")
    assert marks(page) == {"b2": "X"}


def test_a_second_tab_on_the_same_game(visitor: Visitor) -> None:
    visitor.forgives = REFUSED
    sent: list[Route] = []
    holding = False
    hold = {"**/moves": lambda route: sent.append(route) if holding else route.continue_()}
    page = visitor.open(f"/?game=3x3x3{TWO_PEOPLE}", hold)
    play(page, "b2")
    second = visitor.another(page.context, page.url)
    status(second, "O to move")
    play(second, "a1")
    expect(page.locator('[data-cell="a1"]')).to_have_attribute("aria-label", re.compile("a1, O"))
    # Both move before either is answered: one of them gets a notice, and nothing is lost.
    holding = True
    for each, cell in ((page, "c3"), (second, "c1")):
        each.locator(f'[data-cell="{cell}"]').click()
    while len(sent) < 2:
        page.wait_for_timeout(10)
    for route in sent:
        route.continue_()
    expect(page.locator("#moves [data-number]")).to_have_count(3)
    expect(second.locator("#moves [data-number]")).to_have_count(3)
    refused = re.compile("was not made")
    late = page.locator("#notice", has_text=refused), second.locator("#notice", has_text=refused)
    assert soon(lambda: any(each.count() for each in late))
    assert sum(each.count() for each in late) == 1
    assert marks(page) == marks(second)


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/?game=3x3x9&moves=a1", "3x3x9"),
        ("/?game=3x3x3&cells=xxx......&turn=o", "3"),
        ("/?game=3x3x3&moves=a1,a1", "a1"),
        ("/?game=3x3x3&cells=%00%FF", "contains an invalid character"),
        ("/?id=nosuchid", "nosuchid"),
        ("/?game=3x3x3&x=nobody", "nobody"),
    ],
)
def test_a_bad_link_is_answered_in_a_sentence(visitor: Visitor, address: str, words: str) -> None:
    visitor.forgives = REFUSED
    page = visitor.open(address)
    expect(page.locator("#bad-link")).to_contain_text("This link cannot be opened")
    expect(page.locator("#bad-link")).to_contain_text(words)
    page.locator("#fresh-game").click()
    status(page, "Your turn")


def test_who_is_to_move_can_be_read_in_the_editor_of_a_phone(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=3x3x3{TWO_PEOPLE}", viewport={"width": 390, "height": 844})
    page.locator("#edit").click()
    room = page.locator("#position-turn").evaluate("""turn => {
        const { font, paddingLeft } = getComputedStyle(turn);
        const pen = Object.assign(document.createElement('canvas').getContext('2d'), { font });
        const arrow = 18;
        const longest = pen.measureText('from the marks').width;
        return turn.clientWidth - 2 * parseFloat(paddingLeft) - arrow - longest;
    }""")
    assert room >= 0


def test_a_position_as_text(visitor: Visitor) -> None:
    visitor.forgives = REFUSED
    page = visitor.open("/?game=3x3x3&moves=b2&x=human&o=perfect")
    page.locator("#edit").click()
    expect(page.locator("#position-text")).to_have_value("...\n.x.\n...")
    page.locator("#position-text").fill("xxx\n...\n...")
    page.locator("#set-position").click()
    expect(page.locator("#position-error")).to_have_text(
        "The board has 3 X and 0 O: in a game they differ by at most one."
    )
    page.locator("#position-text").fill("xo.\n.x.\n...")
    page.locator("#set-position").click()
    expect(page.locator("#position-form")).to_be_hidden()
    expect(page.get_by_role("gridcell", name="a2, O")).to_have_count(1)
    assert marks(page) == {"a1": "X", "a2": "O", "b2": "X"}
    expect(page.locator("#let-move")).to_have_text("Let O move")  # one looks before anything moves


def test_download_and_upload(visitor: Visitor, tmp_path: Path) -> None:
    visitor.forgives = REFUSED
    page = visitor.open(f"/?game=3x3x3&moves=b2,a1{TWO_PEOPLE}")
    with page.expect_download() as waiting:
        page.locator("#download").click()
    kept = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(kept)
    assert [move for move, _ in json.loads(kept.read_text())["moves"]] == ["b2", "a1"]
    page.keyboard.press("u")
    expect(page.locator("#moves [data-number]")).to_have_count(1)
    page.locator("#file").set_input_files(kept)
    expect(page.locator("#notice")).to_contain_text("is open")
    assert marks(page) == {"b2": "X", "a1": "O"}
    address = page.url
    for content in (b"", b"\xff\xfe\x00", b'{"game": "3x3x3"}', kept.read_bytes()[:-30]):
        broken = tmp_path / "broken.jsonl"
        broken.write_bytes(content)
        page.locator("#file").set_input_files(broken)
        expect(page.locator("#notice")).to_contain_text("broken.jsonl could not be opened")
        assert marks(page) == {"b2": "X", "a1": "O"}  # what was on the screen stays
        assert page.url == address
        page.keyboard.press("Escape")


def test_sgf_is_downloaded_and_opened(visitor: Visitor, tmp_path: Path) -> None:
    visitor.forgives = REFUSED
    page = visitor.open(f"/?game=3x3x3&moves=b2,a1{TWO_PEOPLE}")
    with page.expect_download() as waiting:
        page.locator("#download-sgf").click()
    kept = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(kept)
    assert ";B[bb]" in kept.read_text()
    kept.write_text(kept.read_text() + "(;GM[4]SZ[3];B[cc])")
    page.locator("#file").set_input_files(kept)
    expect(page.locator("#notice p")).to_have_text(f"The last of 2 games in {kept.name} is open.")
    status(page, "The start")
    page.locator("#later").click()
    status(page, "O to move")
    assert marks(page) == {"c3": "X"}
    page.get_by_role("button", name="The one before").click()
    expect(page.locator("#notice p")).to_have_text(f"Game 1 of 2 in {kept.name} is open.")
    assert marks(page) == {"b2": "X", "a1": "O"}
    kept.write_text("(;GM[4]SZ[3];B[cc]LB[aa:A]TR[bb])")
    page.locator("#file").set_input_files(kept)
    left_out = f"The game in {kept.name} is open. Not kept of it: LB, TR."
    expect(page.locator("#notice p")).to_have_text(left_out)
    page.locator("#later").click()
    status(page, "O to move")
    assert marks(page) == {"c3": "X"}
    broken = tmp_path / "broken.sgf"
    broken.write_text("(;GM[4]SZ[3]\n;B[zz])")
    page.locator("#file").set_input_files(broken)
    expect(page.locator("#notice")).to_contain_text("line 2: 'zz' is not a point of a 3x3 board")
    assert marks(page) == {"c3": "X"}


def test_a_file_of_piskvork_opens(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.open(f"/?game=3x3x3{TWO_PEOPLE}")
    kept = tmp_path / "cup.psq"
    kept.write_text("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,500\nada.exe\notto.exe\n-1\n")
    page.locator("#file").set_input_files(kept)
    expect(page.locator("#notice p")).to_have_text("The game in cup.psq is open.")
    expect(page.locator("#players")).to_contain_text("ada.exe")
    status(page, "The start")  # one reads it from there
    expect(page.locator("#status-detail")).to_have_text("Opened from a file.")
    expect(page.locator("#resign")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("]")
    status(page, "Move 1 of 2")
    page.get_by_role("gridcell", name="a1, empty").click()
    status(page, "Variation, move 2")
    page.locator("#back-to-game").click()
    expect(page.get_by_role("gridcell", name="i9, White")).to_have_count(1)
    expect(page.locator("#status-detail")).to_have_text(
        "Opened from a file: a move here goes on with it."
    )
    with page.expect_download() as waiting:
        page.locator("#download-psq").click()
    assert Path(waiting.value.path()).read_text().splitlines()[1:5] == [
        *("8,8,0", "9,7,500", "ada.exe", "otto.exe"),
    ]
    page.locator("#tab-games").click()
    expect(page.locator("#games-list li")).to_contain_text("From a file, 2 moves played.")
    page.locator("#games-list li .game-words p").first.click()  # all of the card opens it
    page.get_by_role("gridcell", name="a1, empty").click()
    page.locator("#tab-games").click()
    expect(page.locator("#games-list li")).to_contain_text("Going on, 3 moves played.")


def test_a_file_of_programs_that_cannot_go_on_opens(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.open(f"/?game=3x3x3{TWO_PEOPLE}")
    status(page, "X to move")
    record = {
        **{"game": "5x5x4", "cells": "." * 25, "turn": "x", "outcome": None},
        **{"players": {"x": "minimax", "o": "hard"}, "moves": [["c3", 1.0]]},
    }
    kept = tmp_path / "kept.jsonl"
    kept.write_text(json.dumps(record))
    page.locator("#file").set_input_files(kept)
    expect(page.locator("#notice")).to_have_text("The game in kept.jsonl is open.")
    status(page, "O to move, paused")  # one may look before it moves
    page.locator("#let-move").click()
    status(page, "Your turn")
    expect(page.locator("#players")).to_contain_text("hard")


def test_a_side_is_handed_to_a_method_that_can_play_on(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=4x4x4&cells=xoxo/xoox/oxx./....&turn=o{TWO_PEOPLE}")
    status(page, "O to move")
    page.locator("#swap-o").click()
    page.locator("#hand-over-player").select_option("minimax")
    page.locator("#hand-over").click()
    status(page, "Your turn")
    assert len(marks(page)) == 12


def test_where_nothing_can_be_stored_settings_last_as_long_as_the_page(visitor: Visitor) -> None:
    page = visitor.open("/?game=3x3x3")
    page.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } });"
    )
    page.reload()
    status(page, "Your turn")
    page.keyboard.press("?")
    page.locator("#use-keys").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    expect(page.locator("#flip")).to_have_attribute("aria-pressed", "false")


def test_what_was_stored_by_another_version_does_no_harm(visitor: Visitor) -> None:
    page = visitor.open("/?game=3x3x3")
    for stored in ("null", '{"opponent": {"chosen": "somebody"}}', "{"):
        page.evaluate("stored => localStorage.setItem('noughts.new-game', stored)", stored)
        page.keyboard.press("n")
        expect(page.locator("#opponent")).to_have_value("hard")
        page.locator("#start-game").click()
        expect(page.locator("#new-game-form")).to_be_hidden()


def test_mute_is_remembered(visitor: Visitor) -> None:
    page = visitor.open("/?game=3x3x3")
    status(page, "Your turn")
    expect(page.locator("#mute")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("m")
    expect(page.locator("#mute")).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.locator("#mute")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("size", [(320, 640), (390, 844), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("game", ["3x3x3", "20x20x5"])
def test_every_screen_has_room(visitor: Visitor, size: tuple[int, int], game: str) -> None:
    width, height = size
    page = visitor.open(f"/?game={game}{TWO_PEOPLE}", viewport={"width": width, "height": height})
    first, second = ("X", "O") if game == "3x3x3" else ("Black", "White")
    status(page, f"{first} to move")
    for tab in ("play", "watch", "practice", "compare", "games"):
        page.locator(f"#tab-{tab}").click()
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{tab} is {wide} wide"
    page.locator("#tab-play").click()
    page.locator('[data-cell="b2"]').click()
    status(page, f"{second} to move")


@pytest.mark.parametrize("width", [360, 1280])
def test_the_status_can_be_read_beside_its_buttons(visitor: Visitor, width: int) -> None:
    size = {"width": width, "height": 740}
    page = visitor.open(f"/?game=3x3x3&moves=b2,a1,c3{TWO_PEOPLE}", viewport=size)
    visitor.forgives = REFUSED

    def hidden(element: str) -> bool:
        found: bool = page.locator(element).evaluate(
            "e => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 1"
        )
        return found

    for tab in ("play", "compare"):
        page.locator(f"#tab-{tab}").click()
        page.locator("#board-area").focus()
        page.keyboard.press("[")
        status(page, "Move 2 of 3")
        assert not hidden("#status")
        page.keyboard.press("Escape")
    error = {"error": "the search was stopped: it takes more than 60 seconds"}
    refuse = {"**/reply": lambda route: route.fulfill(status=422, json=error)}
    page = visitor.open("/?game=3x3x3&x=human&o=hard", refuse, viewport=size)
    page.locator('[data-cell="b2"]').click()
    status(page, "O cannot move")
    assert not hidden("#status")
    assert not hidden("#status-detail")


def test_accessibility_rules(visitor: Visitor) -> None:
    """Every view, in light, in dark and in forced colours."""
    page = visitor.open("/", reduced_motion="reduce")
    expect(page.locator(".choice-card").first).to_be_visible()
    assert page.evaluate(LOADED) < 250_000, "what is not needed at first is loaded later"
    examine(page, "home")
    page.locator('[data-start="3x3x3"]').click()
    status(page, "Your turn")
    page.goto(f"{visitor.server.url}/?game=3x3x3&moves=a1,b2,c3{TWO_PEOPLE}")
    page.locator("#values").click()
    expect(page.locator("#values-text")).to_contain_text("equally good")
    examine(page, "values")
    page.set_viewport_size({"width": 2560, "height": 1440})
    size = page.locator(".value").first.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
    assert size > 30, "on a projector, all is larger"
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator("#tab-compare").click()
    expect(page.locator("#compare-note")).to_contain_text("agree")
    expect(page.locator("#compare-rows")).to_contain_text("Every line of play, nothing cut off.")
    examine(page, "compare")
    page.locator("#tab-games").click()
    expect(page.locator("#games-list li")).to_have_count(1)
    examine(page, "my games")
    page.locator("#tab-practice").click()
    page.locator("#check-all").click()
    expect(page.locator("#panel-practice [data-verdict]").first).to_be_attached()
    examine(page, "practice, marked")
    page.locator("#tab-watch").click()
    expect(page.locator("#watch-this")).to_be_visible()
    examine(page, "lessons")
    page.locator("[data-lesson]").first.click()
    expect(page.locator("#watch-root canvas").first).to_be_visible()
    examine(page, "a lesson")


def test_accessibility_rules_in_dialogs(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=3x3x3&moves=a1,b2,c3,a2,c1,c2{TWO_PEOPLE}")
    page.emulate_media(reduced_motion="reduce")
    page.locator("#review-now").click()
    expect(page.locator("#review-text")).to_contain_text("blunder")
    note(page)
    examine(page, "review, with a note")
    for opener, form in (
        *(("#new-game", "#new-game-form"), ("#help", "#help-dialog"), ("#look", "#look-form")),
        *(("#edit", "#edited-board"), ("#swap-x", "#hand-over-form")),
    ):
        page.locator(opener).click()
        expect(page.locator(form)).to_be_visible()
        examine(page, form)
        page.keyboard.press("Escape")


def test_accessibility_rules_of_an_invitation(visitor: Visitor, server: Server) -> None:
    page = visitor.open(f"/?game=3x3x3{TWO_PEOPLE}")
    page.emulate_media(reduced_motion="reduce")
    page.locator("#invite").click()
    expect(page.locator("#invite-form")).to_be_visible()
    examine(page, "#invite-form")
    page.locator("#make-invitation").click()
    expect(page.locator("#code path")).to_be_attached()
    examine(page, "invitation")
    page.keyboard.press("Escape")
    expect(page.locator("#table-words")).to_be_visible()
    examine(page, "two people")


def note(page: Page) -> None:
    """A note of two lines that stays."""
    page.evaluate("""async () => {
        const { notice } = await import("./static/ui/notice.js");
        notice("The variation is deleted. ".repeat(3), { stays: true });
    }""")
    expect(page.locator("#notice")).to_be_visible()


# The bytes of the page itself: what stands for the server in a built site lies in browser/.
LOADED = """["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
    .filter(({ name }) => !new URL(name).pathname.includes("/browser/"))
    .reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)"""
COLOURS: Any = {
    "light": {"color_scheme": "light", "forced_colors": "none"},
    "dark": {"color_scheme": "dark", "forced_colors": "none"},
    "forced": {"color_scheme": "dark", "forced_colors": "active"},
}


def examine(page: Page, what: str) -> None:
    """All rules in the light; those about colours in the others too."""
    for theme, colours in COLOURS.items():
        page.emulate_media(**colours)
        rules = {} if theme == "light" else {"runOnly": ["color-contrast"]}
        found: Any = Axe().run(page, options=rules)
        said = [
            f"{each['id']}: {node['html'][:150]}"
            for each in found.response["violations"]
            for node in each["nodes"]
        ]
        assert not said, (what, theme)


def test_dark_mode_and_its_switch(visitor: Visitor) -> None:
    page = visitor.open("/?game=3x3x3", color_scheme="dark")
    status(page, "Your turn")
    brightness = "parseInt(getComputedStyle(document.body).backgroundColor.match(/[0-9]+/)[0])"
    assert page.evaluate(brightness) < 80
    for _ in range(3):  # auto, light, dark: one of them is light
        page.locator("#theme").click()
        if page.evaluate(brightness) > 200:
            break
    else:
        pytest.fail("no light theme")
    page.reload()
    status(page, "Your turn")
    assert page.evaluate(brightness) > 200


def test_the_page_reads_as_a_grid(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=8x8x4-straight{TWO_PEOPLE}")
    grid = page.get_by_role("grid")
    expect(grid).to_have_count(1)
    assert grid.get_by_role("row").count() == 8
    assert grid.get_by_role("gridcell").count() == 64
    play(page, "d4")
    expect(page.get_by_role("gridcell", name="d4, X, last move")).to_have_count(1)
