"""Two people in two browsers, and those who watch them."""

import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import Server, Visitor
from playwright.sync_api import Browser, Page, Route, expect

LOST = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "ERR_INCOMPLETE")
REFUSED = ("status of 4",)


def status(page: Page, text: str) -> None:
    expect(page.locator("#status")).to_have_text(text)


def words(page: Page, text: str) -> None:
    expect(page.locator("#table-words")).to_contain_text(text)


def stone(page: Page, cell: str, mark: str) -> None:
    """The mark has come to this page."""
    expect(page.locator(f'[data-cell="{cell}"]:not(.pending)')).to_have_attribute(
        "aria-label", re.compile(f"{cell}, {mark}")
    )


def turns(one: Page, two: Page, *cells: str) -> None:
    """Two people in turn, each in their own browser; the other sees it without doing anything."""
    for number, cell in enumerate(cells):
        (one, two)[number % 2].locator(f'[data-cell="{cell}"].playable').click()
        for page in (one, two):
            stone(page, cell, "[XO]")


def invitation(page: Page, clock: tuple[str, str] | None = None, name: str = "") -> str:
    """Invite from a page with a game, and return the link."""
    page.locator("#invite").click()
    page.locator("#invite-form").get_by_label("X", exact=True).check()
    page.locator("#invite-form").get_by_label(
        "Another" if clock else "No clock", exact=True
    ).check()
    page.locator("#your-name").fill(name)
    if clock:
        page.locator("#invite-minutes").fill(clock[0])
        page.locator("#invite-increment").fill(clock[1])
    page.locator("#make-invitation").click()
    expect(page.locator("#code path")).to_be_attached()
    return page.locator("#invitation-link").input_value()


def accept(visitor: Visitor, link: str) -> Page:
    page = visitor.open(link)
    page.locator("#join").click()
    expect(page.locator('[data-seat="x"] .presence')).to_have_text("here")
    return page


def test_two_people_play_and_others_watch(visitor: Visitor) -> None:
    visitor.forgives = REFUSED
    anna = visitor.open("/?game=3x3x3&x=human&o=human", viewport={"width": 1280, "height": 720})
    usual = board_size(anna)
    link = invitation(anna, name="Anna")
    assert (
        anna.evaluate("(d => d.scrollHeight - d.clientHeight)(document.querySelector('dialog'))")
        == 0
    )
    assert re.fullmatch(rf"{visitor.server.url}/#join=[\w-]+\.[\w-]{{22}}", link)
    expect(anna.locator("#here-only")).to_contain_text("noughts web --host 0.0.0.0")
    assert_accessible(anna)
    anna.keyboard.press("Escape")
    words(anna, "Waiting for the other player.")
    anna.locator("#show-invitation").click()
    expect(anna.locator("#invitation-link")).to_have_value(link)
    anna.locator(".code-button").click()  # for the last row
    shown = anna.locator("#code").bounding_box()
    assert shown
    assert shown["height"] > 700
    anna.keyboard.press("Escape")
    expect(anna.locator("#invitation-link")).to_be_visible()

    second = visitor.open(link)  # opened, but not yet answered
    expect(second.locator("#join-dialog")).to_contain_text("Anna invites you to play")
    expect(second.locator("#join-dialog")).to_contain_text("You play O. X begins.")
    otto = accept(visitor, link)
    assert "join" not in otto.url
    expect(anna.locator("#invitation-link")).to_be_hidden()  # the dialog has closed by itself
    expect(anna.locator('[data-seat="o"] .presence')).to_have_text("here")
    second.locator("#join").click()
    expect(second.locator("#notice")).to_contain_text("Somebody else has taken this seat.")
    words(second, "You are watching.")
    late = visitor.open(link)
    expect(late.locator("#notice")).to_contain_text("Somebody else has taken this seat.")

    turns(anna, otto, "a1", "b2")
    stone(late, "b2", "O")
    late.locator('[data-cell="c3"]').click()
    expect(late.locator("#live")).to_contain_text("You are watching this game.")
    assert board_size(anna) == usual
    for page in (anna, late):  # the game has both its players
        expect(page.locator("#invite")).to_be_hidden()
    for page in (anna, late):  # no help while two people play
        expect(page.locator("#values")).to_have_attribute("aria-disabled", "true")
        expect(page.locator("#review")).to_be_hidden()
    for tool in ("undo", "redo", "resign"):
        expect(late.locator(f"#{tool}")).to_have_attribute("aria-disabled", "true")
    status(anna, "Your turn")
    status(otto, "X to move")
    otto.locator('[data-cell="c3"]').click()  # not his turn
    expect(otto.locator("#live")).to_contain_text("It is X's turn.")

    otto.locator("#undo").click()
    words(otto, "You ask to take back O b2.")
    words(anna, "The other player asks to take back O b2.")
    anna.locator("#decline").click()
    words(otto, "Anna has declined to take it back.")
    expect(otto.locator('[data-seat="x"] .player-name')).to_have_text("Anna")
    otto.locator("#undo").click()
    anna.locator("#agree").click()
    status(otto, "Your turn")
    expect(late.locator('[data-cell="b2"]')).to_have_attribute("aria-label", "b2, empty")

    anna.locator("#offer-draw").click()
    words(otto, "Anna asks for a draw.")
    otto.locator("#decline").click()
    words(anna, "The other player has declined the draw.")
    expect(anna.locator("#offer-draw")).to_be_hidden()  # until the next move

    late.locator("#copy-game").click()
    status(late, "O to move")
    late.locator('[data-cell="c3"]').click()
    stone(late, "c3", "O")
    expect(anna.locator('[data-cell="c3"]')).to_have_attribute("aria-label", "c3, empty")
    assert_accessible(anna)
    otto.reload()
    status(otto, "Your turn")
    turns(otto, anna, "b1")
    words(anna, "watching")
    expect(anna.locator("#offer-draw")).to_be_visible()
    turns(anna, otto, "a2", "b2", "a3")
    status(anna, "You win")
    status(otto, "You lose")
    status(second, "Anna wins")

    expect(anna.locator("#values")).not_to_have_attribute("aria-disabled", "true")
    expect(anna.locator("#review")).to_be_visible()
    otto.locator("#rematch").click()
    words(anna, "The other player asks for another game.")
    anna.locator("#agree").click()
    status(otto, "Your turn")  # X now
    expect(anna.locator("#notice")).to_contain_text("you play O this time")
    expect(second.locator(".plate.turn.x")).to_be_visible()
    words(second, "You are watching.")
    turns(otto, anna, "c1", "a3")
    stone(second, "a3", "O")
    otto.locator("#offer-draw").click()
    anna.locator("#agree").click()
    for page in (anna, otto, second):
        status(page, "Draw")


