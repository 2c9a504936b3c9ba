"""Places have addresses: the first screen, the views, Back and Forward, links and frames."""

import json
import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import Server, Visitor
from playwright.sync_api import Page, expect

TWO_PEOPLE = "&x=human&o=human"


def view(page: Page, name: str) -> None:
    """Wait until this view is shown, and no other."""
    expect(page.locator(f"#panel-{name}")).to_be_visible()
    assert page.locator("[id^=panel-]:visible").count() == 1


def test_the_first_screen_leads_everywhere(visitor: Visitor) -> None:
    page = visitor.open("/")
    view(page, "home")
    expect(page.locator("#board-area")).to_be_hidden()
    for tab in ("watch", "practice", "compare"):
        page.locator(f'[data-open="{tab}"]').click()
        view(page, tab)
        page.locator("#home").click()
        view(page, "home")
    page.locator('[data-start="8x8x4-straight"]').click()
    view(page, "play")
    assert page.locator("[data-cell]").count() == 64
    expect(page.locator("#players")).to_contain_text("Computer, hard")


def test_any_board_is_chosen_in_the_dialog(visitor: Visitor) -> None:
    page = visitor.open("/")
    page.locator('[data-start="custom"]').click()
    expect(page.locator("#custom-rows")).to_be_visible()
    page.locator("#custom-rows").fill("4")
    page.locator("#start-game").click()
    view(page, "play")
    assert page.locator("[data-cell]").count() == 24


def test_enter_in_the_dialog_starts_the_game(visitor: Visitor) -> None:
    page = visitor.open("/")
    page.keyboard.press("n")
    expect(page.locator("#new-game-form")).to_be_visible()
    page.keyboard.press("Enter")
    view(page, "play")


