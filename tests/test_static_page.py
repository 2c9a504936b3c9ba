"""The page that needs no server, as `make site` builds it; `make site-test` runs this."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import StaticHost, Visitor
from playwright.sync_api import Browser, Page, expect

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "site"))

from build import MOST, sizes  # noqa: E402

SITE = Path(os.environ.get("NOUGHTS_SITE", ROOT / "build" / "site"))
NODE = Path(sysconfig.get_path("scripts")) / "node"
LIBRARIES = sysconfig.get_path("purelib")
TWO_PEOPLE = "&x=human&o=human"

pytestmark = pytest.mark.skipif(
    "NOUGHTS_SITE" not in os.environ, reason="make site-test builds the site and tests it"
)


@pytest.fixture
def server() -> Iterator[StaticHost]:
    """One for each test, in the place of that which page tests share: some end it."""
    started = StaticHost(SITE)
    yield started
    started.stop()


def play(page: Page, cell: str, mark: str) -> None:
    page.locator(f'[data-cell="{cell}"]').click()
    expect(page.locator(f'[data-cell="{cell}"]:not(.pending)')).to_have_class(
        re.compile(rf"\b{mark}\b")
    )


def run(*words: str) -> str:
    """What a Python program prints, with the engine that browsers have; /root is ours."""
    command = [str(NODE), str(ROOT / "site/run.mjs"), str(SITE), LIBRARIES, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_small() -> None:
    """All of it as it is sent; the page without the documentation on disk as well."""
    (files, disk, sent), (others, beside, _) = sizes(SITE), sizes(SITE / "docs")
    assert files > others > 50
    assert sent <= MOST
    assert disk - beside <= MOST


def test_page_and_documentation_lead_to_each_other(visitor: Visitor) -> None:
    page = visitor.open("/")
    page.get_by_role("link", name="Documentation").click()
    expect(page.get_by_role("heading", name="Noughts", level=1)).to_be_visible()
    assert page.url.endswith("/noughts/docs/")
    page.get_by_role("link", name="Play in the browser").click()
    expect(page.locator('[data-start="3x3x3"]')).to_be_visible()


def test_nothing_in_it_comes_from_elsewhere() -> None:
    """What a browser loads is named in tags and imports."""
    for path in [SITE / "index.html", SITE / "sw.js", *SITE.glob("static/**/*.css")]:
        text = path.read_text("utf-8")
        assert not re.search(r"""(src|href)=["'](https?:)?//|url\(["']?(https?:)?//""", text), path


def test_the_engine_searches_the_same_nodes() -> None:
    assert run("-m", "noughts", "bench") == (ROOT / "bench/signature.txt").read_text("utf-8")


def test_each_function_of_the_native_module_answers_the_same() -> None:
    command = [sys.executable, str(ROOT / "tests/native_calls.py")]
    here = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run("/root/tests/native_calls.py") == here.stdout


def test_a_game_below_a_path_and_after_the_network_is_gone(
    visitor: Visitor, server: StaticHost
) -> None:
    page = visitor.open(f"/?game=3x3x3{TWO_PEOPLE}")
    play(page, "b2", "x")
    play(page, "a1", "o")
    game = page.url
    assert game.startswith(f"{server.url}/?game=3x3x3")
    assert {path.split("/")[1] for path in server.asked} == {"noughts"}
    page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active.state)")
    server.kill()
    visitor.forgives = ("ERR_CONNECTION_REFUSED", "ERR_FAILED", "Failed to update")
    page.goto(game)
    expect(page.locator('[data-cell="a1"]')).to_have_class(re.compile(r"\bo\b"))
    play(page, "c3", "x")
    page.locator("#values").click()
    expect(page.locator("#values-text")).to_contain_text("with best play")
    page.locator("#tab-games").click()
    expect(page.locator("#games-list li")).to_have_count(1)


def test_what_is_there_before_python(visitor: Visitor) -> None:
    """The large files arrive only after the first move."""
    context = visitor.browser.new_context()
    visitor.contexts.append(context)
    context.route("**/*.gz", lambda _: None)
    page = visitor.another(context, "/?view=watch&lesson=first-cut")
    expect(page.locator("#watch-root")).to_contain_text("1 of 13 nodes")
    page.goto(f"{visitor.server.url}/?view=practice")
    expect(page.locator("#entry-A-value")).to_be_visible()
    page.goto(f"{visitor.server.url}/?game=15x15x5")
    expect(page.locator("[data-cell]")).to_have_count(15 * 15)
    page.goto(visitor.server.url)
    page.locator('[data-start="3x3x3"]').click()
    page.locator('[data-cell="b2"]').click()
    expect(page.locator('[data-cell="b2"]')).to_have_class(re.compile(r"\bx\b"))
    expect(page.locator(".starting")).to_contain_text("are starting")
    context.unroute("**/*.gz")  # lets them go
    expect(page.locator("[data-cell].o")).to_have_count(1)
    expect(page.locator(".starting")).to_have_count(0)


def test_a_long_search_does_not_keep_you_from_playing(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=15x15x5{TWO_PEOPLE}")
    page.locator("#values").click()
    expect(page.locator("[data-cell] .value").first).to_be_visible()
    for number, cell in enumerate(("h8", "h9", "i8")):
        play(page, cell, "xo"[number % 2])
    expect(page.locator("[data-cell] .value").first).to_be_visible()


def test_tabs_share_their_games_and_one_takes_over(visitor: Visitor) -> None:
    first = visitor.open(f"/?game=3x3x3{TWO_PEOPLE}")
    play(first, "b2", "x")
    second = visitor.another(visitor.contexts[0], first.url.partition("/noughts")[2])
    expect(second.locator('[data-cell="b2"]')).to_have_class(re.compile(r"\bx\b"))
    play(second, "a1", "o")
    expect(first.locator('[data-cell="a1"]')).to_have_class(re.compile(r"\bo\b"))
    first.close()
    play(second, "c3", "x")


def test_it_says_that_python_cannot_start(browser: Browser, tmp_path: Path) -> None:
    shutil.copytree(SITE, tmp_path / "site", ignore=shutil.ignore_patterns("noughts.zip.gz"))
    broken = StaticHost(tmp_path / "site")
    somebody = Visitor(browser, broken)
    somebody.forgives = ("404",)
    page = somebody.open("/?game=4x4x3")
    expect(page.locator("body")).to_contain_text("this browser cannot start Python")
    somebody.leave()
    broken.stop()


def test_what_needs_a_server_says_so(visitor: Visitor) -> None:
    page = visitor.open(f"/?game=3x3x3{TWO_PEOPLE}")
    page.locator("#invite").click()
    expect(page.locator("#invite-alone")).to_contain_text("runs in your browser alone")


def test_a_sheet_of_exercises_is_a_page_and_a_file(visitor: Visitor) -> None:
    page = visitor.open("/?view=practice")
    expect(page.locator("#entry-A-value")).to_be_visible()
    page.locator("#sheets").click()
    with page.expect_popup() as opening:
        page.locator("#get-sheet").click()
    expect(opening.value.locator("h1").first).to_be_visible()
    with page.expect_download() as loading:
        page.locator("#get-moodle").click()
    assert loading.value.suggested_filename.endswith(".xml")