def board_size(page: Page) -> float:
    box = page.locator("#board").bounding_box()
    assert box
    return box["width"]


def test_a_clock_runs_out(visitor: Visitor) -> None:
    anna = visitor.open("/?game=3x3x3&x=human&o=human")
    otto = accept(visitor, invitation(anna, clock=("0.05", "0")))
    expect(anna.locator('[data-time="x"]')).to_have_text("3.0")
    turns(anna, otto, "b2")
    expect(anna.locator('[data-time="o"].runs')).to_be_visible()
    expect(otto.locator("#undo")).to_have_attribute("aria-disabled", "true")
    status(anna, "You win")
    status(otto, "You lose")
    expect(otto.locator("#status-detail")).to_have_text("O has used up its time.")
    expect(otto.locator('[data-time="o"]')).to_have_text("0.0")
    expect(otto.locator(".time.runs")).to_have_count(0)


def test_one_s_turn_in_another_game_is_told(visitor: Visitor) -> None:
    anna = visitor.open("/?game=3x3x3&moves=b2&x=human&o=human")
    anna.locator("#invite").click()
    expect(anna.locator("#invite-form")).to_contain_text("the one on the board stays in My games")
    anna.keyboard.press("Escape")
    otto = accept(visitor, invitation(anna, clock=("10", "5"), name="Anna"))
    turns(anna, otto, "b2")
    anna.keyboard.press("u")
    expect(anna.locator("#notice")).to_contain_text("With a clock, moves are not taken back.")
    anna.locator("#new-game").click()
    anna.locator("#start-game").click()
    otto.locator('[data-cell="a1"].playable').click()
    expect(anna.locator("#tab-games .badge")).to_have_text("1")
    expect(anna.locator("#notice")).to_contain_text("Your clock is running.")
    anna.locator("#tab-games").click()
    expect(anna.locator("#games-list li", has_text="Your turn")).to_have_count(1)
    anna.locator(".notice-action").click()
    stone(anna, "a1", "O")
    expect(anna.locator("#tab-games .badge")).to_have_count(0)


@pytest.fixture
def mortal(browser: Browser, tmp_path: Path) -> Iterator[Visitor]:
    """A visitor of a server that may be killed."""
    visitor = Visitor(browser, Server(tmp_path / "games.sqlite3"))
    visitor.forgives = LOST
    try:
        yield visitor
        visitor.leave()
    finally:
        visitor.server.stop()


