"""Make the pictures of the page in `docs`: `python docs/screenshots.py`.

You need Chromium, and playwright from the `dev` group.
"""

import base64
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))

from browser import Server, chromium  # noqa: E402

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
HOW = {"format": "webp", "quality": 90}  # half of PNG's size; the eye sees no difference


def values(page: Page) -> None:
    """The value of every move."""
    page.locator("#values").click()
    expect(page.locator("#values-text")).to_contain_text("best")


def watch(page: Page) -> None:
    """Alpha-beta, stopped at its third cut-off."""
    page.locator("#tab-watch").click()
    page.locator("#watch-this").click()
    for _ in range(3):
        page.get_by_role("button", name="Go to the next cut-off").click()


def compare(page: Page) -> None:
    """All methods side by side."""
    page.locator("#tab-compare").click()
    expect(page.locator("#compare-note")).to_contain_text("agree", timeout=60_000)


PICTURES: list[tuple[str, str, Any, Any, Callable[[Page], None]]] = [
    ("page", "/?game=3x3x3&moves=b2,a1,c1&x=human&o=human", DESKTOP, "light", values),
    ("watch", "/?game=3x3x3&cells=x.o/o.x/..x&turn=o&x=human&o=human", DESKTOP, "light", watch),
    ("compare", "/?game=3x3x3&x=human&o=human", DESKTOP, "light", compare),
    ("phone", "/?game=8x8x4-straight&moves=d4,d5,e4&x=human&o=human", PHONE, "dark", values),
]


def main() -> None:
    """Take all the pictures."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "games.sqlite3")
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for name, address, size, scheme, prepare in PICTURES:
            page = browser.new_page(viewport=size, color_scheme=scheme, reduced_motion="reduce")
            page.goto(server.url + address)
            prepare(page)
            page.wait_for_timeout(500)
            taken = page.context.new_cdp_session(page).send("Page.captureScreenshot", HOW)
            (HERE / f"{name}.webp").write_bytes(base64.b64decode(taken["data"]))
            page.close()
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
