"""Watching a large search on the page: how soon it appears and how smoothly it moves.

    python bench/watch.py [URL NAME]

The real page and server in headless Chromium, 1280x800: alpha-beta on the empty 3x3 board (18,297
nodes) and alpha-beta-strict (146,120). Each way of moving gets four seconds of input events, one
per frame. What counts is the work of the page's thread per frame, in its own processor time, which
a busy machine does not change much; and the times from frame to frame, which it does. With the URL
of another server, of an older commit say, its page is measured in turn with this one. The table is
written to watch.md.
"""

import os
import re
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect, sync_playwright

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))

from browser import Server, chromium  # noqa: E402

OPEN = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const painted = () => frame().then(frame);
  const began = performance.now();
  document.querySelector('#tab-watch').click();
  const begun = '#watch-this, .watch.is-ready'; // older pages begin with the tree
  while (!document.querySelector(begun)) await painted();
  document.querySelector('#watch-this')?.click();
  while (!document.querySelector('.watch.is-ready')) await painted();
  await painted();
  return performance.now() - began;
}"""

FRAMES = """async way => {
  const canvas = document.querySelector('#watch-root canvas');
  const slider = document.querySelector('#watch-root input[type=range]');
  const box = canvas.getBoundingClientRect();
  const wheel = init => canvas.dispatchEvent(new WheelEvent('wheel', {
    clientX: box.x + box.width * 0.4, clientY: box.y + box.height / 2,
    bubbles: true, cancelable: true, ...init }));
  const seek = step => {
    slider.value = step;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  };
  canvas.focus(); // so that the wheel moves the tree and not the page
  const ways = {
    pan: frame => wheel({ deltaX: frame % 120 < 60 ? 40 : -40, deltaY: frame % 40 < 20 ? 3 : -3 }),
    zoom: frame => wheel({ deltaY: frame % 100 < 50 ? -30 : 30, ctrlKey: true }),
    seek: frame => seek((frame * 7919) % slider.max),
  };
  const gaps = [];
  const began = performance.now();
  await new Promise(done => {
    let last = began;
    const step = now => {
      gaps.push(now - last);
      last = now;
      ways[way](gaps.length);
      if (now - began < 4000) requestAnimationFrame(step); else done();
    };
    requestAnimationFrame(step);
  });
  const sorted = gaps.slice(2).sort((a, b) => a - b);
  const shares = [0.5, 0.95, 0.99].map(share => sorted[Math.floor(sorted.length * share)]);
  return [gaps.length, ...shares];
}"""


WAYS = ("pan", "zoom", "seek")


class Visit:
    """A page of one server with a search on it."""

    def __init__(self, browser: Browser, url: str, method: str | None) -> None:
        self.page = page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"{url}/?game=3x3x3&x=human&o=human")
        expect(page.locator("#status")).to_have_text("X to move")
        self.opened: Any = page.evaluate(OPEN)
        if method is not None:
            page.get_by_label("Method").select_option(method)
            page.wait_for_timeout(200)
            page.locator(".watch.is-ready").wait_for(timeout=60_000)
        self.nodes = page.locator(".watch-counts").inner_text()
        box = page.locator("#watch-root canvas").first.bounding_box()
        assert box is not None
        self.size = f"{box['width']:.0f}x{box['height']:.0f}"
        self.devtools = page.context.new_cdp_session(page)
        self.devtools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def unfold(self) -> None:
        """The whole tree, at its last step."""
        page = self.page
        options = page.get_by_text("Options", exact=True)
        if options.count():  # older pages show them all
            options.click()
        page.locator("#watch-root label", has_text="Fold finished").click()
        page.get_by_role("button", name=re.compile("o the end")).first.click()
        page.keyboard.press("0")

    def busy(self) -> float:
        """Processor seconds that the page's thread has worked."""
        found = self.devtools.send("Performance.getMetrics")["metrics"]
        return float({each["name"]: each["value"] for each in found}["TaskDuration"])

    def moved(self, way: str) -> str:
        """Milliseconds of work per frame, and from frame to frame: a part of a row."""
        before = self.busy()
        frames, *gaps = self.page.evaluate(FRAMES, way)
        work = 1000 * (self.busy() - before) / frames
        return " | ".join(f"{each:.1f}" for each in (work, *gaps))


def watched(browser: Browser, urls: Mapping[str, str], method: str | None) -> list[str]:
    """Open the view and move about in it; returns rows of the table."""
    visits = {name: Visit(browser, url, method) for name, url in urls.items()}
    lines: list[str] = []
    for name, visit in visits.items():
        if method is None:
            lines.append(f"| {visit.nodes} | open{name}: {visit.size} | | {visit.opened:.0f} | | |")
    for fold in ("folded", "unfolded"):
        for way in WAYS:
            for name, visit in visits.items():
                lines.append(f"| {visit.nodes} | {way}, {fold}{name} | {visit.moved(way)} |")
        if fold == "folded":
            for visit in visits.values():
                visit.unfold()
    for visit in visits.values():
        visit.page.close()
    return lines


def main() -> None:
    """Measure, print, write."""
    other = sys.argv[1:]
    lines = [
        f"`{' '.join(['python bench/watch.py', *other])}`: headless Chromium, 1280x800, the real",
        "page and server. Milliseconds: from the click on the tab until the tree is painted (its",
        "size in pixels stands beside it); the work of the page's thread per frame; then the time",
        f"from frame to frame (16.7 is 60 frames a second). {os.cpu_count()} cores, load average",
        f"{os.getloadavg()[0]:.0f}.",
        "",
        "| search | | work | p50 | p95 | p99 |",
        "|---|---|---:|---:|---:|---:|",
    ]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "games.sqlite3")
        urls = {"": server.url} | ({f", {other[1]}": other[0]} if other else {})
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for url in urls.values():
            Visit(browser, url, None).page.close()  # a server's first search takes longer
        for method in (None, "alpha-beta-strict"):
            lines += watched(browser, urls, method)
        browser.close()
        server.stop()
    print("\n".join(lines))
    (HERE / "watch.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