def test_a_killed_server_keeps_seats_and_clocks(mortal: Visitor) -> None:
    server = mortal.server
    anna = mortal.open("/?game=3x3x3&x=human&o=human")
    otto = accept(mortal, invitation(anna, clock=("10", "5")))
    turns(anna, otto, "b2", "a1")
    server.kill()
    words(otto, "The server is away: the clocks stand as it last told them.")
    expect(otto.locator(".time.runs")).to_have_count(0)
    anna.locator('[data-cell="c3"]').click()  # while it is down
    _an_hour_passes(server.database)
    server.start()
    for page in (anna, otto):
        page.evaluate("document.getElementById('try-now').click()")  # unless it is back already
        stone(page, "c3", "X")
        expect(page.locator('[data-time="x"]')).to_have_text(re.compile(r"10:0\d|9:5\d"))
    turns(otto, anna, "a2")


def _an_hour_passes(database: Path) -> None:
    with sqlite3.connect(database) as connection:
        for name, more in connection.execute("SELECT id, more FROM games").fetchall():
            kept = json.loads(more)
            if clock := (kept.get("table") or {}).get("clock"):
                clock["since"] -= 3600
                connection.execute(
                    "UPDATE games SET more = ? WHERE id = ?", [json.dumps(kept), name]
                )
        connection.execute("UPDATE alive SET at = at - 3600")
    connection.close()


def test_links_name_an_address_that_others_can_reach(visitor: Visitor) -> None:
    addresses = ["http://192.168.1.5:8008", "http://[fd00::5]:8008"]
    with urlopen(f"{visitor.server.url}/api/v1/about") as answer:
        told = {**json.load(answer), "addresses": addresses}

    def about(route: Route) -> None:
        route.fulfill(json=told)

    page = visitor.open("/?game=3x3x3&x=human&o=human", {"**/about": about})
    assert invitation(page).startswith(f"{addresses[0]}/#join=")
    expect(page.locator("#here-only")).to_have_count(0)
    page.locator("#invitation-address").select_option(addresses[1])
    expect(page.locator("#invitation-link")).to_have_value(re.compile(r"^http://\[fd00::5\]:8008/"))
    page.keyboard.press("Escape")
    page.locator("#copy-link").click()
    expect(page.locator("#notice")).to_contain_text("The link is copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f"{addresses[0]}/?game=3x3x3")
    page.goto(f"{visitor.server.url}/?view=practice")
    page.locator("#sheets").click()
    link = re.compile(f"^{re.escape(addresses[0])}/[?]view=practice&exercise=")
    expect(page.locator("#exercise-link")).to_have_value(link)
    assert page.url.startswith(visitor.server.url)
    page.keyboard.press("Escape")
    page.goto(f"{visitor.server.url}/#join=nosuchid.{'k' * 22}")
    expect(page.locator("#bad-link-words")).to_contain_text("no longer has the game")
    page.goto("about:blank")
    page.goto(f"{visitor.server.url}/#join=nosuchid.kk")
    expect(page.locator("#bad-link-words")).to_contain_text("not complete")
    visitor.forgives = REFUSED


def test_another_person_s_game_is_watched_and_can_be_copied(visitor: Visitor) -> None:
    page = visitor.open("/?game=3x3x3&x=human&o=human")
    page.locator('[data-cell="b2"]').click()
    stone(page, "b2", "X")
    guest = visitor.open(page.url)
    words(guest, "You are watching.")
    page.locator('[data-cell="a1"]').click()
    stone(guest, "a1", "O")
    assert guest.locator("#swap-x").count() == 0
    guest.locator("#copy-game").click()
    expect(guest.locator("#table-bar")).to_be_hidden()
    guest.locator('[data-cell="c3"]').click()
    stone(guest, "c3", "X")
    expect(page.locator('[data-cell="c3"]')).to_have_attribute("aria-label", "c3, empty")


def assert_accessible(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_ways_to_invite(visitor: Visitor) -> None:
    page = visitor.open("/")
    page.locator("#home-invite").click()
    page.locator("#invite-form").get_by_label("Another board").check()
    page.locator("#custom-k").fill("3")
    page.keyboard.press("Tab")
    expect(page.locator("#invite-label")).to_have_text("3 or more in a row win on 6x6.")
    assert_accessible(page)
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    page.locator("#new-game-form").get_by_label("Another board").check()
    page.get_by_label("Two people").check()
    page.locator("#invite-instead").click()
    expect(page.locator("#invite-form").get_by_label("This board, 6x6x4")).to_be_checked()
