"""Watching a large search on the page: how soon it appears and how smoothly it moves.

    python bench/watch.py

The real page and server in headless Chromium, 1280x800: alpha-beta on the empty 3x3 board (18,297
nodes) and alpha-beta-strict (146,120). Each way of moving gets four seconds of input events, one
per frame; the times from frame to frame count. The table is written to watch.md.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))

from browser import Server, chromium  # noqa: E402

OPEN = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const painted = () => frame().then(frame);
  const began = performance.now();
  document.querySelector('#tab-watch').click();
  while (!document.querySelector('#watch-this')) await painted();
  document.querySelector('#watch-this').click();
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
  return [0.5, 0.95, 0.99].map(share => sorted[Math.floor(sorted.length * share)]);
}"""


def watched(page: Page, method: str | None) -> list[str]:
    """Open the view and move about in it; returns rows of the table."""
    expect(page.locator("#status")).to_have_text("X to move")
    opened: Any = page.evaluate(OPEN)
    if method is not None:
        page.get_by_label("Method").select_option(method)
        page.wait_for_timeout(200)
        page.locator(".watch.is-ready").wait_for(timeout=60_000)
    nodes = page.locator(".watch-counts").inner_text()
    lines = [f"| {nodes} | open | {opened:.0f} | | |"] if method is None else []
    for fold in ("folded", "unfolded"):
        for way in ("pan", "zoom", "seek"):
            half, most, nearly_all = page.evaluate(FRAMES, way)
            figures = f"{half:.1f} | {most:.1f} | {nearly_all:.1f}"
            lines.append(f"| {nodes} | {way}, {fold} | {figures} |")
        if fold == "folded":
            page.get_by_text("Options", exact=True).click()
            page.locator("#watch-root label", has_text="Fold finished").click()
            page.get_by_role("button", name="Go to the end").first.click()
            page.keyboard.press("0")
    return lines


def main() -> None:
    """Measure, print, write."""
    lines = [
        "`python bench/watch.py`: headless Chromium, 1280x800, the real page and server.",
        "Milliseconds: from the click on the tab until the tree is painted; then from frame to",
        "frame (16.7 is 60 frames a second).",
        "",
        "| search | | p50 | p95 | p99 |",
        "|---|---|---:|---:|---:|",
    ]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "games.sqlite3")
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for method in (None, "alpha-beta-strict"):
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(f"{server.url}/?game=3x3x3&x=human&o=human")
            lines += watched(page, method)
            page.close()
        browser.close()
        server.stop()
    print("\n".join(lines))
    (HERE / "watch.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
