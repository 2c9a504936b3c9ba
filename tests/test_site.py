"""The site that `make docs` has built: its links, what it loads, its search. `make docs-test`."""

import html
import os
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, expect

ROOT = Path(__file__).parent.parent
SITE = ROOT / "build" / "docs"
TEXTBOOK = ROOT / "src/noughts/textbook"
pytestmark = pytest.mark.skipif(
    os.environ.get("NOUGHTS_PAGES") != "all", reason="needs the site: make docs-test"
)
LOADS = {"img", "script", "source", "iframe", "video", "audio", "object", "embed"}


class Reader(HTMLParser):
    """The anchors of a page, where its links lead, and what it loads."""

    def __init__(self) -> None:
        super().__init__()
        self.anchors, self.links, self.loaded = set[str](), list[str](), list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        self.anchors |= {given[key] for key in ("id", "name") if key in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag == "link" and "href" in given:
            self.loaded.append(given["href"])
        if tag in LOADS:
            self.loaded += [given[key] for key in ("src", "data") if key in given]


@cache
def read(page: Path) -> Reader:
    reader = Reader()
    reader.feed(page.read_text("utf-8"))
    return reader


def pages() -> list[Path]:
    found = sorted(SITE.rglob("*.html"))
    assert found, "there is no site: make docs"
    return found


def test_every_link_of_the_site_leads_somewhere() -> None:
    for page in pages():
        for link in read(page).links:
            if re.match(r"[a-z]+:", link):
                assert link.startswith(("http://", "https://")), f"{page}: {link}"
                continue
            path, _, anchor = unquote(link).partition("#")
            target = (page.parent / path.partition("?")[0]).resolve() if path else page
            target = target / "index.html" if target.is_dir() else target
            assert target.exists(), f"{page.relative_to(SITE)}: {link}"
            if anchor and target.suffix == ".html":
                assert anchor in read(target).anchors, f"{page.relative_to(SITE)}: {link}"


def test_the_textbook_shows_its_modules() -> None:
    page = (SITE / "reference/textbook.html").read_text("utf-8")
    folded = re.findall(
        r'<details class="source"><summary>(.*?)</summary>(.*?)</details>', page, re.S
    )
    assert len(folded) > 10
    for name, shown in folded:
        text = html.unescape(re.sub(r"<[^<>]*>", "", shown)).strip()
        assert text == (TEXTBOOK / name).read_text("utf-8").strip()


def test_the_site_loads_nothing_from_elsewhere() -> None:
    for page in pages():
        for link in read(page).loaded:
            assert not re.match(r"([a-z]+:)?//", link), f"{page.relative_to(SITE)}: {link}"
            if not link.startswith("data:"):
                path = unquote(link).partition("?")[0].partition("#")[0]
                assert (page.parent / path).exists(), f"{page.relative_to(SITE)}: {link}"
    for sheet in SITE.rglob("*.css"):
        text = sheet.read_text("utf-8")
        assert not re.search(r"""(url\(\s*|@import\s+)["']?(https?:)?//""", text), sheet


def test_the_search_works_without_a_server(browser: Browser) -> None:
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{(SITE / 'search.html').as_uri()}?q=alpha-beta")
    expect(page.locator("#search-results li").first).to_be_visible(timeout=20_000)
    assert asked
    assert all(url.startswith(("file:", "data:")) for url in asked), asked
    page.close()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_is_wider_than_the_screen(browser: Browser, width: int, scheme: str) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
    for each in pages():
        page.goto(each.as_uri())
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{each.relative_to(SITE)}: {wide} pixels"
    page.close()