def test_the_dialog_begins_with_the_game_on_the_screen(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=15x15x5{TWO_PEOPLE}")
    view(page, "play")
    last = {"game": "3x3x3", "mode": "computer", "mark": "o", "starts": "me"}
    page.evaluate("last => localStorage.setItem('noughts.new-game', last)", json.dumps(last))
    page.locator("#new-game").click()
    form = page.locator("#new-game-form")
    expect(form.locator('[value="15x15x5"]')).to_be_checked()
    starts = {who: form.locator(f"[name=starts][value={who}]") for who in ("me", "computer")}
    expect(form.locator("[name=mark] + span").last).to_have_text("White")
    expect(starts["computer"]).to_be_checked()  # Black starts
    form.locator("[name=mark][value=x]").check()
    expect(starts["me"]).to_be_checked()
    form.locator("[name=mark][value=o]").check()
    expect(starts["computer"]).to_be_checked()
    starts["me"].check()
    form.locator("[name=mark][value=x]").check()
    form.locator("[name=mark][value=o]").check()
    expect(starts["me"]).to_be_checked()  # unless one says otherwise


def test_a_game_that_goes_on_is_offered(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=3x3x3&moves=b2{TWO_PEOPLE}")
    view(page, "play")
    page.locator("#home").click()
    page.locator("#continue").click()
    view(page, "play")
    expect(page.locator('[data-cell="b2"]')).to_have_attribute("aria-label", re.compile("X"))


def test_back_and_forward_walk_through_views_and_games(visitor: Visitor) -> None:
    page = visitor.open("/")
    page.locator('[data-start="3x3x3"]').click()
    view(page, "play")
    first = page.url
    page.locator("#tab-compare").click()
    view(page, "compare")
    page.locator("#tab-games").click()
    view(page, "games")
    page.locator("#new-game").click()
    page.locator("#start-game").click()
    view(page, "play")
    assert page.url != first
    page.go_back()
    view(page, "games")
    page.go_back()
    view(page, "compare")
    page.go_back()
    view(page, "play")
    expect(page).to_have_url(first)
    page.go_back()
    view(page, "home")
    page.go_forward()
    view(page, "play")
    expect(page).to_have_url(first)


def test_a_move_is_not_an_entry_in_the_history(visitor: Visitor) -> None:
    page = visitor.open("/")
    page.locator("#home").click()
    page.goto(f"{page.url}?game=3x3x3{TWO_PEOPLE}")
    for cell in ("a1", "b2"):
        page.locator(f'[data-cell="{cell}"]').click()
        expect(page).to_have_url(re.compile(f"moves=.*{cell}"))
    page.go_back()
    view(page, "home")


def test_reload_keeps_the_view_the_position_and_the_flip(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=3x3x3&moves=b2,a1,c3{TWO_PEOPLE}")
    page.locator("#flip").click()
    page.locator('#moves [data-number="2"]').click()
    expect(page).to_have_url(re.compile(r"at=b2,a1&flip=1"))
    page.reload()
    expect(page.locator("#status")).to_contain_text("2")
    expect(page.locator("#flip")).to_have_attribute("aria-pressed", "true")
    assert page.locator('[data-cell="c3"]').get_attribute("aria-label") == "c3, empty"
    page.locator("#tab-compare").click()
    view(page, "compare")
    page.reload()
    view(page, "compare")


def test_reload_asks_for_the_review_again(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=3x3x3&moves=a1,b1,a2,b2,a3{TWO_PEOPLE}")
    page.locator("#review-now").click()
    expect(page).to_have_url(re.compile("review=1"))
    page.reload()
    expect(page.locator("#review-text")).to_contain_text(re.compile("move", re.IGNORECASE))


def test_a_link_to_a_position_moves_nothing(visitor: Visitor) -> None:
    page = visitor.open("/?game=3x3x3&cells=x........&turn=o")
    expect(page.locator("#status")).to_have_text("O to move")
    assert page.locator("#swap-x, #swap-o").all_inner_texts() == 2 * ["Computer plays…"]


def test_a_link_to_a_search_needs_no_game(visitor: Visitor) -> None:
    page = visitor.open("/?view=watch&game=3x3x3&cells=x.oo.x..x&turn=o&method=minimax")
    view(page, "watch")
    expect(page.locator(".watch-method")).to_have_value("minimax")
    assert page.evaluate("localStorage['noughts.mine'] ?? null") is None
    expect(page).to_have_url(re.compile(r"view=watch&game=3x3x3&cells=x\.oo\.x\.\.x&turn=o"))


def test_a_row_of_the_comparison_leads_into_watch(visitor: Visitor) -> None:
    page = visitor.open(f"/?view=compare&game=3x3x3&moves=b2,a1,c3,a3{TWO_PEOPLE}")
    page.locator('[aria-label="Watch minimax"]').click()
    view(page, "watch")
    expect(page.locator(".watch-method")).to_have_value("minimax")


def test_the_comparison_takes_a_depth_and_an_order(visitor: Visitor) -> None:
    page = visitor.open(f"/?view=compare&game=4x4x4{TWO_PEOPLE}")
    rows = page.locator("#compare-rows tr")
    expect(page.locator("#compare-rows .unable").first).to_be_visible()
    page.locator("#compare-depth").fill("-3")
    page.locator("#compare-depth").press("Enter")
    expect(page.locator("#compare-note")).to_contain_text("whole number")
    page.locator("#compare-depth").fill("2")
    page.locator("#compare-depth").press("Enter")
    expect(rows.filter(has_text="alpha-beta-strict").locator(".figure").first).to_be_visible()
    expect(page).to_have_url(re.compile("depth=2"))
    expect(page.locator("#compare-rows .waiting")).to_have_count(0)
    assert page.locator("#compare-head").evaluate(APART), "the words of the head touch"
    page.locator("#compare-head button", has_text="Nodes").click()
    figures = page.locator("#compare-rows td:nth-child(4) .figure").all_inner_texts()
    nodes = [int(re.sub(r"\D", "", text)) for text in figures]
    assert nodes == sorted(nodes)


APART = """head => [...head.querySelectorAll('button')].map((each) => {
    const words = document.createRange();
    words.selectNodeContents(each);
    return words.getBoundingClientRect();
}).every(({ left }, i, all) => i === 0 || left - all[i - 1].right > 4)"""


def test_my_games(visitor: Visitor) -> None:
    page = visitor.open("/?view=games")
    expect(page.locator("#games-note")).to_have_text("None yet: play one.")
    for needless in ("#download-all", "#download-all-sgf", "#games-search"):
        expect(page.locator(needless)).to_be_hidden()
    page.goto(f"{visitor.server.url}/?game=3x3x3&moves=a1,b1,a2,b2,a3{TWO_PEOPLE}")
    expect(page.locator("#status")).to_have_text("X wins")
    page.goto(f"{visitor.server.url}/?game=13x13x5&moves=g7&x=human&o=engine@2")
    expect(page.locator("#status")).to_have_text("White to move, paused")
    page.locator("#tab-games").click()
    games = page.locator("#games-list li")
    expect(games).to_have_count(2)
    expect(games.first).to_contain_text("You (Black) against engine, 2 s (White). Going on, 1 move")
    expect(games.first.locator('.picture[data-look="stones"]')).to_be_visible()
    page.locator("#games-search").fill("x wins")
    expect(games).to_have_count(1)
    page.locator('[aria-label^="Rename"]').click()
    page.locator(".game-title-field").fill("A short one")
    page.keyboard.press("Enter")
    page.locator("#games-search").fill("")
    expect(games.filter(has_text="A short one")).to_have_count(1)
    page.reload()
    expect(games.filter(has_text="A short one")).to_have_count(1)
    with page.expect_download() as download:
        page.locator("#download-all").click()
    saved = [json.loads(line) for line in Path(download.value.path()).read_text().splitlines()]
    assert [each["players"]["o"] for each in saved] == ["engine@2", "human"]
    assert saved[1]["about"]["name"] == "A short one"
    with page.expect_download() as download:
        page.locator("#download-all-sgf").click()
    assert download.value.suggested_filename == "noughts-games.sgf"
    assert Path(download.value.path()).read_text().count("(;FF[4]") == 2
    page.locator('[aria-label="Delete A short one"]').click()
    expect(page.locator("#delete-dialog")).to_contain_text("A short one, ")
    expect(page.locator("#delete-dialog")).to_contain_text("A person (X) against a person (O)")
    page.locator("#delete-dialog-yes").click()
    expect(games).to_have_count(1)
    page.locator(".notice-action").click()
    expect(games.filter(has_text="A short one")).to_have_count(1)
    page.locator(".game-title", has_text="A short one").click()
    expect(page.locator("#status")).to_have_text("X wins")


@pytest.mark.parametrize("address", ["/", "/?view=games", "/?view=practice"])
def test_axe_finds_nothing(visitor: Visitor, address: str) -> None:
    page = visitor.open(address)
    expect(page.locator("[id^=panel-]:visible")).to_have_count(1)
    if "practice" in address:
        expect(page.locator("#practice-title")).not_to_be_empty()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_who_may_show_the_page_in_a_frame(server: Server, visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.open("/?view=watch&game=3x3x3&cells=x.oo.x..x&turn=o&embed")
    view(page, "watch")
    expect(page.locator(".top")).to_be_hidden()
    answer = page.request.get(f"{server.url}/?embed")
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    program = ("-m", "noughts", "web", "--no-open", "--embed", "https://example.org/")
    other = Server(tmp_path / "games.sqlite3", program)
    answer = page.request.get(f"{other.url}/?embed")
    other.stop()
    assert "frame-ancestors https://example.org" in answer.headers["content-security-policy"]
